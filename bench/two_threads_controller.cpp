// SPDX-License-Identifier: Apache-2.0
// The sample controller with two io threads, for growth_controller.sh.
#include "foo_reconciler.hpp"
#include "kubexx/controller.hpp"

int main(int argc, char** argv)
{
  kubexx::OperatorOptions options;
  options.name = "sample-controller";
  options.manager.workers = 2;
  options.io_threads = 2;
  return kubexx::run_operator(argc, argv, options,
                              [](kubexx::Manager& manager) { sample::add_foo_controller(manager); });
}
