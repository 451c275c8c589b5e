// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <stdexcept>

namespace kubexx::informer_test {

const ResourceType& config_maps()
{
  static const ResourceType type{"", "v1", "ConfigMap", "configmaps", Scope::namespaced};
  return type;
}

std::string json_of(std::string_view namespace_, std::string_view name, std::string_view uid, std::string_view version,
                    std::string_view labels)
{
  std::string text = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":")";
  text.append(namespace_).append(R"(","name":")").append(name).append(R"(","uid":")").append(uid);
  text.append(R"(","resourceVersion":")").append(version).append(R"(","labels":)").append(labels).append("}}");
  return text;
}

Object object_of(std::string_view namespace_, std::string_view name, std::string_view uid, std::string_view version,
                 std::string_view labels)
{
  return Object::parse(json_of(namespace_, name, uid, version, labels));
}

namespace {
std::string text_of(const Object& object)
{
  return object.key().to_string() + "=" + std::string(object.resource_version());
}
}  // namespace

std::string text_of(const std::vector<Object>& objects)
{
  std::string text;
  for (const auto& object : objects) {
    if (!text.empty()) text += ' ';
    text += text_of(object);
  }
  return text;
}

std::string text_of(const ObjectSnapshot& objects)
{
  return text_of(std::vector<Object>(objects.begin(), objects.end()));
}

InformerOptions paged()
{
  InformerOptions options;
  options.stream_list = false;
  return options;
}

std::string text_of(const Delta& delta)
{
  switch (delta.type) {
    case Delta::Type::list_started:
      return "list_started";
    case Delta::Type::list_done:
      return "list_done=" + delta.resource_version;
    case Delta::Type::deleted:
      return (delta.final_state_unknown ? "lost " : "delete ") + text_of(delta.object);
    case Delta::Type::applied:
      break;
  }
  if (!delta.old) return (delta.initial ? "initial " : "add ") + text_of(delta.object);
  return "update " + text_of(delta.old) + ">" + std::string(delta.object.resource_version());
}

std::vector<std::string> texts_of(const std::vector<Delta>& deltas)
{
  std::vector<std::string> texts;
  for (const auto& delta : deltas) texts.push_back(text_of(delta));
  return texts;
}

EventHandler recorder(std::shared_ptr<std::vector<std::string>> calls)
{
  EventHandler handler;
  handler.on_add = [calls](const Object& object, bool initial) {
    calls->push_back((initial ? "initial " : "add ") + text_of(object));
  };
  handler.on_update = [calls](const Object& old, const Object& now) {
    calls->push_back("update " + text_of(old) + ">" + std::string(now.resource_version()));
  };
  handler.on_delete = [calls](const Object& last, bool unknown) {
    calls->push_back((unknown ? "lost " : "delete ") + text_of(last));
  };
  return handler;
}

World::World(std::uint64_t seed)
    : random(seed), runtime{&clock, &random, nullptr, context.get_executor(), Log(lines), nullptr}
{
}

void World::settle()
{
  context.restart();
  while (context.poll() != 0) context.restart();
}

void World::advance(Duration step)
{
  const SteadyTime target = clock.now() + step;
  settle();
  while (true) {
    const auto due = clock.next_due();
    if (!due || *due > target) break;
    clock.advance(*due - clock.now());
    settle();
  }
  clock.advance(target - clock.now());
  settle();
}

namespace {
awaitable<void> note_end(awaitable<void> work, bool& ended)
{
  co_await std::move(work);
  ended = true;
}
}  // namespace

void World::run(awaitable<void> work)
{
  bool ended = false;
  spawn(context.get_executor(), note_end(std::move(work), ended));
  settle();
  if (!ended) throw std::logic_error("World::run: the work waits for something that does not come");
}

// --- the scripted server ---

ScriptedServer::ScriptedServer()
{
  on_list().always([](const ScriptedRequest&) { return list_of("1", {}); });
  on_watch().always([this](const ScriptedRequest&) {
    script = WatchScript();
    return testing::stream_response(script);
  });
}

HttpResponse list_of(std::string_view version, const std::vector<std::string>& items, std::string_view continue_)
{
  std::string body = R"({"apiVersion":"v1","kind":"ConfigMapList","metadata":{"resourceVersion":")";
  body.append(version).append("\"");
  if (!continue_.empty()) body.append(R"(,"continue":")").append(continue_).append("\"");
  body += R"(},"items":[)";
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (at > 0) body += ',';
    body += items[at];
  }
  return testing::json_response(200, body + "]}");
}

void refuse(TransportErrc code)
{
  throw TransportError(code, "127.0.0.1:1: refused");
}

}  // namespace kubexx::informer_test
