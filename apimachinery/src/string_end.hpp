// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kubexx::detail {

struct StringEnd {
  const char* end;  // after the closing quote; that of the text when there is none
  bool plain;       // the content is ASCII without a backslash
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

}  // namespace kubexx::detail
