// SPDX-License-Identifier: Apache-2.0
#include "reconcile/hot_loop_guard.hpp"

#include <algorithm>
#include <bit>

namespace kubexx {

namespace {

// What follows from a write comes within milliseconds; a pause is not counted.
constexpr Duration kSoon = std::chrono::seconds(10);
constexpr std::size_t kMostOpponents = 4;

SteadyTime end_of(const HotLoopGuard::Trace& trace)
{
  return saturating_add(std::max(trace.ended, trace.held_until), kSoon);
}

bool is_in(const std::vector<std::string>& all, const std::string& one)
{
  return std::find(all.begin(), all.end(), one) != all.end();
}

// What both wrote; empty: nothing.
HotLoopGuard::Writes common(const HotLoopGuard::Writes& before, const HotLoopGuard::Writes& now)
{
  HotLoopGuard::Writes both;
  for (const auto& write : now) {
    const auto same =
        std::find_if(before.begin(), before.end(), [&](const auto& other) { return other.object == write.object; });
    if (same == before.end()) continue;
    ApiCalls::Change shared = write;
    std::erase_if(shared.paths.shown, [&](const auto& path) { return !is_in(same->paths.shown, path); });
    if (!shared.paths.shown.empty()) both.push_back(std::move(shared));
  }
  return both;
}

}  // namespace

bool HotLoopGuard::Trace::is_loop() const noexcept
{
  return repeated + 2 >= tolerated || count >= tolerated_if_new || (found_before && count >= tolerated);
}

bool HotLoopGuard::Trace::may_be_reported_next() const noexcept
{
  Trace next;
  next.count = count + 1;
  next.repeated = repeated + 1;
  next.found_before = found_before;
  return next.is_loop() && std::has_single_bit(pauses + 1);
}

std::string HotLoopGuard::Trace::fields() const
{
  std::string text;
  for (const auto& write : writes) {
    std::string paths;
    for (const auto& path : write.paths.shown) paths += (paths.empty() ? "" : ", ") + path;
    text += (text.empty() ? "" : "; ") + paths + " of " + write.object.resource;
  }
  return text;
}

std::optional<HotLoopGuard::Trace> HotLoopGuard::trace(const Request& key, SteadyTime now) const
{
  if (empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const Trace* const found = find(key, now);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

const HotLoopGuard::Trace* HotLoopGuard::find(const Request& key, SteadyTime now) const
{
  const auto found = traces_.find(key);
  const bool known = found != traces_.end() && found->second.count > 0 && now <= end_of(found->second);
  return known ? &found->second : nullptr;
}

bool HotLoopGuard::knows(const Request& key, SteadyTime now) const
{
  if (empty()) return false;
  const std::lock_guard lock(mutex_);
  return find(key, now) != nullptr;
}

HotLoopGuard::Meaning HotLoopGuard::meaning(const Request& key, const ObjectRef& object, const Object& old,
                                            const Object& now, SteadyTime at) const
{
  if (!old || !now) return Meaning::unrelated;
  std::vector<std::string> covering;
  {
    const std::lock_guard lock(mutex_);
    const Trace* const found = find(key, at);
    if (found == nullptr) return Meaning::unrelated;
    const Writes& writes = found->writes;
    const auto write =
        std::find_if(writes.begin(), writes.end(), [&](const auto& one) { return one.object == object; });
    if (write == writes.end()) return Meaning::unrelated;
    covering = write->paths.covering;
  }
  for (const auto& path : covering) {
    if (!path.empty() && old.at(path).bytes() != now.at(path).bytes()) return Meaning::undoes;
  }
  const bool wrote_status =
      std::any_of(covering.begin(), covering.end(), [](const auto& path) { return path.starts_with("/status"); });
  const bool same_generation = now.generation() != 0 && old.generation() == now.generation();
  return !wrote_status && same_generation ? Meaning::answers : Meaning::unrelated;
}

void HotLoopGuard::add_opponent(const Request& key, std::string opponent)
{
  const std::lock_guard lock(mutex_);
  const auto found = traces_.find(key);
  if (found == traces_.end()) return;
  Trace& trace = found->second;
  if (opponent.empty()) {
    trace.undone_by_foreigner = true;
  } else if (trace.opponents.size() < kMostOpponents && !is_in(trace.opponents, opponent)) {
    trace.opponents.push_back(std::move(opponent));
  }
}

std::optional<HotLoopGuard::Trace> HotLoopGuard::add(const Request& key, bool triggered, Writes writes,
                                                     std::optional<std::uint64_t> state, SteadyTime began,
                                                     SteadyTime now)
{
  if (writes.empty() && empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  std::optional<Trace> reported;
  const auto found = traces_.find(key);
  if (writes.empty()) {
    // It rests. Whoever undoes what it wrote continues the row; its own writes cannot, because their events have come.
    if (found != traces_.end() && !triggered) {
      found->second = Trace();
      found->second.ended = now;
    }
    sweep(now);
    size_.store(traces_.size(), std::memory_order_relaxed);
    return std::nullopt;
  }
  if (found == traces_.end() || !triggered || found->second.count == 0) {
    Trace fresh;
    fresh.count = 1;
    fresh.since = began;
    fresh.ended = now;
    if (found == traces_.end()) {
      to_sweep_.emplace_back(end_of(fresh), key);
    } else {
      const Trace& before = found->second;
      fresh.found_before = (before.found_before || before.is_loop()) && !common(before.writes, writes).empty();
    }
    fresh.writes = std::move(writes);
    traces_.insert_or_assign(key, std::move(fresh));
  } else {
    Trace& trace = found->second;
    auto both = common(trace.writes, writes);
    ++trace.count;
    trace.ended = now;
    trace.writes = both.empty() ? std::move(writes) : std::move(both);
    const bool known = state && std::find(trace.states.begin(), trace.states.end(), *state) != trace.states.end();
    trace.repeated = known ? trace.repeated + 1 : 0;
    if (state && !known && trace.states.size() < tolerated_if_new) trace.states.push_back(*state);
    if (trace.is_loop()) {
      const std::uint32_t doublings = std::min<std::uint32_t>(trace.pauses++, 16);
      trace.held_until = saturating_add(now, std::min(first_pause * (1 << doublings), longest_pause));
      if (std::has_single_bit(trace.pauses)) reported = trace;
    }
  }
  sweep(now);
  size_.store(traces_.size(), std::memory_order_relaxed);
  return reported;
}

// Each call looks at two others, so what is long ago does not pile up.
void HotLoopGuard::sweep(SteadyTime now)
{
  for (int looked = 0; looked < 2 && !to_sweep_.empty() && to_sweep_.front().first < now; ++looked) {
    Request key = std::move(to_sweep_.front().second);
    to_sweep_.pop_front();
    const auto found = traces_.find(key);
    if (found == traces_.end()) continue;
    const SteadyTime end = end_of(found->second);
    if (end < now) {
      traces_.erase(found);
    } else {
      to_sweep_.emplace_back(end, std::move(key));
    }
  }
}

}  // namespace kubexx
