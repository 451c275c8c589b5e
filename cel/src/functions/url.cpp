// SPDX-License-Identifier: Apache-2.0
// As Go's net/url/url.go.
#include "functions/url.hpp"

#include <algorithm>

#include "kubexx/cel/detail/text.hpp"

namespace kubexx::cel::detail {
namespace {

bool is_hex_of_url(char c)
{
  return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

std::string escape_problem(std::string_view escape)
{
  return "invalid URL escape " + go_quoted(escape);
}

/// What is wrong with ":80"; empty: nothing.
std::string port_problem(std::string_view port)
{
  const bool good = port.empty() || (port.front() == ':' && std::all_of(port.begin() + 1, port.end(),
                                                                        [](char c) { return c >= '0' && c <= '9'; }));
  return good ? std::string() : "invalid port " + go_quoted(port) + " after host";
}

/// Of what stands between "//" and the path, without user and password.
std::string host_problem(std::string_view host)
{
  auto end = host.rfind(':');
  if (host.starts_with('[')) {
    const auto bracket = host.rfind(']');
    if (bracket == std::string_view::npos) return "missing ']' in host";
    if (auto problem = port_problem(host.substr(bracket + 1)); !problem.empty()) return problem;
    end = bracket + 1;
  } else if (end != std::string_view::npos) {
    if (const auto first = host.find(':'); first != end) return port_problem(host.substr(first));
    if (auto problem = port_problem(host.substr(end)); !problem.empty()) return problem;
  }
  const auto name = host.substr(0, end);
  static constexpr std::string_view others = "-_.~!$&'()*+,;=:[]<>\"";
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    if (c == '%') {
      const bool escaped = at + 2 < name.size() && is_hex_of_url(name[at + 1]) && is_hex_of_url(name[at + 2]);
      // Of ASCII only what may not stand in a host by itself could be escaped, and Go does not allow that.
      if (!escaped || name[at + 1] < '8') return escape_problem(name.substr(at, 3));
    } else if ((c & 0x80) == 0 && std::isalnum(static_cast<unsigned char>(c)) == 0 &&
               others.find(c) == std::string_view::npos) {
      return "invalid character " + go_quoted(std::string_view(&c, 1)) + " in host name";
    }
  }
  return {};
}

/// The path as Go's URL.EscapedPath gives it.
std::string escaped_path(std::string_view path)
{
  static constexpr std::string_view plain = "-_.~$&+,/:;=@!'()*[]%";
  static constexpr std::string_view digits = "0123456789ABCDEF";
  const auto unchanged = [](char c) {
    return (c & 0x80) == 0 &&
           (std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != std::string_view::npos);
  };
  if (std::all_of(path.begin(), path.end(), unchanged)) return std::string(path);
  std::string result;
  for (const char c : path) {
    if (unchanged(c) && c != '!' && c != '\'' && c != '(' && c != ')' && c != '*' && c != '[' && c != ']') {
      result.push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result.push_back('%');
      result.push_back(digits[byte >> 4U]);
      result.push_back(digits[byte & 0xFU]);
    }
  }
  return result;
}

/// "https" of "https://…"; empty when there is none. False when nothing stands before the colon.
bool take_scheme(std::string_view& rest, std::string& scheme)
{
  for (std::size_t at = 0; at < rest.size(); ++at) {
    const char c = rest[at];
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) continue;
    if (c == ':') {
      scheme = lower(rest.substr(0, at));
      rest.remove_prefix(at + 1);
      return at > 0;
    }
    const bool later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    if (!later || at == 0) break;
  }
  return true;
}

/// Fills `url`, whose text is set; returns what is wrong.
std::string read_url(std::string_view rest, bool fragment, Url& url)
{
  const bool controls =
      std::any_of(rest.begin(), rest.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (controls) return "net/url: invalid control character in URL";
  if (rest.empty()) return "empty url";
  if (rest == "*") {
    url.escaped_path = "*";
    return {};
  }
  if (!take_scheme(rest, url.scheme)) return "missing protocol scheme";
  if (fragment) rest = rest.substr(0, rest.find('#'));
  if (const auto mark = rest.find('?'); mark != std::string_view::npos) {
    url.query = std::string(rest.substr(mark + 1));
    rest = rest.substr(0, mark);
  }
  if (!rest.starts_with('/')) return url.scheme.empty() ? "invalid URI for request" : "";  // opaque
  if (rest.starts_with("//") && !url.scheme.empty()) {
    rest.remove_prefix(2);
    const auto slash = std::min(rest.find('/'), rest.size());
    auto authority = rest.substr(0, slash);
    rest.remove_prefix(slash);
    if (const auto at = authority.rfind('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
    if (auto problem = host_problem(authority); !problem.empty()) return problem;
    url.host = std::string(authority);
  }
  if (const auto bad = bad_escape(rest); !bad.empty()) return escape_problem(bad);
  url.escaped_path = escaped_path(rest);
  return {};
}

}  // namespace

std::string_view bad_escape(std::string_view part)
{
  for (auto at = part.find('%'); at != std::string_view::npos; at = part.find('%', at + 1)) {
    if (at + 2 >= part.size() || !is_hex_of_url(part[at + 1]) || !is_hex_of_url(part[at + 2]))
      return part.substr(at, 3);
  }
  return {};
}

UrlPtr parse_url(const std::string& source, bool fragment, std::string& problem)
{
  auto url = std::make_shared<Url>();
  url->text = source;
  problem = read_url(source, fragment, *url);
  if (problem.empty()) return url;
  problem = "parse " + go_quoted(source) + ": " + problem;
  return nullptr;
}

}  // namespace kubexx::cel::detail
