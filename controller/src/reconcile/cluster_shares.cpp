// SPDX-License-Identifier: Apache-2.0
#include "reconcile/cluster_shares.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <functional>
#include <utility>

#include "kubexx/apimachinery/detail/shown_duration.hpp"

namespace kubexx {

ClusterShares::ClusterShares(const Runtime& runtime, std::size_t workers, ReconcileQueue queue)
    : runtime_(runtime), workers_(workers), queue_(std::move(queue))
{
}

std::size_t ClusterShares::room(const Share& share, SteadyTime now) const
{
  if (open_) return workers_;
  if (share.failing && now < share.rests_until) return 0;
  const std::size_t most = share.failing || workers_ == 1 ? 1 : workers_ - 1;
  return most - std::min(most, share.busy);
}

bool ClusterShares::enter(Key& key)
{
  const SteadyTime now = runtime_.clock->now();
  const KeptKeys::Place place = queue_.place_of(key.request, key.priority);
  const std::lock_guard lock(mutex_);
  Share& share = shares_[key.request.cluster];
  const std::size_t kept = share.kept.size();
  const bool enters = room(share, now) > 0;
  if (enters) {
    if (const auto known = share.kept.take(key.request)) key.triggers |= known->triggers;
    ++share.busy;
  } else {
    share.kept.add(key, place, now);
    arm(key.request.cluster, share);
  }
  kept_ += share.kept.size() - kept;  // modulo 2^n, if it is less
  return enters;
}

void ClusterShares::leave(const std::string& cluster, Answer answer, Duration took)
{
  const SteadyTime now = runtime_.clock->now();
  std::vector<Key> back;
  {
    const std::lock_guard lock(mutex_);
    const auto found = shares_.find(cluster);
    if (found == shares_.end()) return;
    Share& share = found->second;
    share.busy -= std::min<std::size_t>(share.busy, 1);
    if (answer == Answer::came || answer == Answer::unneeded) share.failing = false;
    if (answer == Answer::missing) {
      share.failing = true;
      share.rests_until = saturating_add(now, std::clamp(took, kShortestRest, kLongestRest));
    }
    take_out(share, now, back);
    arm(cluster, share);
    erase_if_unused(found);
  }
  put_back(back);
}

void ClusterShares::forget(std::string_view cluster)
{
  Timer timer;  // cancelled without the lock
  const std::lock_guard lock(mutex_);
  const auto found = shares_.find(cluster);
  if (found == shares_.end()) return;
  Share& share = found->second;
  kept_ -= share.kept.size();
  share.kept.clear();
  share.failing = false;
  timer = std::move(share.timer);
  share.armed = false;
  erase_if_unused(found);
}

void ClusterShares::release()
{
  std::vector<Key> back;
  {
    const std::lock_guard lock(mutex_);
    take_all(back);
  }
  put_back(back);
}

void ClusterShares::open()
{
  std::vector<Key> back;
  {
    const std::lock_guard lock(mutex_);
    open_ = true;
    take_all(back);
  }
  put_back(back);
}

void ClusterShares::take_all(std::vector<Key>& to)
{
  for (auto& [cluster, share] : shares_) {
    kept_ -= share.kept.size();
    share.kept.take_all(to);
    share.failing = false;
  }
}

std::optional<std::string> ClusterShares::explain(const Request& request, SteadyTime now) const
{
  const std::lock_guard lock(mutex_);
  const auto found = shares_.find(request.cluster);
  if (found == shares_.end() || !found->second.kept.contains(request)) return std::nullopt;
  const Share& share = found->second;
  const std::string which =
      request.cluster.empty() ? "the manager's own cluster" : "cluster \"" + request.cluster + "\"";
  std::string text =
      "it is one of " + std::to_string(share.kept.size()) + " keys that wait for a worker of their cluster's share: ";
  if (share.failing && now < share.rests_until) {
    return text + which + " did not respond and is retried in " + detail::shown_duration(share.rests_until - now);
  }
  if (share.failing) return text + which + " did not respond and has one worker until it does";
  return text + which + " has " + std::to_string(share.busy) + " of " + std::to_string(workers_) + " workers";
}

void ClusterShares::take_out(Share& share, SteadyTime now, std::vector<Key>& to)
{
  for (std::size_t left = room(share, now); left > 0; --left) {
    auto next = share.kept.take_next(now, queue_.max_wait());
    if (!next) return;
    to.push_back(std::move(*next));
    --kept_;
  }
}

// A reconcile that ends makes room by itself.
void ClusterShares::arm(const std::string& cluster, Share& share)
{
  if (share.armed || !share.failing || share.kept.empty() || share.busy > 0) return;
  share.armed = true;
  std::function<void()> fire = [weak = weak_from_this(), executor = runtime_.executor, cluster] {
    asio::post(executor, [weak, cluster] {
      if (const auto self = weak.lock()) self->rested(cluster);
    });
  };
  share.timer = runtime_.clock->call_at(share.rests_until, std::move(fire));
}

void ClusterShares::rested(const std::string& cluster)
{
  const SteadyTime now = runtime_.clock->now();
  std::vector<Key> back;
  {
    const std::lock_guard lock(mutex_);
    const auto found = shares_.find(cluster);
    if (found == shares_.end()) return;
    found->second.armed = false;
    take_out(found->second, now, back);
    arm(cluster, found->second);
  }
  put_back(back);
}

// A cluster that does not answer is remembered until it does or is forgotten.
void ClusterShares::erase_if_unused(Shares::iterator share)
{
  const Share& one = share->second;
  if (one.busy == 0 && one.kept.empty() && !one.failing) shares_.erase(share);
}

void ClusterShares::put_back(const std::vector<Key>& keys)
{
  for (const auto& key : keys) queue_.add(key.request, key.triggers, key.priority);
}

}  // namespace kubexx
