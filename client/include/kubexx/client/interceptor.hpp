// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

/// The verb of a call; raw: Client::get_raw.
enum class Verb { get, list, watch, create, update, patch, delete_, delete_collection, raw };
[[nodiscard]] const char* to_string(Verb verb) noexcept;
[[nodiscard]] constexpr bool is_write(Verb verb) noexcept
{
  return verb >= Verb::create && verb <= Verb::delete_collection;
}
/// The reason that client-go uses for a response with this HTTP status whose body is not a Status: "NotFound",
/// "AlreadyExists" for a create, …; for an interceptor that responds to a call by itself.
[[nodiscard]] const char* reason_of(unsigned code, Verb verb) noexcept;

/// One API call on its way through the interceptors: its meaning and the request to send.
struct ApiCall {
  ApiCall() = default;  // not an aggregate: g++ 12 destroys temporary aggregates in co_await expressions twice
  Verb verb = Verb::get;
  ResourceType type;
  ObjectKey key;            ///< without a name for list, watch, create with generateName and delete-collection
  std::string subresource;  ///< "status", "scale", …; empty for the object itself
  /// The server responds without carrying it out. An interceptor that turns a call into a dry run must set this too.
  bool dry_run = false;
  bool metadata_only = false;  ///< the response is a PartialObjectMetadata or a list of them
  HttpRequest request;
  ExchangeLimits limits;
  /// False in a blocking verb that runs as one atomic step (Transport::completes_inline): nothing may sleep then.
  bool may_wait = true;
  bool may_retry = true;  ///< CallOptions::retry
  int retries = 0;        ///< inside the client's retries: the number of previous attempts
};

/// The result of a successful write, for Interceptor::written. `type` is valid only during the call.
struct WriteReceipt {
  Verb verb = Verb::update;
  const ResourceType& type;
  ObjectKey key;
  /// Empty if the response has none (a delete that removed the object) or could not be read; a name that the server
  /// generated is then empty as well.
  std::string uid, resource_version;
};

/// An element of the chain that every read and write passes through. The user's interceptors are outermost
/// (Client::Options::interceptors, Client::with_interceptor). A manager adds read-your-writes and the guard against
/// create loops. Inside them are the client's own: retries, throttling, impersonation, credentials and metrics. An
/// interceptor must be thread safe and outlive the calls.
class Interceptor {
public:
  using Next = std::function<awaitable<HttpResponse>(ApiCall)>;
  virtual ~Interceptor() = default;
  /// Handles `call`: usually `co_return co_await next(std::move(call));` with something before or after. It may call
  /// `next` several times (a retry) or not at all (a response of its own). Its exceptions reach the caller.
  [[nodiscard]] virtual awaitable<HttpResponse> intercept(ApiCall call, Next next) = 0;
  /// Called after a successful write, whether or not its response can be read. Must not throw.
  virtual void written(const WriteReceipt& /*receipt*/) noexcept {}
};

}  // namespace kubexx
