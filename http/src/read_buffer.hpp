// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

namespace kubexx::detail {

/// What was received and not yet parsed, in one piece. Memory comes with the first read.
class ReadBuffer {
public:
  static constexpr std::size_t kInitial = std::size_t{16} << 10U;

  [[nodiscard]] std::string_view data() const noexcept { return {bytes_.data() + begin_, end_ - begin_}; }
  [[nodiscard]] bool empty() const noexcept { return begin_ == end_; }

  void consume(std::size_t count) noexcept
  {
    begin_ += count;
    if (begin_ == end_) begin_ = end_ = 0;
  }

  /// Room to read into; empty when `limit` bytes are waiting already.
  [[nodiscard]] boost::asio::mutable_buffer prepare(std::size_t limit)
  {
    if (begin_ > 0) {
      std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (end_ == bytes_.size() && bytes_.size() < limit) {
      bytes_.resize(bytes_.empty() ? kInitial : bytes_.size() * 2);
    }
    return {bytes_.data() + end_, bytes_.size() - end_};
  }
  void commit(std::size_t count) noexcept { end_ += count; }

private:
  std::vector<char> bytes_;
  std::size_t begin_ = 0;  // <= end_
  std::size_t end_ = 0;    // <= bytes_.size()
};

}  // namespace kubexx::detail
