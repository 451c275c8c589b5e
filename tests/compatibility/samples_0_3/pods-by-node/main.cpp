// SPDX-License-Identifier: Apache-2.0
// Watches the pods of a cluster, with an index, and prints how many each node has whenever one comes or goes.
#include <csignal>
#include <cstdio>
#include <kubexx/apimachinery/drop_members.hpp>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/client/load_config.hpp>
#include <kubexx/controller/logging.hpp>
#include <kubexx/informer/index.hpp>
#include <kubexx/informer/informer.hpp>

using namespace kubexx;

int main()
try {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // for the threads that follow, too

  SystemRuntime system({.log = Log(make_console_log())});
  ConfigOptions where;
  where.environment = system_environment();
  InformerOptions options;
  options.indexes = {{"node", index_by_pointer("/spec/nodeName")}};
  options.transform = DropMembers({"/metadata/annotations", "/status"});  // less to keep
  const SharedInformer pods(Client::connect(system.runtime(), load_config(where)), resources::pods, options);

  const auto print = [&pods](const Object& pod) {
    const std::string node = pod.at("/spec/nodeName").as_string().value_or("");
    std::printf("%s: %zu\n", node.c_str(), pods.store().by_index("node", node).size());
    std::fflush(stdout);
  };
  EventHandler handler;
  handler.selects = [](const Object& pod) { return pod.at("/spec/nodeName").type() == JsonView::Type::string; };
  handler.on_add = [&](const Object& pod, bool) { print(pod); };
  handler.on_delete = [&](const Object& last, bool) { print(last); };
  const auto registration = pods.add_handler(handler);
  pods.start();

  int signal = 0;
  sigwait(&signals, &signal);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "pods-by-node: %s\n", error.what());
  return 1;
}
