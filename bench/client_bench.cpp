// SPDX-License-Identifier: Apache-2.0
// client_bench KUBECONFIG WORK COUNT: one kind of work with the client, as compare_client.sh compares it. WORK: get,
// create, get16 (sixteen at a time, COUNT each), list; "typed-" before it: with a described Pod instead of Object;
// blocking-get: by a thread that waits instead of a coroutine.
// Prints: per second, CPU in microseconds per item, latency p50 and p99 in microseconds, peak RSS in MB.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench_process.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/client/typed.hpp"

namespace kubexx {
namespace {

using Wall = std::chrono::steady_clock;
using bench::Micros;

struct BenchCondition {
  std::string type, status;
  std::optional<Time> lastTransitionTime;
};
BOOST_DESCRIBE_STRUCT(BenchCondition, (), (type, status, lastTransitionTime))

struct BenchStatus {
  std::string phase, hostIP, podIP;
  std::vector<BenchCondition> conditions;
};
BOOST_DESCRIBE_STRUCT(BenchStatus, (), (phase, hostIP, podIP, conditions))

struct BenchContainer {
  std::string name, image;
  std::vector<std::string> command, args;
};
BOOST_DESCRIBE_STRUCT(BenchContainer, (), (name, image, command, args))

struct BenchSpec {
  std::vector<BenchContainer> containers;
  std::string nodeName, serviceAccountName, restartPolicy;
};
BOOST_DESCRIBE_STRUCT(BenchSpec, (), (containers, nodeName, serviceAccountName, restartPolicy))

/// What a controller of Pods looks at.
struct BenchPod {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Pod", "pods"};
  ObjectMeta metadata;
  BenchSpec spec;
  BenchStatus status;
};
BOOST_DESCRIBE_STRUCT(BenchPod, (), (metadata, spec, status))

const ObjectKey pod{"default", "pod-0"};

enum class Call { get, create, typed_get };

/// One after the other; how long each took.
awaitable<void> calls(Client client, Call call, std::size_t count, std::vector<Micros>* took)
{
  const Object sample = co_await client.async_get(resources::pods, pod);
  const auto typed = api<BenchPod>(client);
  for (std::size_t i = 0; i < count; ++i) {
    const auto start = Wall::now();
    if (call == Call::get) {
      (void)co_await client.async_get(resources::pods, pod);
    } else if (call == Call::typed_get) {
      (void)co_await typed.async_get(pod);
    } else {
      (void)co_await client.async_create(resources::pods, sample);
    }
    took->emplace_back(Wall::now() - start);
  }
}

void call_one_by_one(const Client& client, Call call, std::size_t count, std::vector<Micros>& took)
{
  block_on(client.runtime().executor, [&] { return calls(client, call, count, &took); }, "calls");
}

void call_by_sixteen(const Client& client, std::size_t count, std::vector<Micros>& took)
{
  std::vector<std::vector<Micros>> each(16);
  std::size_t left = each.size();
  const OneShot done;
  const auto on_end = [&] {  // on the one io thread
    if (--left == 0) done.fire();
  };
  for (auto& one : each) spawn(client.runtime().executor, calls(client, Call::get, count, &one), on_end);
  block_on(client.runtime().executor, [&] { return done.wait(); }, "wait");
  for (const auto& one : each) took.insert(took.end(), one.begin(), one.end());
}

/// How many items came.
std::size_t work(const Client& client, const std::string& what, std::size_t count, std::vector<Micros>& took)
{
  ListOptions here;
  here.namespace_ = "default";
  std::size_t items = 0;
  if (what == "get" || what == "create" || what == "typed-get") {
    call_one_by_one(client, what == "get" ? Call::get : what == "create" ? Call::create : Call::typed_get, count, took);
  } else if (what == "get16") {
    call_by_sixteen(client, count, took);
  } else if (what == "blocking-get") {
    for (std::size_t i = 0; i < count; ++i) {
      const auto start = Wall::now();
      (void)client.get(resources::pods, pod);
      took.emplace_back(Wall::now() - start);
    }
  } else if (what == "list") {
    for (std::size_t i = 0; i < count; ++i) items += client.list(resources::pods, here).items.size();
  } else if (what == "typed-list") {
    for (std::size_t i = 0; i < count; ++i) items += api<BenchPod>(client).list(here).size();
  } else {
    throw std::invalid_argument("no such work: " + what);
  }
  return std::max(items, took.size());
}

void measure(const char* kubeconfig, const std::string& what, std::size_t count)
{
  SystemRuntime system;
  ConfigOptions options;
  options.path = kubeconfig;
  const Client client = Client::connect(system.runtime(), load_config(options));
  std::vector<Micros> took;
  call_one_by_one(client, Call::get, 100, took);
  took.clear();

  const Micros before = bench::cpu_time();
  const auto start = Wall::now();
  const std::size_t items = work(client, what, count, took);
  const Micros wall = Wall::now() - start;
  const Micros cpu = bench::cpu_time() - before;
  std::sort(took.begin(), took.end());
  const auto at = [&](double share) {
    return took.empty() ? 0.0 : took[static_cast<std::size_t>(static_cast<double>(took.size()) * share)].count();
  };
  std::printf("%.1f %.2f %.1f %.1f %.1f\n", static_cast<double>(items) / wall.count() * 1e6,
              cpu.count() / static_cast<double>(items), at(0.5), at(0.99), bench::memory_row("VmHWM") / (1024 * 1024));
}

}  // namespace
}  // namespace kubexx

int main(int argc, char** argv)
{
  try {
    if (argc != 4) throw std::invalid_argument("usage: client_bench KUBECONFIG WORK COUNT");
    kubexx::measure(argv[1], argv[2], std::stoul(argv[3]));
  } catch (const std::exception& error) {
    std::cerr << "client_bench: " << error.what() << "\n";
    return 1;
  }
}
