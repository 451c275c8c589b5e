#pragma once

#include <kubexx/testing/operator_test.hpp>

#include "kinds.hpp"

namespace @SPACE@ {

/// The API server of the tests: the embedded one in virtual time, with KUBEBUILDER_ASSETS a kube-apiserver, and with
/// KUBECONFIG a cluster. Tests share it, because a kube-apiserver takes seconds to start; each has its own namespace.
inline const kubexx::testing::TestServer& shared_server()
{
  static const auto server = kubexx::testing::TestServer::from_environment();
  return server;
}

/// The operator as it is deployed.
inline kubexx::testing::OperatorTestOptions test_options(const kubexx::testing::TestServer& server)
{
  kubexx::testing::OperatorTestOptions options;
  options.server = server;
  options.setup = add_kinds;
  options.manifests = {PROJECT_DIR "/config/generated/crds.yaml"};
  return options;
}

}  // namespace @SPACE@
