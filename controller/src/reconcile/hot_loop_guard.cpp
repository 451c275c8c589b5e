// SPDX-License-Identifier: Apache-2.0
#include "reconcile/hot_loop_guard.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kubexx {

namespace {

// An own event comes within milliseconds; a pause is not counted.
constexpr Duration kSoon = std::chrono::seconds(10);
constexpr std::size_t kMostTraces = 1024;

bool is_recent(const HotLoopGuard::Trace& trace, SteadyTime now)
{
  return now <= saturating_add(std::max(trace.ended, trace.held_until), kSoon);
}

// What both wrote, with the versions that the later one left; empty: nothing.
std::vector<HotLoopGuard::Write> common(const std::vector<HotLoopGuard::Write>& before,
                                        const std::vector<HotLoopGuard::Write>& now)
{
  std::vector<HotLoopGuard::Write> both;
  for (const auto& write : now) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const auto& other) {
      return other.resource == write.resource && other.key == write.key;
    });
    if (same == before.end()) continue;
    HotLoopGuard::Write shared = write;
    std::erase_if(shared.fields, [&](const auto& field) {
      return std::find(same->fields.begin(), same->fields.end(), field) == same->fields.end();
    });
    if (!shared.fields.empty()) both.push_back(std::move(shared));
  }
  return both;
}

}  // namespace

std::string HotLoopGuard::Trace::fields() const
{
  std::string text;
  for (const auto& write : writes) {
    std::string paths;
    for (const auto& field : write.fields) paths += (paths.empty() ? "" : ", ") + field;
    text += (text.empty() ? "" : "; ") + paths + " of " + write.resource;
  }
  return text;
}

std::optional<HotLoopGuard::Trace> HotLoopGuard::trace(const Request& key, SteadyTime now) const
{
  if (empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto found = traces_.find(key);
  if (found == traces_.end() || !is_recent(found->second, now)) return std::nullopt;
  return found->second;
}

std::optional<HotLoopGuard::Trace> HotLoopGuard::add(const Request& key, bool triggered, std::vector<Write> writes,
                                                     SteadyTime began, SteadyTime now)
{
  if (writes.empty() && empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  std::optional<Trace> reported;
  if (writes.empty()) {
    traces_.erase(key);
  } else {
    if (traces_.size() >= kMostTraces) sweep(now);
    if (traces_.size() >= kMostTraces) traces_.erase(traces_.begin());
    Trace& trace = traces_[key];
    if (!triggered || trace.count == 0) {
      trace = {1, 1, 0, began, now, {}, std::move(writes)};
    } else {
      auto both = common(trace.writes, writes);
      ++trace.count;
      trace.same = both.empty() ? 1 : trace.same + 1;
      trace.ended = now;
      trace.writes = both.empty() ? std::move(writes) : std::move(both);
      if (trace.is_loop()) {
        const std::uint32_t doublings = std::min<std::uint32_t>(trace.pauses++, 16);
        trace.held_until = saturating_add(now, std::min(first_pause * (1 << doublings), longest_pause));
        if (std::has_single_bit(trace.pauses)) reported = trace;
      }
    }
  }
  size_.store(traces_.size(), std::memory_order_relaxed);
  return reported;
}

void HotLoopGuard::sweep(SteadyTime now)
{
  std::erase_if(traces_, [&](const auto& entry) { return !is_recent(entry.second, now); });
}

}  // namespace kubexx
