#pragma once

#include <kubexx/testing/operator_test.hpp>

#include "kinds.hpp"

namespace @SPACE@ {

/// The API server of the tests: the embedded one in virtual time, a kube-apiserver if KUBEBUILDER_ASSETS is set, or the
/// cluster of KUBECONFIG. All tests use one server, because a kube-apiserver takes seconds to start. Each test has its
/// own namespace.
inline const kubexx::testing::TestServer& shared_server()
{
  static const auto server = kubexx::testing::TestServer::from_environment();
  return server;
}

/// The operator with its generated CRDs.
inline kubexx::testing::OperatorTestOptions test_options(const kubexx::testing::TestServer& server)
{
  kubexx::testing::OperatorTestOptions options;
  options.server = server;
  options.setup = add_kinds;
  options.manifests = {PROJECT_DIR "/config/generated/crds.yaml"};
  return options;
}

}  // namespace @SPACE@
