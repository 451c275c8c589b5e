// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// Which part of all objects belongs to one of several processes: ranges of the 64-bit FNV-1a hash of uid or namespace
/// (KEP-5866, sharded list and watch). Empty selects everything. A value.
///
///     options.shard = ShardSelector::of(ShardSelector::Field::namespace_, replica, replicas);
class ShardSelector {
public:
  enum class Field : std::uint8_t { uid, namespace_ };

  ShardSelector() = default;
  /// Part number `shard`, from 0, of `shards` equal parts. Throws std::invalid_argument when there is no such part.
  [[nodiscard]] static ShardSelector of(Field field, std::uint64_t shard, std::uint64_t shards);
  /// Adds hashes from `first` up to and without `end`; nullopt: to the last one. Returns this selector.
  ShardSelector& add(Field field, std::uint64_t first, std::optional<std::uint64_t> end);

  [[nodiscard]] bool matches(const Object& object) const;
  [[nodiscard]] bool everything() const noexcept { return ranges_.empty(); }
  /// For the server: "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000') || …".
  [[nodiscard]] std::string to_string() const;
  friend bool operator==(const ShardSelector&, const ShardSelector&) = default;

  [[nodiscard]] static std::uint64_t hash(std::string_view text) noexcept;

private:
  struct Range {
    Field field;
    std::uint64_t first;
    std::optional<std::uint64_t> end;
    friend bool operator==(const Range&, const Range&) = default;
  };
  std::vector<Range> ranges_;
};

}  // namespace kubexx
