// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/url.hpp"

#include <algorithm>
#include <boost/url/decode_view.hpp>
#include <boost/url/encode.hpp>
#include <boost/url/error.hpp>
#include <boost/url/grammar/charset.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/pct_string_view.hpp>
#include <boost/url/rfc/pchars.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>
#include <boost/url/url_view.hpp>
#include <boost/version.hpp>
#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "kubexx/http/proxy.hpp"
#if BOOST_VERSION < 108200
#include <boost/url/src.hpp>  // newer ones are linked
#endif

namespace kubexx {

namespace urls = boost::urls;

namespace {

constexpr std::uint16_t kHttpsPort = 443;
constexpr std::uint16_t kHttpPort = 80;

// Nullopt: it is none. Boost.URL takes 65536 off a number that is too large.
std::optional<std::uint16_t> port_of(const urls::url_view& url)
{
  const auto text = url.port();
  unsigned port = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), port);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || port == 0 || port > 65535) return std::nullopt;
  return static_cast<std::uint16_t>(port);
}

[[noreturn]] void refuse(std::string_view text, const std::string& why)
{
  throw std::invalid_argument("server URL \"" + std::string(text) + "\": " + why);
}

bool is_unreserved(char c) noexcept
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

std::string encode(std::string_view text)
{
  // Hardly any name needs an escape.
  if (std::all_of(text.begin(), text.end(), is_unreserved)) return std::string(text);
  return urls::encode({text.data(), text.size()}, urls::unreserved_chars);
}

/// Before Boost.URL sees it, which asserts in some texts without an authority ("http:[").
bool has_authority(std::string_view text)
{
  const auto colon = text.find(':');
  return colon != std::string_view::npos && text.substr(colon).starts_with("://");
}

/// The host as the name service takes it; empty when its escapes make it something else, which would be read as
/// another part of the URL when it is written again ("me%40host").
std::string host_of(const urls::url_view& url)
{
  const auto address = url.host_address();
  std::string host(address.begin(), address.end());
  const auto delimits = [](char c) {
    return c <= ' ' || c == '\x7f' || std::string_view(R"(/?#@[]\%:<>"^`{|})").find(c) != std::string_view::npos;
  };
  if (url.host_type() == urls::host_type::name && std::any_of(host.begin(), host.end(), delimits)) host.clear();
  return host;
}

}  // namespace

std::string encode_path_segment(std::string_view segment)
{
  if (segment.empty() || segment == "." || segment == "..") {
    throw std::invalid_argument("\"" + std::string(segment) + "\" cannot be a segment of a path");
  }
  if (std::all_of(segment.begin(), segment.end(), is_unreserved)) return std::string(segment);
  constexpr auto allowed = urls::unreserved_chars + urls::grammar::lut_chars(":@!$&'()*+,=");
  return urls::encode({segment.data(), segment.size()}, allowed);
}

QueryBuilder& QueryBuilder::add(std::string_view name, std::string_view value)
{
  text_.reserve(text_.size() + name.size() + value.size() + 2);
  if (!text_.empty()) text_ += '&';
  text_ += encode(name);
  text_ += '=';
  text_ += encode(value);
  return *this;
}

std::string QueryBuilder::appended_to(std::string_view path) const
{
  std::string target;
  target.reserve(path.size() + 1 + text_.size());
  target += path;
  if (!text_.empty()) {
    target += '?';
    target += text_;
  }
  return target;
}

std::string percent_decode(std::string_view text)
{
  const auto view = urls::make_pct_string_view({text.data(), text.size()});
  if (view.has_error()) throw std::invalid_argument("\"" + std::string(text) + "\" has an invalid percent escape");
  const auto decoded = **view;
  return {decoded.begin(), decoded.end()};
}

std::string ServerUrl::authority() const
{
  std::string text = host.find(':') == std::string::npos ? host : '[' + host + ']';
  if (port != (tls() ? kHttpsPort : kHttpPort)) text += ':' + std::to_string(port);
  return text;
}

std::string ServerUrl::str() const
{
  return scheme + "://" + authority() + path_prefix;
}

ServerUrl parse_server_url(std::string_view text)
{
  std::string full(text);
  if (full.find("://") == std::string::npos) full.insert(0, "http://");
  // A password may hide anywhere in what cannot be parsed.
  const bool may_hold_secret = text.find('@') != std::string_view::npos || text.find("%40") != std::string_view::npos;
  // So may a token in a query.
  const std::string_view shown =
      may_hold_secret ? std::string_view("(not shown)") : text.substr(0, text.find_first_of("?#"));
  const bool lacks_slashes = text.starts_with("http:/") || text.starts_with("https:/");
  if (!has_authority(full) || (lacks_slashes && full.size() != text.size())) {
    refuse(shown, "is not a URL; write it as https://host:port");
  }
  const auto parsed = urls::parse_uri(full);
  if (parsed.has_error()) refuse(shown, "is not a URL; write it as https://host:port");
  const urls::url_view& url = *parsed;
  if (url.has_userinfo())
    refuse("(not shown)", "must not contain a user or password: set the credentials of the user instead");
  ServerUrl result;
  if (url.scheme_id() == urls::scheme::http) {
    result.scheme = "http";
  } else if (url.scheme_id() != urls::scheme::https) {
    refuse(shown, "the scheme must be https or http");
  }
  if (url.has_query() || url.has_fragment()) refuse(shown, "must have neither a query nor a fragment");
  result.host = host_of(url);
  if (result.host.empty()) refuse(shown, "has no host");
  result.port = result.tls() ? kHttpsPort : kHttpPort;
  if (url.has_port() && !url.port().empty()) {
    const auto port = port_of(url);
    if (!port) refuse(shown, "the port must be 1 to 65535");
    result.port = *port;
  }
  const auto path = url.encoded_path();
  // Boost.URL reads "host:x" as a host and a path.
  if (!path.empty() && path.front() != '/') refuse(shown, "the port must be 1 to 65535");
  result.path_prefix.assign(path.data(), path.size());
  while (!result.path_prefix.empty() && result.path_prefix.back() == '/') result.path_prefix.pop_back();
  return result;
}

namespace {

struct ProxyScheme {
  std::string_view name;
  ProxyKind kind;
  std::uint16_t port;
};
constexpr ProxyScheme kProxySchemes[] = {{"http", ProxyKind::http, kHttpPort},
                                         {"https", ProxyKind::https, kHttpsPort},
                                         {"socks5", ProxyKind::socks5, 1080},
                                         {"socks5h", ProxyKind::socks5, 1080}};

[[noreturn]] void refuse_proxy(const std::string& why)
{
  // The text itself may hold a password and is never shown.
  throw std::invalid_argument("the proxy's URL " + why);
}

}  // namespace

std::string ProxyConfig::str() const
{
  const std::string shown = host.find(':') == std::string::npos ? host : '[' + host + ']';
  std::string_view scheme = "socks5";
  if (kind != ProxyKind::socks5) scheme = kind == ProxyKind::http ? "http" : "https";
  return std::string(scheme) + "://" + shown + ':' + std::to_string(port);
}

ProxyConfig parse_proxy_url(std::string_view text)
{
  if (!has_authority(text)) refuse_proxy("is no URL: write it as http://host:port");
  const auto parsed = urls::parse_uri({text.data(), text.size()});
  if (parsed.has_error()) refuse_proxy("is no URL: write it as http://host:port");
  const urls::url_view& url = *parsed;
  const auto scheme = url.scheme();
  ProxyConfig result;
  bool known = false;
  for (const auto& candidate : kProxySchemes) {
    if (std::string_view(scheme.data(), scheme.size()) != candidate.name) continue;
    known = true;
    result.kind = candidate.kind;
    result.port = candidate.port;
  }
  if (!known) refuse_proxy("must begin with http, https or socks5");
  result.host = host_of(url);
  if (result.host.empty()) refuse_proxy("has no host");
  if (url.has_port() && !url.port().empty()) {
    const auto port = port_of(url);
    if (!port) refuse_proxy("must have a port from 1 to 65535");
    result.port = *port;
  }
  const auto path = url.encoded_path();
  if (!path.empty() && path.front() != '/') refuse_proxy("must have a port from 1 to 65535");
  const auto user = url.user();
  const auto password = url.password();
  result.username.assign(user.begin(), user.end());
  result.password.assign(password.begin(), password.end());
  return result;
}

}  // namespace kubexx
