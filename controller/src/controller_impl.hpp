// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "causes.hpp"
#include "controller_metrics.hpp"
#include "controller_services.hpp"
#include "event_source.hpp"
#include "kubexx/base/gate.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "outcome.hpp"

namespace kubexx {

/// What the handles of a Controller share. controller.cpp has the sources and the start, controller_work.cpp a worker's
/// loop and what follows from a reconcile, controller_stop.cpp the stop.
class Controller::Impl : public std::enable_shared_from_this<Impl> {
public:
  Impl(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler);

  std::shared_ptr<EventSource> watch(KindCache kind, Mapper map, std::vector<Predicate> predicates);
  void index(const KindCache& kind, std::string name, std::string pointer);
  void index(const KindCache& kind, std::string name, IndexFunction function);
  void enqueue(const Request& request) { queue_.add(request, causes::kEnqueued); }
  void start();
  [[nodiscard]] awaitable<bool> stop(StopLimits limits);

  [[nodiscard]] const std::string& name() const noexcept { return options_.name; }
  [[nodiscard]] ControllerStatus status() const;
  [[nodiscard]] std::vector<Request> active() const;

private:
  /// What a source adds its keys to.
  [[nodiscard]] EventSource::Sink sink();
  /// Adds every key of the controller's own kind; later, so that many wishes at once are one.
  void add_own_kind(Cause cause);
  static awaitable<void> add_cached_keys(std::shared_ptr<Impl> self, Cause cause);
  /// Starts the workers when every source has synced.
  static awaitable<void> wait_and_work(std::shared_ptr<Impl> self);
  /// Says now and then what the workers wait for.
  static awaitable<void> report_waiting(std::shared_ptr<Impl> self);
  [[nodiscard]] std::vector<std::string> waiting_for() const;

  void start_workers();
  static awaitable<void> work(std::shared_ptr<Impl> self, std::size_t worker);
  static awaitable<void> reconcile(std::shared_ptr<Impl> self, std::size_t worker, Request request, Cause causes);
  /// The table of result.hpp, while the key is being processed.
  void settle(const Context& context, Outcome& outcome);
  void retry(const Context& context, Outcome& outcome);

  ControllerOptions options_;
  const Runtime runtime_;
  const std::shared_ptr<ControllerServices> services_;
  const Log log_;
  const Reconciler reconciler_;
  const ControllerMetrics metrics_;
  const EventSourceMetrics source_metrics_;
  RateLimitingQueue<Request> queue_;
  std::stop_source stop_waiting_;  // requested by stop(), or when the workers start: nothing waits for watches any more
  std::stop_source stop_;          // requested when the drain is over: reconciles shall end
  std::vector<std::shared_ptr<EventSource>> sources_;  // changes before start() only

  std::atomic<bool> own_kind_wanted_{false};  // add_cached_keys will run

  mutable std::mutex mutex_;
  std::map<std::size_t, Request> active_;  // guarded by mutex_; by worker
  bool started_ = false;                   // guarded by mutex_
  bool running_ = false;                   // guarded by mutex_; the workers were started
  Gate working_;                           // each worker holds it; stop() closes it, with mutex_ held
};

}  // namespace kubexx
