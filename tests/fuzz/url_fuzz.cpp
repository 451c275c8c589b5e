// SPDX-License-Identifier: Apache-2.0
// URLs: what is accepted has all its parts and is the same when it is written and read again, what is refused never
// shows a password, and no text becomes more than one segment of a path.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include "config/config_files.hpp"
#include "fuzz.hpp"
#include "kubexx/http/proxy.hpp"
#include "kubexx/http/url.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

constexpr std::string_view mark = "S3CRET";

void not_shown(const std::exception& error)
{
  require(std::string_view(error.what()).find(mark) == std::string_view::npos, "no password in an error");
}

void server(const std::string& text)
{
  try {
    const auto url = parse_server_url(text);
    require(!url.host.empty() && url.port != 0, "a server has a host and a port");
    require(url.scheme == (url.tls() ? "https" : "http"), "a server's scheme is one of two");
    require(url.path_prefix.empty() || (url.path_prefix.front() == '/' && url.path_prefix.back() != '/'),
            "a path begins with a slash and does not end with one");
    require(parse_server_url(url.str()) == url, "a server's URL is read again");
  } catch (const std::invalid_argument&) {
  }
}

void proxy(const std::string& text)
{
  try {
    const auto proxy = parse_proxy_url(text);
    require(!proxy.host.empty() && proxy.port != 0, "a proxy has a host and a port");
    auto again = parse_proxy_url(proxy.str());
    require(!again.has_credentials(), "a proxy is shown without credentials");
    again.username = proxy.username;
    again.password = proxy.password;
    require(again == proxy, "a proxy's URL is read again");
  } catch (const std::invalid_argument&) {
  }
}

/// What stands before an @ may be a password.
void secrets(const std::string& text)
{
  try {
    (void)parse_server_url(text);
  } catch (const std::invalid_argument& error) {
    not_shown(error);
  }
  try {
    const auto proxy = parse_proxy_url(text);
    const bool elsewhere = proxy.host.find(mark) != std::string::npos;
    require(elsewhere || proxy.str().find(mark) == std::string::npos, "no password is shown");
  } catch (const std::invalid_argument& error) {
    not_shown(error);
  }
  std::string quoted;
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  try {
    (void)detail::parse_kubeconfig("/nowhere/config",
                                   "clusters: [{name: a, cluster: {server: '" + quoted +
                                       "'}}]\ncontexts: [{name: a, context: {cluster: a}}]\ncurrent-context: a\n",
                                   {});
  } catch (const ConfigError& error) {
    not_shown(error);
  }
}

void segment(std::string_view text)
{
  const bool refused = text.empty() || text == "." || text == "..";
  try {
    const auto encoded = encode_path_segment(text);
    require(!refused, "no segment that means another place");
    require(encoded.find_first_of("/?#\\") == std::string::npos, "a segment is one segment");
    require(std::all_of(encoded.begin(), encoded.end(), [](char c) { return c > ' ' && c < '\x7f'; }), "plain ASCII");
    require(encoded != "." && encoded != "..", "a segment stays where it is");
    require(percent_decode(encoded) == text, "a segment is read again");
  } catch (const std::invalid_argument&) {
    require(refused, "every other text can be a segment");
  }
}

void query(std::string_view name, std::string_view value)
{
  const auto target = QueryBuilder().add(name, value).add("watch", "1").appended_to("/a");
  require(target.ends_with("&watch=1") && std::count(target.begin(), target.end(), '=') == 2, "no parameter is added");
  const auto text = std::string_view(target).substr(3, target.size() - 3 - 8);
  const auto equals = text.find('=');
  require(percent_decode(text.substr(0, equals)) == name && percent_decode(text.substr(equals + 1)) == value,
          "a parameter is read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const std::string first(input.line());
  const std::string second(input.rest());
  server(first);
  proxy(first);
  secrets(first + std::string(mark) + second + "@host:6443");
  segment(first);
  query(first, second);
  try {
    (void)percent_decode(first);
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
