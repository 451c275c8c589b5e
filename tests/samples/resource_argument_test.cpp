// SPDX-License-Identifier: Apache-2.0
#include "resource_argument.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace informer_print {
namespace {

TEST(ResourceArgument, HasTwoPartsOrThree)
{
  EXPECT_EQ(parse_resource("v1/configmaps"), (kubexx::ResourceType{"", "v1", "", "configmaps"}));
  EXPECT_EQ(parse_resource("apps/v1/deployments"), (kubexx::ResourceType{"apps", "v1", "", "deployments"}));
  EXPECT_EQ(parse_resource("samplecontroller.k8s.io/v1alpha1/foos"),
            (kubexx::ResourceType{"samplecontroller.k8s.io", "v1alpha1", "", "foos"}));
  EXPECT_EQ(parse_resource("my-group.example.com/one/a-b-3"),
            (kubexx::ResourceType{"my-group.example.com", "one", "", "a-b-3"}));
}

TEST(ResourceArgument, AnythingElseIsRefusedWithWhatIsExpected)
{
  for (const char* text : {"",
                           "/",
                           "//",
                           "configmaps",
                           "v1/",
                           "/configmaps",
                           "/v1/configmaps",
                           "apps//deployments",
                           "apps/v1/",
                           "apps/v1/deployments/",
                           "apps/v1/deployments/x",
                           "apps/deployments",
                           "V1/configmaps",
                           "v1/ConfigMaps",
                           "Apps/v1/deployments",
                           "apps/v1/deploy ments",
                           ".x/v1/foos",
                           "x..y/v1/foos",
                           "apps/v1/-x",
                           "apps/v1/..",
                           "apps/v1/a%2fb",
                           "apps/v1/d\u00e9p",
                           "v1/a?watch=1"}) {
    try {
      (void)parse_resource(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(),
                  testing::AllOf(testing::StartsWith("\"" + std::string(text) + "\""),
                                 testing::HasSubstr("apps/v1/deployments"), testing::HasSubstr("v1/configmaps")));
    }
  }
}

TEST(ResourceArgument, ANamespaceIsALabel)
{
  for (const char* name : {"default", "a", "team-1"}) EXPECT_EQ(namespace_problem(name), "");
  for (const std::string& name : {std::string(), std::string("A"), std::string("a/b"), std::string("-a"),
                                  std::string("a."), std::string(64, 'a')}) {
    EXPECT_THAT(namespace_problem(name), testing::HasSubstr("\"" + name + "\" cannot be a namespace"));
  }
}

}  // namespace
}  // namespace informer_print
