// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kubexx {

/// Decides which of a queue's ready keys is dispatched next, in place of "first added, first out": the storage of
/// k8s.io/client-go/util/workqueue (its `Queue` interface). A queue owns its policy and calls it under its lock, from
/// any thread: a policy needs no lock of its own, must be short and must not call the queue.
///
/// `push` is called once for each key that becomes ready (queued and not processing): with an add, when its delay is
/// over, or with the `done` of a key that was added while in processing. `pop` is called only while some key is ready
/// and says which one is dispatched; that key then leaves the policy. It is not notified of shutdowns.
///
/// What a policy does wrong never costs a key:
/// - `push` or `touch` throws within an add: the add throws it, and has not happened.
/// - `pop` throws: so does that `get`. `pop` gives a key that is not ready (unknown, in processing, only delayed, or
///   dispatched before): that `get` throws std::logic_error. No key is taken.
/// - `push` or `touch` throws within another operation, which cannot fail: it is ignored.
/// After each of these but the first the policy is no longer used, because its content is unknown: the ready keys, and
/// all later ones, are dispatched in the order in which they became ready. A policy must eventually return every key
/// that it was given: a key that it never returns waits for as long as it returns others.
template <class T>
class OrderPolicy {
public:
  OrderPolicy() = default;
  OrderPolicy(const OrderPolicy&) = delete;
  OrderPolicy& operator=(const OrderPolicy&) = delete;
  virtual ~OrderPolicy() = default;

  /// A key becomes ready. It stays valid until it is dispatched, not longer.
  virtual void push(const T& item) = 0;

  /// A ready key was added again (a delay that ends while it is ready counts): it might deserve another place. Never
  /// called for a key that is in processing, whether or not it is queued again.
  virtual void touch(const T& item) { static_cast<void>(item); }

  /// Takes out the key that is next.
  [[nodiscard]] virtual T pop() = 0;
};

}  // namespace kubexx
