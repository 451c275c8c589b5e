// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/watch_status.hpp"

#include "kubexx/informer/reflector.hpp"

namespace kubexx {

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

const char* to_string(ReflectorState state) noexcept
{
  switch (state) {
    case ReflectorState::idle:
      return "idle";
    case ReflectorState::choosing:
      return "choosing";
    case ReflectorState::opening_stream_list:
      return "opening_stream_list";
    case ReflectorState::receiving_stream_list:
      return "receiving_stream_list";
    case ReflectorState::listing:
      return "listing";
    case ReflectorState::opening_watch:
      return "opening_watch";
    case ReflectorState::watching:
      return "watching";
    case ReflectorState::waiting:
      return "waiting";
    case ReflectorState::stopped:
      return "stopped";
  }
  return "unknown";
}

}  // namespace kubexx
