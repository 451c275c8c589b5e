// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace kubexx::detail {

/// The seed of a hash. The default gives the same hashes in every process. With a seed, an attacker who chooses the
/// input cannot predict which inputs have equal hashes (as with Go's maps).
struct HashSeed {
  constexpr HashSeed() noexcept = default;
  constexpr explicit HashSeed(std::uint64_t seed) noexcept : first(mix(seed)), second(mix(seed + 1)) {}

  std::uint64_t first = 0x9e3779b97f4a7c15U;
  std::uint64_t second = 0xd6e8feb86659fd93U;

private:
  /// SplitMix64 with the lowest bit set, so that the result is never zero.
  [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t value) noexcept
  {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return (value ^ (value >> 31U)) | 1U;
  }
};

/// Multiplies two words and XORs both halves of the 128-bit product.
[[nodiscard]] constexpr std::uint64_t fold(std::uint64_t left, std::uint64_t right) noexcept
{
  __extension__ using Product = unsigned __int128;
  const Product product = Product{left} * right;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// Adds `size` bytes to the state of a hash, with one multiplication per 16 bytes, after wyhash.
[[nodiscard]] inline std::uint64_t hash_into(std::uint64_t state, const char* data, std::size_t size,
                                             const HashSeed& seed) noexcept
{
  const auto load = [](const char* at, std::size_t count) {
    std::uint64_t word = 0;
    if (count != 0) std::memcpy(&word, at, count);  // an empty view may be null
    return word;
  };
  const auto load_eight = [](const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
  };
  state ^= size ^ seed.second;
  const char* end = data + size;
  for (; end - data > 16; data += 16) state = fold(load_eight(data) ^ seed.first, load_eight(data + 8) ^ state);
  if (end - data >= 8) return fold(load_eight(data) ^ seed.first, load_eight(end - 8) ^ state);
  return fold(load(data, static_cast<std::size_t>(end - data)) ^ seed.first, state);
}

/// Finishes a hash that hash_into began. All 32 bits are well distributed.
[[nodiscard]] constexpr std::uint32_t hash_end(std::uint64_t state, const HashSeed& seed) noexcept
{
  return static_cast<std::uint32_t>(fold(state ^ seed.first, seed.second) >> 32U);
}

[[nodiscard]] inline std::uint32_t hash_bytes(const char* data, std::size_t size, const HashSeed& seed = {}) noexcept
{
  return hash_end(hash_into(0, data, size, seed), seed);
}

/// Spreads a number, which may already be a hash, over 32 bits.
[[nodiscard]] constexpr std::uint32_t spread(std::uint64_t number, const HashSeed& seed) noexcept
{
  return static_cast<std::uint32_t>(fold(number ^ seed.second, seed.first) >> 32U);
}

/// Returns memcmp(left, right, size) == 0, without a function call for keys of the usual size (16 to 32 bytes).
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
