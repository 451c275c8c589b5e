// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "kubexx/base/detail/hash_bytes.hpp"

namespace kubexx {

/// Stands for a sequence of texts by two hashes of 64 bits. Thousands of events and writes are remembered by such keys,
/// and the texts themselves have a hundred bytes and more. With random texts, two of a million have equal keys once in
/// 10²⁶ times.
struct EventKey {
  std::uint64_t first = 0, second = 0;

  EventKey() = default;
  EventKey(std::initializer_list<std::string_view> texts) : EventKey(EventKey(), texts) {}
  /// Stands for what `begin` stands for, and `texts` behind it.
  EventKey(const EventKey& begin, std::initializer_list<std::string_view> texts)
      : first(begin.first), second(begin.second)
  {
    for (const auto text : texts) {
      first = detail::hash_into(first, text.data(), text.size(), detail::HashSeed());
      second = detail::hash_into(second, text.data(), text.size(), detail::HashSeed(1));
    }
  }

  friend bool operator==(const EventKey&, const EventKey&) = default;

  struct Hash {
    std::size_t operator()(const EventKey& key) const noexcept { return static_cast<std::size_t>(key.first); }
  };
};

}  // namespace kubexx
