// SPDX-License-Identifier: Apache-2.0
#include "embedded.hpp"

namespace kubexx::e2e {

void WithEmbeddedServer::SetUp()
{
  WithKubectl::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  server_ = std::make_unique<EmbeddedServer>(KUBEXX_E2E_APISERVER, folder());
  must({"apply", "-f", manifests() / "crd.yaml"});
  must({"wait", "--for=condition=Established", "--timeout=60s", "crd/foos.samplecontroller.k8s.io"});
}

void WithEmbeddedServer::TearDown()
{
  if (!server_) return;
  const auto exit = server_->process().stop();
  EXPECT_EQ(exit.code, 0) << "kubexx-apiserver ended with " << to_string(exit) << "\n" << server_->process().output();
  WithKubectl::TearDown();
}

Command WithEmbeddedServer::command(std::vector<std::string> arguments) const
{
  arguments.insert(arguments.begin(), {kubectl_program(), "--kubeconfig", kubeconfig()});
  // Its cache of discovery would outlive the server.
  return {arguments, {{"KUBECACHEDIR", (folder() / "cache").string()}}};
}

Outcome WithEmbeddedServer::kubectl(std::vector<std::string> arguments, std::string_view input) const
{
  return run(command(std::move(arguments)), input);
}

std::string WithEmbeddedServer::must(std::vector<std::string> arguments, std::string_view input) const
{
  std::string line = "kubectl";
  for (const auto& argument : arguments) line += " " + argument;
  const auto outcome = kubectl(std::move(arguments), input);
  EXPECT_TRUE(outcome.ok()) << line << ": " << to_string(outcome.exit) << "\n" << outcome.all();
  return outcome.out;
}

}  // namespace kubexx::e2e
