// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench_pod.hpp"

namespace kubexx::bench {

/// What one pod is at present.
struct PodState {
  std::size_t number = 0;
  std::uint64_t version = 0;
  std::int64_t sent = 0;  ///< nanoseconds since 1970, by the system's clock
};

/// A text, in whatever encoding, that holds one pod. Its name, uid, version and time have a fixed width and stand in it
/// as placeholders, so that a pod is rendered by a copy and four overwritten fields.
class PodTemplate {
public:
  /// The pod with placeholders, as JSON.
  [[nodiscard]] static std::string json();
  /// Throws std::invalid_argument when a placeholder does not occur exactly once.
  explicit PodTemplate(std::string text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// Overwrites the fields in `text`, a copy of the template.
  void fill(char* text, const PodState& pod) const;

private:
  std::string text_;
  std::array<std::size_t, 4> places_{};  // of the placeholders
};

/// All pods one behind the other, each as large as the others.
class PodFrames {
public:
  PodFrames(PodTemplate frame, std::size_t count);
  void set(const PodState& pod) { frame_.fill(all_.data() + pod.number * size(), pod); }
  /// Bytes of one frame.
  [[nodiscard]] std::size_t size() const noexcept { return frame_.text().size(); }
  [[nodiscard]] std::string_view range(std::size_t first, std::size_t count) const
  {
    return std::string_view(all_).substr(first * size(), count * size());
  }

private:
  PodTemplate frame_;
  std::string all_;
};

}  // namespace kubexx::bench
