// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/detail/owned_series.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// The reconciles of one controller that run at this moment: which they are, which of them do not end, and which ones
/// look at a state that is out of date. Thread safe.
class ActiveReconciles : public std::enable_shared_from_this<ActiveReconciles> {
public:
  /// Makes a text of triggers.
  using Describe = std::function<std::string(std::uint32_t triggers)>;
  /// `stuck_after`: how long a reconcile may run before it is logged and counted as stuck; zero: for ever. `log`
  /// carries the controller.
  ActiveReconciles(const Runtime& runtime, Log log, const std::string& controller, std::size_t workers,
                   Duration stuck_after, Describe describe);

  void begin(std::size_t worker, const Request& request, std::uint32_t triggers, SteadyTime now, std::stop_source stop);
  void end(std::size_t worker, SteadyTime now);
  /// The reconcile of a key that runs.
  struct Found {
    std::size_t worker = 0;
    std::uint64_t number = 0;  ///< of this reconcile, among all
    SteadyTime since{};
    bool superseded = false;
  };
  [[nodiscard]] std::optional<Found> find(const Request& request) const;
  /// In the order of the workers.
  [[nodiscard]] std::vector<Request> requests() const;
  [[nodiscard]] std::size_t count() const;

  /// Requests the stop of `reconcile` of `request`, if it still runs and has not been superseded yet; not twice in a
  /// row, so that a key which never rests is reconciled all the same.
  void supersede(const Request& request, const Found& reconcile);
  /// Requests the stop of the reconciles of keys of that cluster.
  void stop_those_of(std::string_view cluster);
  /// Whether the reconcile of this worker was superseded.
  [[nodiscard]] bool is_superseded(std::size_t worker) const;

private:
  struct Reconcile {
    Request request;
    std::uint64_t number = 0;
    std::uint32_t triggers = 0;
    SteadyTime since{};
    SteadyTime next_report{};  // when it is logged next
    bool stuck = false;        // it has been logged
    bool superseded = false;
    std::stop_source stop;
  };
  void arm(SteadyTime when);  // needs mutex_
  void report();

  const Runtime runtime_;
  const Log log_;
  const Duration stuck_after_;
  const Describe describe_;
  detail::OwnedSeries series_;
  const std::shared_ptr<Gauge> stuck_;  // null: no metrics

  mutable std::mutex mutex_;
  std::vector<std::optional<Reconcile>> by_worker_;  // guarded by mutex_
  std::size_t count_ = 0;                            // guarded by mutex_; of them, those that are set
  std::uint64_t last_number_ = 0;                    // guarded by mutex_
  std::set<Request> superseded_before_;              // guarded by mutex_; keys whose last reconcile was superseded
  bool armed_ = false;                               // guarded by mutex_; report() will be called
  Timer timer_;                                      // guarded by mutex_; its callback takes no lock
};

}  // namespace kubexx
