// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/typed_object.hpp"

namespace kubexx {

/// How long wait_for waits.
struct WaitOptions {
  /// Not set: until the condition is met. Zero or less: throws `timeout` without a read.
  std::optional<Duration> timeout = {};
  /// Ends the wait with TransportError `cancelled`, from any thread, while a thread runs the executor.
  std::stop_token stop = {};
};

/// A condition on one object. An empty Object means that the object does not exist.
using ObjectCondition = std::function<bool(const Object& object)>;

/// Waits until the object with this key meets `condition`, and returns that state: empty if the condition accepts an
/// object that does not exist. The object may be created later. The same as client-go's watch.UntilWithSync and
/// `kubectl wait`.
///
/// Reads the object first, then watches it, so the caller needs the verbs get, list and watch for it. Every state that
/// the watch delivers is checked, so a state that lasts for a moment is rarely missed, but can be (a watch that breaks
/// off may resume after it). A server that cannot be reached, and a watch that breaks off, are tried again for as long
/// as `timeout` allows.
///
/// Throws TransportError `timeout`, whose text names the object, its last state and the last error of the watch; what
/// the first read throws if a retry cannot help, e.g. the ApiError of a missing permission or of a kind that the server
/// does not know; what `condition` throws; and std::invalid_argument if it is not set. `condition` is called on the
/// caller's executor for the first read and on the runtime's executor for the watch, one call at a time, and must not
/// block.
[[nodiscard]] awaitable<Object> async_wait_for(Client client, ResourceType type, ObjectKey key,
                                               ObjectCondition condition, WaitOptions options = {});

/// The blocking form. Also throws std::logic_error if called from a thread of the runtime's executor, and
/// RuntimeStopped. Without a timeout it waits while nobody runs the executor, even if `stop` is
/// requested.
Object wait_for(const Client& client, const ResourceType& type, const ObjectKey& key, ObjectCondition condition,
                WaitOptions options = {});

namespace detail {

/// A condition on a described type; null: the object does not exist.
template <Kind T>
ObjectCondition untyped_condition(std::function<bool(const T*)> condition)
{
  return [condition = std::move(condition)](const Object& object) {
    if (!object) return condition(nullptr);
    const T value = object.as<T>();
    return condition(&value);
  };
}

}  // namespace detail

/// The same for a described type: `wait_for<Pod>(client, key, [](const Pod* pod) { return pod && is_ready(*pod); })`.
/// The condition gets null if the object does not exist; the result is then empty. Also throws ObjectError if a state
/// does not fit T.
template <Kind T>
Typed<T> wait_for(const Client& client, const ObjectKey& key, std::function<bool(const T* object)> condition,
                  WaitOptions options = {})
{
  Object found =
      wait_for(client, resource_of<T>(), key, detail::untyped_condition<T>(std::move(condition)), std::move(options));
  return found ? Typed<T>(std::move(found), client) : Typed<T>();
}

template <Kind T>
[[nodiscard]] awaitable<Typed<T>> async_wait_for(Client client, ObjectKey key,
                                                 std::function<bool(const T* object)> condition,
                                                 WaitOptions options = {})
{
  ObjectCondition untyped = detail::untyped_condition<T>(std::move(condition));
  Object found =
      co_await async_wait_for(client, resource_of<T>(), std::move(key), std::move(untyped), std::move(options));
  if (!found) co_return Typed<T>();
  co_return Typed<T>(std::move(found), client);
}

}  // namespace kubexx
