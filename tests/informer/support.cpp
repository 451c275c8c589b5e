// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/log_text.hpp"

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

void LineSink::write(const LogLine& line) noexcept
{
  const std::lock_guard lock(mutex_);
  const char* name = line.level == LogLevel::info ? "info " : line.level == LogLevel::warn ? "warn " : "error ";
  std::string text = name + std::string(line.message);
  for (const auto& field : line.fields) text += " " + field.key + "=" + test::log_text(field.value);
  lines_.push_back(std::move(text));
}

std::vector<std::string> LineSink::lines() const
{
  const std::lock_guard lock(mutex_);
  return lines_;
}

std::size_t LineSink::count(std::string_view part) const
{
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::count_if(
      lines_.begin(), lines_.end(), [&](const std::string& line) { return line.find(part) != std::string::npos; }));
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

class ScriptedBody final : public BodyStream {
public:
  explicit ScriptedBody(std::shared_ptr<WatchScript::State> state) : state_(std::move(state)) {}
  ~ScriptedBody() override { state_->closed = true; }

  /// The token of the exchange.
  void use(std::stop_token stop) { stop_ = std::move(stop); }
  awaitable<std::string> read() override { return read_from(state_, stop_); }

private:
  static awaitable<std::string> read_from(std::shared_ptr<WatchScript::State> state, std::stop_token stop)
  {
    while (true) {
      if (stop.stop_requested()) throw TransportError(TransportErrc::cancelled, "stopped");
      if (!state->pieces.empty()) {
        std::string piece = std::move(state->pieces.front());
        state->pieces.pop_front();
        co_return piece;
      }
      if (state->broken) throw TransportError(*state->broken, "the connection broke");
      if (state->ended) co_return std::string();
      OneShot wake;
      state->reader = wake;
      std::function<void()> fire = [wake] { wake.fire(); };
      const std::stop_callback stopped(stop, fire);
      co_await wake.wait();
      state->reader.reset();
    }
  }

  std::shared_ptr<WatchScript::State> state_;
  std::stop_token stop_;
};

void WatchScript::wake()
{
  if (state_->reader) state_->reader->fire();
}

void WatchScript::send(std::string line)
{
  state_->pieces.push_back(std::move(line) + "\n");
  wake();
}

void WatchScript::bookmark(std::string_view version, bool initial_events_end)
{
  std::string text =
      R"({"type":"BOOKMARK","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"resourceVersion":")";
  text.append(version).append("\"");
  if (initial_events_end) text += R"(,"annotations":{"k8s.io/initial-events-end":"true"})";
  send(text + "}}}");
}

void WatchScript::error(unsigned code, std::string_view reason, std::string_view message)
{
  send(R"({"type":"ERROR","object":)" + status_of(code, reason, message).body + "}");
}

void WatchScript::end()
{
  state_->ended = true;
  wake();
}

void WatchScript::break_off(TransportErrc code)
{
  state_->broken = code;
  wake();
}

std::unique_ptr<BodyStream> WatchScript::open() const
{
  return std::make_unique<ScriptedBody>(state_);
}

bool WatchScript::closed() const
{
  return state_->closed;
}

std::optional<std::string> ScriptedTransport::Request::param(std::string_view name) const
{
  std::string_view query = target;
  const auto question = query.find('?');
  if (question == std::string_view::npos) return std::nullopt;
  query.remove_prefix(question + 1);
  while (!query.empty()) {
    const auto part = query.substr(0, query.find('&'));
    const auto equal = part.find('=');
    if (part.substr(0, equal) == name) {
      const auto raw = equal == std::string_view::npos ? std::string_view() : part.substr(equal + 1);
      std::string value;
      for (std::size_t at = 0; at < raw.size(); ++at) {
        if (raw[at] == '%' && at + 2 < raw.size()) {
          value += static_cast<char>(std::stoi(std::string(raw.substr(at + 1, 2)), nullptr, 16));
          at += 2;
        } else {
          value += raw[at];
        }
      }
      return value;
    }
    query.remove_prefix(std::min(part.size() + 1, query.size()));
  }
  return std::nullopt;
}

ScriptedTransport::ScriptedTransport()
{
  list = [](const Request&) { return list_of("1", {}); };
  watch = [this](const Request&) {
    script = WatchScript();
    return stream_of(script);
  };
}

awaitable<HttpResponse> ScriptedTransport::exchange(HttpRequest request, ExchangeLimits limits)
{
  if (limits.stop.stop_requested()) throw TransportError(TransportErrc::cancelled, "stopped");
  Request seen{request.target, false, limits.deadline};
  seen.watch = seen.param("watch").has_value();
  requests.push_back(seen);
  auto& queue = seen.watch ? next_watches : next_lists;
  Answer answer = seen.watch ? watch : list;
  if (!queue.empty()) {
    answer = std::move(queue.front());
    queue.pop_front();
  }
  HttpResponse response = answer(seen);
  if (auto* body = dynamic_cast<ScriptedBody*>(response.stream.get())) body->use(limits.stop);
  co_return response;
}

std::size_t ScriptedTransport::lists() const
{
  return requests.size() - watches();
}

std::size_t ScriptedTransport::watches() const
{
  return static_cast<std::size_t>(
      std::count_if(requests.begin(), requests.end(), [](const Request& request) { return request.watch; }));
}

const ScriptedTransport::Request& ScriptedTransport::last_list() const
{
  const auto found =
      std::find_if(requests.rbegin(), requests.rend(), [](const Request& request) { return !request.watch; });
  if (found == requests.rend()) throw std::logic_error("no list was requested");
  return *found;
}

const ScriptedTransport::Request& ScriptedTransport::last_watch() const
{
  const auto found =
      std::find_if(requests.rbegin(), requests.rend(), [](const Request& request) { return request.watch; });
  if (found == requests.rend()) throw std::logic_error("no watch was requested");
  return *found;
}

namespace {
HttpResponse json_response(unsigned status, std::string body)
{
  HttpResponse response;
  response.status = status;
  response.headers.add("Content-Type", "application/json");
  response.body = std::move(body);
  return response;
}
}  // namespace

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
  return json_response(200, body + "]}");
}

HttpResponse status_of(unsigned code, std::string_view reason, std::string_view message, std::optional<int> retry_after)
{
  std::string body = R"({"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure","message":")";
  body.append(message).append(R"(","reason":")").append(reason).append("\"");
  if (retry_after) body += R"(,"details":{"retryAfterSeconds":)" + std::to_string(*retry_after) + "}";
  HttpResponse response = json_response(code, body + R"(,"code":)" + std::to_string(code) + "}");
  if (retry_after) response.headers.add("Retry-After", std::to_string(*retry_after));
  return response;
}

HttpResponse stream_of(const WatchScript& script)
{
  HttpResponse response = json_response(200, {});
  response.stream = script.open();
  return response;
}

void refuse(TransportErrc code)
{
  throw TransportError(code, "127.0.0.1:1: refused");
}

}  // namespace kubexx::informer_test
