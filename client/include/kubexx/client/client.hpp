// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/misfit.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/budget.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/client/options.hpp"
#include "kubexx/client/warning.hpp"
#include "kubexx/client/watch.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

struct ClientConfig;  // kubexx/client/config.hpp
class ObjectPages;    // kubexx/client/pages.hpp
class LogStream;      // kubexx/client/logs.hpp
struct Table;         // kubexx/client/table.hpp
class TableStream;    // kubexx/client/table.hpp
struct Scale;         // kubexx/client/scale.hpp
struct IssuedToken;   // kubexx/client/scale.hpp
namespace detail {
struct ClientAccess;
/// One line about the objects that an answer to `call` is given without; none when there are none.
void log_misfits(const Log& log, const std::string& call, const std::vector<Misfit>& misfits);
}  // namespace detail

/// One answer to a list.
struct ObjectList {
  std::vector<Object> items;
  std::string resource_version;
  std::string continue_;                  ///< not empty: more pages
  std::int64_t remaining_item_count = 0;  ///< how many are on them; 0 also when the server does not say (selectors)
  std::vector<Misfit> misfits;            ///< items that cannot be read: they are left out, and one is logged
};

/// Talks to one API server. A cheap copyable handle; thread safe.
///
/// Every verb exists awaitable (`async_…`) and blocking; both are thin over one implementation, and both pass the
/// interceptor chain. A blocking verb called on a thread of the runtime's executor throws std::logic_error and names
/// the awaitable form. Errors: ApiError when the server answered with an error, TransportError when it did not answer,
/// ObjectError when its answer was no object, std::invalid_argument before anything was sent (an empty or illegal
/// name, options that contradict each other).
///
/// Each part of a path is checked and percent-encoded: no name, namespace, subresource, selector or field manager,
/// however hostile, leads to another resource or adds a parameter.
class Client {
public:
  struct Options {
    std::string user_agent = {};  ///< default: kubexx/<version>
    std::string field_manager = "kubexx";
    Duration timeout = std::chrono::seconds(30);  ///< of a call; this and the next three: see CallOptions
    std::optional<Duration> head_timeout = {};    ///< nullopt: `timeout` alone bounds it
    std::optional<Duration> idle_timeout = std::chrono::seconds(30);
    /// Of each answer's body but a list's and a log's: CallOptions::max_body. An object has about 2 MiB at most; of a
    /// list that is read item by item (an informer's) it bounds one item.
    std::size_t max_body = std::size_t{32} << 20U;
    std::size_t max_list = std::size_t{256} << 20U;  ///< of a list that is answered in one piece, and of a log's text
    std::string default_namespace = "default";
    std::vector<std::shared_ptr<Interceptor>> interceptors = {};  ///< outermost first
    RequestBudget budget = {};                                    ///< shared by copies of the client
    WarningHandler on_warning = {};  ///< for the server's warnings; default: logs each text once
  };

  Client(Runtime runtime, std::shared_ptr<Transport> transport, Options options);
  Client(Runtime runtime, std::shared_ptr<Transport> transport);
  /// With the real transport to `config`'s server, its credentials (over TLS only) and namespace. Connects with the
  /// first call. Throws ConfigError when the configuration cannot be used.
  [[nodiscard]] static Client connect(Runtime runtime, const ClientConfig& config);
  [[nodiscard]] static Client connect(Runtime runtime, const ClientConfig& config, Options options);

  /// This client with one more interceptor, inside the present ones.
  [[nodiscard]] Client with_interceptor(std::shared_ptr<Interceptor> interceptor) const;
  /// This client with one more interceptor outside all others: it also sees what these refuse by themselves.
  [[nodiscard]] Client with_outermost(std::shared_ptr<Interceptor> interceptor) const;
  /// This client with one more interceptor inside all others, the client's own included: each attempt passes it last.
  [[nodiscard]] Client with_innermost(std::shared_ptr<Interceptor> interceptor) const;
  [[nodiscard]] const std::string& default_namespace() const noexcept;
  [[nodiscard]] const Runtime& runtime() const noexcept;
  /// Whether a blocking verb is one atomic step on the calling thread (Transport::completes_inline).
  [[nodiscard]] bool answers_inline() const noexcept;

  // Reading.
  [[nodiscard]] awaitable<Object> async_get(ResourceType type, ObjectKey key, GetOptions options = {}) const;
  Object get(const ResourceType& type, const ObjectKey& key, const GetOptions& options = {}) const;
  /// One page. `pages` streams all of them, `list_all` collects them.
  [[nodiscard]] awaitable<ObjectList> async_list(ResourceType type, ListOptions options = {}) const;
  ObjectList list(const ResourceType& type, const ListOptions& options = {}) const;
  [[nodiscard]] ObjectPages pages(ResourceType type, ListOptions options = {},
                                  OnExpired on_expired = OnExpired::fail) const;
  [[nodiscard]] awaitable<ObjectList> async_list_all(ResourceType type, ListOptions options = {},
                                                     OnExpired on_expired = OnExpired::full_list) const;
  ObjectList list_all(const ResourceType& type, const ListOptions& options = {},
                      OnExpired on_expired = OnExpired::full_list) const;
  /// The deadline is for the beginning alone: WatchStream says how to bound a wait for an event.
  [[nodiscard]] awaitable<std::unique_ptr<WatchStream>> async_watch(ResourceType type, WatchOptions options = {}) const;
  [[nodiscard]] std::unique_ptr<WatchStream> watch(const ResourceType& type, const WatchOptions& options = {}) const;
  /// As kubectl prints it: columns and rows made by the server.
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
  /// GET of a path outside the resource model (/version, /readyz, discovery); the body.
  [[nodiscard]] awaitable<std::string> async_get_raw(std::string target, CallOptions options = {}) const;
  std::string get_raw(std::string_view target, const CallOptions& options = {}) const;

  // Writing.
  /// With metadata.name, or with metadata.generateName and without a name: then the server makes one up.
  [[nodiscard]] awaitable<Object> async_create(ResourceType type, Object object, WriteOptions options = {}) const;
  Object create(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  [[nodiscard]] awaitable<Object> async_update(ResourceType type, Object object, WriteOptions options = {}) const;
  Object update(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  [[nodiscard]] awaitable<Object> async_update_status(ResourceType type, Object object,
                                                      WriteOptions options = {}) const;
  Object update_status(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  /// `patch`: what make_patch made of a difference, or a text, which is a JSON merge patch unless its type says
  /// otherwise. `subresource` empty, "status", "scale", …
  [[nodiscard]] awaitable<Object> async_patch(ResourceType type, ObjectKey key, Patch patch, PatchOptions options = {},
                                              std::string subresource = {}) const;
  Object patch(const ResourceType& type, const ObjectKey& key, const Patch& patch, const PatchOptions& options = {},
               std::string_view subresource = {}) const;
  /// Server-side apply of `object`, which holds the fields that this field manager wants and no others.
  [[nodiscard]] awaitable<Object> async_apply(ResourceType type, Object object, PatchOptions options = {},
                                              std::string subresource = {}) const;
  Object apply(const ResourceType& type, const Object& object, const PatchOptions& options = {},
               std::string_view subresource = {}) const;
  /// Success also when the object only got its deletionTimestamp. Throws NotFound when there is none.
  [[nodiscard]] awaitable<void> async_delete(ResourceType type, ObjectKey key, DeleteOptions options = {}) const;
  void delete_(const ResourceType& type, const ObjectKey& key, const DeleteOptions& options = {}) const;
  /// Deletes all of one namespace (or of a cluster-scoped kind) that `which` selects, and returns what the server says
  /// it deleted. The bounds of the call are those of `options`.
  [[nodiscard]] awaitable<ObjectList> async_delete_collection(ResourceType type, ListOptions which,
                                                              DeleteOptions options = {}) const;
  ObjectList delete_collection(const ResourceType& type, const ListOptions& which,
                               const DeleteOptions& options = {}) const;

  // Subresources: any by name, with the body as it is …
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
  // … and those that have a form of their own.
  [[nodiscard]] awaitable<Scale> async_get_scale(ResourceType type, ObjectKey key, GetOptions options = {}) const;
  Scale get_scale(const ResourceType& type, const ObjectKey& key, const GetOptions& options = {}) const;
  [[nodiscard]] awaitable<Scale> async_update_scale(ResourceType type, Scale scale, WriteOptions options = {}) const;
  Scale update_scale(const ResourceType& type, const Scale& scale, const WriteOptions& options = {}) const;
  [[nodiscard]] awaitable<Scale> async_patch_scale(ResourceType type, ObjectKey key, Patch patch,
                                                   PatchOptions options = {}) const;
  Scale patch_scale(const ResourceType& type, const ObjectKey& key, const Patch& patch,
                    const PatchOptions& options = {}) const;
  /// Deletes a pod unless a PodDisruptionBudget forbids it now: is_too_many_requests. The client tries again when the
  /// server says after how long, within the deadline; CallOptions::retry = false for the first answer.
  [[nodiscard]] awaitable<void> async_evict(ObjectKey pod, DeleteOptions options = {}) const;
  void evict(const ObjectKey& pod, const DeleteOptions& options = {}) const;
  /// A token of a ServiceAccount (TokenRequest).
  [[nodiscard]] awaitable<IssuedToken> async_create_token(ObjectKey account, TokenOptions options = {}) const;
  IssuedToken create_token(const ObjectKey& account, const TokenOptions& options = {}) const;
  /// A container's log up to now, as text.
  [[nodiscard]] awaitable<std::string> async_logs(ObjectKey pod, LogOptions options = {}) const;
  std::string logs(const ObjectKey& pod, const LogOptions& options = {}) const;
  /// The log as it comes; with `follow` until the container ends. The deadline is for the beginning alone.
  [[nodiscard]] awaitable<LogStream> async_stream_logs(ObjectKey pod, LogOptions options = {}) const;
  [[nodiscard]] LogStream stream_logs(const ObjectKey& pod, const LogOptions& options = {}) const;

private:
  friend struct detail::ClientAccess;
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace kubexx
