// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace kubexx::e2e::node {

/// The bridge that the Pods of the node are connected to; made if it is not there, and left there. Its address is that
/// of the node.
class Bridge {
public:
  Bridge();
  [[nodiscard]] static std::string address() { return "10.244.0.1"; }
};

/// The network namespace of a Pod, with an address on the bridge that no other Pod of this process had. It is removed
/// with this object.
class PodNetwork {
public:
  PodNetwork();
  ~PodNetwork();
  PodNetwork(const PodNetwork&) = delete;
  PodNetwork& operator=(const PodNetwork&) = delete;

  [[nodiscard]] const std::string& address() const { return address_; }
  /// The file that setns() opens.
  [[nodiscard]] std::filesystem::path file() const { return "/run/netns/" + name_; }

private:
  std::string name_, address_;
};

}  // namespace kubexx::e2e::node
