// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/stale_lists.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kubexx::testing {
namespace {

std::string list(int version)
{
  return R"({"metadata":{"resourceVersion":")" + std::to_string(version) + R"("},"items":[]})";
}

class StaleListsTest : public ::testing::Test {
protected:
  StaleListsTest()
  {
    for (const int version : {10, 20, 30}) lists_.remember("/api/v1/pods", list(version));
  }
  std::set<std::string> answers(const std::string& target) const
  {
    SeededRandom random(1);
    std::set<std::string> all;
    for (int times = 0; times < 100; ++times) all.insert(lists_.answer(target, random).value_or("none"));
    return all;
  }
  StaleLists lists_;
};

TEST_F(StaleListsTest, AnyVersionAnswersZero)
{
  EXPECT_EQ(answers("/api/v1/pods?limit=500&resourceVersion=0"), (std::set{list(10), list(20), list(30)}));
}

TEST_F(StaleListsTest, NothingOlderThanAskedFor)
{
  EXPECT_EQ(answers("/api/v1/pods?resourceVersion=15"), (std::set{list(20), list(30)}));
  EXPECT_EQ(answers("/api/v1/pods?resourceVersion=31"), std::set<std::string>{"none"});
}

TEST_F(StaleListsTest, WhatMustBeConsistentIsNotAnswered)
{
  for (const char* target :
       {"/api/v1/pods", "/api/v1/pods?limit=5",
        "/api/v1/pods?resourceVersion=", "/api/v1/pods?resourceVersion=0&watch=true",
        "/api/v1/pods?resourceVersion=0&continue=x", "/api/v1/pods?resourceVersion=0&labelSelector=a",
        "/api/v1/pods?resourceVersion=10&resourceVersionMatch=Exact", "/api/v1/secrets?resourceVersion=0"}) {
    EXPECT_EQ(answers(target), std::set<std::string>{"none"}) << target;
  }
}

TEST_F(StaleListsTest, TheOldestIsForgotten)
{
  for (const int version : {40, 50, 60, 70}) lists_.remember("/api/v1/pods", list(version));
  EXPECT_EQ(answers("/api/v1/pods?resourceVersion=0"), (std::set{list(40), list(50), list(60), list(70)}));
}

TEST_F(StaleListsTest, WhatIsNoListIsNotKept)
{
  lists_.remember("/api/v1/nodes", R"({"kind":"Status"})");
  EXPECT_EQ(answers("/api/v1/nodes?resourceVersion=0"), std::set<std::string>{"none"});
}

}  // namespace
}  // namespace kubexx::testing
