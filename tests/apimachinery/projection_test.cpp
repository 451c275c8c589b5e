// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/projection.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/meta.hpp"

namespace kubexx {
namespace {

struct NodeOfPod {
  std::string nodeName;
};
BOOST_DESCRIBE_STRUCT(NodeOfPod, (), (nodeName))
struct Labels {
  std::map<std::string, std::string> labels;
};
BOOST_DESCRIBE_STRUCT(Labels, (), (labels))
struct PodOnNode {
  Labels metadata;
  std::optional<NodeOfPod> spec;
};
BOOST_DESCRIBE_STRUCT(PodOnNode, (), (metadata, spec))

struct Nothing {};
BOOST_DESCRIBE_STRUCT(Nothing, (), ())

struct Step {
  std::string name;
  std::vector<Step> steps;
};
BOOST_DESCRIBE_STRUCT(Step, (), (name, steps))
struct Plan {
  std::optional<std::vector<Step>> steps;
  std::map<std::string, Step> named;
  nlohmann::json anything;
  std::vector<std::vector<Nothing>> nested;
};
BOOST_DESCRIBE_STRUCT(Plan, (), (steps, named, anything, nested))
struct Workflow {
  ObjectMeta metadata;
  Plan spec;
};
BOOST_DESCRIBE_STRUCT(Workflow, (), (metadata, spec))

constexpr const char* pod =
    R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"n","uid":"u","resourceVersion":"5","annotations":{"a":"1"},"labels":{"l":"x"}},)"
    R"("spec":{"nodeName":"m","containers":[{"name":"c"}]},"status":{"phase":"Running"}})";

template <class T>
std::string projected(const std::string& text)
{
  return std::string(Projection<T>()(Object::parse(text)).bytes());
}

TEST(Projection, KeepsTheMembersOfTheStructAndWhatSaysWhichObjectItIs)
{
  EXPECT_EQ(
      projected<PodOnNode>(pod),
      R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"n","uid":"u","resourceVersion":"5","labels":{"l":"x"}},"spec":{"nodeName":"m"}})");
  EXPECT_EQ(
      projected<Nothing>(pod),
      R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"n","uid":"u","resourceVersion":"5"}})");
  const Object object = Projection<PodOnNode>()(Object::parse(pod));
  EXPECT_EQ(object.key().to_string(), "n/p");
  EXPECT_EQ(object.label("l"), "x");
  EXPECT_TRUE(same_version(object, Object::parse(pod)));
  EXPECT_EQ(object.as<PodOnNode>().spec->nodeName, "m");
}

TEST(Projection, GoesIntoListsMapsAndOptionalsAndNotIntoFreeJson)
{
  const std::string whole =
      R"({"metadata":{"name":"w","other":1},"spec":{"steps":[{"name":"a","x":1,"steps":[{"name":"b","x":[2]},{}]}],)"
      R"("named":{"k\"1":{"x":1,"name":"c"}},"anything":{"x":{"y":[1]}},"nested":[[{"x":1}],[]],"x":1}})";
  EXPECT_EQ(projected<Workflow>(whole),
            R"({"metadata":{"name":"w"},"spec":{"steps":[{"name":"a","steps":[{"name":"b"},{}]}],)"
            R"("named":{"k\"1":{"name":"c"}},"anything":{"x":{"y":[1]}},"nested":[[{}],[]]}})");
  EXPECT_EQ(projected<Workflow>(projected<Workflow>(whole)), projected<Workflow>(whole));
}

TEST(Projection, WhatHasNothingElseCostsNoCopy)
{
  const Object less = Projection<PodOnNode>()(Object::parse(pod));
  const Object same = Projection<PodOnNode>()(less);
  EXPECT_EQ(same.bytes().data(), less.bytes().data());
  EXPECT_FALSE(Projection<PodOnNode>()(Object()));
}

// A value that does not fit stays, so that whoever reads it learns of it.
TEST(Projection, AValueOfTheWrongTypeStaysAsItIs)
{
  const std::string odd =
      R"({"metadata":{"name":"w"},"spec":{"steps":{"name":"a"},"named":[{"x":1}],"nested":7},"status":1})";
  EXPECT_EQ(projected<Workflow>(odd),
            R"({"metadata":{"name":"w"},"spec":{"steps":{"name":"a"},"named":[{"x":1}],"nested":7}})");
  EXPECT_THROW((void)Projection<Workflow>()(Object::parse(odd)).as<Workflow>(), ObjectError);
}

TEST(Projection, ManagedFieldsAreKeptWhenTheStructHasThem)
{
  const Object object = Object::parse(R"({"metadata":{"name":"w","managedFields":[{"manager":"m"}]},"spec":{"x":1}})",
                                      {.keep_managed_fields = true, .type = nullptr});
  EXPECT_EQ(Projection<Workflow>()(object).bytes(), R"({"metadata":{"name":"w"},"spec":{}})");
}

TEST(Projection, ItsTextTellsWhatIsKept)
{
  EXPECT_EQ(Projection<PodOnNode>::members(), "metadata{labels},spec{nodeName}");
  EXPECT_EQ(Projection<Nothing>::members(), "");
  EXPECT_EQ(Projection<Plan>::members(), "anything,named*{name,steps[]{^1}},nested[][]{},steps[]{name,steps[]{^1}}");
}

}  // namespace
}  // namespace kubexx
