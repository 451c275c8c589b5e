// SPDX-License-Identifier: Apache-2.0
// What run_operator says before anything is started.
#include "kubexx/controller/run_operator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/apimachinery/crds.hpp"
#include "kubexx/apimachinery/describe.hpp"

namespace kubexx::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Ran {
  int code;
  std::string complaint;
};
Ran run(const std::function<void(CLI::App&)>& add_flags)
{
  std::string name = "demo";
  std::vector<char*> arguments{name.data(), nullptr};
  OperatorOptions options;
  options.add_flags = add_flags;
  ::testing::internal::CaptureStderr();
  const int code = run_operator(1, arguments.data(), options, [](Manager&) { FAIL() << "it starts"; });
  return {code, ::testing::internal::GetCapturedStderr()};
}

TEST(RunOperator, SaysWhichFlagIsThereAlready)
{
  const Ran ran = run([](CLI::App& app) { app.add_option("--workers"); });
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.complaint, StartsWith("demo: add_flags: "));
  EXPECT_THAT(ran.complaint, HasSubstr("workers"));
}

TEST(RunOperator, SaysWhyItsFlagsCouldNotBeAdded)
{
  const Ran ran = run([](CLI::App&) { throw std::runtime_error("no default"); });
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.complaint, "demo: add_flags: no default\n");
}

namespace v1beta1 {
struct Plan {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta1", "Plan", "plans"};
  std::string text;
};
KUBEXX_DESCRIBE(Plan, text);
}  // namespace v1beta1
namespace v1 {
struct Plan {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Plan", "plans"};
  std::string text;
};
KUBEXX_DESCRIBE(Plan, text);
}  // namespace v1

TEST(RunOperator, SaysThatVersionsOfOneKindBelongTogether)
{
  std::string name = "demo";
  std::string flag = "--print-crd";
  std::vector<char*> arguments{name.data(), flag.data(), nullptr};
  OperatorOptions options;
  options.crds = crds<v1beta1::Plan, v1::Plan>();
  ::testing::internal::CaptureStderr();
  EXPECT_NE(run_operator(2, arguments.data(), options, [](Manager&) { FAIL() << "it starts"; }), 0);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "demo: two CRDs are called plans.example.org: pass the structs of its versions as one Versions<…> to "
            "crds<…>\n");
}

}  // namespace
}  // namespace kubexx::testing
