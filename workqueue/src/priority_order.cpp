// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/priority_order.hpp"

#include <algorithm>
#include <utility>

namespace kubexx::detail {

namespace {

/// Such that neither now - bound nor a time + bound can overflow.
std::optional<Duration> bound_of(std::optional<Duration> max_wait)
{
  if (!max_wait) return std::nullopt;
  return std::clamp(*max_wait, Duration::zero(), Duration::max() / 2);
}

}  // namespace

PriorityOrder::PriorityOrder(const RecordTable& records, Options options)
    : records_(records), options_(std::move(options)), bound_(bound_of(options_.max_wait))
{
}

void PriorityOrder::admit(RecordIndex index, std::int32_t priority)
{
  nodes_.reserve(index);
  ages_.reserve(index);
  const Record& record = records_[index];
  LaneNode& node = nodes_[index];
  const bool known = record.queued || record.delayed;
  if (known && priority <= level_of(node).priority) return;
  const std::uint64_t group = known            ? lane_keys_.key_at(node.lane).group
                              : options_.group ? options_.group(records_.key(index))
                                               : 0;
  const LaneIndex lane = find_lane({group, priority});
  ++lanes_[lane].users;
  if (!known) {
    node.lane = lane;
    return;
  }
  const bool ready = record.queued && !record.processing;
  if (ready) leave(index);
  if (record.queued) {
    --level_of(node).queued;
    ++levels_[lanes_[lane].level].queued;
    node.number = ++number_;  // behind the others of its new priority
  }
  release(std::exchange(node.lane, lane));
  if (ready) enter(index);
}

void PriorityOrder::push(RecordIndex index, ReadyReason why, std::optional<SteadyTime> since)
{
  LaneNode& node = nodes_[index];
  if (why != ReadyReason::returned) {
    node.number = ++number_;
    ++level_of(node).queued;
  }
  if (bound_) node.since = since ? *since : options_.clock->now();
  ages_.push_back(index);
  enter(index);
}

void PriorityOrder::hold_back(RecordIndex index)
{
  nodes_[index].number = ++number_;
  ++level_of(nodes_[index]).queued;
}

ReadyOrder::Next PriorityOrder::pop()
{
  Level& highest = levels_[active_.top()];
  const RecordIndex regular = lanes_[highest.ring.turn()].ready.first(nodes_);
  RecordIndex index = overdue(regular);
  if (index == kNoRecord) {
    index = regular;
    highest.ring.pass(links_);
  }
  leave(index);
  ages_.remove(index);
  Level& level = level_of(nodes_[index]);
  --level.queued;
  const Next next{index, level.priority};
  release(nodes_[index].lane);
  return next;
}

RecordIndex PriorityOrder::overdue(RecordIndex regular)
{
  if (!bound_) return kNoRecord;
  if (options_.group) return overdue_of_groups();
  const RecordIndex oldest = ages_.first();
  if (oldest == regular || options_.clock->now() - nodes_[oldest].since < *bound_) return kNoRecord;
  return oldest;
}

RecordIndex PriorityOrder::overdue_of_groups()
{
  LaneIndex lane = kNoLane;
  if (active_.size() > 1) {
    const SteadyTime latest = options_.clock->now() - *bound_;
    overdue_.join(latest);
    if (!overdue_went_) lane = overdue_.next(latest);
  }
  overdue_went_ = lane != kNoLane;
  // The groups of the highest priority have their turns in any case.
  if (lane == kNoLane || lanes_[lane].level == active_.top()) return kNoRecord;
  return lanes_[lane].ready.first(nodes_);
}

void PriorityOrder::remove(RecordIndex index) noexcept
{
  if (!records_[index].processing) {
    leave(index);
    ages_.remove(index);
  }
  --level_of(nodes_[index]).queued;
  release(nodes_[index].lane);
}

std::int32_t PriorityOrder::priority(RecordIndex index) const
{
  return levels_[lanes_[nodes_[index].lane].level].priority;
}

std::size_t PriorityOrder::queued(std::int32_t priority) const
{
  const auto level = level_keys_.find(priority, level_keys_.hash(priority));
  return level == kNoRecord ? 0 : levels_[level].queued;
}

LaneIndex PriorityOrder::find_lane(const LaneKey& key)
{
  const auto hash = lane_keys_.hash(key);
  LaneIndex lane = lane_keys_.find(key, hash);
  if (lane != kNoRecord) return lane;
  const LevelIndex level = find_level(key.priority);
  try {
    const std::size_t bound = std::size_t{lane_keys_.high_water()} + 1;
    if (lanes_.size() < bound) lanes_.resize(bound);
    if (links_.size() < bound) links_.resize(bound);
    if (bounds_groups()) overdue_.reserve(bound);
    lane = lane_keys_.find_or_insert(key, hash);
  } catch (...) {
    if (levels_[level].lanes == 0) level_keys_.erase(level);
    throw;
  }
  lanes_[lane] = {};
  lanes_[lane].level = level;
  ++levels_[level].lanes;
  return lane;
}

PriorityOrder::LevelIndex PriorityOrder::find_level(std::int32_t priority)
{
  const auto hash = level_keys_.hash(priority);
  const LevelIndex known = level_keys_.find(priority, hash);
  if (known != kNoRecord) return known;
  const std::size_t bound = std::size_t{level_keys_.high_water()} + 1;
  if (levels_.size() < bound) levels_.resize(bound);
  active_.reserve(bound);
  const LevelIndex level = level_keys_.find_or_insert(priority, hash);
  levels_[level] = {};
  levels_[level].priority = priority;
  return level;
}

void PriorityOrder::release(LaneIndex lane) noexcept
{
  GroupLane& left = lanes_[lane];
  if (--left.users != 0 || lane_keys_.size() <= kSpareLanes) return;
  lane_keys_.erase(lane);
  if (--levels_[left.level].lanes == 0) level_keys_.erase(left.level);
}

void PriorityOrder::enter(RecordIndex index) noexcept
{
  const LaneIndex lane = nodes_[index].lane;
  const bool first = lanes_[lane].ready.empty();
  lanes_[lane].ready.insert(nodes_, index);
  if (first) {
    Level& level = levels_[lanes_[lane].level];
    if (level.ring.empty()) active_.push(lanes_[lane].level);
    level.ring.push_back(links_, lane);
  }
  first_changed(lane);
}

void PriorityOrder::leave(RecordIndex index) noexcept
{
  const LaneIndex lane = nodes_[index].lane;
  lanes_[lane].ready.remove(nodes_, index);
  if (lanes_[lane].ready.empty()) {
    Level& level = levels_[lanes_[lane].level];
    level.ring.remove(links_, lane);
    if (level.ring.empty()) active_.remove(lanes_[lane].level);
  }
  first_changed(lane);
}

void PriorityOrder::first_changed(LaneIndex lane) noexcept
{
  if (!bounds_groups()) return;
  const Lane& ready = lanes_[lane].ready;
  ready.empty() ? overdue_.remove(lane) : overdue_.set(lane, nodes_[ready.first(nodes_)]);
}

}  // namespace kubexx::detail
