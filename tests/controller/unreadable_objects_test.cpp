// SPDX-License-Identifier: Apache-2.0
#include "context/unreadable_objects.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kubexx {
namespace {

Object object(int number, int version)
{
  return Object::parse(R"({"kind":"A","metadata":{"name":"a","uid":")" + std::to_string(number) +
                       R"(","resourceVersion":")" + std::to_string(version) + R"("}})");
}

TEST(UnreadableObjects, AreNotedOnceForEachVersion)
{
  UnreadableObjects objects(nullptr, "shop");
  const SteadyTime now{};
  EXPECT_TRUE(objects.note(object(1, 1), now));
  EXPECT_FALSE(objects.note(object(1, 1), now));
  EXPECT_TRUE(objects.note(object(1, 2), now));
  EXPECT_TRUE(objects.note(object(2, 1), now));
}

TEST(UnreadableObjects, OfTooManyAThousandAnHour)
{
  UnreadableObjects objects(nullptr, "shop");
  const SteadyTime begin{};
  const auto list = [&](SteadyTime now) {
    int noted = 0;
    for (int number = 0; number < 1500; ++number) noted += objects.note(object(number, 1), now) ? 1 : 0;
    return noted;
  };
  EXPECT_EQ(list(begin), 1000);
  EXPECT_EQ(list(begin), 0);
  EXPECT_EQ(list(begin + std::chrono::minutes(59)), 0);
  EXPECT_TRUE(objects.note(object(1, 2), begin + std::chrono::minutes(59))) << "a new version of a known one";
  EXPECT_EQ(list(begin + std::chrono::hours(2)), 1000);
}

}  // namespace
}  // namespace kubexx
