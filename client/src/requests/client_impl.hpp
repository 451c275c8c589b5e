// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "credentials/redactor.hpp"
#include "kubexx/client/client.hpp"
#include "requests/request.hpp"
#include "requests/rest_metrics.hpp"

namespace kubexx {

/// What a Client shares among its copies. Never changes. Every member that is a coroutine is static and takes the Impl
/// by value, so that it lives as long as the call.
struct Client::Impl {
  using Self = std::shared_ptr<const Impl>;

  /// Connections to the server, and what authorizes the requests over them.
  struct Connections {
    std::shared_ptr<Transport> transport;
    std::shared_ptr<Interceptor> authorization;  ///< null: none
  };
  /// What differs between a client made over any transport and a connected one.
  struct Endpoint {
    std::string host = "none";  ///< the metrics' label
    std::string path_prefix;
    std::shared_ptr<Interceptor> impersonation;  ///< null: none
    std::shared_ptr<Interceptor> authorization;  ///< null: none
    std::shared_ptr<Interceptor> throttle;       ///< null: made by the Impl; copies of a client share it
    std::shared_ptr<detail::Redactor> redactor;  ///< as `throttle`
    /// More connections like these; empty for a client made over a transport, which has no others.
    std::function<Connections(const Runtime& runtime)> connect;
  };

  Impl(Runtime runtime_, std::shared_ptr<Transport> transport_, Options options_, Endpoint endpoint_);
  /// The same with one more interceptor inside the user's; what counts and limits is shared.
  [[nodiscard]] static Self with(const Impl& outer, std::shared_ptr<Interceptor> interceptor);
  /// The same with one more interceptor outside all others.
  [[nodiscard]] static Self with_outermost(const Impl& inner, std::shared_ptr<Interceptor> interceptor);
  /// The same with one more interceptor inside all others.
  [[nodiscard]] static Self with_innermost(const Impl& outer, std::shared_ptr<Interceptor> interceptor);

  /// The same on `runtime`, with connections, credentials and a request budget of its own.
  [[nodiscard]] static Self with_own_connections(const Impl& like, Runtime runtime);

  Runtime runtime;
  std::shared_ptr<Transport> transport;
  Options options;
  Endpoint endpoint;
  std::shared_ptr<detail::RestMetrics> metrics;
  std::vector<std::shared_ptr<Interceptor>> chain;  // the user's, outermost first, then the client's own

  /// Passes the chain from link `index` on.
  static awaitable<HttpResponse> pass(Self self, std::size_t index, ApiCall call);
  /// The end of the chain: the transport, and no credential in what comes back.
  static awaitable<HttpResponse> exchange(Self self, ApiCall call);
  /// Sends `call` and returns a successful answer; throws ApiError and TransportError that name the call.
  static awaitable<HttpResponse> send(Self self, ApiCall call, CallOptions bounds, bool may_wait);
  /// The same for a write. One that has succeeded is announced and says so also when the body of its answer breaks off.
  static awaitable<HttpResponse> send_write(Self self, ApiCall call, CallOptions bounds, bool may_wait);

  static awaitable<Object> read_object(Self self, ApiCall call, CallOptions bounds, bool may_wait,
                                       bool keep_managed_fields);
  static awaitable<ObjectList> list(Self self, ApiCall call, CallOptions bounds, bool may_wait,
                                    bool keep_managed_fields);
  static awaitable<Object> write(Self self, ApiCall call, CallOptions bounds, bool may_wait);
  static awaitable<void> remove(Self self, ApiCall call, CallOptions bounds, bool may_wait);
  static awaitable<ObjectList> remove_many(Self self, ApiCall call, CallOptions bounds, bool may_wait);
  static awaitable<std::string> raw(Self self, ApiCall call, CallOptions bounds, bool may_wait);

  void announce(Verb verb, const ResourceType& type, ObjectKey key, std::string uid, std::string version) const;
};

namespace detail {

/// The implementation behind a Client, for the files that hold its other verbs.
struct ClientAccess {
  using Impl = Client::Impl;
  [[nodiscard]] static const Impl::Self& impl(const Client& client) noexcept { return client.impl_; }
  /// `client` with another implementation.
  [[nodiscard]] static Client with(Client client, Impl::Self impl)
  {
    client.impl_ = std::move(impl);
    return client;
  }
};

/// The part of a verb's options that every verb has.
[[nodiscard]] inline CallOptions bounds_of(const CallOptions& options)
{
  return options;
}

/// Opens one watch; called once.
using StartWatch = std::function<awaitable<std::unique_ptr<WatchStream>>(CallOptions bounds, bool may_wait)>;

/// Checks the call. With `table`, the objects of the events are Tables whose rows hold that.
[[nodiscard]] StartWatch start_watch(ClientAccess::Impl::Self impl, ResourceType type, const WatchOptions& options,
                                     std::optional<IncludeObject> table);
/// The blocking form.
[[nodiscard]] std::unique_ptr<WatchStream> run_watch(const ClientAccess::Impl& impl, const WatchOptions& options,
                                                     const char* verb, const StartWatch& start);

}  // namespace detail
}  // namespace kubexx
