// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "events/event_key.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// An object of a cluster.
struct ObjectRef {
  std::string cluster;   ///< empty: the manager's own
  std::string resource;  ///< "foos.example.com", without a subresource
  ObjectKey key;

  friend auto operator<=>(const ObjectRef&, const ObjectRef&) = default;
};

/// Which reconcile wrote which version of an object, of all the controllers that share it. The event of a write comes
/// within milliseconds, so the oldest writes are forgotten first when there are more than `most`. Thread safe.
class WriteLog {
public:
  static constexpr std::size_t most = 2048;

  struct Entry {
    std::string controller;
    Request request;       ///< whose reconcile wrote
    bool gave_up = false;  ///< ControllerOptions::on_give_up wrote, not the reconciler
    /// JSON pointers to all that the request may have changed (ChangedPaths::covering and beside).
    std::vector<std::string> covering;
  };

  /// The server answered with this version.
  void add(const ObjectRef& object, std::string_view version, std::shared_ptr<const Entry> entry);
  /// The server deleted, or marked for deletion, the object of this uid.
  void add_deletion(const ObjectRef& object, std::string_view uid, std::shared_ptr<const Entry> entry);
  /// Who made this state of `object`, or deleted it in this state; null: none of the controllers, as far as is known.
  [[nodiscard]] std::shared_ptr<const Entry> find(const ObjectRef& object, const Object& state, bool deleted) const;

private:
  // Stands for an object and its version or uid.
  using Key = EventKey;
  void keep(const Key& of, std::shared_ptr<const Entry> entry);

  mutable std::mutex mutex_;
  std::unordered_map<Key, std::shared_ptr<const Entry>, Key::Hash> entries_;  // guarded by mutex_
  std::deque<Key> order_;                                                     // guarded by mutex_; the oldest first
};

}  // namespace kubexx
