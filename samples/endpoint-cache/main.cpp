// SPDX-License-Identifier: Apache-2.0
// The addresses of a Service, read by threads that must not wait: EndpointSlices become a table, once per burst of
// changes, and each thread has its own view of it.
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <kubexx/apimachinery/describe.hpp>
#include <kubexx/apimachinery/meta.hpp>
#include <kubexx/client/load_config.hpp>
#include <kubexx/informer/projected.hpp>
#include <kubexx/informer/snapshot.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace kubexx;

// The members of an EndpointSlice that the table needs. The store keeps nothing else.
struct Conditions {
  std::optional<bool> ready;
};
BOOST_DESCRIBE_STRUCT(Conditions, (), (ready))
struct Endpoint {
  std::vector<std::string> addresses;
  Conditions conditions;
};
BOOST_DESCRIBE_STRUCT(Endpoint, (), (addresses, conditions))
struct Slice {
  static constexpr ResourceInfo kubexx_resource{"discovery.k8s.io", "v1", "EndpointSlice", "endpointslices"};
  ObjectMeta metadata;
  std::vector<Endpoint> endpoints;
};
BOOST_DESCRIBE_STRUCT(Slice, (), (metadata, endpoints))

using Addresses = std::vector<std::string>;

namespace {

/// The ready addresses of all slices, each once.
Addresses ready_addresses(const Store& store)
{
  Addresses addresses;
  for (const auto& object : store.list()) {
    for (auto& endpoint : object.as<Slice>().endpoints) {
      if (!endpoint.conditions.ready.value_or(true)) continue;
      std::move(endpoint.addresses.begin(), endpoint.addresses.end(), std::back_inserter(addresses));
    }
  }
  std::sort(addresses.begin(), addresses.end());
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  return addresses;
}

/// A thread of the service: picks an address for each request, in turn.
void serve(const Snapshot<Addresses>& snapshot, std::stop_token stop)
{
  Snapshot<Addresses>::Reader addresses(snapshot);
  std::uint64_t requests = 0, unserved = 0;
  while (!stop.stop_requested()) {
    const Addresses& now = addresses.get();
    if (now.empty()) {
      ++unserved;
    } else if (now[requests % now.size()].empty()) {
      std::abort();  // here a request would be sent
    }
    ++requests;
  }
  std::printf("served %s\n", requests > unserved ? "requests" : "nothing");
}

}  // namespace

int main(int argc, char** argv)
try {
  if (argc != 3) {
    std::fprintf(stderr, "usage: endpoint-cache NAMESPACE SERVICE\n");
    return 2;
  }
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // for the threads that follow, too
  std::setvbuf(stdout, nullptr, _IOLBF, 0);       // line by line, also into a pipe

  SystemRuntime system({.io_threads = 4});
  ConfigOptions where;
  where.environment = system_environment();
  InformerOptions options = projected<Slice>();
  options.namespaces = {argv[1]};
  options.label_selector = std::string("kubernetes.io/service-name=") + argv[2];
  const SharedInformer slices(Client::connect(system.runtime(), load_config(where)), resource_of<Slice>(), options);
  const Snapshot<Addresses> addresses(slices, ready_addresses);
  slices.start();

  std::array<std::jthread, 4> threads;
  for (auto& thread : threads) {
    thread = std::jthread([&addresses](std::stop_token stop) { serve(addresses, stop); });
  }
  const timespec tenth{0, 100'000'000};
  std::uint64_t printed = 0;
  while (sigtimedwait(&signals, nullptr, &tenth) < 0) {
    const std::uint64_t version = addresses.version();
    if (version != printed) std::printf("%zu addresses\n", addresses.get()->size());
    printed = version;
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "endpoint-cache: %s\n", error.what());
  return 1;
}
