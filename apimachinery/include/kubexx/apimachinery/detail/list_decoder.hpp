// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "kubexx/apimachinery/misfit.hpp"

namespace kubexx::detail {

/// Turns the body of a list, cut anywhere, into its items, one by one, so that the list is never in memory as a whole:
/// what `scan_list` does with all of it. An item is looked at when it may be complete, and again when twice as much has
/// come, so each byte is looked at twice on average however it is cut. An item that cannot be read is passed over by
/// its brackets. Errors are those of `scan_list`, with positions in the item instead of in the list; items that came
/// before an error were handed out. Not thread safe.
class ListDecoder {
public:
  /// `options.type` outlives the decoder.
  explicit ListDecoder(Object::ParseOptions options) : options_(options) {}

  /// Adds what arrived.
  void feed(std::string_view piece);
  /// After the last piece.
  void finish() { finished_ = true; }
  /// The next item; nullopt when more bytes are needed, or when the list has ended. Throws ObjectError; then only to be
  /// destroyed.
  [[nodiscard]] std::optional<Object> next();

  /// The items that were passed over since the last call.
  [[nodiscard]] std::vector<Misfit> take_misfits() { return std::exchange(misfits_, {}); }

  /// The list has ended in order: its header is known.
  [[nodiscard]] bool ended() const noexcept { return at_ == At::end; }
  [[nodiscard]] const ListHeader& header() const noexcept { return header_; }
  /// All but the items, once it has ended: what says whether the answer was a list at all.
  [[nodiscard]] const std::string& frame() const noexcept { return frame_; }
  /// Bytes that the rest of the list cannot make less: what is kept of all but the items, and a part that was looked at
  /// and is not whole. The memory that is held is at most the double, and a piece.
  [[nodiscard]] std::size_t held() const noexcept { return frame_.size() + incomplete_; }

private:
  enum class At { begin, member, items, after, end };
  enum class Step { more, item, next };

  /// One step of the grammar: passes a part that is complete, or says that more bytes are needed.
  Step step();
  Step pass_member(std::size_t at);
  Step pass_item(std::size_t at);
  Step pass_over(std::size_t at, const std::string& problem);
  void end_list();
  [[nodiscard]] std::size_t skip_space(std::size_t at) const noexcept;
  /// The byte there; NUL at the end.
  [[nodiscard]] char peek(std::size_t at) const noexcept { return at < buffer_.size() ? buffer_[at] : '\0'; }
  Step pass(At to, std::size_t upto) noexcept;
  [[noreturn]] void fail(std::size_t at, const char* what) const;

  const Object::ParseOptions options_;
  At at_ = At::begin;
  std::string buffer_;
  std::size_t taken_ = 0;       // bytes of buffer_ that were passed
  std::size_t incomplete_ = 0;  // bytes behind taken_ at the last look, when they were not enough
  bool finished_ = false;
  bool first_ = true;       // no member, or no item, was passed
  std::size_t number_ = 0;  // of the next item
  Object item_;
  std::vector<Misfit> misfits_;
  std::string frame_ = "{";
  ListHeader header_;
};

}  // namespace kubexx::detail
