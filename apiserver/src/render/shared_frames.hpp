// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "render/render.hpp"

namespace kubexx::apiserver {

/// The last events in the forms that are not copied from the stored text but made of a tree: each is made once for all
/// watches that get the same bytes, unless two threads come to it at once. Thread safe.
class SharedFrames {
public:
  /// What `renderer` makes of the event. It may be there already if `renderer.shares_frames()`.
  [[nodiscard]] std::string watch_line(const Renderer& renderer, std::string_view type, const StoredPtr& object,
                                       bool first);

private:
  struct Frame {
    Renderer renderer;
    std::string type;
    StoredPtr object;
    std::shared_ptr<const std::string> bytes;
    [[nodiscard]] std::size_t size() const { return bytes->size() + object->body.size(); }
  };
  [[nodiscard]] std::shared_ptr<const std::string> find(const Renderer& renderer, std::string_view type,
                                                        const StoredPtr& object);

  std::mutex mutex_;
  std::deque<Frame> recent_;  // guarded by mutex_; the oldest first
  std::size_t bytes_ = 0;     // guarded by mutex_; of them all
};

}  // namespace kubexx::apiserver
