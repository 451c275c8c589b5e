// SPDX-License-Identifier: Apache-2.0
#include "proxy_handshake.hpp"

#include <array>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>

#include "kubexx/base/base64.hpp"

namespace kubexx::detail {

namespace {

using Failure = std::optional<std::string>;

constexpr std::size_t kLongestHead = std::size_t{16} << 10U;
constexpr unsigned kAuthenticationRequired = 407;

constexpr char kSocksVersion = 5;
constexpr char kNoAuthentication = 0;
constexpr char kUserAndPassword = 2;
constexpr char kConnect = 1;
constexpr char kIpv4 = 1;
constexpr char kName = 3;
constexpr char kIpv6 = 4;
constexpr std::size_t kLongestField = 255;

std::string broke_off(const ProxyConfig& proxy, const boost::system::error_code& error)
{
  return "the proxy " + proxy.str() + " closed the connection before the tunnel was established: " + error.message();
}

/// The status of "HTTP/1.x NNN …"; 0 when it is something else.
unsigned status_of(std::string_view head)
{
  constexpr std::string_view kStart = "HTTP/1.";
  constexpr std::size_t kAt = 9;
  if (!head.starts_with(kStart) || head.size() < kAt + 3 || head[kAt - 1] != ' ') return 0;
  unsigned status = 0;
  const auto parsed = std::from_chars(head.data() + kAt, head.data() + kAt + 3, status);
  return parsed.ec == std::errc() && parsed.ptr == head.data() + kAt + 3 ? status : 0;
}

awaitable<Failure> connect_by_http(ByteStream& stream, const ProxyConfig& proxy, std::string target)
{
  std::string head = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
  if (const auto credentials = proxy_authorization(proxy); !credentials.empty()) {
    head += "Proxy-Authorization: " + credentials + "\r\n";
  }
  head += "\r\n";
  const asio::const_buffer out(head.data(), head.size());
  const auto sent = co_await stream.write(out);
  if (sent.error) co_return broke_off(proxy, sent.error);
  std::string answer;
  std::array<char, 4096> bytes{};
  std::size_t end = std::string::npos;
  while ((end = answer.find("\r\n\r\n")) == std::string::npos) {
    if (answer.size() > kLongestHead) co_return "the response of the proxy " + proxy.str() + " is too long";
    const asio::mutable_buffer room(bytes.data(), bytes.size());
    const auto got = co_await stream.read_some(room);
    if (got.error) co_return broke_off(proxy, got.error);
    answer.append(bytes.data(), got.bytes);
  }
  const unsigned status = status_of(answer);
  const std::string who = "the proxy " + proxy.str();
  if (status == 0) co_return who + " did not respond in HTTP/1.1: is it an HTTP proxy?";
  if (status == kAuthenticationRequired) {
    co_return who + (proxy.has_credentials() ? " rejected the user and password in its URL (407)"
                                             : " requires a user and password in its URL (407)");
  }
  if (status < 200 || status > 299) {
    co_return who + " refused to connect to " + target + ": HTTP status " + std::to_string(status);
  }
  // The server speaks only after us; this would be read as its first bytes.
  if (answer.size() > end + 4) co_return who + " sent data after its response, before the connection was used";
  co_return std::nullopt;
}

/// Reads exactly `size` bytes.
awaitable<boost::system::error_code> read_all(ByteStream& stream, char* to, std::size_t size)
{
  while (size > 0) {
    const asio::mutable_buffer room(to, size);
    const auto got = co_await stream.read_some(room);
    if (got.error) co_return got.error;
    to += got.bytes;
    size -= got.bytes;
  }
  co_return boost::system::error_code();
}

const char* socks_error(char code)
{
  switch (code) {
    case 2:
      return "its rules do not allow it";
    case 3:
      return "the network is unreachable";
    case 4:
      return "the host is unreachable (or its name is unknown)";
    case 5:
      return "the connection was refused";
    case 6:
      return "the connection timed out";
    case 7:
    case 8:
      return "it does not support the request";
    default:
      return "general failure";
  }
}

/// Address type and address of a SOCKS request.
std::string socks_address(const std::string& host)
{
  boost::system::error_code error;
  const auto address = asio::ip::make_address(host, error);
  std::string text;
  if (error) {
    text += kName;
    text += static_cast<char>(host.size());
    text += host;
  } else if (address.is_v4()) {
    text += kIpv4;
    for (const auto byte : address.to_v4().to_bytes()) text += static_cast<char>(byte);
  } else {
    text += kIpv6;
    for (const auto byte : address.to_v6().to_bytes()) text += static_cast<char>(byte);
  }
  return text;
}

awaitable<Failure> socks_authenticate(ByteStream& stream, const ProxyConfig& proxy)
{
  if (proxy.username.empty() || proxy.username.size() > kLongestField || proxy.password.size() > kLongestField) {
    co_return "the proxy " + proxy.str() + " requires a user and password of at most 255 bytes in its URL";
  }
  std::string request("\x01", 1);
  request += static_cast<char>(proxy.username.size());
  request += proxy.username;
  request += static_cast<char>(proxy.password.size());
  request += proxy.password;
  const asio::const_buffer out(request.data(), request.size());
  const auto sent = co_await stream.write(out);
  if (sent.error) co_return broke_off(proxy, sent.error);
  std::array<char, 2> answer{};
  const auto error = co_await read_all(stream, answer.data(), answer.size());
  if (error) co_return broke_off(proxy, error);
  if (answer[1] != 0) co_return "the proxy " + proxy.str() + " rejected the user and password in its URL";
  co_return std::nullopt;
}

awaitable<Failure> connect_by_socks(ByteStream& stream, const ProxyConfig& proxy, std::string host, std::uint16_t port)
{
  const std::string who = "the proxy " + proxy.str();
  if (host.size() > kLongestField) co_return who + " does not accept host names of more than 255 bytes";
  std::string greeting{kSocksVersion, '\x01', kNoAuthentication};
  if (proxy.has_credentials()) greeting = {kSocksVersion, '\x02', kNoAuthentication, kUserAndPassword};
  const asio::const_buffer hello(greeting.data(), greeting.size());
  auto sent = co_await stream.write(hello);
  if (sent.error) co_return broke_off(proxy, sent.error);
  std::array<char, 2> chosen{};
  auto error = co_await read_all(stream, chosen.data(), chosen.size());
  if (error) co_return broke_off(proxy, error);
  if (chosen[0] != kSocksVersion) co_return who + " does not speak SOCKS5";
  if (chosen[1] == kUserAndPassword && proxy.has_credentials()) {
    auto failed = co_await socks_authenticate(stream, proxy);
    if (failed) co_return failed;
  } else if (chosen[1] != kNoAuthentication) {
    co_return who + (proxy.has_credentials() ? " accepts neither a password nor anonymous clients"
                                             : " requires a user and password in its URL");
  }

  std::string request{kSocksVersion, kConnect, '\0'};
  request += socks_address(host);
  request += static_cast<char>(port >> 8U);
  request += static_cast<char>(port & 0xFFU);
  const asio::const_buffer asked(request.data(), request.size());
  sent = co_await stream.write(asked);
  if (sent.error) co_return broke_off(proxy, sent.error);
  std::array<char, 5> answer{};  // version, result, 0, address type, first byte of the address
  error = co_await read_all(stream, answer.data(), answer.size());
  if (error) co_return broke_off(proxy, error);
  if (answer[0] != kSocksVersion) co_return who + " does not speak SOCKS5";
  if (answer[1] != 0) {
    co_return who + " did not connect to " + host + ':' + std::to_string(port) + ": " + socks_error(answer[1]);
  }
  std::size_t rest = sizeof port;  // the address it uses, of no interest
  switch (answer[3]) {
    case kIpv4:
      rest += 3;
      break;
    case kIpv6:
      rest += 15;
      break;
    case kName:
      rest += static_cast<unsigned char>(answer[4]);
      break;
    default:
      co_return who + " does not speak SOCKS5";
  }
  std::array<char, kLongestField + sizeof port> ignored{};
  error = co_await read_all(stream, ignored.data(), rest);
  if (error) co_return broke_off(proxy, error);
  co_return std::nullopt;
}

}  // namespace

std::string proxy_authorization(const ProxyConfig& proxy)
{
  if (!proxy.has_credentials()) return {};
  return "Basic " + encode_base64(proxy.username + ':' + proxy.password);
}

awaitable<std::optional<std::string>> ask_proxy(ByteStream& stream, const ProxyConfig& proxy, std::string host,
                                                std::uint16_t port)
{
  if (proxy.kind == ProxyKind::socks5) return connect_by_socks(stream, proxy, std::move(host), port);
  const bool v6 = host.find(':') != std::string::npos;
  return connect_by_http(stream, proxy, (v6 ? '[' + host + ']' : host) + ':' + std::to_string(port));
}

}  // namespace kubexx::detail
