// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/priority_order.hpp"

#include <algorithm>
#include <utility>

namespace kubexx::detail {

PriorityOrder::PriorityOrder(const RecordTable& records, Options options)
    : records_(records), options_(std::move(options))
{
}

void PriorityOrder::admit(RecordIndex index, std::int32_t priority)
{
  if (index >= nodes_.size()) nodes_.resize(std::max<std::size_t>(records_.high_water(), std::size_t{index} + 1));
  ages_.reserve(records_, index);
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
  const bool ready = record.queued && !record.held;
  if (ready) leave(index);
  if (record.queued) {
    --level_of(node).queued;
    ++levels_[lanes_[lane].level].queued;
    node.number = ++number_;  // behind the others of its new priority
  }
  release(std::exchange(node.lane, lane));
  if (ready) enter(index);
}

void PriorityOrder::push(RecordIndex index, Because why, std::optional<SteadyTime> since)
{
  LaneNode& node = nodes_[index];
  if (why != Because::returned) {
    node.number = ++number_;
    ++level_of(node).queued;
  }
  enter(index);
  ages_.push_back(index);
  if (options_.max_wait) node.since = since ? *since : options_.clock->now();
}

void PriorityOrder::hold_back(RecordIndex index)
{
  nodes_[index].number = ++number_;
  ++level_of(nodes_[index]).queued;
}

ReadyOrder::Next PriorityOrder::pop()
{
  Level& level = levels_[active_.front()];
  const LaneIndex lane = level.turn;
  RecordIndex index = lanes_[lane].ready.first(nodes_);
  overdue_went_ = overdue_goes_first(index);
  if (overdue_went_) {
    index = ages_.first();
  } else {
    level.turn = lanes_[lane].next;
  }
  leave(index);
  ages_.remove(index);
  Level& left = level_of(nodes_[index]);
  --left.queued;
  const Next next{index, left.priority};
  release(nodes_[index].lane);
  return next;
}

bool PriorityOrder::overdue_goes_first(RecordIndex regular) const
{
  if (!options_.max_wait || ages_.first() == regular) return false;
  // The backlog of one group must not end the turns of the others.
  if (options_.group && overdue_went_) return false;
  return options_.clock->now() - nodes_[ages_.first()].since >= *options_.max_wait;
}

void PriorityOrder::clear()
{
  active_.clear();
  for (Level& level : levels_) level.queued = 0;
  ages_ = {};
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
    lane = lane_keys_.find_or_insert(key, hash);
    if (lane >= lanes_.size()) lanes_.resize(std::size_t{lane} + 1);
  } catch (...) {
    if (const auto inserted = lane_keys_.find(key, hash); inserted != kNoRecord) lane_keys_.erase(inserted);
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
  if (active_.capacity() <= level_keys_.size()) active_.reserve(2 * level_keys_.size() + 16);
  if (levels_.size() <= level_keys_.high_water()) levels_.resize(std::size_t{level_keys_.high_water()} + 1);
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
  if (first) enter_ring(lane);
}

void PriorityOrder::leave(RecordIndex index) noexcept
{
  const LaneIndex lane = nodes_[index].lane;
  lanes_[lane].ready.remove(nodes_, index);
  if (lanes_[lane].ready.empty()) leave_ring(lane);
}

void PriorityOrder::enter_ring(LaneIndex index) noexcept
{
  GroupLane& lane = lanes_[index];
  Level& level = levels_[lane.level];
  if (level.turn == kNoLane) {
    lane.previous = lane.next = index;
    level.turn = index;
    activate(lane.level);
    return;
  }
  lane.next = level.turn;
  lane.previous = lanes_[level.turn].previous;
  lanes_[lane.previous].next = index;
  lanes_[lane.next].previous = index;
}

void PriorityOrder::leave_ring(LaneIndex index) noexcept
{
  const GroupLane& lane = lanes_[index];
  Level& level = levels_[lane.level];
  if (lane.next == index) {
    level.turn = kNoLane;
    deactivate(lane.level);
    return;
  }
  lanes_[lane.previous].next = lane.next;
  lanes_[lane.next].previous = lane.previous;
  if (level.turn == index) level.turn = lane.next;
}

void PriorityOrder::activate(LevelIndex index) noexcept
{
  active_.push_back(index);  // find_level made room
  place(active_.size() - 1, index);
  sift(active_.size() - 1);
}

void PriorityOrder::deactivate(LevelIndex index) noexcept
{
  const std::size_t hole = levels_[index].position;
  const LevelIndex last = active_.back();
  active_.pop_back();
  if (last == index) return;
  place(hole, last);
  sift(hole);
}

void PriorityOrder::place(std::size_t position, LevelIndex level) noexcept
{
  active_[position] = level;
  levels_[level].position = static_cast<std::uint32_t>(position);
}

void PriorityOrder::sift(std::size_t position) noexcept
{
  const LevelIndex moved = active_[position];
  const auto above = [this](LevelIndex one, LevelIndex other) {
    return levels_[one].priority > levels_[other].priority;
  };
  while (position != 0 && above(moved, active_[(position - 1) / 2])) {
    place(position, active_[(position - 1) / 2]);
    position = (position - 1) / 2;
  }
  for (;;) {
    std::size_t child = 2 * position + 1;
    if (child >= active_.size()) break;
    if (child + 1 < active_.size() && above(active_[child + 1], active_[child])) ++child;
    if (!above(active_[child], moved)) break;
    place(position, active_[child]);
    position = child;
  }
  place(position, moved);
}

}  // namespace kubexx::detail
