// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/cel/library: ip.go and cidr.go.
#include <algorithm>
#include <charconv>
#include <optional>

#include "kubexx/cel/detail/functions.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;

const std::string& text_argument(Args args, std::size_t index = 0)
{
  return *args[index].text_if();
}
const Ip& ip(Args args)
{
  return *args[0].get_if<Ip>();
}
const Cidr& cidr(Args args)
{
  return *args[0].get_if<Cidr>();
}

bool read_number(std::string_view text, int base, std::size_t longest, unsigned largest, unsigned& value)
{
  if (text.empty() || text.size() > longest) return false;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && value <= largest;
}

bool parse_v4(std::string_view text, std::uint8_t* bytes)
{
  for (int index = 0; index < 4; ++index) {
    const auto dot = text.find('.');
    if ((dot == std::string_view::npos) != (index == 3)) return false;
    const auto part = text.substr(0, dot);
    unsigned value = 0;
    if (!read_number(part, 10, 3, 255, value) || (part.size() > 1 && part[0] == '0')) return false;
    bytes[index] = static_cast<std::uint8_t>(value);
    if (dot != std::string_view::npos) text.remove_prefix(dot + 1);
  }
  return true;
}

std::optional<Ip> parse_v6(std::string_view text)
{
  Ip result;
  result.size = 16;
  std::array<std::uint8_t, 16> tail{};
  std::size_t head_size = 0;
  std::size_t tail_size = 0;
  bool gap = false;
  if (text.starts_with("::")) {
    gap = true;
    text.remove_prefix(2);
  } else if (text.starts_with(':')) {
    return std::nullopt;
  }
  while (!text.empty()) {
    auto* bytes = gap ? tail.data() + tail_size : result.bytes.data() + head_size;
    const auto used = head_size + tail_size;
    const auto colon = text.find(':');
    const auto part = text.substr(0, colon);
    if (colon == std::string_view::npos && part.find('.') != std::string_view::npos) {
      if (used > 12 || !parse_v4(part, bytes)) return std::nullopt;
      (gap ? tail_size : head_size) += 4;
      break;
    }
    unsigned value = 0;
    if (used >= 16 || !read_number(part, 16, 4, 0xFFFF, value)) return std::nullopt;
    bytes[0] = static_cast<std::uint8_t>(value >> 8U);
    bytes[1] = static_cast<std::uint8_t>(value & 0xFFU);
    (gap ? tail_size : head_size) += 2;
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
    if (text.empty()) return std::nullopt;
    if (text.starts_with(':')) {
      if (gap) return std::nullopt;
      gap = true;
      text.remove_prefix(1);
    }
  }
  const auto used = head_size + tail_size;
  if (gap ? used >= 16 : used != 16) return std::nullopt;
  std::copy_n(tail.begin(), tail_size, result.bytes.end() - static_cast<std::ptrdiff_t>(tail_size));
  return result;
}

bool is_mapped(const Ip& address)
{
  return address.size == 16 &&
         std::all_of(address.bytes.begin(), address.bytes.begin() + 10, [](auto b) { return b == 0; }) &&
         address.bytes[10] == 0xFF && address.bytes[11] == 0xFF;
}

/// `problem` in the words of the library.
std::optional<Ip> parse_ip(const std::string& text, std::string& problem)
{
  if (const auto zone = text.find('%'); zone != std::string::npos && text.find(':') < zone) {
    problem = "IP address " + go_quoted(text) + " with zone value is not allowed";
    return std::nullopt;
  }
  std::optional<Ip> result;
  if (text.find(':') != std::string::npos) {
    result = parse_v6(text);
  } else {
    Ip address;
    if (parse_v4(text, address.bytes.data())) result = address;
  }
  if (!result) {
    problem = "IP Address " + go_quoted(text) + " parse error during conversion from string: ParseAddr(" +
              go_quoted(text) + "): unable to parse IP";
    return std::nullopt;
  }
  if (is_mapped(*result)) {
    problem = "IPv4-mapped IPv6 address " + go_quoted(text) + " is not allowed";
    return std::nullopt;
  }
  return result;
}

std::string ip_text(const Ip& address)
{
  std::string result;
  if (address.size == 4) {
    for (std::size_t index = 0; index < 4; ++index) {
      result += (index == 0 ? "" : ".") + std::to_string(address.bytes[index]);
    }
    return result;
  }
  const auto group = [&](std::size_t index) {
    return static_cast<unsigned>(address.bytes[2 * index]) << 8U | address.bytes[2 * index + 1];
  };
  // The longest run of two zeros or more is left out.
  std::size_t begin = 8;
  std::size_t length = 1;
  for (std::size_t from = 0; from < 8; ++from) {
    std::size_t to = from;
    while (to < 8 && group(to) == 0) ++to;
    if (to - from > length) {
      begin = from;
      length = to - from;
    }
  }
  for (std::size_t index = 0; index < 8; ++index) {
    if (index == begin) {
      result += "::";
      index += length - 1;
      continue;
    }
    if (!result.empty() && !result.ends_with(':')) result += ":";
    std::array<char, 8> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), group(index), 16);
    result.append(buffer.data(), written.ptr);
  }
  return result;
}

std::optional<Cidr> parse_cidr(const std::string& text, std::string& problem)
{
  const auto slash = text.rfind('/');
  const auto bad = [&] {
    problem =
        "network address parse error during conversion from string: netip.ParsePrefix(" + go_quoted(text) +
        "): " + (slash == std::string::npos ? "no '/'" : "bad bits after slash: " + go_quoted(text.substr(slash + 1)));
    return std::nullopt;
  };
  if (slash == std::string::npos) return bad();
  const auto address = parse_ip(text.substr(0, slash), problem);
  if (!address) return std::nullopt;
  unsigned bits = 0;
  const auto digits = text.substr(slash + 1);
  if (!read_number(digits, 10, 3, static_cast<unsigned>(address->size) * 8, bits) ||
      (digits.size() > 1 && digits[0] == '0')) {
    return bad();
  }
  return Cidr{*address, static_cast<int>(bits)};
}

Ip masked_address(Ip address, int prefix)
{
  for (int bit = prefix; bit < address.size * 8; ++bit) {
    auto& byte = address.bytes[static_cast<std::size_t>(bit / 8)];
    byte = static_cast<std::uint8_t>(byte & ~(0x80U >> static_cast<unsigned>(bit % 8)));
  }
  return address;
}

bool holds(const Cidr& range, const Ip& address)
{
  return range.address.size == address.size &&
         masked_address(range.address, range.prefix).bytes == masked_address(address, range.prefix).bytes;
}

Value to_ip(Session& /*session*/, Args args)
{
  std::string problem;
  const auto address = parse_ip(text_argument(args), problem);
  return address ? Value(*address) : Value::error(problem);
}

Value is_ip(Session& session, Args args)
{
  return {!to_ip(session, args).is_error()};
}

Value is_canonical(Session& /*session*/, Args args)
{
  std::string problem;
  const auto address = parse_ip(text_argument(args), problem);
  return address ? Value(ip_text(*address) == text_argument(args)) : Value::error(problem);
}

Value family(Session& /*session*/, Args args)
{
  return {std::int64_t{ip(args).size == 4 ? 4 : 6}};
}
Value string_of_ip(Session& /*session*/, Args args)
{
  return Value::text(ip_text(ip(args)));
}

bool unspecified(const Ip& address)
{
  return std::all_of(address.bytes.begin(), address.bytes.end(), [](auto byte) { return byte == 0; });
}

bool loopback(const Ip& address)
{
  if (address.size == 4) return address.bytes[0] == 127;
  return address.bytes[15] == 1 &&
         std::all_of(address.bytes.begin(), address.bytes.end() - 1, [](auto byte) { return byte == 0; });
}

bool multicast(const Ip& address)
{
  return address.size == 4 ? (address.bytes[0] & 0xF0U) == 0xE0 : address.bytes[0] == 0xFF;
}

bool link_local_multicast(const Ip& address)
{
  if (address.size == 4) return address.bytes[0] == 224 && address.bytes[1] == 0 && address.bytes[2] == 0;
  return address.bytes[0] == 0xFF && (address.bytes[1] & 0x0FU) == 2;
}

bool link_local_unicast(const Ip& address)
{
  if (address.size == 4) return address.bytes[0] == 169 && address.bytes[1] == 254;
  return address.bytes[0] == 0xFE && (address.bytes[1] & 0xC0U) == 0x80;
}

bool global_unicast(const Ip& address)
{
  const bool broadcast = address.size == 4 && std::all_of(address.bytes.begin(), address.bytes.begin() + 4,
                                                          [](auto byte) { return byte == 255; });
  return !broadcast && !unspecified(address) && !loopback(address) && !multicast(address) &&
         !link_local_unicast(address);
}

Value is_unspecified(Session& /*session*/, Args args)
{
  return {unspecified(ip(args))};
}
Value is_loopback(Session& /*session*/, Args args)
{
  return {loopback(ip(args))};
}
Value is_link_local_multicast(Session& /*session*/, Args args)
{
  return {link_local_multicast(ip(args))};
}
Value is_link_local_unicast(Session& /*session*/, Args args)
{
  return {link_local_unicast(ip(args))};
}
Value is_global_unicast(Session& /*session*/, Args args)
{
  return {global_unicast(ip(args))};
}

Value to_cidr(Session& /*session*/, Args args)
{
  std::string problem;
  const auto range = parse_cidr(text_argument(args), problem);
  return range ? Value(*range) : Value::error("network address parse error during conversion from string: " + problem);
}

Value is_cidr(Session& session, Args args)
{
  return {!to_cidr(session, args).is_error()};
}

Value contains_ip(Session& /*session*/, Args args)
{
  if (const auto* address = args[1].get_if<Ip>()) return {holds(cidr(args), *address)};
  std::string problem;
  const auto address = parse_ip(text_argument(args, 1), problem);
  return address ? Value(holds(cidr(args), *address)) : Value::error("no such overload");
}

Value contains_cidr(Session& /*session*/, Args args)
{
  std::optional<Cidr> other;
  std::string problem;
  if (const auto* given = args[1].get_if<Cidr>()) {
    other = *given;
  } else {
    other = parse_cidr(text_argument(args, 1), problem);
  }
  if (!other) return Value::error("network address parse error during conversion from string: " + problem);
  return {cidr(args).prefix <= other->prefix && holds(cidr(args), other->address)};
}

Value cidr_ip(Session& /*session*/, Args args)
{
  return {cidr(args).address};
}
Value prefix_length(Session& /*session*/, Args args)
{
  return {static_cast<std::int64_t>(cidr(args).prefix)};
}
Value masked(Session& /*session*/, Args args)
{
  return {Cidr{masked_address(cidr(args).address, cidr(args).prefix), cidr(args).prefix}};
}

Value string_of_cidr(Session& /*session*/, Args args)
{
  return Value::text(ip_text(cidr(args).address) + "/" + std::to_string(cidr(args).prefix));
}

}  // namespace

std::span<const Function> net_functions()
{
  using enum CostRule;
  static constexpr Function rows[] = {
      {"ip", "(string) ip", to_ip, first},
      {"ip", "cidr.() ip", cidr_ip},
      {"ip.isCanonical", "(string) bool", is_canonical, first_twice},
      {"isIP", "(string) bool", is_ip, first},
      {"family", "ip.() int", family},
      {"isUnspecified", "ip.() bool", is_unspecified},
      {"isLoopback", "ip.() bool", is_loopback},
      {"isLinkLocalMulticast", "ip.() bool", is_link_local_multicast},
      {"isLinkLocalUnicast", "ip.() bool", is_link_local_unicast},
      {"isGlobalUnicast", "ip.() bool", is_global_unicast},
      {"string", "(ip) string", string_of_ip},
      {"cidr", "(string) cidr", to_cidr, first},
      {"isCIDR", "(string) bool", is_cidr, first},
      {"containsIP", "cidr.(string) bool", contains_ip, second},
      {"containsIP", "cidr.(ip) bool", contains_ip},
      {"containsCIDR", "cidr.(string) bool", contains_cidr, second},
      {"containsCIDR", "cidr.(cidr) bool", contains_cidr},
      {"prefixLength", "cidr.() int", prefix_length},
      {"masked", "cidr.() cidr", masked},
      {"string", "(cidr) string", string_of_cidr},
  };
  return rows;
}

}  // namespace kubexx::cel::detail
