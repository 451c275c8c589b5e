// SPDX-License-Identifier: Apache-2.0
// kubexx new, the program: what it writes, and what it refuses. tests/scaffold compiles and runs the projects.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "program_test.hpp"
#include "support/process.hpp"

namespace kubexx::test {
namespace {

namespace fs = std::filesystem;
using support::Outcome;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class NewTest : public ProgramTest {
protected:
  /// Runs `kubexx new WORDS` in a folder below that of the test.
  static Outcome run_new(const std::string& words, const std::string& below = ".")
  {
    support::Command command{{TOOLS_TEST_KUBEXX, "new"}, {{"HOME", folder()}}};
    std::istringstream in(words);
    for (std::string word; in >> word;) command.argv.push_back(word);
    command.working_directory = folder() / below;
    return support::run(command, {});
  }
  static std::string text_of(const std::string& path)
  {
    std::ifstream in(folder() / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::size_t files_in(const std::string& path)
  {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder() / path))
      count += entry.is_regular_file() ? 1 : 0;
    return count;
  }
};

TEST_F(NewTest, MakesAProject)
{
  const auto made = run_new("shop --group example.com --kind Order --webhook");
  EXPECT_EQ(made.exit.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("created shop with " + std::to_string(files_in("shop")) + " files"));
  EXPECT_THAT(text_of("shop/src/order.hpp"), HasSubstr("struct OrderSpec {"));
  EXPECT_THAT(text_of("shop/generated/kinds.hpp"), HasSubstr("add_order_webhooks(manager);"));
  EXPECT_TRUE(fs::exists(folder() / "shop/src/order_webhooks.cpp"));
  EXPECT_NE(fs::status(folder() / "shop/scripts/run").permissions() & fs::perms::owner_exec, fs::perms::none);
  for (const auto& entry : fs::recursive_directory_iterator(folder() / "shop")) {
    if (!entry.is_regular_file()) continue;
    const auto text = text_of(fs::relative(entry.path(), folder()));
    EXPECT_THAT(text, Not(::testing::ContainsRegex("@[A-Z_]+@"))) << entry.path();
    EXPECT_THAT(text, Not(::testing::ContainsRegex("@(if|else|end)"))) << entry.path();
  }
}

TEST_F(NewTest, AddsKindsAndWebhooks)
{
  ASSERT_EQ(run_new("shop --group example.com --kind Order").exit.code, 0);
  std::ofstream(folder() / "shop/src/order.hpp") << "mine";
  const auto api = run_new("api --kind Policy --cluster-scoped --version v1", "shop");
  EXPECT_EQ(api.exit.code, 0) << api.err;
  EXPECT_THAT(api.out, HasSubstr("src/policy.hpp\n"));
  EXPECT_THAT(text_of("shop/src/policy.hpp"), HasSubstr(".plural = \"policies\""));
  EXPECT_THAT(text_of("shop/src/policy.hpp"), HasSubstr("Scope::cluster"));
  EXPECT_EQ(text_of("shop/src/order.hpp"), "mine");
  EXPECT_THAT(text_of("shop/generated/kinds.hpp"), HasSubstr("crds<Order, Policy>()"));
  EXPECT_THAT(run_new("webhook", "shop").err, HasSubstr("choose one with --kind"));
  const auto webhook = run_new("webhook --kind Order", "shop");
  EXPECT_EQ(webhook.exit.code, 0) << webhook.err;
  EXPECT_THAT(text_of("shop/generated/kinds.hpp"), HasSubstr("add_order_webhooks(manager);"));
  EXPECT_EQ(run_new("webhook", "shop").exit.code, 0) << "the other kind";
  EXPECT_EQ(run_new("webhook", "shop").err, "error: every kind of the project has a webhook\n");
  EXPECT_THAT(run_new("webhook --kind Order", "shop").err,
              HasSubstr("--kind 'Order': this kind already has a webhook"));
  EXPECT_THAT(run_new("webhook --kind Other", "shop").err, HasSubstr("add it with `kubexx new api`"));
  EXPECT_THAT(run_new("api --kind Order", "shop").err, HasSubstr("the project already has the kind Order"));
  EXPECT_THAT(run_new("api --kind Orders --plural orders", "shop").err, HasSubstr("specify another with --plural"));
  EXPECT_THAT(run_new("api --kind OrderSpec", "shop").err, HasSubstr("the kind Order has a struct OrderSpec"));
}

TEST_F(NewTest, OverwritesNothing)
{
  ASSERT_EQ(run_new("shop --group example.com --kind Order").exit.code, 0);
  const auto before = files_in("shop");
  EXPECT_THAT(run_new("shop --group example.com --kind Order").err, HasSubstr("the folder shop is not empty"));
  std::ofstream(folder() / "shop/src/policy_reconciler.cpp") << "mine";
  EXPECT_EQ(run_new("api --kind Policy", "shop").err,
            "error: no files were written, because these exist: src/policy_reconciler.cpp\n");
  EXPECT_EQ(files_in("shop"), before + 1);
  EXPECT_THAT(text_of("shop/generated/kinds.hpp"), Not(HasSubstr("Policy")));
  std::ofstream(folder() / "file") << "mine";
  EXPECT_THAT(run_new("file --group example.com --kind Order").err, HasSubstr("file exists and is not a folder"));
  fs::create_directories(folder() / "empty");
  EXPECT_EQ(run_new("empty --group example.com --kind Order").exit.code, 0) << "an empty folder is fine";
}

TEST_F(NewTest, SaysWhatIsWrongWithItsArguments)
{
  EXPECT_THAT(run_new("").err, HasSubstr("specify the name of the project: kubexx new backup-operator"));
  EXPECT_THAT(run_new("Shop --group example.com --kind Order").err,
              StartsWith("error: the name 'Shop': use lower-case"));
  EXPECT_THAT(run_new("shop --kind Order").err, HasSubstr("--group: specify the API group"));
  EXPECT_THAT(run_new("shop --group example.com").err, HasSubstr("--kind: specify the kind"));
  EXPECT_THAT(run_new("shop --group example --kind Order").err, HasSubstr("--group 'example': the API group"));
  EXPECT_THAT(run_new("shop --group example.com --kind order").err, HasSubstr("--kind 'order': use letters"));
  EXPECT_THAT(run_new("shop --group example.com --kind Order --version 1").err, HasSubstr("--version '1': use a"));
  EXPECT_THAT(run_new("shop --group example.com --kind Order --plural O").err,
              HasSubstr("--plural 'O': use lower-case"));
  EXPECT_THAT(run_new("shop --group example.com --kind Order --webhok").err, HasSubstr("unknown flag: --webhok"));
  EXPECT_THAT(run_new("api --kind Order").err, HasSubstr("there is no kubexx.json in this folder"));
  EXPECT_THAT(run_new("webhook").err, HasSubstr("there is no kubexx.json in this folder"));
  EXPECT_FALSE(fs::exists(folder() / "shop"));
}

}  // namespace
}  // namespace kubexx::test
