// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/apimachinery/unreadable_object.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/client/options.hpp"
#include "kubexx/client/request_budget.hpp"
#include "kubexx/client/warning.hpp"
#include "kubexx/client/watch.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

struct ClientConfig;  // kubexx/client/load_config.hpp
class ObjectPages;    // kubexx/client/pages.hpp
class LogStream;      // kubexx/client/logs.hpp
struct Table;         // kubexx/client/table.hpp
class TableStream;    // kubexx/client/table.hpp
struct Scale;         // kubexx/client/scale.hpp
struct IssuedToken;   // kubexx/client/scale.hpp
namespace detail {
struct ClientAccess;
/// Logs one line about the objects that were left out of the response to `call`; nothing if there are none.
void log_unreadable(const Log& log, const std::string& call, const std::vector<UnreadableObject>& unreadable);
}  // namespace detail

/// The response to a list request.
struct ObjectList {
  std::vector<Object> items;
  std::string resource_version;
  std::string continue_;                  ///< not empty: there are more pages
  std::int64_t remaining_item_count = 0;  ///< on later pages; 0 also if the server omits it (selectors)
  /// Items that cannot be read. They are left out of `items`, and one line is logged about them.
  std::vector<UnreadableObject> unreadable;
};

/// A client of one API server. A cheap copyable handle; thread safe.
///
/// Every verb has an awaitable form (`async_…`) and a blocking form. Both are thin layers over one implementation and
/// pass through the interceptor chain. On a thread of the runtime's executor, a blocking verb throws std::logic_error
/// that names the awaitable form. Errors: ApiError if the server responded with an error, TransportError if it did not
/// respond, ObjectError if the response is not the object, std::invalid_argument before anything is sent (an empty or
/// illegal name, contradictory options), and RuntimeStopped from blocking verbs if no thread runs the executor.
///
/// Every part of a path is validated and percent-encoded: no name, namespace, subresource, selector or field manager,
/// however hostile, can reach another resource or add a parameter.
///
/// Per-operation cancellation: CallOptions::stop ends a call immediately, from any thread. Asio's cancellation
/// (awaitable_operators, bind_cancellation_slot) ends an awaitable verb. Both throw TransportError `cancelled`. The
/// server may carry out a request that it has already received (TransportError::request_written).
///
/// Object lifetimes: a call owns its arguments and shares the state of the client, so the Client may be destroyed while
/// an awaitable verb runs. The services that the Runtime points to must outlive all clients, calls and streams.
class Client {
public:
  /// Options for every call of the client.
  struct Options {
    std::string user_agent = {};  ///< default: kubexx/<version>
    std::string field_manager = "kubexx";
    Duration timeout = std::chrono::seconds(30);  ///< of a call; see CallOptions for this and the next three
    std::optional<Duration> head_timeout = {};    ///< nullopt: bounded only by `timeout`
    std::optional<Duration> idle_timeout = std::chrono::seconds(30);
    /// CallOptions::max_body of every response except lists and logs. An object has at most about 2 MiB. In a list that
    /// is read item by item (by an informer), this is the limit of one item.
    std::size_t max_body = std::size_t{32} << 20U;
    std::size_t max_list = std::size_t{256} << 20U;  ///< of a list that is read as a whole, and of a log's text
    std::string default_namespace = "default";
    std::vector<std::shared_ptr<Interceptor>> interceptors = {};  ///< outermost first
    RequestBudget budget = {};                                    ///< shared by copies of the client
    WarningHandler on_warning = {};  ///< called for the server's warnings; default: logs each text once
  };

  Client(Runtime runtime, std::shared_ptr<Transport> transport, Options options);
  Client(Runtime runtime, std::shared_ptr<Transport> transport);
  /// A client of the server in `config`, over the network, with the credentials (only over TLS) and the namespace in
  /// `config`. The first call connects. Throws ConfigError if the configuration cannot be used.
  [[nodiscard]] static Client connect(Runtime runtime, const ClientConfig& config);
  [[nodiscard]] static Client connect(Runtime runtime, const ClientConfig& config, Options options);

  /// A copy of this client with one more interceptor, inside the existing ones.
  [[nodiscard]] Client with_interceptor(std::shared_ptr<Interceptor> interceptor) const;
  /// A copy with one more interceptor outside all others: it also sees calls that the others refuse.
  [[nodiscard]] Client with_outermost(std::shared_ptr<Interceptor> interceptor) const;
  /// A copy with one more interceptor inside all others, including the client's own: every attempt passes it last.
  [[nodiscard]] Client with_innermost(std::shared_ptr<Interceptor> interceptor) const;
  [[nodiscard]] const std::string& default_namespace() const noexcept;
  [[nodiscard]] const Runtime& runtime() const noexcept;
  /// Whether a blocking verb is one atomic step on the calling thread (Transport::completes_inline).
  [[nodiscard]] bool answers_inline() const noexcept;

  // Reading.
  /// Returns one object. Throws ApiError with reason NotFound if it does not exist.
  [[nodiscard]] awaitable<Object> async_get(ResourceType type, ObjectKey key, GetOptions options = {}) const;
  Object get(const ResourceType& type, const ObjectKey& key, const GetOptions& options = {}) const;
  /// Returns one page of a list: see `ListOptions::limit` and `ListOptions::continue_`.
  [[nodiscard]] awaitable<ObjectList> async_list(ResourceType type, ListOptions options = {}) const;
  ObjectList list(const ResourceType& type, const ListOptions& options = {}) const;
  /// Reads a list page by page, without holding all of it.
  [[nodiscard]] ObjectPages pages(ResourceType type, ListOptions options = {},
                                  OnExpired on_expired = OnExpired::fail) const;
  /// Reads all pages and returns all items.
  [[nodiscard]] awaitable<ObjectList> async_list_all(ResourceType type, ListOptions options = {},
                                                     OnExpired on_expired = OnExpired::full_list) const;
  ObjectList list_all(const ResourceType& type, const ListOptions& options = {},
                      OnExpired on_expired = OnExpired::full_list) const;
  /// Watches a kind. `options.timeout` bounds only the start of the watch; WatchStream::next bounds each wait for an
  /// event.
  [[nodiscard]] awaitable<std::unique_ptr<WatchStream>> async_watch(ResourceType type, WatchOptions options = {}) const;
  [[nodiscard]] std::unique_ptr<WatchStream> watch(const ResourceType& type, const WatchOptions& options = {}) const;
  /// Returns an object in the server's printable form, as shown by kubectl: columns and rows.
  [[nodiscard]] awaitable<Table> async_get_table(ResourceType type, ObjectKey key, GetOptions options = {},
                                                 IncludeObject include = IncludeObject::metadata) const;
  Table get_table(const ResourceType& type, const ObjectKey& key, const GetOptions& options = {},
                  IncludeObject include = IncludeObject::metadata) const;
  [[nodiscard]] awaitable<Table> async_list_table(ResourceType type, ListOptions options = {},
                                                  IncludeObject include = IncludeObject::metadata) const;
  Table list_table(const ResourceType& type, const ListOptions& options = {},
                   IncludeObject include = IncludeObject::metadata) const;
  [[nodiscard]] awaitable<TableStream> async_watch_table(ResourceType type, WatchOptions options = {},
                                                         IncludeObject include = IncludeObject::metadata) const;
  [[nodiscard]] TableStream watch_table(const ResourceType& type, const WatchOptions& options = {},
                                        IncludeObject include = IncludeObject::metadata) const;
  /// Sends a GET of a path outside the resource model (/version, /readyz, discovery) and returns the body.
  [[nodiscard]] awaitable<std::string> async_get_raw(std::string target, CallOptions options = {}) const;
  std::string get_raw(std::string_view target, const CallOptions& options = {}) const;

  // Writing.
  /// Creates an object and returns it as the server stored it. `object` needs metadata.name, or metadata.generateName
  /// without a name: then the server generates the name.
  [[nodiscard]] awaitable<Object> async_create(ResourceType type, Object object, WriteOptions options = {}) const;
  Object create(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  /// Replaces an object and returns it as the server stored it. If `object` has a metadata.resourceVersion that is not
  /// the current one, throws ApiError (is_conflict).
  [[nodiscard]] awaitable<Object> async_update(ResourceType type, Object object, WriteOptions options = {}) const;
  Object update(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  /// Likewise, but replaces only the status (the subresource `status`).
  [[nodiscard]] awaitable<Object> async_update_status(ResourceType type, Object object,
                                                      WriteOptions options = {}) const;
  Object update_status(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  /// Patches an object and returns it as the server stored it. `patch` is the result of make_patch(), or text: a JSON
  /// merge patch unless a PatchType is given. `subresource` is empty, "status", "scale", …
  [[nodiscard]] awaitable<Object> async_patch(ResourceType type, ObjectKey key, Patch patch, PatchOptions options = {},
                                              std::string subresource = {}) const;
  Object patch(const ResourceType& type, const ObjectKey& key, const Patch& patch, const PatchOptions& options = {},
               std::string_view subresource = {}) const;
  /// Applies an object (server-side apply). `object` contains the fields that this field manager wants, and no others.
  [[nodiscard]] awaitable<Object> async_apply(ResourceType type, Object object, PatchOptions options = {},
                                              std::string subresource = {}) const;
  Object apply(const ResourceType& type, const Object& object, const PatchOptions& options = {},
               std::string_view subresource = {}) const;
  /// Deletes an object. Also succeeds if the object only got a deletionTimestamp. Throws ApiError (is_not_found) if it
  /// does not exist.
  [[nodiscard]] awaitable<void> async_delete(ResourceType type, ObjectKey key, DeleteOptions options = {}) const;
  void delete_(const ResourceType& type, const ObjectKey& key, const DeleteOptions& options = {}) const;
  /// Deletes the objects of one namespace (or of a cluster-scoped kind) that `which` selects. Returns those that the
  /// server reports as deleted; a server may report none. The call is bounded by `options`, not by `which`.
  [[nodiscard]] awaitable<ObjectList> async_delete_collection(ResourceType type, ListOptions which,
                                                              DeleteOptions options = {}) const;
  ObjectList delete_collection(const ResourceType& type, const ListOptions& which,
                               const DeleteOptions& options = {}) const;

  /// Returns any subresource by its name, with an untyped body.
  [[nodiscard]] awaitable<Object> async_get_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                        GetOptions options = {}) const;
  Object get_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                         const GetOptions& options = {}) const;
  [[nodiscard]] awaitable<Table> async_get_subresource_table(ResourceType type, ObjectKey key, std::string subresource,
                                                             GetOptions options = {},
                                                             IncludeObject include = IncludeObject::metadata) const;
  Table get_subresource_table(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                              const GetOptions& options = {}, IncludeObject include = IncludeObject::metadata) const;
  [[nodiscard]] awaitable<Object> async_create_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                           Object body, WriteOptions options = {}) const;
  Object create_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                            const Object& body, const WriteOptions& options = {}) const;
  [[nodiscard]] awaitable<Object> async_update_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                           Object body, WriteOptions options = {}) const;
  Object update_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                            const Object& body, const WriteOptions& options = {}) const;
  /// Returns the subresource `scale`, which has a type of its own.
  [[nodiscard]] awaitable<Scale> async_get_scale(ResourceType type, ObjectKey key, GetOptions options = {}) const;
  Scale get_scale(const ResourceType& type, const ObjectKey& key, const GetOptions& options = {}) const;
  [[nodiscard]] awaitable<Scale> async_update_scale(ResourceType type, Scale scale, WriteOptions options = {}) const;
  Scale update_scale(const ResourceType& type, const Scale& scale, const WriteOptions& options = {}) const;
  [[nodiscard]] awaitable<Scale> async_patch_scale(ResourceType type, ObjectKey key, Patch patch,
                                                   PatchOptions options = {}) const;
  Scale patch_scale(const ResourceType& type, const ObjectKey& key, const Patch& patch,
                    const PatchOptions& options = {}) const;
  /// Deletes a pod unless a PodDisruptionBudget currently forbids it (is_too_many_requests). The client retries within
  /// the deadline if the server sends Retry-After; with CallOptions::retry = false, the first refusal is thrown.
  [[nodiscard]] awaitable<void> async_evict(ObjectKey pod, DeleteOptions options = {}) const;
  void evict(const ObjectKey& pod, const DeleteOptions& options = {}) const;
  /// Issues a token for a ServiceAccount (TokenRequest).
  [[nodiscard]] awaitable<IssuedToken> async_create_token(ObjectKey account, TokenOptions options = {}) const;
  IssuedToken create_token(const ObjectKey& account, const TokenOptions& options = {}) const;
  /// Returns the current log of a container, as text.
  [[nodiscard]] awaitable<std::string> async_logs(ObjectKey pod, LogOptions options = {}) const;
  std::string logs(const ObjectKey& pod, const LogOptions& options = {}) const;
  /// Streams the log; with `follow`, until the container ends. `options.timeout` bounds only the start.
  [[nodiscard]] awaitable<LogStream> async_stream_logs(ObjectKey pod, LogOptions options = {}) const;
  [[nodiscard]] LogStream stream_logs(const ObjectKey& pod, const LogOptions& options = {}) const;

private:
  friend struct detail::ClientAccess;
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace kubexx
