// SPDX-License-Identifier: Apache-2.0
// node --node-name NAME --image NAME=LAYOUT… --api-server HOST:PORT --folder FOLDER: a stand-in for scheduler, kubelet
// and container runtime. Binds every Pod that has no node to itself, and runs it: images of OCI layouts, each Pod with
// an address of its own on a bridge, with its volumes, probes and restarts. What the tests do not need is missing, and
// a Pod that asks for it says so in its status: init containers, hooks, probes other than httpGet, limits of resources,
// control groups, seccomp, logs and exec through the API server, volumes that change. Needs root, iproute2 and an
// administrator's kubeconfig.
#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "kubexx/client/typed.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/types/core/v1/node.hpp"
#include "running_pod.hpp"

namespace kubexx::e2e::node {
namespace {

using namespace std::chrono_literals;
using corev1::Pod;

const ResourceType& pod_type()
{
  return resource_of<Pod>();
}

/// What runs on this node.
class Kubelet {
public:
  Kubelet(const NodeOptions& options, EventChannel channel) : options_(options), channel_(std::move(channel)) {}

  Result reconcile(Context& context, const Request& request)
  {
    auto pod = context.get<Pod>(request);
    if (!pod) {
      forget(request);
      return Result::done();
    }
    if (pod->spec.nodeName.empty()) {
      if (!pod->metadata.deletionTimestamp) bind(context, *pod);
      return Result::done();
    }
    if (pod->spec.nodeName != options_.name) return Result::done();
    const auto entry = find(request, pod->metadata.uid);
    if (entry->gone) return Result::done();
    pod->status = entry->pod.step(*pod, context.client());
    pod.patch_status();
    if (pod->metadata.deletionTimestamp && entry->pod.ended()) {
      entry->gone = true;
      DeleteOptions at_once;
      at_once.grace_period_seconds = 0;
      at_once.precondition_uid = pod->metadata.uid;
      context.remove_if_exists<Pod>({pod->metadata.namespace_, pod->metadata.name}, at_once);
      return Result::done();
    }
    const auto wait = entry->pod.next() - std::chrono::steady_clock::now();
    return Result::requeue_after(std::max<Duration>(wait, 10ms));
  }

private:
  struct Entry {
    Entry(const NodeOptions& options, const Runtime& runtime, std::function<void()> on_change)
        : pod(options, runtime, std::move(on_change))
    {
    }
    RunningPod pod;
    bool gone = false;
  };
  struct Known {
    std::string uid;
    std::shared_ptr<Entry> entry;
  };

  void bind(const Context& context, const Pod& pod) const
  {
    const Object binding = Object::from_json({{"apiVersion", "v1"},
                                              {"kind", "Binding"},
                                              {"metadata", {{"name", pod.metadata.name}}},
                                              {"target", {{"kind", "Node"}, {"name", options_.name}}}});
    (void)context.client().create_subresource(pod_type(), {pod.metadata.namespace_, pod.metadata.name}, "binding",
                                              binding);
  }
  // Another Pod of that name is another one.
  std::shared_ptr<Entry> find(const Request& request, const std::string& uid)
  {
    const std::lock_guard lock(mutex_);
    auto& known = pods_[{request.namespace_, request.name}];
    if (known.uid != uid) {
      known = {uid, std::make_shared<Entry>(options_, runtime_.runtime(),
                                            [channel = channel_, request] { channel.send(request); })};
    }
    return known.entry;
  }
  void forget(const Request& request)
  {
    Known ended;  // its containers are killed outside of the lock
    const std::lock_guard lock(mutex_);
    const auto found = pods_.find({request.namespace_, request.name});
    if (found == pods_.end()) return;
    ended = std::move(found->second);
    pods_.erase(found);
  }

  const NodeOptions& options_;
  const EventChannel channel_;
  SystemRuntime runtime_;  // of the probes
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Known> pods_;  // guarded by mutex_
};

void register_node(const Client& client, const NodeOptions& options)
{
  corev1::Node node;
  node.metadata.name = options.name;
  node.metadata.labels["kubernetes.io/hostname"] = options.name;
  auto stored = api<corev1::Node>(client).try_get({"", options.name});
  if (!stored) stored = api<corev1::Node>(client).create(node);
  auto& status = (*stored)->status;
  status.conditions.resize(1);
  status.conditions[0].type = "Ready";
  status.conditions[0].status = "True";
  status.conditions[0].reason = "KubeletReady";
  status.addresses.resize(1);
  status.addresses[0].type = "InternalIP";
  status.addresses[0].address = Bridge::address();
  stored->patch_status();
}

}  // namespace
}  // namespace kubexx::e2e::node

int main(int argc, char** argv)
{
  using namespace kubexx;
  using namespace kubexx::e2e::node;
  if (argc == 3 && std::string(argv[1]) == "container") return container_main(argv[2]);

  NodeOptions options;
  std::vector<std::string> images;
  std::string server, folder;
  long backoff = 10'000;
  OperatorOptions program;
  program.description = "Runs the Pods of a test's control plane.";
  program.manager.metrics_address = "0";
  program.manager.health_address = "0";
  program.manager.workers = 16;
  program.add_flags = [&](CLI::App& app) {
    app.add_option("--node-name", options.name, "The name of the node")->default_val("stand-in");
    app.add_option("--image", images,
                   "NAME=LAYOUT: an image, in a folder with an OCI layout that may appear later; repeatable");
    app.add_option("--api-server", server, "HOST:PORT: where the Pods reach the API server")->required();
    app.add_option("--folder", folder, "For roots, volumes and logs")->required();
    app.add_option("--restart-backoff", backoff, "Milliseconds before the first restart");
  };
  std::unique_ptr<Kubelet> kubelet;
  return run_operator(argc, argv, program, [&](Manager& manager) {
    options.folder = std::filesystem::absolute(folder);
    options.backoff = std::chrono::milliseconds(backoff);
    const auto colon = server.rfind(':');
    if (colon == std::string::npos) throw std::runtime_error("--api-server is not HOST:PORT");
    options.api_host = server.substr(0, colon);
    options.api_port = server.substr(colon + 1);
    std::map<std::string, std::filesystem::path> layouts;
    for (const auto& image : images) {
      const auto equals = image.find('=');
      if (equals == std::string::npos) throw std::runtime_error("--image is not NAME=LAYOUT: " + image);
      layouts[image.substr(0, equals)] = image.substr(equals + 1);
    }
    options.images = std::make_shared<Images>(std::move(layouts), options.folder / "images");
    const Bridge bridge;
    manager.add_runnable("node", [&options](const RunContext& context) { register_node(context.client, options); });
    const EventChannel ended;
    kubelet = std::make_unique<Kubelet>(options, ended);
    manager.controller().for_<Pod>().watches(ended).build(
        [&kubelet](Context& context, const Request& request) { return kubelet->reconcile(context, request); });
  });
}
