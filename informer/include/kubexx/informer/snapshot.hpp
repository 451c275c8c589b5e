// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>

#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// A value that is derived from an informer's store, such as the addresses of a service, for readers that must not
/// wait. It is built on the runtime's executor: once after the first list, then once after each burst of events
/// (EventHandler::on_caught_up). A build holds the executor for as long as it takes.
///
/// A Reader returns the current value without a lock and without writing to shared memory: it compares one number, and
/// takes the new value when that has changed (under a nanosecond otherwise). Each thread has its own Reader.
///
///     Snapshot<Table> table(informer, [](const Store& store) { return Table(store.list()); });
///     Snapshot<Table>::Reader reader(table);         // in each thread
///     const Address to = reader.get().pick(request);
///
/// Lifetime of values: a Reader keeps the value that it returned last, so a replaced value is freed when every Reader
/// has read again or is gone. A thread that reads rarely should destroy its Reader, or call `get` from time to time. A
/// Reader may outlive its Snapshot, and then returns the last value.
///
/// Movable. The destructor ends the building and waits for a build that runs on another thread; it keeps the informer
/// alive until then. Thread safe, except for a Reader.
template <class T>
class Snapshot {
public:
  /// Derives the value from the store. If it throws, the error is logged and counted as a handler error, and the value
  /// before stays until the next burst.
  using Build = std::function<T(const Store& store)>;

  class Reader;

  /// `initial` is the value before the first list. `name` is used in logs. Throws std::invalid_argument if `build` is
  /// not set, and what SharedInformer::add_handler throws. The informer must be started by the caller.
  Snapshot(SharedInformer informer, Build build, T initial = T(), std::string name = "snapshot")
      : state_(std::make_shared<State>(std::move(initial)))
  {
    if (!build) throw std::invalid_argument("Snapshot '" + name + "': the function that builds the value is not set");
    EventHandler handler;
    handler.name = std::move(name);
    handler.selects = [](const Object&) { return false; };
    // The registration keeps the informer, whose store is therefore alive in each call.
    handler.on_caught_up = [state = state_, store = &informer.store(), build = std::move(build)] {
      state->replace(std::make_shared<const T>(build(*store)));
    };
    registration_ = informer.add_handler(std::move(handler));
  }

  /// Returns the current value; takes a short lock. For code that reads rarely.
  [[nodiscard]] std::shared_ptr<const T> get() const { return state_->get(); }
  /// The number of values that have been built; 0: it is still `initial`.
  [[nodiscard]] std::uint64_t version() const noexcept { return state_->version.load(std::memory_order_acquire); }
  /// True once the value of the first list has been built. If that build threw, `version` is still 0. If the informer
  /// was stopped during that build, this stays false.
  [[nodiscard]] bool has_synced() const { return registration_->has_synced(); }
  /// Waits for has_synced; returns false if `stop` was requested first or the informer ended.
  [[nodiscard]] awaitable<bool> async_wait_synced(std::stop_token stop) const
  {
    return registration_->async_wait_synced(std::move(stop));
  }

private:
  struct State {
    explicit State(T initial) : value(std::make_shared<const T>(std::move(initial))) {}

    void replace(std::shared_ptr<const T> next)
    {
      const std::lock_guard lock(mutex);
      value.swap(next);
      version.fetch_add(1, std::memory_order_release);
    }
    [[nodiscard]] std::shared_ptr<const T> get(std::uint64_t* which = nullptr) const
    {
      const std::lock_guard lock(mutex);
      if (which != nullptr) *which = version.load(std::memory_order_relaxed);
      return value;
    }

    std::atomic<std::uint64_t> version{0};  // changes with `value`, under the mutex
    mutable std::mutex mutex;
    std::shared_ptr<const T> value;  // guarded by mutex; never null
  };

  std::shared_ptr<State> state_;
  std::unique_ptr<HandlerRegistration> registration_;
};

/// One thread's view of a Snapshot. Not thread safe: each thread has its own.
template <class T>
class Snapshot<T>::Reader {
public:
  explicit Reader(const Snapshot& snapshot) : state_(snapshot.state_) { refresh(); }

  /// Returns the current value. The reference is valid until the next call of this Reader.
  [[nodiscard]] const T& get()
  {
    if (state_->version.load(std::memory_order_acquire) != version_) [[unlikely]]
      refresh();
    return *value_;
  }
  const T& operator*() { return get(); }
  const T* operator->() { return &get(); }

private:
  void refresh() { value_ = state_->get(&version_); }

  std::shared_ptr<const State> state_;
  std::shared_ptr<const T> value_;  // never null
  std::uint64_t version_ = 0;       // of value_
};

}  // namespace kubexx
