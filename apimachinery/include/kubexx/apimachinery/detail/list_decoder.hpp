// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/unreadable_object.hpp"

namespace kubexx::detail {

/// Decodes the body of a list, which may be cut anywhere, into its items one by one, so that the list is never in
/// memory as a whole; `scan_list` does the same for a complete body. An item is scanned when it may be complete, and
/// again when twice as many bytes have arrived, so each byte is scanned twice on average, wherever the body is cut. An
/// unreadable item is skipped by its brackets. Errors are those of `scan_list`, with positions in the item instead of
/// the list; items before an error are still returned. Not thread safe.
class ListDecoder {
public:
  /// `options.type` must outlive the decoder. Beyond `max_held` bytes each call of next() scans again, so that held()
  /// is exact there.
  explicit ListDecoder(Object::ParseOptions options, std::size_t max_held = std::numeric_limits<std::size_t>::max())
      : options_(options), max_held_(max_held)
  {
  }

  /// Adds a chunk of the body.
  void feed(std::string_view piece);
  /// Call this after the last chunk.
  void finish() { finished_ = true; }
  /// Returns the next item; nullopt if more bytes are needed or the list has ended. Throws ObjectError; after that, the
  /// decoder can only be destroyed.
  [[nodiscard]] std::optional<Object> next();

  /// Returns the items that were skipped since the last call.
  [[nodiscard]] std::vector<UnreadableObject> take_unreadable() { return std::exchange(unreadable_, {}); }

  /// Whether the list has ended without an error: its header is known.
  [[nodiscard]] bool ended() const noexcept { return at_ == At::end; }
  [[nodiscard]] const ListHeader& header() const noexcept { return header_; }
  /// The body without its items, once it has ended; shows whether the response was a list at all.
  [[nodiscard]] const std::string& frame() const noexcept { return frame_; }
  /// Bytes that the decoder cannot release yet: the body without its items, and a part that was scanned and is
  /// incomplete. It uses at most twice this memory, or `max_held` bytes, plus one chunk.
  [[nodiscard]] std::size_t held() const noexcept { return frame_.size() + incomplete_; }

private:
  enum class At { begin, member, items, after, end };
  enum class Step { more, item, next };

  /// One step of the grammar: passes a complete part, or returns `more` if more bytes are needed.
  Step step();
  Step pass_member(std::size_t at);
  Step pass_item(std::size_t at);
  Step pass_over(std::size_t at, const std::string& problem);
  void end_list();
  [[nodiscard]] std::size_t skip_space(std::size_t at) const noexcept;
  /// The byte at `at`; NUL at the end.
  [[nodiscard]] char peek(std::size_t at) const noexcept { return at < buffer_.size() ? buffer_[at] : '\0'; }
  Step pass(At to, std::size_t upto) noexcept;
  [[noreturn]] void fail(std::size_t at, const char* what) const;

  const Object::ParseOptions options_;
  const std::size_t max_held_;
  At at_ = At::begin;
  std::string buffer_;
  std::size_t taken_ = 0;       // passed bytes of buffer_
  std::size_t incomplete_ = 0;  // bytes after taken_ at the last scan, if these were not enough
  bool finished_ = false;
  bool first_ = true;       // no member, or no item, was passed yet
  std::size_t number_ = 0;  // of the next item
  Object item_;
  std::vector<UnreadableObject> unreadable_;
  std::string frame_ = "{";
  ListHeader header_;
};

}  // namespace kubexx::detail
