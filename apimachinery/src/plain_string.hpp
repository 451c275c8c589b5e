// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kubexx::detail {

/// Functions for the strings of a JSON text. Most are plain: ASCII without a backslash. The content of a plain string
/// is its text.
struct StringEnd {
  const char* end;  // after the closing quote; that of the text when there is none
  bool plain;
};

/// Continues `string_end` at `at`, where the content has something else than plain characters.
[[nodiscard]] inline const char* string_end_after_escapes(const char* at, const char* end) noexcept
{
  for (; at < end && *at != '"'; ++at) {
    if (*at == '\\' && ++at == end) return end;
  }
  return at < end ? at + 1 : end;
}

/// Finds the end of the string in JSON whose opening quote is at `at`. Looks at sixteen bytes at a time, because most
/// strings are short and plain.
[[nodiscard, gnu::always_inline]] inline StringEnd string_end(const char* at, const char* end) noexcept
{
  ++at;
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    // The sign bit of a byte that is not ASCII is set.
    const int special = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), bytes));
    if (special == 0) continue;
    at += std::countr_zero(static_cast<unsigned>(special));
    if (*at == '"') return {at + 1, true};
    return {string_end_after_escapes(at, end), false};
  }
#endif
  for (; at < end; ++at) {
    if (*at == '"') return {at + 1, true};
    if (*at == '\\' || static_cast<unsigned char>(*at) >= 0x80) return {string_end_after_escapes(at, end), false};
  }
  return {end, false};
}

/// Whether one of these bytes is not plain.
template <class Word>
[[nodiscard]] inline bool has_special(const char* bytes) noexcept
{
  constexpr auto ones = static_cast<Word>(0x0101010101010101U);
  constexpr auto signs = static_cast<Word>(ones * 0x80U);
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const Word backslash = word ^ static_cast<Word>(ones * '\\');  // zero in the bytes that are one
  return ((((backslash - ones) & ~backslash) | word) & signs) != 0;
}

/// Whether the content of a string is plain.
[[nodiscard]] inline bool is_plain(std::string_view content) noexcept
{
  const char* at = content.data();
  const std::size_t size = content.size();
  const char* const end = at + size;
  if (size >= sizeof(std::uint64_t)) {
    for (; at + sizeof(std::uint64_t) <= end; at += sizeof(std::uint64_t)) {
      if (has_special<std::uint64_t>(at)) return false;
    }
    return at == end || !has_special<std::uint64_t>(end - sizeof(std::uint64_t));  // some bytes for the second time
  }
  if (size >= sizeof(std::uint32_t)) {
    return !has_special<std::uint32_t>(at) && !has_special<std::uint32_t>(end - sizeof(std::uint32_t));
  }
  while (at < end && *at != '\\' && static_cast<unsigned char>(*at) < 0x80) ++at;
  return at == end;
}

}  // namespace kubexx::detail
