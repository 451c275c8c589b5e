// SPDX-License-Identifier: Apache-2.0
// Random pairs of schemas and objects: no object breaks by a change that is not called breaking.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "crd_change_cases.hpp"
#include "kubexx/schema/crd_changes.hpp"
#include "kubexx/schema/structural_schema.hpp"

namespace kubexx::schema::test {
namespace {

using nlohmann::json;

class Drawer {
public:
  explicit Drawer(unsigned seed) : random_(seed) {}

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  bool one_in(int count) { return below(count) == 0; }
  template <class T>
  T one_of(std::initializer_list<T> values)
  {
    return *(values.begin() + below(static_cast<int>(values.size())));
  }

  json schema(int depth)
  {
    json drawn;
    switch (below(depth > 0 ? 8 : 5)) {
      case 0:
        drawn = {{"type", "string"}};
        break;
      case 1:
        drawn = {{"type", "integer"}};
        break;
      case 2:
        drawn = {{"type", "number"}};
        break;
      case 3:
        drawn = {{"type", "boolean"}};
        break;
      case 4:
        drawn = {{"x-kubernetes-int-or-string", true}};
        break;
      case 5:
        drawn = {{"type", "array"}, {"items", schema(depth - 1)}};
        break;
      case 6:
        drawn = {{"type", "object"}, {"additionalProperties", schema(depth - 1)}};
        break;
      default:
        drawn = object(depth);
    }
    draw_keywords(drawn);
    return drawn;
  }

  json object(int depth)
  {
    json drawn{{"type", "object"}, {"properties", json::object()}};
    for (const char* name : {"a", "b", "c"}) {
      if (!one_in(3)) drawn["properties"][name] = schema(depth - 1);
    }
    draw_members(drawn);
    return drawn;
  }

  /// A schema that resembles this one.
  json changed(json schema, int depth)
  {
    if (one_in(12)) return this->schema(depth);
    if (schema.contains("items")) schema["items"] = changed(schema["items"], depth - 1);
    if (schema.contains("additionalProperties")) {
      schema["additionalProperties"] = changed(schema["additionalProperties"], depth - 1);
    }
    if (schema.contains("properties")) {
      for (const char* name : {"a", "b", "c"}) {
        auto& members = schema["properties"];
        if (one_in(10)) {
          members.erase(name);
        } else if (members.contains(name)) {
          members[name] = changed(members[name], depth - 1);
        } else if (one_in(6)) {
          members[name] = this->schema(depth - 1);
        }
      }
      if (one_in(4)) draw_members(schema);
    }
    if (one_in(6) && schema.value("type", "") == "integer") schema["type"] = "number";
    if (one_in(4)) draw_keywords(schema);
    return schema;
  }

  json value(const json& schema, int depth)
  {
    if (one_in(15) || (schema.value("nullable", false) && one_in(3))) return nullptr;
    if (const auto values = schema.find("enum"); values != schema.end() && !one_in(4)) {
      return (*values)[static_cast<std::size_t>(below(static_cast<int>(values->size())))];
    }
    const auto type = schema.value("type", "");
    if (type == "boolean") return one_in(2);
    if (type == "integer" || (type.empty() && one_in(2))) return below(8) - 2;
    if (type == "number") return below(16) / 2.0 - 1;
    if (type == "array") {
      json list = json::array();
      for (int size = below(4); size > 0; --size) list.push_back(value(schema["items"], depth - 1));
      return list;
    }
    if (type != "object") return one_of({"", "a", "ab", "abc", "abcd", "10.0.0.1"});
    json members = json::object();
    for (const char* name : {"a", "b", "c"}) {
      if (one_in(3)) continue;
      if (schema.contains("properties") && schema["properties"].contains(name)) {
        members[name] = value(schema["properties"][name], depth - 1);
      } else if (schema.contains("additionalProperties")) {
        members[name] = value(schema["additionalProperties"], depth - 1);
      } else if (schema.value("x-kubernetes-preserve-unknown-fields", false)) {
        members[name] = below(3);
      }
    }
    return members;
  }

private:
  void set(json& schema, const char* keyword, const json& value)
  {
    schema.erase(keyword);
    if (one_in(4)) schema[keyword] = value;
  }

  void draw_keywords(json& schema)
  {
    const auto type = schema.value("type", "");
    if (type == "string" || type.empty()) {
      set(schema, "maxLength", 1 + below(4));
      set(schema, "minLength", below(3));
      set(schema, "pattern", one_of({"^a", "b", "^$"}));
    }
    if (type == "string") {
      set(schema, "enum", one_in(2) ? json{"a", "ab"} : json{"a", "ab", "abc"});
      set(schema, "format", one_of({"ipv4", "date", "colour"}));
    }
    if (type == "integer" || type == "number" || type.empty()) {
      set(schema, "minimum", below(5) - 2);
      set(schema, "maximum", one_of({3.0, 4.0, 4.5}));
      set(schema, "exclusiveMinimum", true);
      set(schema, "exclusiveMaximum", true);
      set(schema, "multipleOf", one_of({0.5, 1.0, 2.0, 3.0}));
    }
    if (type == "array") {
      set(schema, "maxItems", 1 + below(3));
      set(schema, "minItems", below(3));
      set(schema, "x-kubernetes-list-type", one_of({"set", "atomic"}));
    }
    if (type == "object") {
      set(schema, "maxProperties", 1 + below(3));
      set(schema, "minProperties", below(3));
    }
    set(schema, "nullable", true);
    set(schema, "default", value(schema, 2));
    if (schema.value("default", json()).is_null()) schema.erase("default");
  }

  void draw_members(json& schema)
  {
    json required = json::array();
    for (const char* name : {"a", "b", "c"}) {
      if (schema["properties"].contains(name) && one_in(3)) required.push_back(name);
    }
    schema["required"] = required;
    set(schema, "x-kubernetes-preserve-unknown-fields", true);
  }

  std::mt19937 random_;
};

json object_of(json spec)
{
  return {
      {"apiVersion", "example.org/v1"}, {"kind", "Gadget"}, {"metadata", {{"name", "a"}}}, {"spec", std::move(spec)}};
}

bool is_breaking(const CrdChange& change)
{
  return change.severity == CrdSeverity::breaking || change.rule == "field-declared";
}

TEST(CrdChanges, NoObjectBreaksByAChangeThatIsNotBreaking)
{
  int pairs = 0;
  int broken = 0;
  int kept = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    Drawer drawer(seed);
    const auto old_spec = drawer.object(3);
    const auto new_spec = drawer.changed(old_spec, 3);
    const auto before = crd_with(old_spec);
    const auto after = crd_with(new_spec);
    std::optional<StructuralSchema> old_schema, new_schema;
    try {
      old_schema.emplace(root_schema_of(before));
      new_schema.emplace(root_schema_of(after));
    } catch (const SchemaError&) {
      continue;  // a default that its schema refuses
    }
    ++pairs;
    const auto changes = crd_changes(before, after);
    const bool breaking = std::any_of(changes.begin(), changes.end(), is_breaking);
    for (int draw = 0; draw < 6; ++draw) {
      auto object = object_of(drawer.value(old_spec, 3));
      (void)old_schema->prune(object);
      auto stored = object;
      old_schema->apply_defaults(stored);
      if (!old_schema->validate(stored).empty()) continue;
      const auto given = object;
      const auto pruned = new_schema->prune(object);
      new_schema->apply_defaults(object);
      const auto causes = new_schema->validate(object);
      const bool breaks = !pruned.empty() || !causes.empty();
      ++(breaks ? broken : kept);
      EXPECT_TRUE(breaking || !breaks) << "seed " << seed << "\n"
                                       << old_spec << "\n"
                                       << new_spec << "\n"
                                       << given << "\n"
                                       << (causes.empty() ? pruned.front()
                                                          : causes.front().field + ": " + causes.front().message);
    }
  }
  EXPECT_GT(pairs, 300);
  EXPECT_GT(broken, 200);
  EXPECT_GT(kept, 200);
}

}  // namespace
}  // namespace kubexx::schema::test
