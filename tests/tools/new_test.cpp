// SPDX-License-Identifier: Apache-2.0
// kubexx new, the program: what it writes, and what it refuses. tests/scaffold compiles and runs the projects.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
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

TEST_F(NewTest, AKindCannotHaveANameOfTheSources)
{
  ASSERT_EQ(run_new("shop --group example.com --kind Order --webhook").exit.code, 0);
  const std::regex declared("(?:using (?:[a-z0-9_]+::)+|using |enum class )([A-Z]\\w+)(?:;| =| \\{)");
  std::set<std::string> names;
  for (const char* part : {"src", "tests"}) {
    for (const auto& entry : fs::directory_iterator(folder() / "shop" / part)) {
      const auto text = text_of(fs::relative(entry.path(), folder()));
      for (std::sregex_iterator found(text.begin(), text.end(), declared), end; found != end; ++found) {
        names.insert((*found)[1]);
      }
    }
  }
  EXPECT_THAT(names, ::testing::IsSupersetOf({"ConfigMap", "Context", "ObjectKey", "OperatorTest"}));
  for (const auto& name : names) {
    EXPECT_THAT(run_new("other --group example.com --kind " + name).err, HasSubstr("use that name")) << name;
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
  EXPECT_THAT(run_new("api --kind Purchase --plural orders", "shop").err, HasSubstr("specify another with --plural"));
  EXPECT_THAT(run_new("api --kind Orders", "shop").err, HasSubstr("choose another name for the kind"));
  EXPECT_THAT(run_new("api --kind OrderSpec", "shop").err, HasSubstr("the kind Order has a struct OrderSpec"));
}

TEST_F(NewTest, WritesAllFilesOrNone)
{
  // A file with more than 8 KiB cannot be written.
  const std::string small_files = "trap '' XFSZ; ulimit -f 16; exec \"$0\" new ";
  const auto limited = [&](const std::string& words) {
    support::Command command{{"/bin/sh", "-c", small_files + words, TOOLS_TEST_KUBEXX}, {{"HOME", folder()}}};
    command.working_directory = folder();
    return support::run(command, {});
  };
  const auto made = limited("shop --group example.com --kind Order");
  EXPECT_EQ(made.exit.code, 1);
  EXPECT_EQ(made.err,
            "error: the file shop/config/monitoring/dashboard.json cannot be written: File too large; no files were "
            "written\n");
  EXPECT_FALSE(fs::exists(folder() / "shop"));
  fs::create_directories(folder() / "shop/.git");
  EXPECT_EQ(limited("shop --group example.com --kind Order").exit.code, 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder() / "shop"), {}), 1) << "only .git";

  ASSERT_EQ(run_new("shop --group example.com --kind Order").exit.code, 0) << "a new repository";
  fs::remove_all(folder() / "shop/tests");
  std::ofstream(folder() / "shop/tests") << "mine";
  const auto before = files_in("shop");
  EXPECT_EQ(run_new("api --kind Policy", "shop").err,
            "error: the folder tests cannot be written: File exists; no files were written\n");
  EXPECT_EQ(files_in("shop"), before);
  EXPECT_THAT(text_of("shop/kubexx.json"), Not(HasSubstr("Policy")));
  fs::remove(folder() / "shop/tests");
  fs::remove(folder() / "shop/generated/kinds.hpp");
  fs::create_directories(folder() / "shop/generated/kinds.hpp");
  EXPECT_THAT(run_new("api --kind Policy", "shop").err, HasSubstr("kinds.hpp cannot be written: Is a directory"));
  EXPECT_EQ(files_in("shop"), before - 2);
  EXPECT_FALSE(fs::exists(folder() / "shop/tests"));
}

TEST_F(NewTest, KeepsLinksAndPermissions)
{
  ASSERT_EQ(run_new("shop --group example.com --kind Order").exit.code, 0);
  fs::rename(folder() / "shop/kubexx.json", folder() / "list.json");
  fs::create_symlink("../list.json", folder() / "shop/kubexx.json");
  fs::permissions(folder() / "list.json", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("nowhere", folder() / "shop/src/policy.hpp");
  EXPECT_THAT(run_new("api --kind Policy", "shop").err, HasSubstr("these exist: src/policy.hpp"));
  EXPECT_FALSE(fs::exists(folder() / "shop/src/nowhere"));
  fs::remove(folder() / "shop/src/policy.hpp");
  EXPECT_EQ(run_new("api --kind Policy", "shop").exit.code, 0);
  EXPECT_TRUE(fs::is_symlink(folder() / "shop/kubexx.json"));
  EXPECT_THAT(text_of("list.json"), HasSubstr("Policy"));
  EXPECT_EQ(fs::status(folder() / "list.json").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("nowhere", folder() / "link");
  EXPECT_THAT(run_new("link --group example.com --kind Order").err, HasSubstr("remove the link"));
}

TEST_F(NewTest, DoesNotOverwriteAnEditedHeader)
{
  ASSERT_EQ(run_new("shop --group example.com --kind Order").exit.code, 0);
  const auto text = text_of("shop/generated/kinds.hpp");
  std::string other_line_ends;
  for (const char c : text) other_line_ends += c == '\n' ? std::string("\r\n") : std::string(1, c);
  std::ofstream(folder() / "shop/generated/kinds.hpp", std::ios::binary) << other_line_ends;
  EXPECT_EQ(run_new("api --kind Policy", "shop").exit.code, 0) << "git may have changed the ends of lines";
  std::ofstream(folder() / "shop/generated/kinds.hpp", std::ios::app) << "// mine\n";
  for (const char* command : {"api --kind Stock", "webhook --kind Order"}) {
    EXPECT_THAT(run_new(command, "shop").err, HasSubstr("move your changes to src/main.cpp, remove the file"));
    EXPECT_THAT(text_of("shop/generated/kinds.hpp"), HasSubstr("// mine"));
  }
  fs::remove(folder() / "shop/generated/kinds.hpp");
  EXPECT_EQ(run_new("webhook --kind Order", "shop").exit.code, 0);
  EXPECT_THAT(text_of("shop/generated/kinds.hpp"), HasSubstr("add_order_webhooks(manager);"));
}

TEST_F(NewTest, NeedsAllTemplates)
{
  const auto with_templates = [](const fs::path& templates) {
    support::Command command{{TOOLS_TEST_KUBEXX, "new", "shop", "--group", "example.com", "--kind", "Order"},
                             {{"HOME", folder()}, {"KUBEXX_TEMPLATES", templates}}};
    command.working_directory = folder();
    return support::run(command, {}).err;
  };
  EXPECT_THAT(with_templates("nowhere"), HasSubstr("KUBEXX_TEMPLATES: nowhere has no folder 'project': set it to"));
  for (const char* part : {"project", "kind"}) fs::create_directories(folder() / "templates" / part);
  EXPECT_THAT(with_templates("templates"), HasSubstr("has no folder 'webhook'"));
  fs::create_directories(folder() / "templates/webhook");
  fs::create_symlink("nowhere", folder() / "templates/kind/a");
  EXPECT_THAT(with_templates("templates"), HasSubstr("the template templates/kind/a cannot be read"));
  EXPECT_FALSE(fs::exists(folder() / "shop"));
}

TEST_F(NewTest, OverwritesNothing)
{
  ASSERT_EQ(run_new("shop --group example.com --kind Order").exit.code, 0);
  const auto before = files_in("shop");
  EXPECT_THAT(run_new("shop --group example.com --kind Order").err, HasSubstr("the folder shop is not empty"));
  std::ofstream(folder() / "shop/src/policy_reconciler.cpp") << "mine";
  EXPECT_EQ(
      run_new("api --kind Policy", "shop").err,
      "error: no files were written, because these exist: src/policy_reconciler.cpp; rename them, or choose another "
      "name for the kind\n");
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
