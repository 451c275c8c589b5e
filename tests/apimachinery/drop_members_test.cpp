// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/drop_members.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace kubexx {
namespace {

using ::testing::HasSubstr;

constexpr const char* pod =
    R"({"kind":"Pod","metadata":{"name":"p","namespace":"n","uid":"u","resourceVersion":"5","annotations":{"a/b":"1","c":"2"},"labels":{"l":"x"}},)"
    R"("spec":{"nodeName":"m","containers":[{"name":"c","env":[]}]},"status":{"phase":"Running"}})";

std::string without(const std::vector<std::string>& pointers)
{
  return std::string(DropMembers(pointers)(Object::parse(pod)).bytes());
}

TEST(DropMembers, LeavesOutTheMembersAndNothingElse)
{
  auto expected = nlohmann::json::parse(pod);
  expected.erase("status");
  expected["metadata"]["annotations"].erase("a/b");
  const Object less = DropMembers({"/status", "/metadata/annotations/a~1b"})(Object::parse(pod));
  EXPECT_EQ(less.json(), expected);
  EXPECT_EQ(less.name(), "p");
  EXPECT_EQ(less.label("l"), "x");
  EXPECT_TRUE(same_version(less, Object::parse(pod)));
  EXPECT_EQ(without({"/metadata/annotations", "/metadata/labels", "/spec", "/status"}),
            R"({"kind":"Pod","metadata":{"name":"p","namespace":"n","uid":"u","resourceVersion":"5"}})");
}

TEST(DropMembers, WhatIsNotThereCostsNoCopy)
{
  const Object object = Object::parse(pod);
  for (const std::string pointer :
       {"/nothing", "/spec/nodeName/deeper", "/spec/containers/0/name", "/metadata/labels/m"}) {
    const Object same = DropMembers({pointer})(object);
    EXPECT_EQ(same.bytes().data(), object.bytes().data()) << pointer;
  }
  EXPECT_FALSE(DropMembers({"/status"})(Object()));
}

TEST(DropMembers, TwiceIsAsOnce)
{
  const DropMembers drop({"/status", "/metadata/annotations"});
  const Object once = drop(Object::parse(pod));
  EXPECT_EQ(drop(once).bytes(), once.bytes());
}

TEST(DropMembers, NamesWithEscapesAreFoundAndKept)
{
  const Object odd = Object::parse(R"({"metadata":{"name":"x"},"d\"rop":1,"k\u0065ep":{"a~b":1,"\n":2}})");
  const Object less = DropMembers({"/d\"rop", "/keep/a~0b"})(odd);
  EXPECT_EQ(less.json(), nlohmann::json::parse(R"({"metadata":{"name":"x"},"keep":{"\n":2}})"));
}

TEST(DropMembers, RefusesWhatSaysWhichObjectItIs)
{
  const auto refusal = [](const std::string& pointer) -> std::string {
    try {
      const DropMembers drop({pointer});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "taken";
  };
  for (const std::string pointer : {"/apiVersion", "/kind", "/metadata", "/metadata/name", "/metadata/namespace",
                                    "/metadata/uid", "/metadata/resourceVersion"}) {
    EXPECT_THAT(refusal(pointer), HasSubstr("\"" + pointer + "\" identifies the object"));
  }
  EXPECT_THAT(refusal("status"), HasSubstr("begin with \"/\""));
  EXPECT_THAT(refusal(""), HasSubstr("is not a JSON pointer to a member"));
  EXPECT_EQ(refusal("/metadata/labels"), "taken");
}

}  // namespace
}  // namespace kubexx
