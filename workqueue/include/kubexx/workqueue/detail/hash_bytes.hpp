// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace kubexx::detail {

/// A hash of some bytes, well spread over its 32 bits: one multiplication for every 16 bytes, folded, after wyhash. The
/// same in every process.
[[nodiscard]] inline std::uint32_t hash_bytes(const char* data, std::size_t size) noexcept
{
  __extension__ using Product = unsigned __int128;
  constexpr std::uint64_t kFirst = 0x9e3779b97f4a7c15U;
  constexpr std::uint64_t kSecond = 0xd6e8feb86659fd93U;
  const auto fold = [](std::uint64_t left, std::uint64_t right) {
    const Product product = Product{left} * right;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  };
  const auto load = [](const char* at, std::size_t count) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, count);
    return word;
  };
  const auto load_eight = [](const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
  };
  std::uint64_t state = size ^ kSecond;
  const char* end = data + size;
  for (; end - data > 16; data += 16) state = fold(load_eight(data) ^ kFirst, load_eight(data + 8) ^ state);
  if (end - data >= 8) {
    state = fold(load_eight(data) ^ kFirst, load_eight(end - 8) ^ state);
  } else {
    state = fold(load(data, static_cast<std::size_t>(end - data)) ^ kFirst, state);
  }
  return static_cast<std::uint32_t>(fold(state ^ kFirst, kSecond) >> 32U);
}

/// memcmp(left, right, size) == 0, without a call for the usual size of a key.
[[nodiscard]] inline bool equal_bytes(const char* left, const char* right, std::size_t size) noexcept
{
  if (size < 16 || size > 32) return std::memcmp(left, right, size) == 0;
  const auto differ = [left, right](std::size_t at) {
    std::uint64_t mine = 0;
    std::uint64_t other = 0;
    std::memcpy(&mine, left + at, sizeof mine);
    std::memcpy(&other, right + at, sizeof other);
    return mine ^ other;
  };
  return (differ(0) | differ(8) | differ(size - 16) | differ(size - 8)) == 0;
}

}  // namespace kubexx::detail
