// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/scripted_transport.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kubexx/http/url.hpp"
#include "status_json.hpp"

namespace kubexx::testing {

ScriptedRequest::ScriptedRequest(HttpRequest request, ExchangeLimits bounds)
    : HttpRequest(std::move(request)), limits(std::move(bounds))
{
}

std::string_view ScriptedRequest::path() const
{
  return std::string_view(target).substr(0, target.find('?'));
}

std::optional<std::string> ScriptedRequest::param(std::string_view name) const
{
  std::string_view query(target);
  query.remove_prefix(std::min(path().size() + 1, query.size()));
  while (!query.empty()) {
    const auto part = query.substr(0, query.find('&'));
    const auto equal = std::min(part.find('='), part.size());
    if (percent_decode(part.substr(0, equal)) == name) {
      return percent_decode(part.substr(std::min(equal + 1, part.size())));
    }
    query.remove_prefix(std::min(part.size() + 1, query.size()));
  }
  return std::nullopt;
}

bool ScriptedRequest::is_watch() const
{
  const auto watch = param("watch");
  return watch && *watch != "false" && *watch != "0";
}

bool ScriptedRequest::is_list() const
{
  if (method != "GET" || is_watch()) return false;
  std::vector<std::string_view> parts;
  for (std::string_view rest = path(); !rest.empty();) {
    rest.remove_prefix(1);
    parts.push_back(rest.substr(0, rest.find('/')));
    rest.remove_prefix(parts.back().size());
  }
  // /api/<version>/… or /apis/<group>/<version>/…
  const std::size_t before = parts.empty() ? 0 : parts[0] == "api" ? 2 : parts[0] == "apis" ? 3 : 0;
  if (before == 0 || parts.size() <= before) return false;
  const std::size_t below = parts.size() - before;
  return below == 1 || (below == 3 && parts[before] == "namespaces");
}

HttpResponse json_response(unsigned status, std::string body)
{
  HttpResponse response;
  response.status = status;
  response.headers.add("Content-Type", "application/json");
  response.body = std::move(body);
  return response;
}

HttpResponse status_response(unsigned code, std::string_view reason, std::string_view message,
                             std::optional<int> retry_after)
{
  HttpResponse response = json_response(code, status_json(code, reason, message, retry_after));
  if (retry_after) response.headers.add("Retry-After", std::to_string(*retry_after));
  return response;
}

HttpResponse stream_response(const BodyScript& script)
{
  HttpResponse response = json_response(200, {});
  response.stream = std::make_unique<ScriptedBody>(script);
  return response;
}

AnswerScript& AnswerScript::answer(unsigned status, std::string body, Headers headers)
{
  if (!headers.find("Content-Type")) headers.add("Content-Type", "application/json");
  return then([status, body = std::move(body), headers = std::move(headers)](const ScriptedRequest&) {
    HttpResponse response;
    response.status = status;
    response.headers = headers;
    response.body = body;
    return response;
  });
}

AnswerScript& AnswerScript::refuse(unsigned code, std::string_view reason, std::string_view message,
                                   std::optional<int> retry_after)
{
  return then([=, reason = std::string(reason), message = std::string(message)](const ScriptedRequest&) {
    return status_response(code, reason, message, retry_after);
  });
}

AnswerScript& AnswerScript::stream(std::vector<std::string> chunks, std::optional<TransportErrc> ending,
                                   unsigned status)
{
  return then([chunks = std::move(chunks), ending, status](const ScriptedRequest&) {
    HttpResponse response = json_response(status, {});
    response.stream = std::make_unique<ScriptedBody>(chunks, ending);
    return response;
  });
}

AnswerScript& AnswerScript::play(const BodyScript& script)
{
  return then([script](const ScriptedRequest&) { return stream_response(script); });
}

AnswerScript& AnswerScript::fail(TransportErrc code)
{
  return then([code](const ScriptedRequest&) -> HttpResponse { throw TransportError(code, "the script says so"); });
}

AnswerScript& AnswerScript::hang(OneShot until)
{
  return push({{}, std::move(until)});
}

AnswerScript& AnswerScript::then(Answer answer)
{
  return push({std::move(answer), {}});
}

AnswerScript& AnswerScript::push(Step step)
{
  const std::lock_guard lock(mutex_);
  steps_.push_back(std::move(step));
  return *this;
}

AnswerScript& AnswerScript::always(Answer answer)
{
  const std::lock_guard lock(mutex_);
  always_ = std::move(answer);
  return *this;
}

std::size_t AnswerScript::left() const
{
  const std::lock_guard lock(mutex_);
  return steps_.size();
}

std::optional<AnswerScript::Step> AnswerScript::take()
{
  const std::lock_guard lock(mutex_);
  if (steps_.empty()) return always_ ? std::optional(Step{always_, {}}) : std::nullopt;
  Step step = std::move(steps_.front());
  steps_.pop_front();
  return step;
}

AnswerScript& ScriptedTransport::on(Predicate matches)
{
  const std::lock_guard lock(mutex_);
  return *matched_.emplace_front(std::move(matches), std::make_unique<AnswerScript>()).script;
}

AnswerScript& ScriptedTransport::on_list()
{
  return kept(lists_, &ScriptedRequest::is_list);
}

AnswerScript& ScriptedTransport::on_watch()
{
  return kept(watches_, &ScriptedRequest::is_watch);
}

AnswerScript& ScriptedTransport::kept(AnswerScript*& script, Predicate matches)
{
  const std::lock_guard lock(mutex_);
  if (script == nullptr) {
    script = matched_.emplace_front(std::move(matches), std::make_unique<AnswerScript>()).script.get();
  }
  return *script;
}

AnswerScript::Step ScriptedTransport::next(const ScriptedRequest& request)
{
  std::vector<const Matched*> matched;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& candidate : matched_) matched.push_back(&candidate);
  }
  for (const auto* candidate : matched) {
    if (!candidate->matches(request)) continue;
    if (auto step = candidate->script->take()) return std::move(*step);
  }
  if (auto step = take()) return std::move(*step);
  throw std::logic_error("nothing in the script answers " + request.method + " " + request.target);
}

awaitable<HttpResponse> ScriptedTransport::exchange(HttpRequest request, ExchangeLimits limits)
{
  const std::stop_token stop = limits.stop;
  if (stop.stop_requested()) throw TransportError(TransportErrc::cancelled, "stopped");
  const ScriptedRequest* asked = nullptr;
  {
    const std::lock_guard lock(mutex_);
    asked = &requests_.emplace_back(std::move(request), std::move(limits));
  }
  while (true) {
    const Step step = next(*asked);
    if (!step.until) {
      HttpResponse response = step.answer(*asked);
      if (auto* body = dynamic_cast<ScriptedBody*>(response.stream.get())) body->end_with(stop);
      co_return response;
    }
    const OneShot until = *step.until;
    const std::function<void()> fire = [until] { until.fire(); };
    const std::stop_callback stopped(stop, fire);
    co_await until.wait();
    if (stop.stop_requested()) throw TransportError(TransportErrc::cancelled, "stopped");
  }
}

std::size_t ScriptedTransport::count() const
{
  const std::lock_guard lock(mutex_);
  return requests_.size();
}

std::size_t ScriptedTransport::count(const Predicate& matches) const
{
  std::size_t found = 0;
  for (std::size_t at = 0; at < count(); ++at) found += matches(request(at)) ? 1 : 0;
  return found;
}

const ScriptedRequest& ScriptedTransport::request(std::size_t at) const
{
  const std::lock_guard lock(mutex_);
  return requests_.at(at);
}

const ScriptedRequest& ScriptedTransport::last() const
{
  const std::lock_guard lock(mutex_);
  if (requests_.empty()) throw std::logic_error("there was no request");
  return requests_.back();
}

const ScriptedRequest& ScriptedTransport::last(const Predicate& matches) const
{
  for (std::size_t at = count(); at > 0; --at) {
    const auto& asked = request(at - 1);
    if (matches(asked)) return asked;
  }
  throw std::logic_error("there was no such request");
}

}  // namespace kubexx::testing
