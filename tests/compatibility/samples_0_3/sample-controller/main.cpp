// SPDX-License-Identifier: Apache-2.0
#include "foo_reconciler.hpp"
#include "kubexx/controller.hpp"

int main(int argc, char** argv)
{
  kubexx::OperatorOptions options;
  options.name = "sample-controller";
  options.description = "Runs a Deployment for each Foo (samplecontroller.k8s.io/v1alpha1).";
  options.version = SAMPLE_VERSION;
  options.manager.workers = 2;
  return kubexx::run_operator(argc, argv, options,
                              [](kubexx::Manager& manager) { sample::add_foo_controller(manager); });
}
