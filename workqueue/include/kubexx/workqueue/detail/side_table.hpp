// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// Data of records that only some queues, or few records, need: entries by record index, beside the records, so that
/// the others do not pay for them. Entries never move, so making room for one touches no other. Not thread safe.
template <class T>
class SideTable {
public:
  /// Makes room for the entry of a record; a new entry is T(). Strong guarantee.
  void reserve(RecordIndex index)
  {
    const std::size_t chunk = index >> kChunkBits;
    if (chunk >= chunks_.size()) chunks_.resize(chunk + 1);
    if (!chunks_[chunk]) chunks_[chunk] = std::make_unique<T[]>(kInChunk);
  }
  [[nodiscard]] bool has(RecordIndex index) const noexcept
  {
    const std::size_t chunk = index >> kChunkBits;
    return chunk < chunks_.size() && chunks_[chunk];
  }
  /// Precondition of both operators: there is room for the entry.
  [[nodiscard]] T& operator[](RecordIndex index) noexcept
  {
    return chunks_[index >> kChunkBits][index & (kInChunk - 1)];
  }
  [[nodiscard]] const T& operator[](RecordIndex index) const noexcept
  {
    return chunks_[index >> kChunkBits][index & (kInChunk - 1)];
  }

private:
  static constexpr std::size_t kChunkBits = 8;
  static constexpr std::size_t kInChunk = std::size_t{1} << kChunkBits;
  std::vector<std::unique_ptr<T[]>> chunks_;
};

}  // namespace kubexx::detail
