// SPDX-License-Identifier: Apache-2.0
// A service that marks its own Pod and records an Event about it, e.g. when it has loaded its data.
#include <chrono>
#include <cstdio>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/client/load_config.hpp>
#include <kubexx/client/own_pod.hpp>
#include <kubexx/controller/event_recorder.hpp>
#include <stdexcept>
#include <thread>

using namespace kubexx;
using namespace std::chrono_literals;

namespace {

/// Tries again for half a minute while the API server cannot be reached: to set the annotation twice does no harm.
Object mark(const Client& client, const ObjectKey& pod)
{
  PatchOptions options;
  options.timeout = 5s;
  const SteadyTime last = client.runtime().clock->now() + 30s;
  for (;; std::this_thread::sleep_for(1s)) {
    try {
      return client.patch(resources::pods, pod, R"({"metadata":{"annotations":{"example.com/data":"loaded"}}})",
                          options);
    } catch (const TransportError& error) {
      if (!error.retryable() || client.runtime().clock->now() > last) throw;
    }
  }
}

}  // namespace

int main()
try {
  SystemRuntime system({.io_threads = 4});
  ConfigOptions where;
  where.environment = system_environment();
  const Client client = Client::connect(system.runtime(), load_config(where));

  const auto key = own_pod(where.environment);
  if (!key) throw std::runtime_error("not in a pod: set POD_NAME and POD_NAMESPACE");
  const Object pod = mark(client, *key);

  EventRecorder::Options options;
  options.reporting_controller = "example.com/own-pod";
  options.reporting_instance = key->name;
  const EventRecorder events(client, options);
  events.normal(pod, "DataLoaded", "Load", "the data is loaded");
  if (!events.stop(system.runtime().clock->now() + 10s)) throw std::runtime_error("the event was not sent in time");
  if (events.rejected() != 0) throw std::runtime_error("the API server rejected the event; the log names the reason");
  std::printf("marked %s\n", key->to_string().c_str());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "own-pod: %s\n", error.what());
  return 1;
}
