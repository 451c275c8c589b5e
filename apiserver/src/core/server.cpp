// SPDX-License-Identifier: Apache-2.0
#include "core/server.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "access/access.hpp"
#include "access/bootstrap.hpp"
#include "access/impersonation.hpp"
#include "access/reviews.hpp"
#include "controllers/controllers.hpp"
#include "controllers/workloads.hpp"
#include "core/polled_executor.hpp"
#include "core/warnings.hpp"
#include "kinds/builtin.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "serve/compression.hpp"
#include "serve/discovery.hpp"
#include "serve/issuer.hpp"
#include "validation/names.hpp"
#include "verbs/apply.hpp"
#include "verbs/scale.hpp"
#include "verbs/subresources.hpp"
#include "verbs/verbs.hpp"

namespace kubexx {
namespace apiserver {
namespace {

/// A request with this header, whatever its value, leaves what it makes garbage to the next request without it: so a
/// test or simulation lets the collector lag behind, as a real one does.
constexpr std::string_view garbage_later = "Kubexx-Garbage-Later";

/// Whether everything in `group` comes from resource definitions: then the real server's last handler answers.
bool only_custom(const KindMap& kinds, std::string_view group)
{
  return std::all_of(kinds.begin(), kinds.end(),
                     [&](const auto& entry) { return entry.second->group != group || entry.second->custom; });
}

std::optional<Call> resolve(Server& server, const HttpRequest& request, const User& user, const Query& query,
                            const ResourcePath& path)
{
  Call call{request, user, query, find_kind(server, path.group, path.resource), nullptr, path, nullptr, {}, {}};
  if (!call.kind) {
    if (only_custom(server.kinds, path.group)) return std::nullopt;
    throw no_such_path();
  }
  call.version = call.kind->version(path.version);
  if (call.version == nullptr || !call.version->served) throw no_such_path();
  const bool needs_namespace = !path.name.empty() || !call.kind->storable;
  if (call.kind->namespaced ? path.namespace_.empty() && needs_namespace : !path.namespace_.empty()) {
    if (only_custom(server.kinds, path.group)) return std::nullopt;
    throw no_such_path();
  }
  if (call.kind->storable) call.collection = server.store.collection(call.kind->collection());
  if (!path.subresource.empty()) {
    const bool known = find_subresource(*call.kind, path.subresource) != nullptr ||
                       (path.subresource == "status" && call.version->status) ||
                       (path.subresource == "scale" && !call.version->scale.spec_replicas.empty());
    if (!known && call.kind->custom) throw not_found(call.kind->group, call.kind->plural, path.name);
    if (!known) throw no_such_path();
  }
  if (const auto problem = path_segment_problem(path.name); !path.name.empty() && !problem.empty()) {
    throw bad_request("Name parameter invalid: " + go_quoted(path.name) + ": " + problem);
  }
  const bool list = request.method == "GET" && path.name.empty();
  call.as = negotiate(request.headers, query,
                      call.kind->custom ? Endpoint::custom
                      : list            ? Endpoint::list
                                        : Endpoint::object);
  if (!call.version->deprecation_warning.empty()) call.warnings.push_back(call.version->deprecation_warning);
  return call;
}

awaitable<HttpResponse> read(std::shared_ptr<Server> server, Call& call)
{
  if (call.path.subresource == "scale") return get_scale(std::move(server), call);
  const bool watch = call.path.watch_prefix || (call.path.name.empty() && call.query.flag("watch"));
  if (watch && call.path.subresource.empty()) return watch_objects(std::move(server), call);
  return call.path.name.empty() ? list_objects(std::move(server), call) : get_object(std::move(server), call);
}

/// The kind of the options that the query of a write holds; null for other methods.
const char* options_kind_of(std::string_view method)
{
  return method == "POST"    ? "CreateOptions"
         : method == "PUT"   ? "UpdateOptions"
         : method == "PATCH" ? "PatchOptions"
                             : nullptr;
}

/// How long a write may take, which only webhooks make long: requestTimeoutUpperBound, or less by the parameter.
constexpr auto longest_write = std::chrono::seconds(34);

Duration timeout_of(const Query& query)
{
  const auto text = query.get("timeout");
  if (text.empty()) return longest_write;
  try {
    const auto wanted = Duration(MetaDuration::parse(text));
    return wanted > Duration::zero() ? std::min<Duration>(wanted, longest_write) : longest_write;
  } catch (const ValueError&) {
    throw bad_request("invalid timeout specified in the request URL - time: invalid duration " + go_quoted(text));
  }
}

awaitable<HttpResponse> dispatch(std::shared_ptr<Server> server, Call& call)
{
  const auto& method = call.http.method;
  if (call.path.watch_prefix && method != "GET") throw method_not_allowed();
  if (call.kind->id() == "/bindings" && method == "POST" && call.path.name.empty()) {
    co_return co_await create_binding(server, call);
  }
  if (call.kind->id() == "/componentstatuses") {
    if (method != "GET") throw method_not_allowed();
    co_return read_component_status(call);
  }
  if (!call.kind->storable) {
    if (method != "POST" || !call.path.name.empty()) throw method_not_allowed();
    co_return answer_review(*server, call);
  }
  if (const auto* special = find_subresource(*call.kind, call.path.subresource)) {
    if (!special->takes(method)) throw method_not_allowed();
    if (special->answer != nullptr) {
      const char* options = special->connect ? nullptr : options_kind_of(method);
      if (options != nullptr) check_write_options(call, options, false);
      co_return co_await special->answer(server, call);
    }
  }
  if (method == "GET") co_return co_await read(server, call);
  const bool on_object = !call.path.name.empty();
  if (method == "POST" && !on_object) {
    if (call.kind->namespaced && call.path.namespace_.empty()) throw method_not_allowed();
    co_return co_await create_object(server, call);
  }
  if (method == "PUT" && on_object) co_return co_await update_object(server, call);
  if (method == "PATCH" && on_object) co_return co_await patch_object(server, call);
  if (method == "DELETE" && call.kind->custom && !call.path.subresource.empty()) {
    const auto resource = group_resource(call.kind->group, call.kind->plural);
    throw Failure(405, "MethodNotAllowed", "delete is not supported on resources of kind " + go_quoted(resource),
                  Json{{"group", call.kind->group}, {"kind", call.kind->plural}});
  }
  if (method == "DELETE" && call.path.subresource.empty()) {
    if (on_object) co_return co_await delete_one(server, call);
    if (call.collection->id == "/namespaces" || (call.kind->namespaced && call.path.namespace_.empty())) {
      throw method_not_allowed();
    }
    co_return co_await delete_many(server, call);
  }
  throw method_not_allowed();
}

/// What net/http answers before any handler sees the request.
HttpResponse bad_target()
{
  HttpResponse response;
  response.status = 400;
  response.headers.add("Content-Type", "text/plain; charset=utf-8");
  response.body = "400 Bad Request";
  return response;
}

/// What is answered without a call of a resource; otherwise the call is put together. Sets `user`, whom it is for.
std::optional<HttpResponse> begin(Server& server, const HttpRequest& request, const Query& query, User& user,
                                  std::optional<Call>& call)
{
  user = authenticate(server, request);
  const auto path_text = std::string_view(request.target).substr(0, request.target.find('?'));
  const auto segments = split_path(path_text);
  if (!segments) return bad_target();
  const auto path = parse_resource_path(*segments);
  auto wanted = attributes_of(user, request, query, path);
  check_known(server, wanted);
  if (const auto other = wanted_user(request.headers)) {
    user = impersonate(server, user, *other, wanted);
    wanted = attributes_of(user, request, query, path);
  }
  authorize(server, wanted);
  if (!path) {
    if (auto told = answer_issuer(request, *segments, server.options.issuer)) return told;
    KindMap kinds;
    {
      const Locked locked(server);
      kinds = server.kinds;
    }
    // The handlers of built-in groups answer for every path below them.
    const bool is_below = segments->size() > 3 && (segments->front() == "api" || segments->front() == "apis");
    const auto group = is_below && segments->front() == "apis" ? segments->at(1) : std::string();
    if (is_below && !only_custom(kinds, group)) throw no_such_path();
    auto plain = answer_without_resource(kinds, request, *segments, query);
    return plain ? std::move(plain) : page_not_found();
  }
  if (std::find(segments->begin(), segments->end(), "") != segments->end()) throw no_such_path();
  const Locked locked(server);
  if (!request.headers.find(garbage_later)) server.aggregation.run(server);  // those of a new server
  if (!serves_group(server.kinds, path->group, path->version)) {
    // The handler of a built-in group says in its own words that it has no such version.
    if (!only_custom(server.kinds, path->group)) throw no_such_path();
    return page_not_found();
  }
  auto resolved = resolve(server, request, user, query, *path);
  if (!resolved) return page_not_found();
  call.emplace(std::move(*resolved));
  return std::nullopt;
}

awaitable<HttpResponse> answer(std::shared_ptr<Server> server, const HttpRequest& request)
{
  const auto question = request.target.find('?');
  const Query query(question == std::string::npos ? std::string_view()
                                                  : std::string_view(request.target).substr(question + 1));
  const auto deadline = saturating_add(server->options.clock->now(), timeout_of(query));
  User user;
  std::optional<Call> call;
  if (auto plain = begin(*server, request, query, user, call)) co_return std::move(*plain);
  call->deadline = deadline;
  // What was warned of before a request failed is sent too.
  HttpResponse response;
  try {
    response = co_await dispatch(server, *call);
  } catch (const Failure& failure) {
    response = failure_response(failure);
    if (failure.code() == 405) call->warnings.clear();  // no handler has seen it
  }
  {
    const Locked locked(*server);
    const bool later = request.headers.find(garbage_later).has_value();
    if (!later) server->aggregation.run(*server);
    run_controllers(*server, later);
  }
  add_warning_headers(call->warnings, response.headers);
  co_return response;
}

/// The id that a client gives its request, or one that no other request of this server has: without the lock and
/// without a draw of `Options::random`, which would change what a simulation draws next.
std::string audit_id(Server& server, const HttpRequest& request)
{
  if (auto given = header(request.headers, "audit-id"); !given.empty()) return given;
  std::array<char, 13> number{};
  std::snprintf(
      number.data(), number.size(), "%012llx",
      static_cast<unsigned long long>(server.requests.fetch_add(1, std::memory_order_relaxed) & 0xFFFFFFFFFFFF));
  return server.audit_prefix + number.data();
}

/// A coroutine's parameters are its own: `request` lives until it has been answered.
awaitable<HttpResponse> answer_or_failure(std::shared_ptr<Server> server, HttpRequest request)
{
  HttpResponse response;
  try {
    response = co_await answer(server, request);
  } catch (const Failure& failure) {
    response = failure_response(failure);
  } catch (const std::exception& error) {
    response = failure_response(internal_error(error.what()));
  }
  encode_answer(request, response);
  compress_answer(request, response);
  response.headers.add("Audit-Id", audit_id(*server, request));
  co_return response;
}

}  // namespace

Locked::Locked(Server& server) : server_(server), lock_(server.mutex)
{
  server.store.expire(server.options.clock->now());
}

Locked::~Locked()
{
  const auto wakeups = server_.store.take_wakeups();
  lock_.unlock();
  for (const auto& wakeup : wakeups) wakeup.fire();
}

const ServedVersion* Kind::version(std::string_view wanted) const
{
  for (const auto& candidate : versions) {
    if (candidate.name == wanted) return &candidate;
  }
  return nullptr;
}

KindPtr find_kind(const Server& server, std::string_view group, std::string_view plural)
{
  const auto found = server.kinds.find(std::string(group) + "/" + std::string(plural));
  return found == server.kinds.end() ? nullptr : found->second;
}

KindPtr find_kind_named(const Server& server, std::string_view group, std::string_view kind)
{
  for (const auto& [id, candidate] : server.kinds) {
    if (candidate->group == group && candidate->kind == kind) return candidate;
  }
  return nullptr;
}

}  // namespace apiserver

ApiServer::ApiServer(Options options)
{
  if (options.clock == nullptr || options.random == nullptr) {
    throw std::invalid_argument("ApiServer: Options::clock and Options::random are required");
  }
  impl_ = std::make_shared<Impl>(std::move(options));
  apiserver::install_builtin_kinds(*impl_);
  if (impl_->options.authorization == Authorization::rbac) apiserver::install_bootstrap_roles(*impl_);
  apiserver::install_fake_node(*impl_);
}

ApiServer::~ApiServer()
{
  close_watches();
}

awaitable<HttpResponse> ApiServer::async_handle(HttpRequest request)
{
  return apiserver::answer_or_failure(impl_, std::move(request));
}

HttpResponse ApiServer::handle(HttpRequest request)
{
  // Nothing in an answer refers to this executor: a watch waits on the executor of whoever reads it.
  const apiserver::PolledExecutor executor;
  std::optional<HttpResponse> response;
  asio::co_spawn(asio::any_io_executor(executor), async_handle(std::move(request)),
                 [&response](const std::exception_ptr& error, HttpResponse answered) {
                   if (!error) response = std::move(answered);
                 });
  executor.run_and_close();
  if (response) return std::move(*response);
  return apiserver::failure_response(
      apiserver::internal_error("this request has to wait for an answer from outside: use ApiServer::async_handle"));
}

void ApiServer::compact()
{
  const apiserver::Locked locked(*impl_);
  impl_->store.compact();
}

void ApiServer::close_watches()
{
  const apiserver::Locked locked(*impl_);
  impl_->closed_below = impl_->watch_count + 1;
  for (const auto& collection : impl_->store.collections()) impl_->store.wake(*collection);
}

std::size_t ApiServer::open_watches() const
{
  const std::lock_guard lock(impl_->mutex);
  return impl_->open_watches.size();
}

}  // namespace kubexx
