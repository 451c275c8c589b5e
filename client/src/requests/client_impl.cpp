// SPDX-License-Identifier: Apache-2.0
#include "requests/client_impl.hpp"

#include <boost/system/system_error.hpp>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/client/own_connections.hpp"
#include "kubexx/http/read_some.hpp"
#include "requests/cancelled.hpp"
#include "requests/warning_log.hpp"

namespace kubexx {

using detail::CallSubject;
using detail::LiveCall;

namespace {

/// The longest error answer that is read from a stream.
constexpr std::size_t longest_error_body = std::size_t{64} << 10U;

/// Throws ObjectError unless `object` is what the call asked for. A proxy may answer anything with 200, and a struct
/// whose members all have defaults would hide it.
void check_kind(const ApiCall& call, const Object& object)
{
  const std::string_view kind = object.kind();
  if (kind.empty() && object.name().empty()) throw ObjectError("it has neither a kind nor a name");
  if (kind == "PartialObjectMetadata") return;  // for whoever asked for no more
  // A subresource has kinds of its own, and a Binding is answered with a Status.
  const std::string& expected = call.type.kind;
  if (kind.empty() || kind == expected || expected.empty() || !call.subresource.empty()) return;
  if (expected == "Binding" && kind == "Status") return;
  throw ObjectError("expected kind " + expected + ", not " + std::string(kind));
}

/// Of a call that was sent.
CallSubject subject_of(const detail::LiveCall& call)
{
  CallSubject subject = detail::subject_of(call);
  if (!subject.target.empty()) subject.target.erase(0, call.prefix);
  return subject;
}

Object object_of(const detail::LiveCall& call, std::string_view body, bool keep_managed_fields)
{
  try {
    Object object = Object::parse(body, {.keep_managed_fields = keep_managed_fields, .type = nullptr});
    check_kind(call, object);
    return object;
  } catch (const ObjectError& error) {
    throw ObjectError(to_string(subject_of(call)) + ": the server's response is not the object: " + error.what());
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

Client::Impl::Core::Core(Runtime runtime_, std::shared_ptr<Transport> transport_, Options options_, Endpoint endpoint_)
    : runtime(std::move(runtime_)),
      transport(std::move(transport_)),
      keeps_request(dynamic_cast<detail::KeptRequestTransport*>(transport.get())),
      options(std::move(options_)),
      endpoint(std::move(endpoint_)),
      metrics(std::make_shared<detail::RestMetrics>(runtime.metrics, endpoint.host)),
      throttle(std::make_shared<detail::Throttle>(options.budget, runtime, metrics))
{
  if (!options.on_warning) options.on_warning = detail::make_warning_log(runtime.log);
  if (!endpoint.redactor) endpoint.redactor = std::make_shared<detail::Redactor>();
}

Client::Impl::Element::Element(std::shared_ptr<Interceptor> one)
    : interceptor(std::move(one)), link(dynamic_cast<detail::Link*>(interceptor.get()))
{
}

Client::Impl::Impl(std::shared_ptr<const Core> core_, Chain outer_, Chain inner_)
    : core(std::move(core_)),
      runtime(core->runtime),
      transport(core->transport),
      options(core->options),
      endpoint(core->endpoint),
      metrics(core->metrics),
      outer(std::move(outer_)),
      inner(std::move(inner_))
{
}

Client::Impl::Self Client::Impl::make(Runtime runtime, std::shared_ptr<Transport> transport, Options options,
                                      Endpoint endpoint)
{
  Chain users;
  for (const auto& interceptor : options.interceptors) {
    if (!interceptor) throw std::invalid_argument("Client::Options::interceptors: one is null");
    users.emplace_back(interceptor);
  }
  auto core =
      std::make_shared<const Core>(std::move(runtime), std::move(transport), std::move(options), std::move(endpoint));
  return std::make_shared<const Impl>(std::move(core), std::move(users), Chain());
}

Client::Impl::Self Client::Impl::with(const Impl& outer, std::shared_ptr<Interceptor> interceptor)
{
  Chain longer = outer.outer;
  longer.emplace_back(std::move(interceptor));
  return std::make_shared<const Impl>(outer.core, std::move(longer), outer.inner);
}

Client::Impl::Self Client::Impl::with_outermost(const Impl& inner, std::shared_ptr<Interceptor> interceptor)
{
  Chain longer;
  longer.reserve(inner.outer.size() + 1);
  longer.emplace_back(std::move(interceptor));
  longer.insert(longer.end(), inner.outer.begin(), inner.outer.end());
  return std::make_shared<const Impl>(inner.core, std::move(longer), inner.inner);
}

Client::Impl::Self Client::Impl::with_innermost(const Impl& outer, std::shared_ptr<Interceptor> interceptor)
{
  Chain longer = outer.inner;
  longer.emplace_back(std::move(interceptor));
  return std::make_shared<const Impl>(outer.core, outer.outer, std::move(longer));
}

Client::Impl::Self Client::Impl::with_own_connections(const Impl& like, Runtime runtime)
{
  auto core = std::make_shared<Core>(*like.core);
  core->throttle = std::make_shared<detail::Throttle>(like.options.budget, runtime, like.metrics);
  if (like.endpoint.connect) {
    Connections own = like.endpoint.connect(runtime);
    core->transport = std::move(own.transport);
    core->keeps_request = dynamic_cast<detail::KeptRequestTransport*>(core->transport.get());
    if (own.authorizer) core->endpoint.authorizer = std::move(own.authorizer);
  }
  core->runtime = std::move(runtime);
  return std::make_shared<const Impl>(std::move(core), like.outer, like.inner);
}

Client with_own_connections(const Client& client, Runtime runtime)
{
  using detail::ClientAccess;
  auto impl = ClientAccess::Impl::with_own_connections(*ClientAccess::impl(client), std::move(runtime));
  return ClientAccess::with(client, std::move(impl));
}

awaitable<HttpResponse> Client::Impl::send(const Impl* self, LiveCall* call, CallOptions bounds, bool may_wait,
                                           Announce announces)
{
  if (bounds.stop.stop_requested()) {
    throw TransportError(TransportErrc::cancelled, to_string(subject_of(*call)) + ": cancelled before it was sent");
  }
  const SteadyTime start = self->runtime.clock->now();
  self->prepare(*call, std::move(bounds), start);
  call->may_wait = may_wait;

  HttpResponse response;
  try {
    detail::Passages passages;
    std::exception_ptr failure;
    try {
      response = co_await self->enter(self->outer, 0, *call, passages);
    } catch (...) {
      failure = std::current_exception();
    }
    passages.leave(response, std::move(failure));
  } catch (const TransportError& error) {
    std::string text = to_string(subject_of(*call)) + ": " + error.what();
    if (announces == Announce::write && is_success(error.status())) {
      self->announce(call->verb, call->type, call->key, {}, {});
      text += "; the request itself succeeded";
    }
    throw error.with_message(text);
  } catch (const boost::system::system_error& error) {
    detail::throw_cancelled(error, to_string(subject_of(*call)) + ": cancelled", false);
  } catch (const std::exception&) {
    throw;
  } catch (...) {  // nobody who calls expects it
    throw std::runtime_error(to_string(subject_of(*call)) +
                             ": an interceptor threw something that is not a std::exception");
  }
  if (!call->limits.stream) self->metrics->duration(call->request.method, self->runtime.clock->now() - start);
  if (response.headers.find("Warning")) {
    detail::tell_warnings(response.headers, to_string(subject_of(*call)), self->options.on_warning);
  }
  const auto fail = [&](Status status) {
    self->endpoint.redactor->clean(status);
    throw make_api_error(subject_of(*call), std::move(status));
  };
  if (is_success(response.status)) {
    if (detail::may_hold_failure(response.body)) {
      if (auto failure = detail::failure_within(subject_of(*call), response.headers, response.body)) {
        fail(std::move(*failure));
      }
    }
    co_return response;
  }
  if (response.stream) response.body = co_await read_some(response.stream.get(), longest_error_body);
  fail(detail::status_of_response(subject_of(*call), response.status, response.headers, response.body,
                                  self->runtime.clock->wall_now()));
  co_return HttpResponse();
}

void Client::Impl::prepare(LiveCall& call, CallOptions bounds, SteadyTime now) const
{
  call.may_retry = bounds.retry;
  call.request.headers.set("User-Agent", options.user_agent);
  call.prefix = endpoint.path_prefix.size();
  if (call.prefix > 0) call.request.target.insert(0, endpoint.path_prefix);
  call.limits.deadline = saturating_add(now, bounds.timeout.value_or(options.timeout));
  call.limits.head_timeout = bounds.head_timeout ? bounds.head_timeout : options.head_timeout;
  if (bounds.idle_timeout) call.limits.idle_timeout = bounds.idle_timeout;
  if (!call.limits.idle_timeout && !call.limits.stream) call.limits.idle_timeout = options.idle_timeout;
  const bool large = (call.verb == Verb::list || call.subresource == "log") && !call.limits.stream;
  call.limits.max_body = bounds.max_body.value_or(large ? options.max_list : options.max_body);
  call.limits.stop = std::move(bounds.stop);
}

awaitable<Object> Client::Impl::read_object(Self self, CallPtr call, CallOptions bounds, bool may_wait,
                                            bool keep_managed_fields)
{
  const HttpResponse response = co_await send(self.get(), call.get(), std::move(bounds), may_wait);
  co_return object_of(*call, response.body, keep_managed_fields);
}

awaitable<ObjectList> Client::Impl::list(Self self, CallPtr call, CallOptions bounds, bool may_wait,
                                         bool keep_managed_fields)
{
  const HttpResponse response = co_await send(self.get(), call.get(), std::move(bounds), may_wait);
  co_return list_of(self->runtime.log, subject_of(*call), response.body, keep_managed_fields);
}

awaitable<Object> Client::Impl::write(Self self, CallPtr call, CallOptions bounds, bool may_wait)
{
  const HttpResponse response = co_await send(self.get(), call.get(), std::move(bounds), may_wait, Announce::write);
  Object object;
  std::string unreadable;
  try {
    object = call->answer ? std::move(call->answer) : Object::parse(response.body);
    check_kind(*call, object);
  } catch (const ObjectError& error) {
    unreadable = error.what();
  }
  ObjectKey key = call->key;
  if (key.name.empty()) key.name = object.name();
  self->announce(call->verb, call->type, std::move(key), std::string(object.uid()),
                 std::string(object.resource_version()));
  if (!unreadable.empty()) {
    throw ObjectError(to_string(subject_of(*call)) +
                      ": it was written, but the server's response is not the object: " + unreadable);
  }
  co_return object;
}

awaitable<void> Client::Impl::write_only(Self self, CallPtr call, CallOptions bounds, bool may_wait)
{
  const HttpResponse response = co_await send(self.get(), call.get(), std::move(bounds), may_wait, Announce::write);
  JsonView metadata;
  for (auto member = JsonView(response.body).children(); !metadata && member.next();) {
    if (member.key() == "metadata") metadata = member.value();
  }
  const auto text = [&](const char* name) { return metadata.member(name).as_string().value_or(std::string()); };
  self->announce(call->verb, call->type, call->key, text("uid"), text("resourceVersion"));
}

awaitable<void> Client::Impl::remove(Self self, CallPtr call, CallOptions bounds, bool may_wait)
{
  const HttpResponse response = co_await send(self.get(), call.get(), std::move(bounds), may_wait, Announce::write);
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
  self->announce(call->verb, call->type, call->key, std::move(uid), std::move(version));
}

awaitable<ObjectList> Client::Impl::remove_many(Self self, CallPtr call, CallOptions bounds, bool may_wait)
{
  const HttpResponse response = co_await send(self.get(), call.get(), std::move(bounds), may_wait, Announce::write);
  self->announce(call->verb, call->type, call->key, {}, {});
  // Some servers answer with a Status, which says no more than that it succeeded.
  if (detail::is_status(response.body)) co_return ObjectList{};
  try {
    co_return list_of(self->runtime.log, subject_of(*call), response.body, false);
  } catch (const ObjectError& error) {
    throw ObjectError(std::string(error.what()) + "; they were deleted");
  }
}

awaitable<std::string> Client::Impl::raw(Self self, CallPtr call, CallOptions bounds, bool may_wait)
{
  HttpResponse response = co_await send(self.get(), call.get(), std::move(bounds), may_wait);
  co_return std::move(response.body);
}

void Client::Impl::announce(Verb verb, const ResourceType& type, ObjectKey key, std::string uid,
                            std::string version) const
{
  const WriteReceipt receipt{verb, type, std::move(key), std::move(uid), std::move(version)};
  for (const Chain* chain : {&outer, &inner}) {
    for (const Element& element : *chain) element.interceptor->written(receipt);
  }
}

}  // namespace kubexx
