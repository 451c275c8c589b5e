// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace kubexx::detail {

/// What was received and not yet taken, in one piece. Memory comes with the first read.
class ReadBuffer {
public:
  static constexpr std::size_t kInitial = std::size_t{16} << 10U;

  [[nodiscard]] std::string_view data() const noexcept { return {bytes_.get() + begin_, end_ - begin_}; }
  [[nodiscard]] bool empty() const noexcept { return begin_ == end_; }

  void consume(std::size_t count) noexcept
  {
    begin_ += count;
    if (begin_ == end_) begin_ = end_ = 0;
  }

  /// Room to read into, for about `wanted` bytes if there can be; empty when `limit` bytes are waiting already.
  [[nodiscard]] boost::asio::mutable_buffer prepare(std::size_t wanted, std::size_t limit = SIZE_MAX)
  {
    limit = std::max(limit, kInitial);
    const std::size_t held = end_ - begin_;
    if (size_ - held < wanted - wanted / 4 && size_ < limit) {
      const std::size_t size = std::max(size_, std::min(held + std::max(wanted, held), limit));
      auto larger = std::make_unique_for_overwrite<char[]>(size);
      if (held > 0) std::memcpy(larger.get(), bytes_.get() + begin_, held);
      bytes_ = std::move(larger);
      size_ = size;
    } else if (begin_ > 0) {
      std::memmove(bytes_.get(), bytes_.get() + begin_, held);
    }
    begin_ = 0;
    end_ = held;
    return {bytes_.get() + end_, size_ - end_};
  }
  void commit(std::size_t count) noexcept { end_ += count; }

  /// Gives the memory back when it is empty and has more than `kept` bytes.
  void shrink(std::size_t kept) noexcept
  {
    if (!empty() || size_ <= kept) return;
    bytes_.reset();
    size_ = 0;
  }

private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t begin_ = 0;  // <= end_
  std::size_t end_ = 0;    // <= size_
};

}  // namespace kubexx::detail
