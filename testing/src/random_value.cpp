// SPDX-License-Identifier: Apache-2.0
#include "random_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

#include "kubexx/cel/detail/pattern.hpp"

namespace kubexx::testing::detail {

namespace {

using nlohmann::json;

constexpr unsigned deepest = 24;  // from here on only what is required

struct Formatted {
  std::string_view format;
  std::array<std::string_view, 3> values;
};
constexpr std::array formatted{
    Formatted{"date-time", {"2026-01-02T03:04:05Z", "1999-12-31T23:59:59Z", "2026-06-30T12:00:00Z"}},
    Formatted{"date", {"2026-01-02", "1999-12-31", "2028-02-29"}},
    Formatted{"duration", {"1h0m0s", "90s", "1.5h"}},
    Formatted{"byte", {"", "YQ==", "a3ViZXh4"}},
    Formatted{"ipv4", {"10.0.0.1", "0.0.0.0", "255.255.255.255"}},
    Formatted{"ipv6", {"::1", "fe80::1", "2001:db8::"}},
    Formatted{"cidr", {"10.0.0.0/8", "fd00::/8", "192.168.1.0/24"}},
    Formatted{"uri", {"https://example.org/a", "http://b.example.org", "urn:a:b"}},
    Formatted{"email", {"a@example.org", "b.c@example.org", "d@e.f"}},
    Formatted{"hostname", {"example.org", "a", "a-b.example.org"}},
    Formatted{"mac", {"00:00:5e:00:53:01", "02:00:00:00:00:00", "01:23:45:67:89:ab"}},
    Formatted{"uuid",
              {"123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000",
               "ffffffff-ffff-4fff-bfff-ffffffffffff"}},
};
constexpr std::array<std::string_view, 24> common_texts{
    "a",  "web",    "a-b",           "A",          "1",        "10",   "443",           "10m",
    "5s", "1h0m0s", "100Mi",         "50%",        "10.0.0.1", "/a/b", "example.org",   "example.org/a",
    "v1", "a_b",    "https://a.b/c", "2026-01-02", "Ab1",      "*",    "*.example.org", "$(A)"};

std::int64_t integer_bound(const json& schema, const char* name, std::int64_t otherwise)
{
  const auto found = schema.find(name);
  if (found == schema.end()) return otherwise;
  if (found->is_number_integer()) return found->get<std::int64_t>();
  const auto real = found->get<double>();
  return std::abs(real) < 9e18 ? static_cast<std::int64_t>(real) : otherwise;
}

bool is(const json& schema, const char* name)
{
  const auto found = schema.find(name);
  return found != schema.end() && found->is_boolean() && found->get<bool>();
}

/// What makes an element of a list unique.
json key_of(const json& element, const json& keys)
{
  if (keys.empty() || !element.is_object()) return element;
  json key = json::array();
  for (const auto& name : keys) key.push_back(element.value(name.get<std::string>(), json()));
  return key;
}

}  // namespace

bool ValueDrawer::is_mistake()
{
  return mistakes_ > 0 && static_cast<double>(below(1'000'000)) < mistakes_ * 1e6;
}

json ValueDrawer::value(const json& schema, unsigned depth)
{
  if (is_mistake()) return mistake(schema);
  if (is(schema, "nullable") && one_in(8)) return nullptr;
  if (const auto values = schema.find("enum"); values != schema.end() && !values->empty()) {
    return (*values)[below(values->size())];
  }
  if (is(schema, "x-kubernetes-int-or-string")) {
    if (one_in(2)) return below(100);
    return schema.contains("pattern") ? json(text(schema)) : json(std::to_string(below(100)) + "%");
  }
  const std::string type = schema.value("type", "");
  if (type == "boolean") return one_in(2);
  if (type == "integer") return integer(schema);
  if (type == "number") return number(schema);
  if (type == "string") return text(schema);
  if (type == "array") return list(schema, depth);
  if (type == "object") return object(schema, depth);
  return any_value(depth);
}

json ValueDrawer::any_value(unsigned depth)
{
  switch (below(depth > 3 ? 4 : 6)) {
    case 0:
      return one_in(2);
    case 1:
      return below(1000);
    case 2:
      return 0.5;
    case 4:
      return json::array({any_value(depth + 1)});
    case 5:
      return json{{"free", any_value(depth + 1)}};
    default:
      return "text";
  }
}

json ValueDrawer::mistake(const json& schema)
{
  const std::string type = schema.value("type", "");
  switch (below(4)) {
    case 0:
      return nullptr;
    case 1:
      if (type == "string" && one_in(4)) return json::array();
      if (type == "string") return std::string(schema.value("maxLength", std::uint64_t{300}) % 5000 + 1, 'x');
      if (type == "integer" && schema.contains("maximum")) return integer_bound(schema, "maximum", 0) + 1;
      return type == "boolean" ? json("true") : json(true);
    case 2:
      if (type == "integer" && schema.contains("minimum")) return integer_bound(schema, "minimum", 0) - 1;
      if (type == "array" || type == "object") return type == "array" ? json::object() : json::array();
      return json{{"a", 1}};
    default:
      return type == "string" ? json(below(10)) : json("wrong");
  }
}

json ValueDrawer::integer(const json& schema)
{
  const bool is_int32 = schema.value("format", "") == "int32";
  auto least =
      integer_bound(schema, "minimum", is_int32 ? std::numeric_limits<std::int32_t>::min() : -(std::int64_t{1} << 53U));
  auto most =
      integer_bound(schema, "maximum", is_int32 ? std::numeric_limits<std::int32_t>::max() : (std::int64_t{1} << 53U));
  if (is(schema, "exclusiveMinimum")) ++least;
  if (is(schema, "exclusiveMaximum")) --most;
  if (least > most) return least;
  const auto width = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  std::int64_t drawn = 0;
  switch (below(5)) {
    case 0:
      drawn = least;
      break;
    case 1:
      drawn = most;
      break;
    case 2:
      drawn = static_cast<std::int64_t>(static_cast<std::uint64_t>(least) +
                                        (width == std::numeric_limits<std::uint64_t>::max() ? 0 : below(width + 1)));
      break;
    default:
      drawn = std::clamp<std::int64_t>(static_cast<std::int64_t>(below(20)), least, most);
  }
  const auto multiple = integer_bound(schema, "multipleOf", 1);
  if (multiple > 1) drawn -= drawn % multiple;
  return drawn < least ? drawn + multiple : drawn;
}

json ValueDrawer::number(const json& schema)
{
  const double least = schema.value("minimum", -1000.0);
  const double most = schema.value("maximum", std::max(least, 0.0) + 1000.0);
  if (schema.contains("multipleOf"))
    return std::ceil(least / schema["multipleOf"].get<double>()) * schema["multipleOf"].get<double>();
  const bool open = is(schema, "exclusiveMinimum") || is(schema, "exclusiveMaximum");
  const double parts[] = {0, 0.25, 0.5, 1};
  return least + ((most - least) * (open ? 0.5 : parts[below(4)]));
}

std::string ValueDrawer::text(const json& schema)
{
  const std::string format = schema.value("format", "");
  for (const auto& one : formatted) {
    if (one.format == format) return std::string(one.values[below(one.values.size())]);
  }
  std::vector<std::string> texts(common_texts.begin(), common_texts.end());
  if (const auto pattern = schema.find("pattern"); pattern != schema.end()) {
    std::string problem;
    const auto expression = cel::detail::Pattern::compile(pattern->get<std::string>(), problem);
    std::erase_if(texts, [&](const std::string& one) { return !expression || !expression->found_in(one); });
    if (texts.empty()) texts.emplace_back("no common text matches");
    return texts[below(texts.size())];
  }
  std::string drawn = one_in(6) ? "" : texts[below(texts.size())];
  const auto least = schema.value("minLength", std::uint64_t{0});
  const auto most = schema.value("maxLength", std::numeric_limits<std::uint64_t>::max());
  if (drawn.size() < least) drawn.append(least - drawn.size(), 'x');
  if (drawn.size() > most) drawn.resize(most);
  return drawn;
}

json ValueDrawer::list(const json& schema, unsigned depth)
{
  const auto least = schema.value("minItems", std::uint64_t{0});
  const auto most = schema.value("maxItems", std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t count = depth >= deepest ? least : std::min(most, least + below(4));
  const json items = schema.value("items", json::object());
  const std::string kind = schema.value("x-kubernetes-list-type", "");
  const bool is_unique = kind == "set" || kind == "map" || is(schema, "uniqueItems");
  const json keys = kind == "map" ? schema.value("x-kubernetes-list-map-keys", json::array()) : json::array();
  json drawn = json::array();
  std::set<json> seen;
  for (std::uint64_t tries = 0; drawn.size() < count && tries < count + 20; ++tries) {
    json element = value(items, depth + 1);
    if (is_unique && !seen.insert(key_of(element, keys)).second && !is_mistake()) continue;
    drawn.push_back(std::move(element));
  }
  return drawn;
}

json ValueDrawer::object(const json& schema, unsigned depth)
{
  json drawn = json::object();
  const json required = schema.value("required", json::array());
  const bool is_embedded = is(schema, "x-kubernetes-embedded-resource");
  const json members = schema.value("properties", json::object());
  for (const auto& [name, member] : members.items()) {
    const bool needed = std::find(required.begin(), required.end(), name) != required.end();
    if (needed ? is_mistake() : (depth >= deepest || one_in(2))) continue;
    if (is_embedded && (name == "apiVersion" || name == "kind" || name == "metadata")) continue;
    drawn[name] = value(member, depth + 1);
  }
  if (is_embedded) {
    drawn["apiVersion"] = "v1";
    drawn["kind"] = "ConfigMap";
    drawn["metadata"] = {{"name", "embedded"}};
  }
  const auto least = schema.value("minProperties", std::uint64_t{0});
  const auto most = schema.value("maxProperties", std::numeric_limits<std::uint64_t>::max());
  if (const auto values = schema.find("additionalProperties"); values != schema.end() && !values->is_boolean()) {
    const std::uint64_t count = depth >= deepest ? least : std::min(most, least + below(3));
    for (std::uint64_t at = 0; drawn.size() < count; ++at) {
      drawn["key" + std::to_string(at)] = value(*values, depth + 1);
    }
  } else if (is(schema, "x-kubernetes-preserve-unknown-fields") && one_in(2)) {
    drawn["unknown"] = any_value(depth);
  }
  if (is_mistake()) drawn["undeclared"] = any_value(depth);
  return drawn;
}

}  // namespace kubexx::testing::detail
