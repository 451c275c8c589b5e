// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "kubexx/http/client_transport.hpp"

namespace kubexx::e2e {

/// The etcd of a control plane, behind the back of its API server. Its calls block, and throw when etcd refuses.
class Etcd {
public:
  explicit Etcd(int port);

  /// Forgets what was before `revision`.
  void compact(const std::string& revision);
  /// Removes a key ("/registry/configmaps/…"), which must exist; the revision in which it did that.
  std::string remove(std::string_view key);
  [[nodiscard]] std::string revision();

private:
  [[nodiscard]] std::string post(const std::string& path, const std::string& body);
  std::shared_ptr<Transport> transport_;
};

}  // namespace kubexx::e2e
