// SPDX-License-Identifier: Apache-2.0
#include "quantity_text.hpp"

#include <algorithm>
#include <charconv>

namespace kubexx::detail {

namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kDecimal[] = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};  // from 10^-9
constexpr std::string_view kBinary[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

/// Takes what is made of these characters from the front.
std::string_view take(std::string_view& rest, std::string_view characters)
{
  const auto length = std::min(rest.find_first_not_of(characters), rest.size());
  const auto taken = rest.substr(0, length);
  rest.remove_prefix(length);
  return taken;
}

bool take_sign(std::string_view& rest)
{
  const bool is_signed = rest.starts_with('-') || rest.starts_with('+');
  if (is_signed) rest.remove_prefix(1);
  return is_signed;
}

}  // namespace

std::optional<QuantitySuffix> parse_suffix(std::string_view text)
{
  for (int index = 0; index < static_cast<int>(std::size(kDecimal)); ++index) {
    if (kDecimal[index] == text) return QuantitySuffix{10, 3 * index - 9, Quantity::Format::decimal_si};
  }
  for (int index = 1; index <= kLargestBinary; ++index) {
    if (kBinary[index] == text) return QuantitySuffix{2, 10 * index, Quantity::Format::binary_si};
  }
  if (text.size() < 2 || (text[0] != 'e' && text[0] != 'E')) return std::nullopt;
  text.remove_prefix(text[1] == '+' ? 2 : 1);
  QuantitySuffix suffix{10, 0, Quantity::Format::decimal_exponent};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), suffix.exponent);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return suffix;
}

std::optional<std::string_view> decimal_suffix(int exponent)
{
  const int index = exponent / 3 + 3;
  if (index < 0 || index >= static_cast<int>(std::size(kDecimal))) return std::nullopt;
  return kDecimal[index];
}

std::string_view binary_suffix(int exponent)
{
  return kBinary[exponent];
}

std::optional<QuantityParts> split_quantity(std::string_view text)
{
  QuantityParts parts;
  std::string_view rest = text;
  parts.negative = rest.starts_with('-');
  take_sign(rest);
  take(rest, "0");
  parts.whole = take(rest, kDigits);
  if (parts.whole.empty()) parts.whole = "0";
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    parts.fraction = take(rest, kDigits);
  }
  parts.number = text.substr(0, text.size() - rest.size());
  parts.suffix = rest;
  take(rest, "eEinumkKMGTP");
  take_sign(rest);
  take(rest, kDigits);
  if (!rest.empty()) return std::nullopt;
  return parts;
}

}  // namespace kubexx::detail
