// SPDX-License-Identifier: Apache-2.0
#include "support/embedded_server.hpp"

#include <stdexcept>
#include <thread>

namespace kubexx::support {

namespace fs = std::filesystem;

EmbeddedServer::EmbeddedServer(const fs::path& program, const fs::path& folder, const std::vector<std::string>& flags)
    : kubeconfig_(folder / "embedded.kubeconfig")
{
  fs::create_directories(folder);
  fs::remove(kubeconfig_);
  Command command{{program, "--port", "0", "--kubeconfig-out", kubeconfig_}};
  command.argv.insert(command.argv.end(), flags.begin(), flags.end());
  process_ = Process(command, folder / "apiserver.log");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!fs::exists(kubeconfig_)) {
    if (!process_.running() || std::chrono::steady_clock::now() > end) {
      throw std::runtime_error("kubexx-apiserver did not start: " + process_.output());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace kubexx::support
