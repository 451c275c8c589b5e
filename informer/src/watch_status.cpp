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
