// SPDX-License-Identifier: Apache-2.0
#include "requests/client_impl.hpp"

#include <algorithm>
#include <boost/system/system_error.hpp>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/client/own_connections.hpp"
#include "kubexx/http/read_some.hpp"
#include "requests/cancelled.hpp"
#include "requests/interceptors.hpp"
#include "requests/warning_log.hpp"

namespace kubexx {

using detail::CallSubject;

namespace {

/// The longest error answer that is read from a stream.
constexpr std::size_t longest_error_body = std::size_t{64} << 10U;

/// Throws ObjectError unless `object` is what the call asked for. A proxy may answer anything with 200, and a struct
/// whose members all have defaults would hide it.
void check_kind(const CallSubject& subject, const Object& object)
{
  const std::string_view kind = object.kind();
  if (kind.empty() && object.name().empty()) throw ObjectError("it has neither a kind nor a name");
  if (kind == "PartialObjectMetadata") return;  // for whoever asked for no more
  // A subresource has kinds of its own, and a Binding is answered with a Status.
  const std::string& expected = subject.type.kind;
  if (kind.empty() || kind == expected || expected.empty() || !subject.subresource.empty()) return;
  if (expected == "Binding" && kind == "Status") return;
  throw ObjectError("expected kind " + expected + ", not " + std::string(kind));
}

Object object_of(const CallSubject& subject, std::string_view body, bool keep_managed_fields)
{
  try {
    Object object = Object::parse(body, {.keep_managed_fields = keep_managed_fields, .type = nullptr});
    check_kind(subject, object);
    return object;
  } catch (const ObjectError& error) {
    throw ObjectError(to_string(subject) + ": the server's response is not the object: " + error.what());
  }
}

bool is_success(unsigned status) noexcept
{
  return status >= 200 && status <= 206;
}

ObjectList list_of(const Log& log, const CallSubject& subject, std::string_view body, bool keep_managed_fields)
{
  ObjectList result;
  const Object::ParseOptions options{.keep_managed_fields = keep_managed_fields, .type = &subject.type};
  const auto add = [&](const detail::ScannedObject& item) {
    result.items.push_back(detail::make_object(item, options));
  };
  const auto leave_out = [&](std::string_view item, const std::string& problem) {
    result.unreadable.push_back({detail::identity_of(item, options), problem});
  };
  try {
    auto header = detail::scan_list(body, add, leave_out);
    result.resource_version = std::move(header.resource_version);
    result.continue_ = std::move(header.continue_);
    result.remaining_item_count = header.remaining_item_count;
  } catch (const ObjectError& error) {
    throw ObjectError(to_string(subject) + ": the server's response is not a list: " + error.what());
  }
  detail::log_unreadable(log, to_string(subject), result.unreadable);
  result.misfits = result.unreadable;
  return result;
}

}  // namespace

void detail::log_unreadable(const Log& log, const std::string& call, const std::vector<UnreadableObject>& unreadable)
{
  if (unreadable.empty()) return;
  const UnreadableObject& first = unreadable.front();
  log.warn("objects are left out of a response: they cannot be read",
           {{"call", call},
            {"objects", unreadable.size()},
            {"first", first.object ? first.object.key().to_string() : std::string("an object without a name")},
            {"problem", first.problem}});
}

Client::Impl::Impl(Runtime runtime_, std::shared_ptr<Transport> transport_, Options options_, Endpoint endpoint_)
    : runtime(std::move(runtime_)),
      transport(std::move(transport_)),
      options(std::move(options_)),
      endpoint(std::move(endpoint_)),
      metrics(std::make_shared<detail::RestMetrics>(runtime.metrics, endpoint.host)),
      chain(options.interceptors)
{
  for (const auto& interceptor : chain) {
    if (!interceptor) throw std::invalid_argument("Client::Options::interceptors: one is null");
  }
  if (!options.on_warning) options.on_warning = detail::make_warning_log(runtime.log);
  chain.push_back(detail::make_retry(*runtime.clock, metrics));
  if (!endpoint.redactor) endpoint.redactor = std::make_shared<detail::Redactor>();
  if (!endpoint.throttle) endpoint.throttle = detail::make_throttle(options.budget, runtime, metrics);
  chain.push_back(endpoint.throttle);
  if (endpoint.impersonation) chain.push_back(endpoint.impersonation);
  if (endpoint.authorization) chain.push_back(endpoint.authorization);
  if (runtime.metrics != nullptr) chain.push_back(detail::make_attempt_metrics(metrics));
}

Client::Impl::Self Client::Impl::with(const Impl& outer, std::shared_ptr<Interceptor> interceptor)
{
  auto impl = std::make_shared<Impl>(outer);
  impl->chain.insert(impl->chain.begin() + static_cast<std::ptrdiff_t>(impl->options.interceptors.size()), interceptor);
  impl->options.interceptors.push_back(std::move(interceptor));
  return impl;
}

Client::Impl::Self Client::Impl::with_outermost(const Impl& inner, std::shared_ptr<Interceptor> interceptor)
{
  auto impl = std::make_shared<Impl>(inner);
  impl->chain.insert(impl->chain.begin(), interceptor);
  impl->options.interceptors.insert(impl->options.interceptors.begin(), std::move(interceptor));
  return impl;
}

Client::Impl::Self Client::Impl::with_innermost(const Impl& outer, std::shared_ptr<Interceptor> interceptor)
{
  auto impl = std::make_shared<Impl>(outer);
  impl->chain.push_back(std::move(interceptor));
  return impl;
}

Client::Impl::Self Client::Impl::with_own_connections(const Impl& like, Runtime runtime)
{
  auto impl = std::make_shared<Impl>(like);
  const auto exchange_link = [&](std::shared_ptr<Interceptor>& known, std::shared_ptr<Interceptor> other) {
    std::replace(impl->chain.begin(), impl->chain.end(), known, other);
    known = std::move(other);
  };
  exchange_link(impl->endpoint.throttle, detail::make_throttle(like.options.budget, runtime, like.metrics));
  if (like.endpoint.connect) {
    Connections own = like.endpoint.connect(runtime);
    impl->transport = std::move(own.transport);
    if (own.authorization) exchange_link(impl->endpoint.authorization, std::move(own.authorization));
  }
  impl->runtime = std::move(runtime);
  return impl;
}

Client with_own_connections(const Client& client, Runtime runtime)
{
  using detail::ClientAccess;
  auto impl = ClientAccess::Impl::with_own_connections(*ClientAccess::impl(client), std::move(runtime));
  return ClientAccess::with(client, std::move(impl));
}

awaitable<HttpResponse> Client::Impl::pass(Self self, std::size_t index, ApiCall call)
{
  if (index == self->chain.size()) return exchange(std::move(self), std::move(call));
  const auto interceptor = self->chain[index];
  Interceptor::Next next = [self = std::move(self), index](ApiCall passed) {
    return pass(self, index + 1, std::move(passed));
  };
  return interceptor->intercept(std::move(call), std::move(next));
}

awaitable<HttpResponse> Client::Impl::exchange(Self self, ApiCall call)
{
  const auto redactor = self->endpoint.redactor;
  redactor->remember(call.request.headers);
  HttpResponse response = co_await self->transport->exchange(std::move(call.request), std::move(call.limits));
  redactor->clean(response);
  co_return response;
}

awaitable<HttpResponse> Client::Impl::send(Self self, ApiCall call, CallOptions bounds, bool may_wait)
{
  const CallSubject subject = detail::subject_of(call);
  if (bounds.stop.stop_requested()) {
    throw TransportError(TransportErrc::cancelled, to_string(subject) + ": cancelled before it was sent");
  }
  call.may_wait = may_wait;
  call.may_retry = bounds.retry;
  call.request.headers.set("User-Agent", self->options.user_agent);
  if (!self->endpoint.path_prefix.empty()) call.request.target.insert(0, self->endpoint.path_prefix);
  const SteadyTime start = self->runtime.clock->now();
  call.limits.deadline = saturating_add(start, bounds.timeout.value_or(self->options.timeout));
  call.limits.head_timeout = bounds.head_timeout ? bounds.head_timeout : self->options.head_timeout;
  if (bounds.idle_timeout) call.limits.idle_timeout = bounds.idle_timeout;
  if (!call.limits.idle_timeout && !call.limits.stream) call.limits.idle_timeout = self->options.idle_timeout;
  const bool large = (call.verb == Verb::list || call.subresource == "log") && !call.limits.stream;
  call.limits.max_body = bounds.max_body.value_or(large ? self->options.max_list : self->options.max_body);
  call.limits.stop = bounds.stop;
  const std::string method = call.request.method;
  const bool streams = call.limits.stream;

  HttpResponse response;
  try {
    response = co_await pass(self, 0, std::move(call));
  } catch (const TransportError& error) {
    throw error.with_message(to_string(subject) + ": " + error.what());
  } catch (const boost::system::system_error& error) {
    detail::throw_cancelled(error, to_string(subject) + ": cancelled", false);
  } catch (const std::exception&) {
    throw;
  } catch (...) {  // nobody who calls expects it
    throw std::runtime_error(to_string(subject) + ": an interceptor threw something that is not a std::exception");
  }
  if (!streams) self->metrics->duration(method, self->runtime.clock->now() - start);
  if (response.headers.find("Warning")) {
    detail::tell_warnings(response.headers, to_string(subject), self->options.on_warning);
  }
  const auto fail = [&](Status status) {
    self->endpoint.redactor->clean(status);
    throw make_api_error(subject, std::move(status));
  };
  if (is_success(response.status)) {
    if (auto failure = detail::failure_within(subject, response.headers, response.body)) fail(std::move(*failure));
    co_return response;
  }
  if (response.stream) response.body = co_await read_some(response.stream.get(), longest_error_body);
  fail(detail::status_of_response(subject, response.status, response.headers, response.body,
                                  self->runtime.clock->wall_now()));
  co_return HttpResponse();
}

awaitable<Object> Client::Impl::read_object(Self self, ApiCall call, CallOptions bounds, bool may_wait,
                                            bool keep_managed_fields)
{
  const CallSubject subject = detail::subject_of(call);
  const HttpResponse response = co_await send(self, std::move(call), std::move(bounds), may_wait);
  co_return object_of(subject, response.body, keep_managed_fields);
}

awaitable<ObjectList> Client::Impl::list(Self self, ApiCall call, CallOptions bounds, bool may_wait,
                                         bool keep_managed_fields)
{
  const CallSubject subject = detail::subject_of(call);
  const HttpResponse response = co_await send(self, std::move(call), std::move(bounds), may_wait);
  co_return list_of(self->runtime.log, subject, response.body, keep_managed_fields);
}

awaitable<HttpResponse> Client::Impl::send_write(Self self, ApiCall call, CallOptions bounds, bool may_wait)
{
  const CallSubject subject = detail::subject_of(call);
  try {
    co_return co_await send(self, std::move(call), std::move(bounds), may_wait);
  } catch (const TransportError& error) {
    if (!is_success(error.status())) throw;
    self->announce(subject.verb, subject.type, subject.key, {}, {});
    throw error.with_message(std::string(error.what()) + "; the request itself succeeded");
  }
}

awaitable<Object> Client::Impl::write(Self self, ApiCall call, CallOptions bounds, bool may_wait)
{
  const CallSubject subject = detail::subject_of(call);
  const HttpResponse response = co_await send_write(self, std::move(call), std::move(bounds), may_wait);
  Object object;
  std::string unreadable;
  try {
    object = Object::parse(response.body);
    check_kind(subject, object);
  } catch (const ObjectError& error) {
    unreadable = error.what();
  }
  ObjectKey key = subject.key;
  if (key.name.empty()) key.name = object.name();
  self->announce(subject.verb, subject.type, std::move(key), std::string(object.uid()),
                 std::string(object.resource_version()));
  if (!unreadable.empty()) {
    throw ObjectError(to_string(subject) +
                      ": it was written, but the server's response is not the object: " + unreadable);
  }
  co_return object;
}

awaitable<void> Client::Impl::remove(Self self, ApiCall call, CallOptions bounds, bool may_wait)
{
  const CallSubject subject = detail::subject_of(call);
  const HttpResponse response = co_await send_write(self, std::move(call), std::move(bounds), may_wait);
  std::string uid;
  std::string version;
  try {
    // A Status when the object is gone, else the object with its deletionTimestamp.
    const Object answer = Object::parse(response.body);
    if (answer.kind() == "Status") {
      uid = answer.at("/details/uid").as_string().value_or(std::string());
    } else {
      uid = answer.uid();
      version = answer.resource_version();
    }
  } catch (const ObjectError&) {
    // The deletion succeeded; what the server says of it is not needed.
  }
  self->announce(subject.verb, subject.type, subject.key, std::move(uid), std::move(version));
}

awaitable<ObjectList> Client::Impl::remove_many(Self self, ApiCall call, CallOptions bounds, bool may_wait)
{
  const CallSubject subject = detail::subject_of(call);
  const HttpResponse response = co_await send_write(self, std::move(call), std::move(bounds), may_wait);
  self->announce(subject.verb, subject.type, subject.key, {}, {});
  // Some servers answer with a Status, which says no more than that it succeeded.
  if (detail::is_status(response.body)) co_return ObjectList{};
  try {
    co_return list_of(self->runtime.log, subject, response.body, false);
  } catch (const ObjectError& error) {
    throw ObjectError(std::string(error.what()) + "; they were deleted");
  }
}

awaitable<std::string> Client::Impl::raw(Self self, ApiCall call, CallOptions bounds, bool may_wait)
{
  HttpResponse response = co_await send(self, std::move(call), std::move(bounds), may_wait);
  co_return std::move(response.body);
}

void Client::Impl::announce(Verb verb, const ResourceType& type, ObjectKey key, std::string uid,
                            std::string version) const
{
  const WriteReceipt receipt{verb, type, std::move(key), std::move(uid), std::move(version)};
  for (const auto& interceptor : chain) interceptor->written(receipt);
}

}  // namespace kubexx
