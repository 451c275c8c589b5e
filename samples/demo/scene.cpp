// SPDX-License-Identifier: Apache-2.0
#include "scene.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "kubexx/apimachinery/well_known_resources.hpp"

namespace demo {

using kubexx::Object;

namespace {

std::mutex output_mutex;
const auto begin = std::chrono::steady_clock::now();

double seconds_since(std::chrono::steady_clock::time_point time)
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - time).count();
}

std::string number(const Object& object, std::string_view pointer)
{
  return std::to_string(object.at(pointer).as_int().value_or(0));
}

std::string replicas(const Object& object)
{
  const std::string count = number(object, "/spec/replicas");
  return count + (count == "1" ? " replica" : " replicas");
}

std::string quoted(const Object& object, std::string_view pointer)
{
  return object.at(pointer).as_string().value_or("");
}

std::string named(const Object& object)
{
  return std::string(object.kind()) + " " + std::string(object.name());
}

std::string owner_of(const Object& object)
{
  const auto owner = object.controller_owner();
  return owner ? "owned by " + std::string(owner->kind) + " " + std::string(owner->name) : "without an owner";
}

bool differ(const Object& a, const Object& b, std::string_view pointer)
{
  return a.at(pointer).bytes() != b.at(pointer).bytes();
}

}  // namespace

void say(const std::string& line)
{
  const std::lock_guard lock(output_mutex);
  std::printf("%7.3f s  %s\n", seconds_since(begin), line.c_str());
  std::fflush(stdout);
}

void title(const std::string& line)
{
  const std::lock_guard lock(output_mutex);
  std::printf("\n%s\n", line.c_str());
  std::fflush(stdout);
}

Scene::Scene(const kubexx::Client& client, std::string of_namespace)
    : client_(client), namespace_(std::move(of_namespace))
{
  watch(foos,
        {.on_add = [this](const Object& foo, bool) { tell(named(foo) + " was created and asks for " + replicas(foo)); },
         .on_update =
             [this](const Object& old, const Object& now) {
               if (differ(old, now, "/spec/replicas")) tell(named(now) + " asks for " + replicas(now));
               if (differ(old, now, "/status/availableReplicas")) {
                 tell(named(now) + " reports " + number(now, "/status/availableReplicas") + " available");
               }
             },
         .on_delete = [this](const Object& last, bool) { tell(named(last) + " is gone"); }});
  watch(kubexx::resources::deployments,
        {.on_add = [this](const Object& now,
                          bool) { tell(named(now) + " was created: " + replicas(now) + ", " + owner_of(now)); },
         .on_update =
             [this](const Object& old, const Object& now) {
               if (differ(old, now, "/spec/replicas")) tell(named(now) + " is set to " + replicas(now));
               if (differ(old, now, "/status/availableReplicas")) {
                 tell(named(now) + " has " + number(now, "/status/availableReplicas") + " available");
               }
             },
         .on_delete = [this](const Object& last, bool) { tell(named(last) + " is gone"); }});
  const auto on_event = [this](const Object& event) {
    {
      const std::lock_guard lock(mutex_);
      events_.emplace(quoted(event, "/reason"), quoted(event, "/regarding/name"));
    }
    tell("event " + quoted(event, "/type") + " " + quoted(event, "/reason") + ": " + quoted(event, "/note"));
  };
  watch(kubexx::resources::events, {.on_add = [on_event](const Object& event, bool) { on_event(event); },
                                    .on_update = [on_event](const Object&, const Object& event) { on_event(event); },
                                    .on_delete = {}});
  see("the demo watches Foos, Deployments and events", [this] {
    for (const auto& kind : kinds_) {
      if (!kind.handler->has_synced()) return false;
    }
    return true;
  });
}

Scene::~Scene()
{
  for (auto& kind : kinds_) {
    kind.handler.reset();
    const auto stop = [informer = kind.informer] { return informer.async_stop(); };
    kubexx::block_on(client_.runtime().executor, stop, "async_stop");
  }
}

void Scene::watch(kubexx::ResourceType type, kubexx::EventHandler handler)
{
  kubexx::InformerOptions options;
  options.namespaces = {namespace_};
  kubexx::SharedInformer informer(client_, std::move(type), std::move(options));
  auto registration = informer.add_handler(std::move(handler));
  informer.start();
  kinds_.push_back({informer, std::move(registration)});
}

Object Scene::find(const Kind& kind, std::string_view name) const
{
  return kind.informer.store().get({namespace_, std::string(name)});
}

Object Scene::foo(std::string_view name) const
{
  return find(kinds_[0], name);
}

Object Scene::deployment(std::string_view name) const
{
  return find(kinds_[1], name);
}

bool Scene::has_event(std::string_view reason, std::string_view foo) const
{
  const std::lock_guard lock(mutex_);
  return events_.contains({std::string(reason), std::string(foo)});
}

void Scene::tell(const std::string& line)
{
  say("    " + line);
  {
    const std::lock_guard lock(mutex_);
    ++changes_;
  }
  changed_.notify_all();
}

void Scene::see(std::string_view what, const std::function<bool()>& condition)
{
  const auto start = std::chrono::steady_clock::now();
  while (true) {
    std::uint64_t seen = 0;
    {
      const std::lock_guard lock(mutex_);
      seen = changes_;
    }
    // Once everything has been told that led to it.
    const auto told = [](const Kind& kind) { return kind.handler->pending() == 0; };
    if (condition() && std::ranges::all_of(kinds_, told)) break;
    if (seconds_since(start) > 30) throw NotSeen("not seen within 30 s: " + std::string(what));
    if (watchdog) watchdog();
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return changes_ != seen; });
  }
  char text[64];
  std::snprintf(text, sizeof text, " (%.0f ms)", seconds_since(start) * 1000);
  say("✔ " + std::string(what) + text);
}

}  // namespace demo
