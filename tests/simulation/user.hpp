// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx::simulation {

/// Edits the cluster at random, as people and other controllers do, over a connection without faults: creates, scales
/// and deletes Foos, deletes and scales their Deployments behind the operator's back, reports available replicas.
class User {
public:
  User(Client client, Random& random) : client_(std::move(client)), random_(random) {}

  /// One edit, drawn at random; what it did, for the trace. An edit of something that is not there does nothing.
  std::string edit();

private:
  std::string some_foo();
  std::string create_foo(const std::string& name);
  std::string scale_foo(const std::string& name);
  std::string delete_foo(const std::string& name);
  std::string recreate_foo(const std::string& name);
  std::string delete_deployment(const std::string& name);
  std::string scale_deployment(const std::string& name);
  std::string report_available(const std::string& name);
  std::string label_deployment(const std::string& name);

  Client client_;
  Random& random_;
};

}  // namespace kubexx::simulation
