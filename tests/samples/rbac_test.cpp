// SPDX-License-Identifier: Apache-2.0
// What --print-rbac prints.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "program_test.hpp"
#include "support/yaml.hpp"

namespace sample {
namespace {

using namespace std::chrono_literals;
using kubexx::support::read_yaml;
using kubexx::support::run;
using nlohmann::json;

class PrintRbac : public ProgramTest {
protected:
  [[nodiscard]] std::vector<json> printed(std::vector<std::string> arguments) const
  {
    const auto outcome = run(sample(std::move(arguments)), {}, 20s);
    EXPECT_EQ(outcome.exit.code, 0) << outcome.all();
    return normal(read_yaml(write("printed.yaml", outcome.out)));
  }
  // The order of rules and verbs means nothing.
  static std::vector<json> normal(std::vector<json> documents)
  {
    for (auto& document : documents) {
      if (!document.contains("rules")) continue;
      for (auto& rule : document["rules"]) std::sort(rule["verbs"].begin(), rule["verbs"].end());
      std::sort(document["rules"].begin(), document["rules"].end());
    }
    return documents;
  }
};

// tests/e2e/sample_rbac_test.cpp shows that those are the least.
TEST_F(PrintRbac, PrintsTheRolesOfTheManifestsWithoutAnyConfiguration)
{
  const auto wanted = normal(read_yaml(MANIFESTS "/rbac.yaml"));
  const auto found = printed({"--print-rbac", "--leader-elect"});
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(found[i], wanted[i]) << found[i].dump(1);
}

TEST_F(PrintRbac, FlagsDecideWhatIsNeeded)
{
  EXPECT_EQ(printed({"--print-rbac"}).size(), 2U) << "no Lease";
  const auto roles = printed({"--print-rbac", "--namespace=a", "--namespace=b", "--metrics-secure"});
  ASSERT_EQ(roles.size(), 6U);
  EXPECT_EQ(roles[0]["kind"], "ClusterRole");
  EXPECT_EQ(roles[0]["rules"].size(), 2U) << "the reviews of tokens";
  EXPECT_EQ(roles[2]["metadata"]["namespace"], "a");
  EXPECT_EQ(roles[4]["metadata"]["namespace"], "b");
}

TEST_F(PrintRbac, AFlagWithAnEmptyValueTakesNoOther)
{
  const auto all = printed({"--print-rbac", "--leader-elect"});
  EXPECT_EQ(printed({"--print-rbac", "--namespace=", "--leader-elect"}), all);
  EXPECT_EQ(printed({"--print-rbac", "--namespace", "", "--leader-elect"}), all);
}

TEST_F(PrintRbac, NamespacesThatLookLikeOtherValuesAreText)
{
  for (const std::string name : {"123", "1e3", "0x10", "no", "true", "null"}) {
    const auto roles = printed({"--print-rbac", "--namespace=" + name});
    ASSERT_GE(roles.size(), 2U);
    for (const auto& role : roles) EXPECT_EQ(role["metadata"]["namespace"], name) << role.dump(1);
  }
}

}  // namespace
}  // namespace sample
