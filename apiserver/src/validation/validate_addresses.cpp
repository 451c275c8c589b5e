// SPDX-License-Identifier: Apache-2.0
// IP addresses and what a pod knows of DNS.
#include <algorithm>
#include <array>
#include <optional>

#include "core/request.hpp"
#include "core/text.hpp"
#include "validation/names.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Address {
  Bytes bytes;  ///< 4 or 16
  bool leading_zeros = false, maps_ipv4 = false;
};

std::optional<Address> parse_ipv4(std::string_view text)
{
  Address address;
  bool good = true;
  for_each_part(text, '.', [&](std::string_view part) {
    unsigned value = 256;
    if (part.empty() || part.size() > 20 || read_number(part, value) != nullptr || value > 255) good = false;
    if (part.size() > 1 && part.front() == '0') address.leading_zeros = true;
    address.bytes.push_back(static_cast<std::uint8_t>(value));
  });
  if (!good || address.bytes.size() != 4) return std::nullopt;
  return address;
}

std::optional<std::uint16_t> parse_group(std::string_view text)
{
  if (text.empty() || text.size() > 4) return std::nullopt;
  unsigned value = 0;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    const char low = static_cast<char>(c | 0x20);
    if (!digit && (low < 'a' || low > 'f')) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(digit ? c - '0' : low - 'a' + 10);
  }
  return static_cast<std::uint16_t>(value);
}

/// The groups of one side of "::"; the last may be an IPv4 address.
bool parse_groups(std::string_view text, bool is_last, Bytes& bytes, bool& leading_zeros)
{
  if (text.empty()) return true;
  bool good = true;
  std::size_t left = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':')) + 1;
  for_each_part(text, ':', [&](std::string_view part) {
    --left;
    if (is_last && left == 0 && part.find('.') != std::string_view::npos) {
      const auto inner = parse_ipv4(part);
      good = good && inner.has_value();
      if (!inner) return;
      leading_zeros = leading_zeros || inner->leading_zeros;
      bytes.insert(bytes.end(), inner->bytes.begin(), inner->bytes.end());
      return;
    }
    const auto group = parse_group(part);
    good = good && group.has_value();
    if (!group) return;
    bytes.push_back(static_cast<std::uint8_t>(*group >> 8U));
    bytes.push_back(static_cast<std::uint8_t>(*group & 0xffU));
  });
  return good;
}

std::optional<Address> parse_ipv6(std::string_view text)
{
  constexpr std::size_t length = 16;
  Address address;
  const auto gap = text.find("::");
  Bytes head;
  Bytes tail;
  const auto before = text.substr(0, gap);
  if (!parse_groups(before, gap == std::string_view::npos, head, address.leading_zeros)) return std::nullopt;
  if (gap == std::string_view::npos) {
    if (head.size() != length) return std::nullopt;
  } else {
    const auto after = text.substr(gap + 2);
    if (!parse_groups(after, true, tail, address.leading_zeros)) return std::nullopt;
    if (head.size() + tail.size() >= length) return std::nullopt;
    head.resize(length - tail.size(), 0);
    head.insert(head.end(), tail.begin(), tail.end());
  }
  address.bytes = std::move(head);
  const auto& bytes = address.bytes;
  address.maps_ipv4 = std::all_of(bytes.begin(), bytes.begin() + 10, [](auto byte) { return byte == 0; }) &&
                      bytes[10] == 0xff && bytes[11] == 0xff;
  return address;
}

std::optional<Address> parse_address(std::string_view text)
{
  return text.find(':') == std::string_view::npos ? parse_ipv4(text) : parse_ipv6(text);
}

std::string ipv4_text(const Bytes& bytes, std::size_t from)
{
  std::string text;
  for (std::size_t index = from; index < from + 4; ++index) {
    text += (text.empty() ? "" : ".") + std::to_string(bytes[index]);
  }
  return text;
}

/// RFC 5952.
std::string ipv6_text(const Bytes& bytes)
{
  constexpr std::size_t groups = 8;
  const auto group_at = [&](std::size_t index) {
    return static_cast<unsigned>(bytes[2 * index] << 8U | bytes[2 * index + 1]);
  };
  std::size_t best = groups;
  std::size_t best_length = 1;
  for (std::size_t index = 0; index < groups; ++index) {
    std::size_t end = index;
    while (end < groups && group_at(end) == 0) ++end;
    if (end - index > best_length) {
      best = index;
      best_length = end - index;
    }
  }
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t index = 0; index < groups; ++index) {
    if (index == best) {
      text += "::";
      index += best_length - 1;
      continue;
    }
    if (!text.empty() && !text.ends_with(':')) text += ':';
    std::string group;
    for (auto value = group_at(index); value > 0 || group.empty(); value /= 16) group.insert(0, 1, digits[value % 16]);
    text += group;
  }
  return text;
}

std::string address_text(const Address& address)
{
  if (address.bytes.size() == 4) return ipv4_text(address.bytes, 0);
  return address.maps_ipv4 ? ipv4_text(address.bytes, 12) : ipv6_text(address.bytes);
}

struct AddressRange {
  Address address;
  unsigned length = 0;
  bool leading_zeros = false;
};

std::optional<AddressRange> parse_range(const std::string& text)
{
  const auto slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  auto address = parse_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  const auto digits = text.substr(slash + 1);
  AddressRange range{*address, 0, digits.size() > 1 && digits.front() == '0'};
  if (digits.empty() || digits.size() > 5 || read_number(digits, range.length) != nullptr) return std::nullopt;
  if (range.length > address->bytes.size() * 8) return std::nullopt;
  return range;
}

Address network_of(const AddressRange& range)
{
  auto network = range.address;
  for (std::size_t bit = range.length; bit < network.bytes.size() * 8; ++bit) {
    network.bytes[bit / 8] &= static_cast<std::uint8_t>(~(0x80U >> (bit % 8)));
  }
  return network;
}

/// IsDNS1123SubdomainWithUnderscore.
std::vector<std::string> search_problems(const std::string& name)
{
  std::vector<std::string> problems;
  if (name.size() > 253) problems.emplace_back("must be no more than 253 characters");
  bool good = !name.empty();
  for_each_part(name, '.', [&](std::string_view part) {
    const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    if (part.starts_with('_')) part.remove_prefix(1);
    good = good && !part.empty() && is_plain(part.front()) && is_plain(part.back()) &&
           std::all_of(part.begin(), part.end(), [&](char c) { return is_plain(c) || c == '-' || c == '_'; });
  });
  if (!good) {
    problems.emplace_back(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must "
        "start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
        "'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')");
  }
  return problems;
}

}  // namespace

std::string address_problem(const std::string& text)
{
  const auto address = parse_address(text);
  if (!address) return "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
  if (address->leading_zeros) return "must not have leading 0s";
  return address->maps_ipv4 ? "must not be an IPv4-mapped IPv6 address" : "";
}

std::string canonical_address_problem(const std::string& text)
{
  if (auto problem = address_problem(text); !problem.empty()) return problem;
  const auto canonical = address_text(*parse_address(text));
  return canonical == text ? "" : "must be in canonical form (" + go_quoted(canonical) + ")";
}

std::string address_range_problem(const std::string& text)
{
  const auto range = parse_range(text);
  if (!range) return "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
  if (range->address.leading_zeros || range->leading_zeros) return "must not have leading 0s in IP or prefix length";
  if (range->address.maps_ipv4) return "must not have an IPv4-mapped IPv6 address";
  if (network_of(*range).bytes != range->address.bytes) return "must not have bits set beyond the prefix length";
  return {};
}

std::string canonical_range_problem(const std::string& text)
{
  if (auto problem = address_range_problem(text); !problem.empty()) return problem;
  const auto range = *parse_range(text);
  const auto canonical = address_text(network_of(range)) + "/" + std::to_string(range.length);
  return canonical == text ? "" : "must be in canonical form (" + go_quoted(canonical) + ")";
}

bool range_contains(const std::string& outer, const std::string& inner)
{
  const auto around = parse_range(outer);
  const auto within = parse_range(inner);
  if (!around || !within || around->address.bytes.size() != within->address.bytes.size()) return false;
  const AddressRange cut{within->address, around->length, false};
  return around->length < within->length && network_of(cut).bytes == network_of(*around).bytes;
}

bool is_ipv6(const std::string& text)
{
  return text.find(':') != std::string::npos;
}

std::string address_warning(const std::string& text)
{
  const auto address = parse_address(text);
  if (!address || address->bytes.size() == 4) return {};
  const auto canonical = address_text(*address);
  if (canonical == text) return {};
  return "IPv6 address " + go_quoted(text) + " should be in RFC 5952 canonical format (" + go_quoted(canonical) + ")";
}

bool is_special_address(const std::string& text, std::string& why)
{
  const auto address = parse_address(text);
  if (!address) return false;
  const auto& bytes = address->bytes;
  const auto all_zero = [&](std::size_t but_last) {
    return std::all_of(bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(but_last),
                       [](auto byte) { return byte == 0; });
  };
  const bool four = bytes.size() == 4;
  if (all_zero(0)) {
    why = "may not be unspecified (0.0.0.0 or ::)";
  } else if (four ? bytes[0] == 127 : all_zero(1) && bytes.back() == 1) {
    why = "may not be in the loopback range (127.0.0.0/8, ::1/128)";
  } else if (four ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && (bytes[1] & 0xc0U) == 0x80) {
    why = "may not be in the link-local range (169.254.0.0/16, fe80::/10)";
  } else if (four ? bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0 : bytes[0] == 0xff && (bytes[1] & 0x0fU) == 2) {
    why = "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)";
  }
  return !why.empty();
}

void validate_pod_dns(const FieldValue& spec)
{
  const auto config = spec["dnsConfig"];
  const auto servers = config["nameservers"];
  const auto searches = config["searches"];
  if (spec["dnsPolicy"].is("None")) {
    if (!config.present()) return config.required("must provide `dnsConfig` when `dnsPolicy` is None");
    if (servers.size() == 0) {
      return servers.required("must provide at least one DNS nameserver when `dnsPolicy` is None");
    }
  }
  if (servers.size() > 3) servers.invalid("must not have more than 3 nameservers");
  for (const auto& server : servers.items()) server.problem(address_problem(server.text()));
  if (searches.size() > 32) searches.invalid("must not have more than 32 search paths");
  std::size_t length = searches.size() == 0 ? 0 : searches.size() - 1;
  for (const auto& search : searches.items()) length += search.text().size();
  if (length > 2048) {
    searches.invalid("must not have more than 2048 characters (including spaces) in the search list");
  }
  for (const auto& search : searches.items()) {
    auto name = search.text();
    if (name == ".") continue;
    if (name.ends_with('.')) name.pop_back();
    for (const auto& problem : search_problems(name)) search.invalid(name, problem);
  }
  for (const auto& option : config["options"].items()) {
    if (option["name"].zero()) option.required("must not be empty");
  }
}

}  // namespace kubexx::apiserver
