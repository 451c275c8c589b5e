// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/cel/library: quantity.go and urls.go.
#include <algorithm>

#include "cel/functions.hpp"
#include "core/text.hpp"

namespace kubexx::apiserver::cel {
namespace {

using Args = std::span<const Value>;
using QuantityPtr = std::shared_ptr<const Quantity>;
using UrlPtr = std::shared_ptr<const Url>;

const std::string& text(Args args)
{
  return *args[0].text_if();
}
const Quantity& quantity(Args args, std::size_t index)
{
  return **args[index].get_if<QuantityPtr>();
}
const Url& url(Args args)
{
  return **args[0].get_if<UrlPtr>();
}
Value made(Quantity quantity)
{
  return {std::make_shared<const Quantity>(std::move(quantity))};
}

/// Go's ParseQuantity takes no white space, which Quantity::parse does not either.
Value to_quantity(Session& /*session*/, Args args)
{
  try {
    return made(Quantity::parse(text(args)));
  } catch (const ValueError&) {
    return Value::error("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  }
}

Value is_quantity(Session& session, Args args)
{
  return {!to_quantity(session, args).is_error()};
}
Value sign(Session& /*session*/, Args args)
{
  return {static_cast<std::int64_t>(quantity(args, 0).sign())};
}
Value is_greater(Session& /*session*/, Args args)
{
  return {quantity(args, 0) > quantity(args, 1)};
}
Value is_less(Session& /*session*/, Args args)
{
  return {quantity(args, 0) < quantity(args, 1)};
}

Value compare_to(Session& /*session*/, Args args)
{
  const auto order = quantity(args, 0) <=> quantity(args, 1);
  return {std::int64_t{order < 0 ? -1 : order > 0 ? 1 : 0}};
}

Value approximate(Session& /*session*/, Args args)
{
  return {quantity(args, 0).to_double()};
}
Value is_integer(Session& /*session*/, Args args)
{
  return {quantity(args, 0).as_int64().has_value()};
}

Value as_integer(Session& /*session*/, Args args)
{
  const auto number = quantity(args, 0).as_int64();
  return number ? Value(*number) : Value::error("cannot convert value to integer");
}

Quantity operand(Args args)
{
  if (const auto* number = args[1].get_if<std::int64_t>()) return Quantity(*number, Quantity::Format::decimal_exponent);
  return quantity(args, 1);
}

Value add(Session& /*session*/, Args args)
{
  return made(quantity(args, 0) + operand(args));
}
Value subtract(Session& /*session*/, Args args)
{
  return made(quantity(args, 0) - operand(args));
}

bool is_hex(char c)
{
  return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

bool valid_escapes(std::string_view part)
{
  for (std::size_t at = part.find('%'); at != std::string_view::npos; at = part.find('%', at + 1)) {
    if (at + 2 >= part.size() || !is_hex(part[at + 1]) || !is_hex(part[at + 2])) return false;
  }
  return true;
}

bool valid_host(std::string_view host)
{
  auto port = host.rfind(':');
  if (host.starts_with('[')) {
    const auto end = host.find(']');
    if (end == std::string_view::npos) return false;
    port = end + 1 == host.size() ? std::string_view::npos : end + 1;
    if (port != std::string_view::npos && host[port] != ':') return false;
  } else if (host.find(':') != port) {
    return false;
  }
  if (port != std::string_view::npos) {
    const auto digits = host.substr(port + 1);
    if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) return false;
    host = host.substr(0, port);
  }
  static constexpr std::string_view others = "-_.~!$&'()*+,;=:[]<>\"%";
  return valid_escapes(host) && std::all_of(host.begin(), host.end(), [](char c) {
           return (c & 0x80) != 0 || std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                  others.find(c) != std::string_view::npos;
         });
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

/// Null when it is no absolute URL or path, as url.ParseRequestURI judges.
UrlPtr parse_url(const std::string& source)
{
  std::string_view rest = source;
  if (rest.empty()) return nullptr;
  for (const char c : rest) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return nullptr;
  }
  auto result = std::make_shared<Url>();
  result->text = source;
  const auto scheme_char = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.';
  };
  const auto colon = rest.find(':');
  if (colon != std::string_view::npos && colon > 0 && std::isalpha(static_cast<unsigned char>(rest[0])) != 0 &&
      std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(colon), scheme_char)) {
    result->scheme = std::string(rest.substr(0, colon));
    result->scheme = lower(result->scheme);
    rest.remove_prefix(colon + 1);
  } else if (colon == 0) {
    return nullptr;
  }
  if (const auto fragment = rest.find('#'); fragment != std::string_view::npos) rest = rest.substr(0, fragment);
  if (const auto query = rest.find('?'); query != std::string_view::npos) {
    result->query = std::string(rest.substr(query + 1));
    rest = rest.substr(0, query);
  }
  if (!rest.starts_with('/')) return result->scheme.empty() ? nullptr : result;  // opaque
  if (rest.starts_with("//") && (!result->scheme.empty() || !rest.starts_with("///"))) {
    if (!result->scheme.empty()) {
      rest.remove_prefix(2);
      const auto slash = rest.find('/');
      auto authority = rest.substr(0, slash);
      rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
      if (const auto at = authority.rfind('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
      if (!valid_host(authority)) return nullptr;
      result->host = std::string(authority);
    }
  }
  if (!valid_escapes(rest)) return nullptr;
  result->escaped_path = escaped_path(rest);
  return result;
}

Value to_url(Session& /*session*/, Args args)
{
  if (auto parsed = parse_url(text(args))) return {std::move(parsed)};
  return Value::error("URL parse error during conversion from string: parse " + go_quoted(text(args)) +
                      (text(args).empty() ? ": empty url" : ": invalid URI for request"));
}

Value is_url(Session& /*session*/, Args args)
{
  return {parse_url(text(args)) != nullptr};
}
Value scheme(Session& /*session*/, Args args)
{
  return Value::text(url(args).scheme);
}
Value host(Session& /*session*/, Args args)
{
  return Value::text(url(args).host);
}
Value path(Session& /*session*/, Args args)
{
  return Value::text(url(args).escaped_path);
}

std::pair<std::string, std::string> host_and_port(const std::string& host)
{
  if (host.starts_with('[')) {
    const auto end = host.find(']');
    return {host.substr(1, end - 1), end + 2 <= host.size() ? host.substr(end + 2) : std::string()};
  }
  const auto colon = host.find(':');
  return {host.substr(0, colon), colon == std::string::npos ? std::string() : host.substr(colon + 1)};
}

Value hostname(Session& /*session*/, Args args)
{
  return Value::text(host_and_port(url(args).host).first);
}
Value port(Session& /*session*/, Args args)
{
  return Value::text(host_and_port(url(args).host).second);
}

std::string unescaped(std::string_view part)
{
  std::string result;
  for (std::size_t at = 0; at < part.size(); ++at) {
    if (part[at] == '%') {
      result.push_back(static_cast<char>(std::stoi(std::string(part.substr(at + 1, 2)), nullptr, 16)));
      at += 2;
    } else {
      result.push_back(part[at] == '+' ? ' ' : part[at]);
    }
  }
  return result;
}

Value query(Session& session, Args args)
{
  std::map<std::string, std::vector<Value>> values;
  std::string_view rest = url(args).query;
  session.work += rest.size();
  while (!rest.empty()) {
    const auto end = rest.find('&');
    const auto part = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (part.empty() || part.find(';') != std::string_view::npos) continue;
    const auto equals = part.find('=');
    const auto key = part.substr(0, equals);
    const auto value = equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
    if (!valid_escapes(key) || !valid_escapes(value)) continue;
    values[unescaped(key)].push_back(Value::text(unescaped(value)));
  }
  auto entries = std::make_shared<Map::Entries>();
  for (auto& [key, list] : values) {
    entries->emplace("s" + key, std::pair(Value::text(key), Value::list(std::move(list))));
  }
  Map map;
  map.own = std::move(entries);
  return {std::move(map)};
}

}  // namespace

std::span<const Function> kubernetes_functions()
{
  using enum CostRule;
  static constexpr Function rows[] = {
      {"quantity", "(string) quantity", to_quantity, first},
      {"isQuantity", "(string) bool", is_quantity, first},
      {"sign", "(quantity) int", sign},
      {"isGreaterThan", "quantity.(quantity) bool", is_greater},
      {"isLessThan", "quantity.(quantity) bool", is_less},
      {"compareTo", "quantity.(quantity) int", compare_to},
      {"asApproximateFloat", "quantity.() double", approximate},
      {"asInteger", "quantity.() int", as_integer},
      {"isInteger", "quantity.() bool", is_integer},
      {"add", "quantity.(quantity) quantity", add},
      {"add", "quantity.(int) quantity", add},
      {"sub", "quantity.(quantity) quantity", subtract},
      {"sub", "quantity.(int) quantity", subtract},
      {"url", "(string) url", to_url, first_kept},
      {"isURL", "(string) bool", is_url},
      {"getScheme", "url.() string", scheme},
      {"getHost", "url.() string", host},
      {"getHostname", "url.() string", hostname},
      {"getPort", "url.() string", port},
      {"getEscapedPath", "url.() string", path},
      {"getQuery", "url.() map(string,list(string))", query},
  };
  return rows;
}

}  // namespace kubexx::apiserver::cel
