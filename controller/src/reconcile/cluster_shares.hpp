// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/request.hpp"
#include "reconcile/kept_keys.hpp"
#include "reconcile/reconcile_queue.hpp"

namespace kubexx {

/// How many workers of a controller the keys of one cluster may take, so that a cluster that does not answer costs the
/// others a bounded share of them. All but one, at least one; those of a cluster that has not answered: one, and after
/// it as long a rest as the reconcile took, from kShortestRest to kLongestRest, until one is answered or needs no
/// answer. Keys for which there is no worker are kept here, each once, and go back to the queue when there is one, in
/// the order of the queue. Thread safe.
class ClusterShares : public std::enable_shared_from_this<ClusterShares> {
public:
  static constexpr Duration kShortestRest = std::chrono::seconds(1);
  static constexpr Duration kLongestRest = std::chrono::seconds(30);

  using Key = KeptKeys::Key;
  enum class Answer {
    unknown,
    came,
    missing,
    unneeded,  ///< it ended without one
  };

  ClusterShares(const Runtime& runtime, std::size_t workers, ReconcileQueue queue);

  /// Whether a worker may reconcile `key` now; then leave() follows, and the triggers of a kept one are added.
  /// Otherwise it is kept.
  [[nodiscard]] bool enter(Key& key);
  /// A reconcile of the cluster has ended, or was not begun (Answer::unknown).
  void leave(const std::string& cluster, Answer answer, Duration took);
  /// Drops the keys of a cluster that is gone, and what is known of it.
  void forget(std::string_view cluster);
  /// Puts every key back, because there is no cluster left to share with.
  void release();
  /// For the stop: the same, and keeps none from now on.
  void open();

  [[nodiscard]] std::size_t kept() const noexcept { return kept_; }
  /// What a kept key waits for, as text; nullopt: it is not here.
  [[nodiscard]] std::optional<std::string> explain(const Request& request, SteadyTime now) const;

private:
  struct Share {
    std::size_t busy = 0;
    bool failing = false;
    SteadyTime rests_until{};
    KeptKeys kept;
    bool armed = false;  // rested() will be called
    Timer timer;         // its callback takes no lock
  };
  using Shares = std::map<std::string, Share, std::less<>>;

  // These need mutex_.
  [[nodiscard]] std::size_t room(const Share& share, SteadyTime now) const;
  void take_out(Share& share, SteadyTime now, std::vector<Key>& to);
  void arm(const std::string& cluster, Share& share);
  void erase_if_unused(Shares::iterator share);
  void take_all(std::vector<Key>& to);

  void rested(const std::string& cluster);
  void put_back(const std::vector<Key>& keys);

  const Runtime runtime_;
  const std::size_t workers_;
  ReconcileQueue queue_;

  std::atomic<std::size_t> kept_{0};  // the keys in shares_; changed with mutex_ held
  mutable std::mutex mutex_;
  Shares shares_;      // guarded by mutex_
  bool open_ = false;  // guarded by mutex_
};

}  // namespace kubexx
