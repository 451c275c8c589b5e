// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kubexx {

/// Decides which ready key of a queue is dispatched next, instead of first added, first out: the `Queue` interface of
/// k8s.io/client-go/util/workqueue. A queue owns its policy and calls it under its lock, from any thread. So a policy
/// needs no lock of its own, must be short and must not call the queue.
///
/// `push` is called once for each key that becomes ready (queued and not processing): by an add, at the end of its
/// delay, or by the `done` of a key that was added while processing. `pop` is called only while some key is ready and
/// returns the key to dispatch, which then leaves the policy. The policy is not notified of shutdowns.
///
/// An error of a policy never loses a key:
/// - `push` or `touch` throws within an add: the add throws the exception and has no effect.
/// - `pop` throws: the `get` throws the exception. `pop` returns a key that is not ready (unknown, processing, only
///   delayed, or already dispatched): the `get` throws std::logic_error. In both cases no key is taken.
/// - `push` or `touch` throws within another operation, which cannot fail: the exception is ignored.
/// After any of these but the first, the policy is no longer used, because its content is unknown: the ready keys, and
/// all later ones, are dispatched in the order in which they became ready. A policy must eventually return every key
/// that it was given: a key that it never returns waits for as long as the policy returns others.
template <class T>
class OrderPolicy {
public:
  OrderPolicy() = default;
  OrderPolicy(const OrderPolicy&) = delete;
  OrderPolicy& operator=(const OrderPolicy&) = delete;
  virtual ~OrderPolicy() = default;

  /// A key becomes ready. The reference is valid until the key is dispatched, not longer.
  virtual void push(const T& item) = 0;

  /// A ready key was added again, or a delay ended while it was ready: it may deserve another place. Never called for a
  /// key that is processing, even if it is queued again.
  virtual void touch(const T& item) { static_cast<void>(item); }

  /// Takes out and returns the next key.
  [[nodiscard]] virtual T pop() = 0;
};

}  // namespace kubexx
