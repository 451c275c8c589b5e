// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "test_backend.hpp"

namespace kubexx::testing {

/// How a kube-apiserver of our own is stopped and started. Empty: it is somebody else's.
struct ServerControl {
  std::function<void()> stop, start;
};

/// A namespace of its own on a kube-apiserver, which it deletes at its end.
[[nodiscard]] std::unique_ptr<TestWorld> make_cluster_world(const WorldOptions& options, const ClientConfig& config,
                                                            ServerControl control = {});

}  // namespace kubexx::testing
