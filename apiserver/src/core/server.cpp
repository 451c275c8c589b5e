// SPDX-License-Identifier: Apache-2.0
#include "core/server.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <stdexcept>

#include "access/access.hpp"
#include "access/reviews.hpp"
#include "kinds/builtin.hpp"
#include "serve/discovery.hpp"
#include "verbs/gc.hpp"
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
bool only_custom(const Server& server, std::string_view group)
{
  return std::all_of(server.kinds.begin(), server.kinds.end(),
                     [&](const auto& entry) { return entry.second->group != group || entry.second->custom; });
}

std::optional<Call> resolve(Server& server, const HttpRequest& request, const Query& query, const ResourcePath& path)
{
  Call call{request, query, find_kind(server, path.group, path.resource), nullptr, path, nullptr, {}, {}};
  if (!call.kind) {
    if (only_custom(server, path.group)) return std::nullopt;
    throw no_such_path();
  }
  call.version = call.kind->version(path.version);
  if (call.version == nullptr || !call.version->served) throw no_such_path();
  if (!call.kind->namespaced && !path.namespace_.empty()) throw no_such_path();
  if (call.kind->namespaced && path.namespace_.empty() && !path.name.empty()) throw no_such_path();
  if (call.kind->storable) call.collection = server.store.collection(call.kind->collection());
  if (!path.subresource.empty()) {
    const bool known = find_subresource(*call.kind, path.subresource) != nullptr ||
                       (path.subresource == "status" && call.version->status) ||
                       (path.subresource == "scale" && !call.version->scale.spec_replicas.empty());
    if (!known && call.kind->custom) throw not_found(call.kind->group, call.kind->plural, path.name);
    if (!known) throw no_such_path();
  }
  const bool list = request.method == "GET" && path.name.empty();
  call.as = negotiate(request.headers, query,
                      call.kind->custom ? Endpoint::custom
                      : list            ? Endpoint::list
                                        : Endpoint::object);
  if (!call.version->deprecation_warning.empty()) call.warnings.push_back(call.version->deprecation_warning);
  return call;
}

HttpResponse read(const std::shared_ptr<Server>& server, Call& call)
{
  if (call.path.subresource == "scale") {
    const Locked locked(*server);
    return get_scale(*server, call);
  }
  const bool watch = call.path.watch_prefix || call.query.flag("watch");
  if (watch && call.path.subresource.empty()) return watch_objects(server, call);
  return call.path.name.empty() ? list_objects(*server, call) : get_object(*server, call);
}

awaitable<HttpResponse> dispatch(std::shared_ptr<Server> server, Call& call)
{
  const auto& method = call.http.method;
  if (!call.kind->storable) {
    if (method != "POST" || !call.path.name.empty()) throw method_not_allowed();
    co_return answer_review(*server, call);
  }
  if (const auto* special = find_subresource(*call.kind, call.path.subresource)) {
    if (!special->takes(method)) throw method_not_allowed();
    const Locked locked(*server);
    co_return special->answer(*server, call);
  }
  if (method == "GET") co_return read(server, call);
  const bool on_object = !call.path.name.empty();
  if (method == "POST" && !on_object) {
    if (call.kind->namespaced && call.path.namespace_.empty()) throw method_not_allowed();
    co_return co_await create_object(server, call);
  }
  if (method == "PUT" && on_object) co_return co_await update_object(server, call);
  if (method == "PATCH" && on_object) co_return co_await patch_object(server, call);
  if (method == "DELETE" && call.path.subresource.empty()) {
    if (on_object) {
      const Locked locked(*server);
      co_return delete_one(*server, call);
    }
    if (call.collection->id == "/namespaces" || (call.kind->namespaced && call.path.namespace_.empty())) {
      throw method_not_allowed();
    }
    co_return delete_many(*server, call);
  }
  throw method_not_allowed();
}

std::string warning_text(const std::string& warning)
{
  return "299 - " + go_quoted(warning);
}

/// What is answered without a call of a resource; otherwise the call is put together.
std::optional<HttpResponse> begin(Server& server, const HttpRequest& request, const Query& query,
                                  std::optional<Call>& call)
{
  const auto path_text = std::string_view(request.target).substr(0, request.target.find('?'));
  const auto segments = split_path(path_text);
  if (!segments) throw bad_request("the path has a broken percent escape");
  const auto path = parse_resource_path(*segments);
  authorize(server, attributes_of(request, query, path));
  if (!path) {
    KindMap kinds;
    {
      const Locked locked(server);
      kinds = server.kinds;
    }
    auto plain = answer_without_resource(kinds, request, *segments, query);
    return plain ? std::move(plain) : page_not_found();
  }
  const Locked locked(server);
  if (!serves_group(server.kinds, path->group, path->version)) {
    // The handler of a built-in group says in its own words that it has no such version.
    if (!only_custom(server, path->group)) throw no_such_path();
    return page_not_found();
  }
  auto resolved = resolve(server, request, query, *path);
  if (!resolved) return page_not_found();
  call.emplace(std::move(*resolved));
  return std::nullopt;
}

awaitable<HttpResponse> answer(std::shared_ptr<Server> server, HttpRequest& request)
{
  identify(*server, request);
  const auto question = request.target.find('?');
  const Query query(question == std::string::npos ? std::string_view()
                                                  : std::string_view(request.target).substr(question + 1));
  std::optional<Call> call;
  if (auto plain = begin(*server, request, query, call)) co_return std::move(*plain);
  auto response = co_await dispatch(server, *call);
  if (!request.headers.find(garbage_later)) {
    const Locked locked(*server);
    collect_garbage(*server);
  }
  for (const auto& warning : call->warnings) response.headers.add("Warning", warning_text(warning));
  co_return response;
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
  impl_ = std::make_shared<Impl>(options);
  apiserver::install_builtin_kinds(*impl_);
  if (options.authorization == Authorization::rbac) apiserver::install_bootstrap_roles(*impl_);
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
  // Nothing in an answer refers to this context: a watch waits on the executor of whoever reads it.
  asio::io_context context(1);
  std::optional<HttpResponse> response;
  asio::co_spawn(context, async_handle(std::move(request)),
                 [&response](const std::exception_ptr& error, HttpResponse answered) {
                   if (!error) response = std::move(answered);
                 });
  context.poll();
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
