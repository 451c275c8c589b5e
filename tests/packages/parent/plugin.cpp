// SPDX-License-Identifier: Apache-2.0
#include <kubexx/base/system_clock.hpp>
#include <kubexx/workqueue/queue.hpp>
#include <string>
#ifdef WITH_controller
#include <kubexx/controller.hpp>
#endif

// Returns the number of keys that a queue dispatches of three adds of two keys.
extern "C" __attribute__((visibility("default"))) int count_keys()
{
  kubexx::SystemClock clock;
  kubexx::QueueOptions options;
  options.clock = &clock;
  kubexx::Queue<std::string> queue(options);
  queue.add("a");
  queue.add("b");
  queue.add("a");
  queue.shut_down();
  int keys = 0;
  while (queue.get()) ++keys;
#ifdef WITH_controller
  const kubexx::SystemRuntime system;
  kubexx::ClientConfig config;
  config.server = "http://127.0.0.1:1";
  kubexx::Manager manager(kubexx::Client::connect(system.runtime(), config));
  try {
    (void)manager.controller().build([](kubexx::Context&, const kubexx::Request&) { return kubexx::Result::done(); });
    return -1;
  } catch (const kubexx::BuildError&) {
    // A builder without a kind.
  }
#endif
  return keys;
}
