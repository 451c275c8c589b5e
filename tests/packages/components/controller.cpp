// SPDX-License-Identifier: Apache-2.0
#include <kubexx/controller.hpp>

int main()
{
  const kubexx::SystemRuntime system;
  kubexx::ClientConfig config;
  config.server = "http://127.0.0.1:1";
  kubexx::Manager manager(kubexx::Client::connect(system.runtime(), config));
  try {
    (void)manager.controller().build([](kubexx::Context&, const kubexx::Request&) { return kubexx::Result::done(); });
  } catch (const kubexx::BuildError& error) {
    return error.mistakes().empty() ? 1 : 0;
  }
  return 1;
}
