// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/cel/library: quantity.go and urls.go.
#include <algorithm>

#include "functions/url.hpp"
#include "kubexx/cel/detail/functions.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;
using QuantityPtr = std::shared_ptr<const Quantity>;

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

Value to_url(Session& /*session*/, Args args)
{
  std::string problem;
  if (auto parsed = parse_url(text(args), true, problem)) return {std::move(parsed)};
  return Value::error("URL parse error during conversion from string: " + problem);
}

Value is_url(Session& /*session*/, Args args)
{
  std::string problem;
  return {parse_url(text(args), true, problem) != nullptr};
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
    if (!bad_escape(key).empty() || !bad_escape(value).empty()) continue;
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

}  // namespace kubexx::cel::detail
