// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/shard_selector.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>

namespace kubexx {

namespace {

std::string hexadecimal(std::uint64_t value)
{
  std::array<char, 2 + 16 + 1> text{};
  (void)std::snprintf(text.data(), text.size(), "0x%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

// The first hash of part `shard`: 2^64 * shard / shards, rounded up, so that the parts fit together.
std::uint64_t first_of(std::uint64_t shard, std::uint64_t shards)
{
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(((static_cast<Wide>(shard) << 64U) + shards - 1) / shards);
}

}  // namespace

ShardSelector ShardSelector::of(Field field, std::uint64_t shard, std::uint64_t shards)
{
  if (shard >= shards) {
    throw std::invalid_argument("ShardSelector::of: there is no shard " + std::to_string(shard) + " of " +
                                std::to_string(shards) + ": shards are numbered from 0");
  }
  ShardSelector selector;
  const bool last = shard + 1 == shards;
  selector.add(field, first_of(shard, shards), last ? std::nullopt : std::optional(first_of(shard + 1, shards)));
  return selector;
}

ShardSelector& ShardSelector::add(Field field, std::uint64_t first, std::optional<std::uint64_t> end)
{
  ranges_.push_back({field, first, end});
  return *this;
}

bool ShardSelector::matches(const Object& object) const
{
  return everything() || std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
           const std::uint64_t value = hash(range.field == Field::uid ? object.uid() : object.namespace_());
           return value >= range.first && (!range.end || value < *range.end);
         });
}

std::string ShardSelector::to_string() const
{
  std::string text;
  for (const auto& range : ranges_) {
    if (!text.empty()) text += " || ";
    text += range.field == Field::uid ? "shardRange(object.metadata.uid, '" : "shardRange(object.metadata.namespace, '";
    text += hexadecimal(range.first) + "', '" + (range.end ? hexadecimal(*range.end) : "0x10000000000000000") + "')";
  }
  return text;
}

std::uint64_t ShardSelector::hash(std::string_view text) noexcept
{
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return value;
}

}  // namespace kubexx
