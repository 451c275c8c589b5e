// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "program_test.hpp"
#include "support/embedded_server.hpp"

namespace sample {

/// A test of a sample that runs as a process beside an API server: the embedded one as another process, or the one
/// whose kubeconfig SAMPLE_TEST_KUBECONFIG names.
class ServedProgramTest : public ProgramTest {
protected:
  void SetUp() override
  {
    ProgramTest::SetUp();
    const char* const given = std::getenv("SAMPLE_TEST_KUBECONFIG");
    if (given != nullptr && !std::filesystem::exists(given)) GTEST_SKIP() << "no control plane has written " << given;
    if (given == nullptr) embedded_.emplace(KUBEXX_APISERVER, folder(), server_flags());
    config_ = given != nullptr ? given : embedded_->kubeconfig().string();
    kubexx::ConfigOptions where;
    where.path = config_;
    client_.emplace(kubexx::Client::connect(system_.runtime(), kubexx::load_config(where)));
  }

  /// The sample as a process; its output and its errors are in `name`.log.
  [[nodiscard]] kubexx::support::Process start(const std::string& name, std::vector<std::string> argv,
                                               std::map<std::string, std::string> environment = {}) const
  {
    environment["KUBECONFIG"] = config_;
    return {isolated(std::move(argv), std::move(environment)), folder() / (name + ".log")};
  }
  /// Waits for a line of its output, at most 20 s.
  static bool says(const kubexx::support::Process& program, const std::string& line)
  {
    return eventually([&] { return ("\n" + program.output()).find("\n" + line + "\n") != std::string::npos; });
  }
  [[nodiscard]] const kubexx::Client& client() const { return *client_; }
  [[nodiscard]] const std::string& config() const { return config_; }
  /// Null when the server is a real one.
  [[nodiscard]] kubexx::support::EmbeddedServer* embedded() { return embedded_ ? &*embedded_ : nullptr; }
  /// A name that no other run on the same server uses.
  [[nodiscard]] static std::string unique(const std::string& name) { return name + "-" + std::to_string(::getpid()); }

private:
  [[nodiscard]] virtual std::vector<std::string> server_flags() const { return {}; }

  kubexx::SystemRuntime system_;
  std::optional<kubexx::support::EmbeddedServer> embedded_;
  std::string config_;
  std::optional<kubexx::Client> client_;
};

}  // namespace sample
