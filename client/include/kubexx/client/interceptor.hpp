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

enum class Verb { get, list, watch, create, update, patch, delete_, delete_collection, raw };
[[nodiscard]] const char* to_string(Verb verb) noexcept;
[[nodiscard]] constexpr bool is_write(Verb verb) noexcept
{
  return verb >= Verb::create && verb <= Verb::delete_collection;
}
/// The reason of an answer with this HTTP status that is no Status itself, as client-go has it: "NotFound",
/// "AlreadyExists" of a create, …; for a link that answers a call by itself.
[[nodiscard]] const char* reason_of(unsigned code, Verb verb) noexcept;

/// One API call on its way through the chain: its meaning, and the request that will be sent.
struct ApiCall {
  ApiCall() = default;  // no aggregate: g++ 12 destroys temporaries of those in co_await expressions twice
  Verb verb = Verb::get;
  ResourceType type;
  ObjectKey key;            ///< name empty for list, watch, create with generateName and delete-collection
  std::string subresource;  ///< "status", "scale", …; empty for the object itself
  /// The server answers without doing it. A link that turns a call into a dry run sets this, too.
  bool dry_run = false;
  bool metadata_only = false;  ///< the answer is a PartialObjectMetadata, or a list of those
  HttpRequest request;
  ExchangeLimits limits;
  /// False in a blocking verb that runs as one atomic step (Transport::completes_inline): then nothing may sleep.
  bool may_wait = true;
  bool may_retry = true;  ///< CallOptions::retry
  int retries = 0;        ///< inside the client's retries: how many attempts went before this one
};

/// The result of a successful write, for Interceptor::written. Views live for the call.
struct WriteReceipt {
  Verb verb = Verb::update;
  const ResourceType& type;
  ObjectKey key;
  /// Empty when the answer had none (a delete that ended the object) or could not be read; then the name of an object
  /// that the server has named is empty as well.
  std::string uid, resource_version;
};

/// A link of the chain that every read and write passes. The user's links are outermost (Client::Options::interceptors,
/// Client::with_interceptor). A manager adds read-your-writes and the guard against creating in a loop. Inside them are
/// the client's own: retries, throttling, impersonation, credentials and metrics. Thread safe; outlives the calls.
class Interceptor {
public:
  using Next = std::function<awaitable<HttpResponse>(ApiCall)>;
  virtual ~Interceptor() = default;
  /// Handles `call`: usually `co_return co_await next(std::move(call));` with something before or after. It may call
  /// `next` several times (a retry) or not at all (an answer of its own). What it throws reaches the caller.
  [[nodiscard]] virtual awaitable<HttpResponse> intercept(ApiCall call, Next next) = 0;
  /// After a write succeeded, whether or not its answer can be read. Must not throw.
  virtual void written(const WriteReceipt& /*receipt*/) noexcept {}
};

}  // namespace kubexx
