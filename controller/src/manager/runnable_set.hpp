// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/gate.hpp"
#include "kubexx/controller/health.hpp"
#include "kubexx/controller/runnable.hpp"

namespace kubexx {

/// The runnables of a manager. Thread safe.
class RunnableSet : public std::enable_shared_from_this<RunnableSet> {
public:
  using Failed = std::function<void(const std::string& text)>;
  /// `failed` is called when a runnable threw before it was asked to stop.
  RunnableSet(Runtime runtime, Failed failed);

  /// Starts it if its group was started. Throws std::invalid_argument for an empty name or function or a name that is
  /// there, and std::logic_error when its group was stopped.
  void add(std::string name, RunnableFunction function, RunnableGroup group, Client client);
  /// Starts what is in the group, and what comes later when it comes. Idempotent; nothing happens after a stop.
  void start(RunnableGroup group);
  /// Asks all of them to stop, and cancels them. Returns without waiting.
  void request_stop();
  /// Asks the runnables of the groups to stop, cancels them at `drain` and waits for them until `end`; false when one
  /// was still running then, which the log names. A second call with earlier times hastens the first.
  [[nodiscard]] static awaitable<bool> async_stop(std::shared_ptr<RunnableSet> self, std::set<RunnableGroup> groups,
                                                  SteadyTime drain, SteadyTime end);

  [[nodiscard]] bool empty() const;
  /// One line for each of them; `not_started` makes that of a group which has not started.
  [[nodiscard]] std::vector<HealthReport::Item> health(
      const std::function<HealthReport::Item(RunnableGroup)>& not_started) const;

private:
  struct Entry {
    std::string name;
    RunnableFunction function;
    RunnableGroup group;
    Client client;
    std::unique_ptr<TaskPool> pool;  // of a function that blocks; null: the runtime's
    bool started = false, ended = false;
    bool reported = false;  // that it does not end
  };
  class StopOfUnended;
  // A group's: what stops it, and what waits for it.
  struct Group {
    bool started = false, stopped = false;
    std::stop_source stop, cancel;
    Gate running;
  };

  [[nodiscard]] Group& group(RunnableGroup which) { return *groups_[static_cast<std::size_t>(which)]; }
  void launch(const std::shared_ptr<Entry>& entry);  // needs mutex_
  static awaitable<void> run(std::shared_ptr<RunnableSet> self, std::shared_ptr<Entry> entry);
  void close(const std::set<RunnableGroup>& groups);
  [[nodiscard]] static awaitable<bool> wait_ended(std::shared_ptr<RunnableSet> self, RunnableGroup which,
                                                  SteadyTime drain, SteadyTime end);

  const Runtime runtime_;
  const Failed failed_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Entry>> entries_;  // guarded by mutex_
  std::vector<std::unique_ptr<Group>> groups_;   // one for each RunnableGroup; their flags are guarded by mutex_
};

}  // namespace kubexx
