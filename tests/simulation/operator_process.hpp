// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "kubexx/controller/manager.hpp"
#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/simulated_runtime.hpp"

namespace kubexx::simulation {

/// An operator's process, which crashes now and then and is started again: a manager with its controllers, behind a
/// fault transport. Watches its queues, so that it knows when they are idle and whether a key was given to two workers.
class OperatorProcess {
public:
  struct Setup {
    std::string name;         ///< in fault lists, traces and reasons
    std::size_t workers = 1;  // of controllers that do not say how many
    bool stream_list = false;
    std::int64_t page_size = 500;
    std::vector<ResourceType> kinds;  ///< that its controllers watch
    /// Gives the manager its controllers; `observer` makes what each one's queue must be observed with.
    std::function<void(Manager& manager, std::function<QueueObserver<Request>(std::string)> observer)> add_controllers;
    std::function<void()> on_start;  ///< each time it starts, before its controllers are made
    bool elected = false;            ///< it works while it leads; another one has the same Lease
    /// The clusters beside its own that it has when it starts, by name.
    std::function<std::map<std::string, std::shared_ptr<Transport>>()> clusters;
    /// Asked whenever a key is given to a worker: empty, or what must never be.
    std::function<std::string()> wrong_at_work;
  };
  /// The arguments outlive it.
  OperatorProcess(testing::SimulatedRuntime& runtime, std::shared_ptr<Transport> server, testing::Faults& faults,
                  Setup setup);
  OperatorProcess(const OperatorProcess&) = delete;
  OperatorProcess& operator=(const OperatorProcess&) = delete;

  void start();
  /// Stops it in order, within virtual time. Empty, or what went wrong.
  [[nodiscard]] std::string stop();

  /// Setup::clusters has others than before.
  void clusters_changed();
  /// It is elected, and leads.
  [[nodiscard]] bool leads() const;
  /// It has not crashed, or lost the lead, since it was started last.
  [[nodiscard]] bool runs() const;
  /// How often it has led no more, and was started again.
  [[nodiscard]] std::uint64_t losses() const noexcept { return losses_; }

  /// What it is still doing; empty when it waits for events alone.
  [[nodiscard]] std::string busy() const;
  /// Whether its cache of `truth`'s kind holds exactly these objects. Empty, or what differs.
  [[nodiscard]] std::string cache_differs(const ResourceType& type, const std::vector<Object>& truth) const;
  /// What must never happen and did; empty otherwise.
  [[nodiscard]] const std::string& broken() const noexcept { return broken_; }
  /// How many keys the queue of each controller gave to a worker.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& dispatched() const noexcept { return dispatched_; }
  [[nodiscard]] const std::vector<ResourceType>& kinds() const noexcept { return setup_.kinds; }
  [[nodiscard]] std::uint64_t restarts() const noexcept { return lives_.size() - 1; }

private:
  struct QueueState {
    std::set<std::string> processing;
    std::size_t ready = 0;
    std::set<std::string> retries;  // keys that come again after a failure, though an event may have come before
    std::map<std::string, std::uint32_t> failures;  // of the keys that have some
  };
  // From a start to a crash.
  struct Life {
    std::vector<std::shared_ptr<testing::FaultTransport>> networks;  // to its own cluster, and to others
    std::unique_ptr<Manager> manager;
    std::map<std::string, QueueState> queues;  // by controller
    bool crashed = false;
    bool lost = false;   // it led, and ended because it leads no more
    bool asked = false;  // to end
    bool ended = false;  // the manager has stopped
    bool clean = false;  // … in order
  };

  void begin_life();
  void crash(Life& life, Duration restart_after);
  static awaitable<void> end(OperatorProcess& self, Life& life);
  // Of a process that is elected: from its start to its end.
  static awaitable<void> run(OperatorProcess& self, Life& life);
  static awaitable<void> leave(OperatorProcess& self, Life& life, std::string cluster);
  void join(Life& life);
  std::shared_ptr<Transport> connect(Life& life, const std::string& cluster, std::shared_ptr<Transport> to);
  static awaitable<void> restart(OperatorProcess& self, Duration after);
  ManagerOptions manager_options(Life& life);
  QueueObserver<Request> observer(Life& life, const std::string& controller);
  void trace(std::string_view kind, std::initializer_list<std::string_view> fields);

  testing::SimulatedRuntime& runtime_;
  std::shared_ptr<Transport> server_;
  testing::Faults& faults_;
  Setup setup_;
  std::vector<std::unique_ptr<Life>> lives_;         // the last one lives, or has crashed
  std::map<std::string, std::uint64_t> dispatched_;  // by controller
  std::uint64_t losses_ = 0;
  std::string broken_;
};

}  // namespace kubexx::simulation
