// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/watch_status.hpp"

#include <algorithm>

#include "kubexx/informer/reflector.hpp"

namespace kubexx {

namespace {

// How far a watch has come. A failing one is behind every other, a stopped one past them.
int progress_of(WatchState state)
{
  using enum WatchState;
  static_assert(idle < starting && starting < listing && listing < syncing && syncing < streaming &&
                streaming < stopped);
  return state == failing ? -1 : static_cast<int>(state);
}

}  // namespace

WatchStatus merged(const WatchStatus& a, const WatchStatus& b)
{
  const WatchStatus& behind = progress_of(b.state) < progress_of(a.state) ? b : a;
  const WatchStatus& other = &behind == &a ? b : a;
  WatchStatus both = behind;
  if (other.failing_since) {
    both.failing_since = std::min(both.failing_since.value_or(*other.failing_since), *other.failing_since);
  }
  // Nothing is older than any time: std::optional orders them so.
  both.last_data = std::min(a.last_data, b.last_data);
  both.lists += other.lists;
  both.watches += other.watches;
  both.relists += other.relists;
  both.events += other.events;
  both.undecodable += other.undecodable;
  if (both.last_undecodable.empty()) both.last_undecodable = other.last_undecodable;
  both.unidentified += other.unidentified;
  both.duplicates += other.duplicates;
  both.function_failures += other.function_failures;
  return both;
}

const char* to_string(WatchState state) noexcept
{
  switch (state) {
    case WatchState::idle:
      return "idle";
    case WatchState::starting:
      return "starting";
    case WatchState::listing:
      return "listing";
    case WatchState::syncing:
      return "syncing";
    case WatchState::streaming:
      return "streaming";
    case WatchState::failing:
      return "failing";
    case WatchState::stopped:
      return "stopped";
  }
  return "unknown";
}

const char* to_string(Reflector::State state) noexcept
{
  switch (state) {
    case Reflector::State::idle:
      return "idle";
    case Reflector::State::choosing:
      return "choosing";
    case Reflector::State::opening_stream_list:
      return "opening_stream_list";
    case Reflector::State::receiving_stream_list:
      return "receiving_stream_list";
    case Reflector::State::listing:
      return "listing";
    case Reflector::State::opening_watch:
      return "opening_watch";
    case Reflector::State::watching:
      return "watching";
    case Reflector::State::waiting:
      return "waiting";
    case Reflector::State::stopped:
      return "stopped";
  }
  return "unknown";
}

}  // namespace kubexx
