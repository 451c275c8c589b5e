// SPDX-License-Identifier: Apache-2.0
#include "render/shared_frames.hpp"

#include <algorithm>
#include <utility>

namespace kubexx::apiserver {
namespace {

constexpr std::size_t most_frames = 64;
constexpr std::size_t most_bytes = std::size_t{4} << 20U;

}  // namespace

std::shared_ptr<const std::string> SharedFrames::find(const Renderer& renderer, std::string_view type,
                                                      const StoredPtr& object)
{
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(recent_.rbegin(), recent_.rend(), [&](const Frame& frame) {
    return frame.object == object && frame.type == type && frame.renderer.same_form(renderer);
  });
  return found == recent_.rend() ? nullptr : found->bytes;
}

std::string SharedFrames::watch_line(const Renderer& renderer, std::string_view type, const StoredPtr& object,
                                     bool first)
{
  if (!renderer.shares_frames()) return renderer.watch_line(type, *object, first);
  if (const auto known = find(renderer, type, object)) return *known;
  Frame frame{renderer, std::string(type), object,
              std::make_shared<const std::string>(renderer.watch_line(type, *object, first))};
  const auto bytes = frame.bytes;
  std::deque<Frame> dropped;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  bytes_ += frame.size();
  recent_.push_back(std::move(frame));
  while (recent_.size() > most_frames || bytes_ > most_bytes) {
    bytes_ -= recent_.front().size();
    dropped.push_back(std::move(recent_.front()));
    recent_.pop_front();
  }
  return *bytes;
}

}  // namespace kubexx::apiserver
