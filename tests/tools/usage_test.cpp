// SPDX-License-Identifier: Apache-2.0
// Command lines that cannot be read: the text names what was wrong and what there is.
#include "usage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace kubexx::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A program of a few commands, one of them with commands of its own.
std::string usage_of(std::vector<std::string> words)
{
  CLI::App app("", "kubexx");
  app.require_subcommand(1);
  std::string context;
  app.add_option("--context,-c", context);
  for (const char* name : {"get", "delete", "version"}) app.add_subcommand(name)->fallthrough();
  CLI::App* config = app.add_subcommand("config");
  config->fallthrough();
  config->require_subcommand(1);
  config->add_subcommand("view");
  const std::string last = words.back();
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return usage_text(app, error, last);
  }
  return "accepted";
}

TEST(Usage, AnUnknownCommandIsNamedWithTheCommandsThatThereAre)
{
  EXPECT_EQ(usage_of({"describe", "bk", "b1"}),
            "error: unknown command \"describe\" for \"kubexx\"\nCommands: config delete get version\n"
            "See 'kubexx --help' for usage.\n");
  EXPECT_THAT(usage_of({"--context", "x", "describe", "bk", "--all"}),
              StartsWith("error: unknown command \"describe\" for \"kubexx\"\n"));
}

TEST(Usage, ACommandThatIsNearlyRightIsSuggested)
{
  EXPECT_THAT(usage_of({"delte", "bk"}),
              HasSubstr("unknown command \"delte\" for \"kubexx\"; did you mean \"delete\"?"));
  EXPECT_THAT(usage_of({"ver"}), HasSubstr("did you mean \"version\"?")) << "a beginning";
  EXPECT_THAT(usage_of({"describe"}), Not(HasSubstr("did you mean")));
}

TEST(Usage, ACommandOfACommandIsNamedWithBoth)
{
  EXPECT_THAT(usage_of({"config", "views"}),
              AllOf(HasSubstr("unknown command \"views\" for \"kubexx config\"; did you mean \"view\"?"),
                    HasSubstr("See 'kubexx config --help' for usage.")));
}

TEST(Usage, NoCommandAtAllListsThem)
{
  EXPECT_THAT(usage_of({"--context=x"}), StartsWith("error: kubexx needs a command: config delete get version\n"));
  EXPECT_THAT(usage_of({"config"}), StartsWith("error: kubexx config needs a command: view\n"));
}

TEST(Usage, FlagsAreNamedAsPflagNamesThem)
{
  EXPECT_THAT(usage_of({"get", "pods", "--bogus=1"}), StartsWith("error: unknown flag: --bogus\n"));
  EXPECT_THAT(usage_of({"get", "-x"}), StartsWith("error: unknown shorthand flag: 'x' in -x\n"));
  EXPECT_THAT(usage_of({"--bogus"}), StartsWith("error: unknown flag: --bogus\n"));
  EXPECT_THAT(usage_of({"get", "-c"}), StartsWith("error: flag needs an argument: 'c' in -c\n"));
}

}  // namespace
}  // namespace kubexx::cli
