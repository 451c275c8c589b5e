// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

namespace kubexx {

/// Thrown by Gate::hold() once the gate is closed.
class GateClosed : public std::runtime_error {
public:
  GateClosed() : std::runtime_error("the gate is closed: its owner is stopping") {}
};

/// Tracks work that is still running. Work enters with a Holder while the gate is open; `close` refuses new work; the
/// owner waits until the last Holder is gone. Thread safe. The Gate must outlive its Holders: its destructor closes the
/// gate and waits.
class Gate {
public:
  /// One entry. Moving transfers it; destroying it leaves the gate.
  class Holder {
  public:
    Holder() noexcept = default;
    explicit Holder(Gate& gate) noexcept : gate_(&gate) {}
    Holder(Holder&& other) noexcept : gate_(other.gate_) { other.gate_ = nullptr; }
    Holder& operator=(Holder&& other) noexcept;
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;
    ~Holder() { release(); }
    /// Leaves the gate before the destructor does.
    void release() noexcept;

  private:
    Gate* gate_ = nullptr;
  };

  Gate() = default;
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  ~Gate();

  /// Enters the gate. Throws GateClosed after close().
  [[nodiscard]] Holder hold();
  /// Enters the gate. Returns nullopt after close().
  [[nodiscard]] std::optional<Holder> try_hold();

  /// Refuses new work. Idempotent; does not wait.
  void close() noexcept;
  [[nodiscard]] bool is_closed() const;
  [[nodiscard]] std::size_t holders() const;

  /// Blocks until the gate is closed and empty. Never call it while holding a Holder.
  void wait();
  /// Calls `callback` once the gate is closed and empty: immediately, on the calling thread, if that is already so.
  void on_empty(std::function<void()> callback);

private:
  friend class Holder;
  void leave() noexcept;

  mutable std::mutex mutex_;
  std::condition_variable empty_;
  std::size_t holders_ = 0;                        // guarded by mutex_
  bool closed_ = false;                            // guarded by mutex_
  std::vector<std::function<void()>> when_empty_;  // guarded by mutex_; emptied when closed_ and holders_ == 0
};

}  // namespace kubexx
