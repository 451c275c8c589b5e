// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/budget.hpp"
#include "kubexx/client/error.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/client/object.hpp"
#include "kubexx/client/options.hpp"
#include "kubexx/client/warning.hpp"
#include "kubexx/client/watch.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

struct ClientConfig;  // kubexx/client/config.hpp

/// One answer to a list.
struct ObjectList {
  std::vector<Object> items;
  std::string resource_version;
  std::string continue_;  ///< not empty: more pages
};

/// Talks to one API server. A cheap copyable handle; thread safe.
///
/// Every verb exists awaitable (`async_…`) and blocking; both are thin over one implementation, and both pass the
/// interceptor chain. A blocking verb called on a thread of the runtime's executor throws std::logic_error and names
/// the awaitable form. Errors: ApiError when the server answered with an error, TransportError when it did not answer,
/// ObjectError when its answer was no object, std::invalid_argument before anything was sent (an empty or illegal
/// name).
class Client {
public:
  struct Options {
    std::string user_agent;  ///< default: kubexx/<version>
    std::string field_manager = "kubexx";
    Duration timeout = std::chrono::seconds(30);
    std::string default_namespace = "default";
    std::vector<std::shared_ptr<Interceptor>> interceptors;  ///< outermost first
    RequestBudget budget;                                    ///< shared by copies of the client
    WarningHandler on_warning;  ///< for the server's warnings; default: logs each text once
  };

  Client(Runtime runtime, std::shared_ptr<Transport> transport, Options options);
  Client(Runtime runtime, std::shared_ptr<Transport> transport);
  /// With the real transport to `config`'s server, its credentials (over TLS only) and namespace. Connects with the
  /// first call. Throws ConfigError when the configuration cannot be used.
  [[nodiscard]] static Client connect(Runtime runtime, const ClientConfig& config);
  [[nodiscard]] static Client connect(Runtime runtime, const ClientConfig& config, Options options);

  /// This client with one more interceptor, inside the present ones.
  [[nodiscard]] Client with_interceptor(std::shared_ptr<Interceptor> interceptor) const;
  [[nodiscard]] const std::string& default_namespace() const noexcept;
  [[nodiscard]] const Runtime& runtime() const noexcept;
  /// Whether a blocking verb is one atomic step on the calling thread (Transport::completes_inline).
  [[nodiscard]] bool answers_inline() const noexcept;

  [[nodiscard]] awaitable<Object> async_get(ResourceType type, ObjectKey key, GetOptions options = {}) const;
  [[nodiscard]] awaitable<ObjectList> async_list(ResourceType type, ListOptions options = {}) const;
  [[nodiscard]] awaitable<std::unique_ptr<WatchStream>> async_watch(ResourceType type, WatchOptions options = {}) const;
  [[nodiscard]] awaitable<Object> async_create(ResourceType type, Object object, WriteOptions options = {}) const;
  [[nodiscard]] awaitable<Object> async_update(ResourceType type, Object object, WriteOptions options = {}) const;
  [[nodiscard]] awaitable<Object> async_update_status(ResourceType type, Object object,
                                                      WriteOptions options = {}) const;
  /// `subresource` empty, "status", "scale", …
  [[nodiscard]] awaitable<Object> async_patch(ResourceType type, ObjectKey key, std::string patch,
                                              PatchOptions options = {}, std::string subresource = {}) const;
  /// Success also when the object only got its deletionTimestamp. Throws NotFound when there is none.
  [[nodiscard]] awaitable<void> async_delete(ResourceType type, ObjectKey key, DeleteOptions options = {}) const;
  /// Any subresource by name, with the body as it is: token, scale, eviction, …
  [[nodiscard]] awaitable<Object> async_get_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                        GetOptions options = {}) const;
  [[nodiscard]] awaitable<Object> async_create_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                           Object body, WriteOptions options = {}) const;
  /// GET of a path outside the resource model (/version, /readyz, discovery); the body.
  [[nodiscard]] awaitable<std::string> async_get_raw(std::string target, CallOptions options = {}) const;

  Object get(const ResourceType& type, const ObjectKey& key, const GetOptions& options = {}) const;
  ObjectList list(const ResourceType& type, const ListOptions& options = {}) const;
  Object create(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  Object update(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  Object update_status(const ResourceType& type, const Object& object, const WriteOptions& options = {}) const;
  Object patch(const ResourceType& type, const ObjectKey& key, std::string_view patch, const PatchOptions& options = {},
               std::string_view subresource = {}) const;
  void delete_(const ResourceType& type, const ObjectKey& key, const DeleteOptions& options = {}) const;
  Object get_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                         const GetOptions& options = {}) const;
  Object create_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                            const Object& body, const WriteOptions& options = {}) const;
  std::string get_raw(std::string_view target, const CallOptions& options = {}) const;

private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace kubexx
