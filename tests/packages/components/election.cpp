// SPDX-License-Identifier: Apache-2.0
#include <kubexx/client/client_config.hpp>
#include <kubexx/election/leader_election.hpp>
#include <stdexcept>

int main()
{
  const kubexx::SystemRuntime system;
  kubexx::ClientConfig config;
  config.server = "http://127.0.0.1:1";
  const auto client = kubexx::Client::connect(system.runtime(), config);
  try {
    const kubexx::LeaderElector nameless(client, {}, {});
    return 1;
  } catch (const std::invalid_argument&) {
    // It names what is missing.
  }
  kubexx::LeaderElectionOptions options;
  options.lease = "demo";
  options.namespace_ = "default";
  const kubexx::LeaderElector elector(client, options, {});
  elector.start();
  return elector.is_leader() ? 1 : 0;
}
