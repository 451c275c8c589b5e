// SPDX-License-Identifier: Apache-2.0
#include "program_test.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace sample {

namespace fs = std::filesystem;
using kubexx::support::Command;

void ProgramTest::SetUp()
{
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  folder_ = fs::path(SAMPLE_TEST_FOLDER) / (std::string(test->test_suite_name()) + "." + test->name());
  fs::remove_all(folder_);
  fs::create_directories(folder_ / "home");
}

void ProgramTest::TearDown()
{
  if (!HasFailure()) fs::remove_all(folder_);
}

Command ProgramTest::isolated(std::vector<std::string> argv, std::map<std::string, std::string> environment) const
{
  environment.emplace("HOME", (folder_ / "home").string());
  return {std::move(argv), std::move(environment), true};
}

Command ProgramTest::sample(std::vector<std::string> arguments, std::map<std::string, std::string> environment) const
{
  arguments.insert(arguments.begin(), SAMPLE_CONTROLLER);
  const auto names_addresses = [](const std::string& argument) { return argument.starts_with("--health-address"); };
  if (std::none_of(arguments.begin(), arguments.end(), names_addresses)) {
    arguments.insert(arguments.end(), {"--metrics-address=127.0.0.1:0", "--health-address=127.0.0.1:0"});
  }
  return isolated(std::move(arguments), std::move(environment));
}

std::string ProgramTest::write(const std::string& name, const std::string& text) const
{
  kubexx::support::write_file(folder_ / name, text);
  return (folder_ / name).string();
}

bool ProgramTest::eventually(const std::function<bool()>& condition)
{
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

std::string kubeconfig(const std::string& server, const std::string& cluster_more, const std::string& user)
{
  return "apiVersion: v1\nkind: Config\ncurrent-context: here\nclusters:\n- name: c\n  cluster:\n    server: " +
         server + "\n" + cluster_more + "users:\n- name: u\n  user:\n" + user +
         "contexts:\n- name: here\n  context: {cluster: c, user: u}\n- name: there\n  context: {cluster: c, user: "
         "gone}\n";
}

}  // namespace sample
