// SPDX-License-Identifier: Apache-2.0
// Settings that change while the service runs: a ConfigMap, read by the service's threads without a lock. The value
// before stays if a change cannot be read, or if the ConfigMap is deleted.
#include <charconv>
#include <csignal>
#include <cstdio>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/client/load_config.hpp>
#include <kubexx/informer/snapshot.hpp>
#include <stdexcept>
#include <string>
#include <system_error>

using namespace kubexx;

namespace {

struct Settings {
  std::string level = "info";
  int limit = 100;
};

int number(const std::string& text)
{
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) throw std::runtime_error("not a number: " + text);
  return value;
}

Settings read_settings(const Store& store, const ObjectKey& key)
{
  const Object map = store.get(key);
  if (!map) throw std::runtime_error("the ConfigMap does not exist");
  Settings settings;
  settings.level = map.at("/data/level").as_string().value_or(settings.level);
  if (const auto limit = map.at("/data/limit").as_string()) settings.limit = number(*limit);
  return settings;
}

}  // namespace

int main(int argc, char** argv)
try {
  if (argc != 3) {
    std::fprintf(stderr, "usage: hot-reload NAMESPACE CONFIGMAP\n");
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
  const ObjectKey key{argv[1], argv[2]};
  InformerOptions options;
  options.namespaces = {key.namespace_};
  options.field_selector = "metadata.name=" + key.name;
  const SharedInformer maps(Client::connect(system.runtime(), load_config(where)), resources::config_maps, options);
  const Snapshot<Settings> settings(maps, [key](const Store& store) { return read_settings(store, key); });
  maps.start();

  // A thread of the service; there may be many, each with its Reader.
  Snapshot<Settings>::Reader now(settings);
  const timespec tenth{0, 100'000'000};
  std::string printed;
  while (sigtimedwait(&signals, nullptr, &tenth) < 0) {
    std::string line = "level " + now->level + ", limit " + std::to_string(now->limit);
    if (line != printed) std::printf("%s\n", line.c_str());
    printed = std::move(line);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "hot-reload: %s\n", error.what());
  return 1;
}
