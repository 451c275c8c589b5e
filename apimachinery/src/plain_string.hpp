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

/// The word whose bytes are all this one.
template <class Word>
[[nodiscard]] constexpr Word all_bytes(unsigned byte) noexcept
{
  return static_cast<Word>(static_cast<Word>(~Word{0}) / 0xFFU * byte);
}

/// Whether `test`, which takes words of eight bytes or fewer, is false for all words of the text. Tests some bytes
/// twice.
template <class Test>
[[nodiscard, gnu::always_inline]] inline bool no_word(std::string_view text, Test test) noexcept
{
  const char* at = text.data();
  const std::size_t size = text.size();
  const char* const end = at + size;
  const auto test_at = [&test]<class Word>(Word word, const char* from) __attribute__((always_inline)) {
    std::memcpy(&word, from, sizeof word);
    return test(word);
  };
  if (size >= sizeof(std::uint64_t)) {
    for (; end - at > 8; at += sizeof(std::uint64_t)) {
      if (test_at(std::uint64_t{}, at)) return false;
    }
    return !test_at(std::uint64_t{}, end - sizeof(std::uint64_t));
  }
  if (size >= sizeof(std::uint32_t)) {
    return !test_at(std::uint32_t{}, at) && !test_at(std::uint32_t{}, end - sizeof(std::uint32_t));
  }
  while (at < end && !test_at(std::uint8_t{}, at)) ++at;
  return at == end;
}

/// Whether the content of a string is plain.
[[nodiscard]] inline bool is_plain(std::string_view content) noexcept
{
  return no_word(content, []<class Word>(Word word) {
    const auto backslash = static_cast<Word>(word ^ all_bytes<Word>('\\'));  // zero in the bytes that are one
    const auto borrowed = static_cast<Word>(backslash - all_bytes<Word>(1));
    return ((borrowed | word) & all_bytes<Word>(0x80)) != 0;
  });
}

/// Whether a text stands in JSON as it is: ASCII without quotes, backslashes and control characters.
[[nodiscard]] inline bool stands_as_it_is(std::string_view text) noexcept
{
  // A byte that is zero, or less than a blank, borrows and has its sign set, as a byte that is not ASCII has.
  return no_word(text, []<class Word>(Word word) {
    const auto quote = static_cast<Word>((word ^ all_bytes<Word>('"')) - all_bytes<Word>(1));
    const auto backslash = static_cast<Word>((word ^ all_bytes<Word>('\\')) - all_bytes<Word>(1));
    const auto control = static_cast<Word>(word - all_bytes<Word>(0x20));
    return ((word | quote | backslash | control) & all_bytes<Word>(0x80)) != 0;
  });
}

}  // namespace kubexx::detail
