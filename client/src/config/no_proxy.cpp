// SPDX-License-Identifier: Apache-2.0
#include "config/no_proxy.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <stdexcept>
#include <vector>

#include "kubexx/http/proxy.hpp"

namespace kubexx::detail {

namespace {

using Address = boost::asio::ip::address;

std::string lower(std::string_view text)
{
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string_view trim(std::string_view text)
{
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// An IPv4 address that is written as an IPv6 one is that IPv4 address.
std::optional<Address> address_of(std::string_view text)
{
  boost::system::error_code error;
  auto address = boost::asio::ip::make_address(std::string(text), error);
  if (error) return std::nullopt;
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
  }
  return address;
}

template <class Bytes>
bool same_start(const Bytes& a, const Bytes& b, unsigned bits)
{
  for (std::size_t index = 0; index < a.size() && bits > 0; ++index) {
    const unsigned here = std::min(bits, 8U);
    const unsigned mask = (0xFFU << (8U - here)) & 0xFFU;
    if ((a[index] & mask) != (b[index] & mask)) return false;
    bits -= here;
  }
  return true;
}

/// nullopt when `entry` is no network.
std::optional<bool> network_holds(std::string_view entry, const std::optional<Address>& address)
{
  const auto slash = entry.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  boost::system::error_code error;
  const auto network = boost::asio::ip::make_address(std::string(entry.substr(0, slash)), error);
  const auto length = entry.substr(slash + 1);
  unsigned bits = 0;
  const auto parsed = std::from_chars(length.data(), length.data() + length.size(), bits);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == length.data() + length.size();
  if (error || !whole || bits > (network.is_v4() ? 32U : 128U)) return std::nullopt;
  if (!address || address->is_v4() != network.is_v4()) return false;
  return network.is_v4() ? same_start(address->to_v4().to_bytes(), network.to_v4().to_bytes(), bits)
                         : same_start(address->to_v6().to_bytes(), network.to_v6().to_bytes(), bits);
}

struct HostAndPort {
  std::string host;  // empty: a malformed entry
  std::string port;  // empty: every port
};

HostAndPort split(std::string_view entry)
{
  const auto colon = entry.rfind(':');
  if (entry.front() == '[') {
    const auto end = entry.find(']');
    if (end == std::string_view::npos) return {};
    const auto rest = entry.substr(end + 1);
    if (!rest.empty() && rest.front() != ':') return {};
    return {std::string(entry.substr(1, end - 1)), std::string(rest.empty() ? rest : rest.substr(1))};
  }
  // Several colons without brackets are an IPv6 address.
  if (colon == std::string_view::npos || entry.find(':') != colon) return {std::string(entry), ""};
  return {std::string(entry.substr(0, colon)), std::string(entry.substr(colon + 1))};
}

bool names(std::string_view entry, const std::string& host, const std::optional<Address>& address,
           const std::string& port)
{
  if (const auto holds = network_holds(entry, address)) return *holds;
  auto [name, only_port] = split(entry);
  if (name.empty() || (!only_port.empty() && only_port != port)) return false;
  if (const auto one = address_of(name)) return address == one;
  if (name.starts_with("*.")) name.erase(0, 1);
  if (name.front() == '.') return host.ends_with(name);
  return host == name || host.ends_with('.' + name);
}

}  // namespace

bool bypasses_proxy(const ServerUrl& server, std::string_view no_proxy)
{
  const std::string host = lower(server.host);
  if (host == "localhost") return true;
  const auto address = address_of(host);
  if (address && address->is_loopback()) return true;
  const std::string port = std::to_string(server.port);
  while (!no_proxy.empty()) {
    const auto comma = no_proxy.find(',');
    const std::string entry = lower(trim(no_proxy.substr(0, comma)));
    no_proxy.remove_prefix(comma == std::string_view::npos ? no_proxy.size() : comma + 1);
    if (entry.empty()) continue;
    if (entry == "*" || names(entry, host, address, port)) return true;
  }
  return false;
}

std::optional<ProxyChoice> proxy_of_environment(const ServerUrl& server, const Environment& environment)
{
  if (!environment) return std::nullopt;
  const auto first_of = [&](const char* upper, const char* small) {
    for (const char* name : {upper, small}) {
      if (auto value = environment(name); value && !value->empty()) return ProxyChoice{std::move(*value), name};
    }
    return ProxyChoice{};
  };
  ProxyChoice choice = server.tls() ? first_of("HTTPS_PROXY", "https_proxy") : first_of("HTTP_PROXY", "http_proxy");
  if (choice.url.empty() || bypasses_proxy(server, first_of("NO_PROXY", "no_proxy").url)) return std::nullopt;
  // A CGI program gets the client's Proxy header as HTTP_PROXY.
  if (!server.tls() && environment("REQUEST_METHOD").value_or("") != "") {
    throw ConfigError(choice.variable + " is not trusted in a CGI program (REQUEST_METHOD is set): unset it");
  }
  if (choice.url.find("://") == std::string::npos) choice.url.insert(0, "http://");
  try {
    (void)parse_proxy_url(choice.url);
  } catch (const std::invalid_argument& error) {
    throw ConfigError(choice.variable + ": " + error.what());
  }
  return choice;
}

}  // namespace kubexx::detail
