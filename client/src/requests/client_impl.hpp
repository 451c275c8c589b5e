// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "credentials/redactor.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/detail/link.hpp"
#include "kubexx/http/detail/kept_request.hpp"
#include "requests/authorizer.hpp"
#include "requests/request.hpp"
#include "requests/rest_metrics.hpp"
#include "requests/throttle.hpp"

namespace kubexx {

/// What a Client shares among its copies. Never changes. Every member that is a coroutine is static and takes the Impl
/// by value, so that it lives as long as the call.
struct Client::Impl : std::enable_shared_from_this<Client::Impl> {
  using Self = std::shared_ptr<const Impl>;

  using CallPtr = std::unique_ptr<detail::LiveCall>;

  /// Connections to the server, and what authorizes the requests over them.
  struct Connections {
    std::shared_ptr<Transport> transport;
    std::shared_ptr<const detail::Authorizer> authorizer;  ///< null: none
  };
  /// What differs between a client made over any transport and a connected one.
  struct Endpoint {
    std::string host = "none";  ///< the metrics' label
    std::string path_prefix;
    std::shared_ptr<detail::Link> impersonation;           ///< null: none
    std::shared_ptr<const detail::Authorizer> authorizer;  ///< null: none
    std::shared_ptr<detail::Redactor> redactor;            ///< null: a new one
    /// More connections like these; empty for a client made over a transport, which has no others.
    std::function<Connections(const Runtime& runtime)> connect;
  };
  /// What a client and those derived from it by one more interceptor have in common.
  struct Core {
    Core(Runtime runtime_, std::shared_ptr<Transport> transport_, Options options_, Endpoint endpoint_);
    Runtime runtime;
    std::shared_ptr<Transport> transport;
    detail::KeptRequestTransport* keeps_request = nullptr;  ///< `transport`; null if it is none
    Options options;
    Endpoint endpoint;
    std::shared_ptr<detail::RestMetrics> metrics;
    std::shared_ptr<detail::Throttle> throttle;
  };
  /// An interceptor, and the same as a Link if it is one.
  struct Element {
    explicit Element(std::shared_ptr<Interceptor> one);
    std::shared_ptr<Interceptor> interceptor;
    detail::Link* link;
  };
  /// Interceptors, outermost first.
  using Chain = std::vector<Element>;

  Impl(std::shared_ptr<const Core> core_, Chain outer_, Chain inner_);
  /// A new client. Throws std::invalid_argument if an interceptor in `options` is null.
  [[nodiscard]] static Self make(Runtime runtime, std::shared_ptr<Transport> transport, Options options,
                                 Endpoint endpoint);
  /// The same with one more interceptor inside the user's; what counts and limits is shared.
  [[nodiscard]] static Self with(const Impl& outer, std::shared_ptr<Interceptor> interceptor);
  /// The same with one more interceptor outside all others.
  [[nodiscard]] static Self with_outermost(const Impl& inner, std::shared_ptr<Interceptor> interceptor);
  /// The same with one more interceptor inside all others.
  [[nodiscard]] static Self with_innermost(const Impl& outer, std::shared_ptr<Interceptor> interceptor);

  /// The same on `runtime`, with connections, credentials and a request budget of its own.
  [[nodiscard]] static Self with_own_connections(const Impl& like, Runtime runtime);

  const std::shared_ptr<const Core> core;
  const Runtime& runtime;
  const std::shared_ptr<Transport>& transport;
  const Options& options;
  const Endpoint& endpoint;
  const std::shared_ptr<detail::RestMetrics>& metrics;
  const Chain outer;  ///< the user's and the manager's: each sees a call once
  const Chain inner;  ///< each sees every attempt

  // The way of a call. The caller keeps `self` and `call` until the end.
  /// Enters the links of `chain`, which is `outer` or `inner`, from `index` on, and returns what comes after them. The
  /// caller then leaves the passages.
  awaitable<HttpResponse> enter(const Chain& chain, std::size_t index, detail::LiveCall& call,
                                detail::Passages& passages) const;
  /// The same, whole, for a call that a user's interceptor passes on.
  static awaitable<HttpResponse> pass_on(Self self, const Chain* chain, std::size_t index, ApiCall call);
  /// Between the two: sends the call until it is not to be retried.
  static awaitable<HttpResponse> attempts(const Impl* self, detail::LiveCall* call);
  /// Waits for its turn, and sends the call; once more if there are newer credentials. `authorizer` may be null.
  static awaitable<HttpResponse> attempt(const Impl* self, detail::LiveCall* call,
                                         const detail::Authorizer* authorizer);
  /// The end of `inner`: the transport. What comes back may hold a credential.
  [[nodiscard]] awaitable<HttpResponse> exchange(detail::LiveCall& call) const;

  /// Sets what the options of the client and of the call say.
  void prepare(detail::LiveCall& call, CallOptions bounds, SteadyTime now) const;
  enum class Announce { nothing, write };
  /// Sends `call` and returns a successful answer; throws ApiError and TransportError that name the call. The caller
  /// keeps `self` and `call`. With Announce::write, a write that has succeeded is announced, and says so, if the body
  /// of its answer breaks off.
  static awaitable<HttpResponse> send(const Impl* self, detail::LiveCall* call, CallOptions bounds, bool may_wait,
                                      Announce announces = Announce::nothing);

  static awaitable<Object> read_object(Self self, CallPtr call, CallOptions bounds, bool may_wait,
                                       bool keep_managed_fields);
  static awaitable<ObjectList> list(Self self, CallPtr call, CallOptions bounds, bool may_wait,
                                    bool keep_managed_fields);
  static awaitable<Object> write(Self self, CallPtr call, CallOptions bounds, bool may_wait);
  /// The same for a caller who does not need the answer, which may be anything.
  static awaitable<void> write_only(Self self, CallPtr call, CallOptions bounds, bool may_wait);
  static awaitable<void> remove(Self self, CallPtr call, CallOptions bounds, bool may_wait);
  static awaitable<ObjectList> remove_many(Self self, CallPtr call, CallOptions bounds, bool may_wait);
  static awaitable<std::string> raw(Self self, CallPtr call, CallOptions bounds, bool may_wait);

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
