// SPDX-License-Identifier: Apache-2.0
// What run_operator says before anything is started.
#include "kubexx/controller/run_operator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
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
Ran run(const std::function<void(CLI::App&)>& add_flags, std::vector<std::string> flags = {})
{
  flags.insert(flags.begin(), "demo");
  std::vector<char*> arguments;
  for (auto& flag : flags) arguments.push_back(flag.data());
  arguments.push_back(nullptr);
  OperatorOptions options;
  options.add_flags = add_flags;
  ::testing::internal::CaptureStderr();
  const int code =
      run_operator(static_cast<int>(flags.size()), arguments.data(), options, [](Manager&) { FAIL() << "it starts"; });
  return {code, ::testing::internal::GetCapturedStderr()};
}

TEST(RunOperator, AnInvalidValueOfAFlagIsNamed)
{
  const std::vector<std::string> addresses{"--metrics-address", "--health-address", "--debug-address",
                                           "--webhook-address"};
  for (const auto& flag : addresses) {
    for (const std::string value : {"foo", ":99999", ":-1", "[::1", "127.0.0.1:", "example.org:80", "::1:80"}) {
      const Ran ran = run({}, {flag + "=" + value});
      EXPECT_EQ(ran.code, 2) << flag << ' ' << value;
      EXPECT_THAT(ran.complaint, HasSubstr(flag + ": ")) << value;
    }
  }
  for (const std::string flag : {"--namespace", "--leader-election-namespace", "--webhook-service"}) {
    for (const std::string value : {"Bad/NS", "a.b", "a_b", "-a"}) {
      const Ran ran = run({}, {flag + "=" + value});
      EXPECT_EQ(ran.code, 2) << flag << ' ' << value;
      EXPECT_THAT(ran.complaint, HasSubstr(flag + ": use at most 63 lower case letters")) << value;
    }
  }
  // Valid ones, with which it fails later, because the file is missing.
  const Ran ran = run(
      {}, {"--metrics-address=0", "--health-address=", "--debug-address=localhost:0", "--webhook-address=[::1]:9443",
           "--namespace=a-1", "--namespace=", "--webhook-service=hooks", "--kubeconfig=/none"});
  EXPECT_EQ(ran.code, 1) << ran.complaint;
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
  EXPECT_NE(run_operator(2, arguments.data(), options, [](Manager&) {}), 0);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "demo: two CRDs are called plans.example.org: pass the structs of its versions as one Versions<…> to "
            "crds<…>\n");
}

// How many handlers of the program's executor run at the same time, of two.
std::size_t handlers_at_once(std::size_t io_threads)
{
  std::string kubeconfig = ::testing::TempDir() + "kubexx-io-threads";
  std::ofstream(kubeconfig)
      << "{current-context: a, contexts: [{name: a, context: {cluster: k}}], clusters: [{name: k, "
         "cluster: {server: 'http://127.0.0.1:1'}}]}";
  std::string name = "demo", flag = "--kubeconfig";
  std::vector<char*> arguments{name.data(), flag.data(), kubeconfig.data(), nullptr};
  OperatorOptions options;
  options.io_threads = io_threads;
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t inside = 0, most = 0, ended = 0;
  const auto meet = [&] {
    std::unique_lock lock(mutex);
    most = std::max(most, ++inside);
    changed.notify_all();
    changed.wait_for(lock, std::chrono::milliseconds(io_threads > 1 ? 5000 : 0), [&] { return most == 2; });
    --inside;
    ++ended;
    changed.notify_all();
  };
  ::testing::internal::CaptureStderr();
  const int code = run_operator(3, arguments.data(), options, [&](Manager& manager) {
    const auto executor = manager.client().runtime().executor;
    for (int i = 0; i < 2; ++i) asio::post(executor, meet);
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return ended == 2; });
    throw std::runtime_error("enough");
  });
  EXPECT_EQ(code, 1);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("enough"));
  return most;
}

TEST(RunOperator, HasAsManyIoThreadsAsItsOptionsSay)
{
  EXPECT_EQ(handlers_at_once(0), 1U);
  EXPECT_EQ(handlers_at_once(1), 1U);
  EXPECT_EQ(handlers_at_once(2), 2U);
}

}  // namespace
}  // namespace kubexx::testing
