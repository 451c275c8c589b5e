// SPDX-License-Identifier: Apache-2.0
// webhook_server FOLDER PORT: the webhook of compare_webhooks.sh, in an operator that has nothing else. It needs a
// kubeconfig, but no API server.
#include <stdexcept>
#include <string>

#include "kubexx/controller.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/types/core/v1/pod.hpp"

namespace {

using kubexx::AdmissionContext;
using kubexx::AdmissionDenied;
using kubexx::corev1::Pod;

void admit(Pod& pod, AdmissionContext& context)
{
  if (pod.spec.hostNetwork) throw AdmissionDenied("spec.hostNetwork: must be false");
  if (pod.spec.serviceAccountName.empty()) throw AdmissionDenied("spec.serviceAccountName: must be set");
  pod.metadata.labels["bench.kubexx.dev/checked"] = "true";
  auto& variable = pod.spec.containers.at(0).env.emplace_back();
  variable.name = "BENCH_CHECKED";
  variable.value = "true";
  context.warn("spec.containers[0].env: BENCH_CHECKED was added");
}

}  // namespace

int main(int argc, char** argv)
{
  if (argc != 3) return 2;
  kubexx::OperatorOptions options;
  options.name = "webhook-server";
  options.manager.metrics_address = options.manager.health_address = "0";
  options.manager.webhooks.certificate_folder = argv[1];
  options.manager.webhooks.address = std::string("127.0.0.1:") + argv[2];
  return kubexx::run_operator(1, argv, options,
                              [](kubexx::Manager& manager) { manager.webhooks().for_<Pod>().defaults(admit); });
}
