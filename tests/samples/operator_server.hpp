// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "kubexx/testing/test_server.hpp"

namespace sample {

/// A test of an operator against the server that the environment chooses: simulated in `make test`, the control plane
/// in `make e2e`. Skipped where no control plane can run.
class OperatorServerTest : public testing::Test {
protected:
  void SetUp() override
  {
    const char* const config = std::getenv("KUBECONFIG");
    if (config != nullptr && !std::filesystem::exists(config))
      GTEST_SKIP() << "no control plane has written " << config;
  }
  [[nodiscard]] static kubexx::testing::TestServer server() { return kubexx::testing::TestServer::from_environment(); }
};

}  // namespace sample
