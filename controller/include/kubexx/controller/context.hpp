// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/events.hpp"
#include "kubexx/controller/not_watched.hpp"
#include "kubexx/controller/request.hpp"
#include "kubexx/informer/object_snapshot.hpp"

namespace kubexx {

/// The result of `ctx.get<T>()`: the object in the cache, empty if there is none, and a value of the caller's own that
/// was read from it. `apimachinery/describe.hpp` must be included where it is used.
template <Kind T>
struct Cached {
  Object object;  ///< empty when there is none
  T value{};

  Cached() = default;
  explicit Cached(Object of) : object(std::move(of))
  {
    if (object) value = object.template as<T>();
  }

  explicit operator bool() const noexcept { return static_cast<bool>(object); }
  [[nodiscard]] T* operator->() noexcept { return &value; }
  [[nodiscard]] const T* operator->() const noexcept { return &value; }
  /// The object with `value`'s changes laid over it, for an update. Fields that T does not know stay as they are.
  [[nodiscard]] Object edited() const { return object.with(value); }
  /// Whether `value` was changed, so that a write would change the object.
  [[nodiscard]] bool changed() const { return object && !same_content(edited(), object); }
  /// Only the changes of `value`; make_patch describes how it preserves the changes of other writers. Needs an object.
  [[nodiscard]] Patch patch() const { return make_patch(object, edited()); }
};

/// What one reconcile works with. The controller makes one for each call; it is valid until that call ends and is used
/// by one thread at a time.
class Context {
public:
  class Services;  // what the controller provides

  Context(std::shared_ptr<Services> services, Request request, std::uint32_t causes, std::stop_token stop);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] const Request& request() const noexcept { return request_; }
  /// Carries controller, namespace, name and reconcile_id.
  [[nodiscard]] const Log& log() const;
  /// Requested when the reconcile times out, when the manager's drain time is over, and when the reconcile has
  /// returned. Calls of `client()` and the streams that they opened end with it; code that waits for anything else must
  /// check it.
  [[nodiscard]] std::stop_token stop_token() const noexcept { return stop_; }
  /// A random UUID that appears in every log line of this reconcile.
  [[nodiscard]] const std::string& reconcile_id() const;
  /// Why this reconcile happens, as text for logs: "foos.samplecontroller.k8s.io updated", "first list", "retry",
  /// "requeue after a delay", "enqueued". Several may apply. A hint, never a reason to do less.
  [[nodiscard]] std::vector<std::string> causes() const;

  /// Reads the cache, which includes this process's own writes. Empty when there is no such object. Throws NotWatched
  /// for a kind that the controller does not watch and for a namespace outside the watched one.
  [[nodiscard]] Object get(const ResourceType& type, const ObjectKey& key) const;
  /// Sorted by key. Empty `namespace_`: all that are watched. Throws NotWatched.
  [[nodiscard]] ObjectSnapshot list(const ResourceType& type, std::string_view namespace_ = {}) const;

  /// The typed forms. They throw ObjectError, which names object and field, when a field does not have the type that T
  /// declares. One such object fails the whole list; the untyped form reads the others.
  template <Kind T>
  [[nodiscard]] Cached<T> get(const ObjectKey& key) const
  {
    return Cached<T>(get(resource_of<T>(), key));
  }
  template <Kind T>
  [[nodiscard]] Cached<T> get(const Request& request) const
  {
    return get<T>(request.key());
  }
  template <Kind T>
  [[nodiscard]] std::vector<Cached<T>> list(std::string_view namespace_ = {}) const
  {
    std::vector<Cached<T>> found;
    for (auto& object : list(resource_of<T>(), namespace_)) found.emplace_back(std::move(object));
    return found;
  }

  /// The client for writes and for reads that must not come from the cache. Its calls and their streams end with
  /// stop_token(), or with the stop token of their own options if that comes first.
  [[nodiscard]] const Client& client() const;
  [[nodiscard]] const EventRecorder& events() const noexcept;

private:
  std::shared_ptr<Services> services_;
  Request request_;
  std::uint32_t causes_;
  std::stop_token stop_;
  mutable std::string id_;                // made when first asked for
  mutable std::optional<Log> log_;        // likewise
  mutable std::optional<Client> client_;  // likewise
};

}  // namespace kubexx
