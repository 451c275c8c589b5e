// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// Selects the objects that belong to one of several processes, by ranges of the 64-bit FNV-1a hash of uid or namespace
/// (KEP-5866, sharded list and watch). Empty selects everything. A value type.
///
///     options.shard = ShardSelector::of(ShardSelector::Field::namespace_, replica, replicas);
class ShardSelector {
public:
  /// The member of metadata that is hashed.
  enum class Field : std::uint8_t { uid, namespace_ };

  ShardSelector() = default;
  /// Returns part number `shard`, counted from 0, of `shards` equal parts. Throws std::invalid_argument if there is no
  /// such part.
  [[nodiscard]] static ShardSelector of(Field field, std::uint64_t shard, std::uint64_t shards);
  /// Adds the hashes from `first` up to, but not including, `end`; nullopt: up to the last one. Returns this selector.
  ShardSelector& add(Field field, std::uint64_t first, std::optional<std::uint64_t> end);

  /// Whether the hash of the object is in a selected range.
  [[nodiscard]] bool matches(const Object& object) const;
  [[nodiscard]] bool everything() const noexcept { return ranges_.empty(); }
  /// The form for the server: "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000') || …".
  [[nodiscard]] std::string to_string() const;
  friend bool operator==(const ShardSelector&, const ShardSelector&) = default;

  /// The 64-bit FNV-1a hash.
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
