// SPDX-License-Identifier: Apache-2.0
#include "embedded_server.hpp"

#include <thread>

#include "control_plane.hpp"

namespace kubexx::e2e {

namespace fs = std::filesystem;

EmbeddedServer::EmbeddedServer(const fs::path& folder) : kubeconfig_(folder / "embedded.kubeconfig")
{
  fs::create_directories(folder);
  fs::remove(kubeconfig_);
  process_ =
      Process({{KUBEXX_E2E_APISERVER, "--port", "0", "--kubeconfig-out", kubeconfig_}}, folder / "apiserver.log");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!fs::exists(kubeconfig_)) {
    if (!process_.running() || std::chrono::steady_clock::now() > end) {
      throw std::runtime_error("kubexx-apiserver did not start: " + process_.output());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void KubectlAgainstEmbedded::SetUp()
{
  try {
    kubectl_ = find_assets().kubectl;
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  folder_ = fs::path(KUBEXX_E2E_BINARY_DIR) / "logs" / (std::string(test->test_suite_name()) + "." + test->name());
  fs::remove_all(folder_);
  server_ = std::make_unique<EmbeddedServer>(folder_);
}

void KubectlAgainstEmbedded::TearDown()
{
  if (!server_) return;
  const auto exit = server_->process().stop();
  EXPECT_EQ(exit.code, 0) << "kubexx-apiserver ended with " << to_string(exit) << "\n" << server_->process().output();
  if (!HasFailure()) fs::remove_all(folder_);
}

Command KubectlAgainstEmbedded::command(std::vector<std::string> arguments) const
{
  arguments.insert(arguments.begin(), {kubectl_, "--kubeconfig", server_->kubeconfig()});
  // Its cache of discovery would outlive the server.
  return {arguments, {{"KUBECACHEDIR", (folder_ / "cache").string()}}};
}

Outcome KubectlAgainstEmbedded::kubectl(std::vector<std::string> arguments, std::string_view input) const
{
  return run(command(std::move(arguments)), input);
}

std::string KubectlAgainstEmbedded::must(std::vector<std::string> arguments, std::string_view input) const
{
  std::string line = "kubectl";
  for (const auto& argument : arguments) line += " " + argument;
  const auto outcome = kubectl(std::move(arguments), input);
  EXPECT_TRUE(outcome.ok()) << line << ": " << to_string(outcome.exit) << "\n" << outcome.all();
  return outcome.out;
}

}  // namespace kubexx::e2e
