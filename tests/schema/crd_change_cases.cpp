// SPDX-License-Identifier: Apache-2.0
#include "crd_change_cases.hpp"

#include <algorithm>

#include "kubexx/schema/crd_changes.hpp"

namespace kubexx::schema::test {
namespace {

using nlohmann::json;

/// The schema of an object with one member `x`.
std::string x(const std::string& schema)
{
  return R"({"type":"object","properties":{"x":)" + schema + "}}";
}

/// The same with `x` in `required`.
std::string needed_x(const std::string& schema)
{
  return R"({"type":"object","required":["x"],"properties":{"x":)" + schema + "}}";
}

/// The schema of an object.
std::string object(const std::string& members, const std::string& more = {})
{
  return R"({"type":"object","properties":{)" + members + "}" + more + "}";
}

/// A list of objects with the members a and b, which both have a default.
std::string list(const std::string& more)
{
  return x(R"({"type":"array","items":{"type":"object","properties":{"a":{"type":"string","default":""},)"
           R"("b":{"type":"string","default":""}}})" +
           more + "}");
}

void add_bounds(std::vector<SchemaCase>& cases)
{
  const auto add = [&](const std::string& type, const std::string& before, const std::string& after,
                       const std::string& rule, Fate fate, const std::string& value) {
    const auto schema = [&](const std::string& bound) {
      const std::string items = type == "array" ? R"(,"items":{"type":"string"})" : "";
      const std::string values = type == "object" ? R"(,"additionalProperties":{"type":"string"})" : "";
      return x(R"({"type":")" + type + "\"" + items + values + (bound.empty() ? "" : "," + bound) + "}");
    };
    std::vector<std::string> found;
    if (!rule.empty()) found.push_back(rule + " spec.x");
    cases.push_back({schema(before), schema(after), found, fate, R"({"x":)" + value + "}"});
  };
  struct Count {
    const char *type, *keyword, *rule, *three, *one;
  };
  const std::string three_items = R"(["a","b","c"])";
  const std::string three_members = R"({"a":"","b":"","c":""})";
  for (const auto& [type, keyword, rule, three, one] :
       {Count{"string", "Length", "length", R"("äbc")", R"("a")"},
        Count{"array", "Items", "items", three_items.c_str(), R"(["a"])"},
        Count{"object", "Properties", "properties", three_members.c_str(), R"({"a":""})"}}) {
    const std::string word = keyword;
    const auto max = [&](int bound) { return "\"max" + word + "\":" + std::to_string(bound); };
    const auto min = [&](int bound) { return "\"min" + word + "\":" + std::to_string(bound); };
    const std::string max_rule = std::string("max-") + rule;
    const std::string min_rule = std::string("min-") + rule;
    add(type, "", max(2), max_rule + "-added", Fate::refused, three);
    add(type, max(3), max(2), max_rule + "-lowered", Fate::refused, three);
    add(type, max(3), max(4), max_rule + "-raised", Fate::stays, three);
    add(type, max(3), "", max_rule + "-removed", Fate::stays, three);
    add(type, max(3), max(3), "", Fate::stays, three);
    add(type, "", min(2), min_rule + "-added", Fate::refused, one);
    add(type, min(1), min(2), min_rule + "-raised", Fate::refused, one);
    add(type, min(1), min(0), min_rule + "-removed", Fate::stays, one);
    add(type, min(2), min(1), min_rule + "-lowered", Fate::stays, three);
    add(type, "", min(0), "", Fate::stays, one);
  }
  add("integer", "", R"("minimum":2)", "minimum-added", Fate::refused, "1");
  add("integer", R"("minimum":1)", R"("minimum":2)", "minimum-raised", Fate::refused, "1");
  add("integer", R"("minimum":1)", R"("minimum":1,"exclusiveMinimum":true)", "minimum-raised", Fate::refused, "1");
  add("integer", R"("minimum":1)", R"("minimum":0)", "minimum-lowered", Fate::stays, "1");
  add("integer", R"("minimum":1)", R"("minimum":0,"exclusiveMinimum":true)", "", Fate::stays, "1");
  add("number", R"("minimum":1)", R"("minimum":0,"exclusiveMinimum":true)", "minimum-lowered", Fate::stays, "1");
  add("integer", R"("minimum":1)", "", "minimum-removed", Fate::stays, "1");
  add("integer", "", R"("maximum":2)", "maximum-added", Fate::refused, "3");
  add("integer", R"("maximum":3)", R"("maximum":2)", "maximum-lowered", Fate::refused, "3");
  add("number", R"("maximum":3)", R"("maximum":3,"exclusiveMaximum":true)", "maximum-lowered", Fate::refused, "3");
  add("integer", R"("maximum":3,"exclusiveMaximum":true)", R"("maximum":3)", "maximum-raised", Fate::stays, "2");
  add("integer", R"("maximum":3)", R"("maximum":3.5)", "bound-not-integer", Fate::refused, "3");
  add("integer", "", R"("multipleOf":0.5)", "bound-not-integer", Fate::refused, "3");
  add("number", R"("multipleOf":1)", R"("multipleOf":0.5)", "multiple-of-changed", Fate::refused, "3");
  add("integer", R"("maximum":3)", "", "maximum-removed", Fate::stays, "3");
  add("integer", "", R"("multipleOf":2)", "multiple-of-added", Fate::refused, "3");
  add("integer", "", R"("multipleOf":1)", "", Fate::stays, "3");
  add("integer", R"("multipleOf":2)", R"("multipleOf":4)", "multiple-of-changed", Fate::refused, "2");
  add("integer", R"("multipleOf":4)", R"("multipleOf":2)", "multiple-of-loosened", Fate::stays, "4");
  add("number", R"("multipleOf":0.5)", R"("multipleOf":0.3)", "multiple-of-changed", Fate::refused, "0.5");
  add("integer", R"("multipleOf":2)", "", "multiple-of-removed", Fate::stays, "2");
  add("string", "", R"("pattern":"^a$")", "pattern-added", Fate::refused, R"("b")");
  add("string", R"("pattern":"^b$")", R"("pattern":"^a$")", "pattern-changed", Fate::refused, R"("b")");
  add("string", R"("pattern":"^b$")", "", "pattern-removed", Fate::stays, R"("b")");
  add("string", "", R"("format":"uuid")", "format-added", Fate::refused, R"("b")");
  add("string", R"("format":"ipv4")", R"("format":"ipv6")", "format-changed", Fate::refused, R"("10.0.0.1")");
  add("string", R"("format":"uuid")", "", "format-removed", Fate::stays, R"("123e4567-e89b-12d3-a456-426614174000")");
  add("string", "", R"("format":"colour")", "format-not-checked", Fate::stays, R"("b")");
  add("integer", R"("format":"int64")", R"("format":"int32")", "format-added", Fate::refused, "3000000000");
  add("integer", R"("format":"int32")", R"("format":"int64")", "format-removed", Fate::stays, "3");
  add("integer", "", R"("maxLength":1,"pattern":"b")", "", Fate::stays, "3");  // of other types
}

void add_values(std::vector<SchemaCase>& cases)
{
  const auto add = [&](const std::string& before, const std::string& after, std::vector<std::string> rules, Fate fate,
                       const std::string& spec) {
    for (auto& rule : rules) rule += " spec.x";
    cases.push_back({x(before), x(after), std::move(rules), fate, spec});
  };
  const std::string text = R"({"type":"string"})";
  const std::string number = R"({"type":"number"})";
  const std::string integer = R"({"type":"integer"})";
  const std::string either = R"({"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}]})";
  add(integer, text, {"type-changed"}, Fate::refused, R"({"x":1})");
  add(number, either, {"type-changed"}, Fate::refused, R"({"x":1.5})");
  add(number, integer, {"type-narrowed"}, Fate::refused, R"({"x":1.5})");
  add(either, integer, {"type-narrowed"}, Fate::refused, R"({"x":"a"})");
  add(either, text, {"type-narrowed"}, Fate::refused, R"({"x":1})");
  add(integer, number, {"type-widened"}, Fate::stays, R"({"x":1})");
  add(integer, either, {"type-widened"}, Fate::stays, R"({"x":1})");
  add(text, either, {"type-widened"}, Fate::stays, R"({"x":"a"})");
  add(text, R"({"x-kubernetes-preserve-unknown-fields":true})", {"type-widened"}, Fate::stays, R"({"x":"a"})");
  add(text, R"({"type":"string","enum":["a"]})", {"enum-added"}, Fate::refused, R"({"x":"b"})");
  add(R"({"type":"string","enum":["a"]})", text, {"enum-removed"}, Fate::stays, R"({"x":"a"})");
  add(R"({"type":"string","enum":["a","b"]})", R"({"type":"string","enum":["a"]})", {"enum-value-removed"},
      Fate::refused, R"({"x":"b"})");
  add(R"({"type":"string","enum":["a"]})", R"({"type":"string","enum":["b","a"]})", {"enum-value-added"}, Fate::stays,
      R"({"x":"a"})");
  add(text, R"({"type":"string","default":"a"})", {"default-added"}, Fate::stays, "{}");
  add(R"({"type":"string","default":"a"})", text, {"default-removed"}, Fate::stays, "{}");
  add(R"({"type":"string","default":"a"})", R"({"type":"string","default":"b"})", {"default-changed"}, Fate::stays,
      "{}");
  cases.push_back({needed_x(R"({"type":"string","default":"a"})"),
                   needed_x(text),
                   {"required-default-removed spec.x"},
                   Fate::refused,
                   "{}"});
  add(text, R"({"type":"string","nullable":true})", {"nullable-added"}, Fate::stays, R"({"x":"a"})");
  add(R"({"type":"string","nullable":true})", text, {"optional-nullable-removed"}, Fate::stays, R"({"x":null})");
  cases.push_back({needed_x(R"({"type":"string","nullable":true})"),
                   needed_x(text),
                   {"nullable-removed spec.x"},
                   Fate::refused,
                   R"({"x":null})"});
  cases.push_back({x(R"({"type":"array","items":{"type":"string","nullable":true}})"),
                   x(R"({"type":"array","items":{"type":"string"}})"),
                   {"nullable-removed spec.x[*]"},
                   Fate::refused,
                   R"({"x":[null]})"});
  add(R"({"type":"string","description":"a"})", R"({"type":"string","description":"b","title":"c","example":"d"})", {},
      Fate::stays, R"({"x":"a"})");
  add(text, R"({"type":"string","anyOf":[{"enum":["a"]}]})", {"any-of-changed"}, Fate::refused, R"({"x":"b"})");
  add(text, R"({"type":"string","oneOf":[{"enum":["a"]}]})", {"one-of-changed"}, Fate::refused, R"({"x":"b"})");
  add(text, R"({"type":"string","allOf":[{"enum":["a"]}]})", {"all-of-changed"}, Fate::refused, R"({"x":"b"})");
  add(text, R"({"type":"string","not":{"enum":["b"]}})", {"not-changed"}, Fate::refused, R"({"x":"b"})");
  add(R"({"type":"string","not":{"enum":["b"]}})", text, {"not-changed"}, Fate::stays, R"({"x":"c"})");
  add(text, R"({"type":"string","x-kubernetes-later":true})", {"keyword-changed"}, Fate::stays, R"({"x":"b"})");
  add(R"({"type":"string","x-kubernetes-later":true})", text, {"keyword-changed"}, Fate::stays, R"({"x":"b"})");
  const auto rule = [](const std::string& more) {
    return R"({"type":"string","x-kubernetes-validations":[{)" + more + "}]}";
  };
  add(text, rule(R"("rule":"self != 'b'")"), {"cel-rule-added"}, Fate::refused, R"({"x":"b"})");
  add(text, rule(R"("rule":"self == oldSelf")"), {"cel-rule-added"}, Fate::stays, R"({"x":"b"})");
  add(text, rule(R"("rule":"self != oldSelf")"), {"cel-rule-added"}, Fate::unknown, R"({"x":"b"})");
  add(rule(R"("rule":"self == 'b'")"), text, {"cel-rule-removed"}, Fate::stays, R"({"x":"b"})");
  add(rule(R"("rule":"self == 'b'")"), rule(R"("rule":"self == 'b'","message":"be b")"), {"cel-rule-message-changed"},
      Fate::stays, R"({"x":"b"})");
  add(rule(R"("rule":"oldSelf.orValue('c') == 'c'","optionalOldSelf":true)"), rule(R"("rule":"oldSelf == 'c'")"),
      {"cel-rule-added", "cel-rule-removed"}, Fate::unknown, R"({"x":"b"})");
}

void add_objects(std::vector<SchemaCase>& cases)
{
  const std::string a = R"("a":{"type":"string"})";
  const std::string b = R"("b":{"type":"string"})";
  const std::string kept = R"(,"x-kubernetes-preserve-unknown-fields":true)";
  const std::string texts = R"(,"additionalProperties":{"type":"string"})";
  const std::string bare = R"({"type":"object")";
  const auto needs_b = [&](const std::string& schema_of_b) {
    return object(a + R"(,"b":)" + schema_of_b, R"(,"required":["b"])");
  };
  cases.insert(
      cases.end(),
      {{object(a), object(a + "," + b), {"field-added spec.b"}, Fate::stays, R"({"a":"x"})"},
       {object(a),
        object(a + R"(,"b":{"type":"string","default":"y"})"),
        {"field-added-with-default spec.b"},
        Fate::stays,
        R"({"a":"x"})"},
       {object(a),
        needs_b(R"({"type":"string","default":"y"})"),
        {"field-added-with-default spec.b"},
        Fate::stays,
        "{}"},
       {object(a), needs_b(R"({"type":"string"})"), {"required-added spec.b"}, Fate::refused, "{}"},
       {object(a + "," + b), needs_b(R"({"type":"string"})"), {"required-added spec.b"}, Fate::refused, "{}"},
       {object(a + R"(,"b":{"type":"string","default":"y"})"),
        needs_b(R"({"type":"string","default":"y"})"),
        {"required-added-with-default spec.b"},
        Fate::stays,
        "{}"},
       {needs_b(R"({"type":"string"})"), object(a + "," + b), {"required-removed spec.b"}, Fate::stays, R"({"b":"x"})"},
       {needs_b(R"({"type":"string"})"), object(a), {"field-removed spec.b"}, Fate::pruned, R"({"b":"x"})"},
       {object(a + "," + b), object(a), {"field-removed spec.b"}, Fate::pruned, R"({"b":"x"})"},
       {object(a),
        object(R"("a.b":{"type":"string"})"),
        {"field-added spec[\"a.b\"]", "field-removed spec.a"},
        Fate::pruned,
        R"({"a":"x"})"},
       // What is new has no bounds that could have become stricter.
       {object(a),
        object(a + R"(,"c":{"type":"string","maxLength":1,"enum":["x"]})"),
        {"field-added spec.c"},
        Fate::stays,
        "{}"},
       // Members that the schema does not declare.
       {object(a, kept), object(a), {"preserve-unknown-off spec"}, Fate::pruned, R"({"other":"x"})"},
       {object(a), object(a, kept), {"preserve-unknown-on spec"}, Fate::stays, R"({"a":"x"})"},
       {object(a, kept), object(a + "," + b, kept), {"field-declared spec.b"}, Fate::refused, R"({"b":1})"},
       {object(a + "," + b, kept), object(a, kept), {"field-undeclared spec.b"}, Fate::stays, R"({"b":"x"})"},
       {object(a + "," + b, kept),
        object(a),
        {"field-removed spec.b", "preserve-unknown-off spec"},
        Fate::pruned,
        R"({"b":"x"})"},
       {object(R"("b":{"type":"string","default":"y"})", kept + R"(,"required":["b"])"),
        object(a, kept + R"(,"required":["b"])"),
        {"field-declared spec.a", "field-undeclared spec.b", "required-default-removed spec.b"},
        Fate::refused,
        "{}"},
       // A default fills up the object.
       {object(a, R"(,"maxProperties":1)"),
        object(a + R"(,"b":{"type":"string","default":"y"})", R"(,"maxProperties":1)"),
        {"default-added spec.b"},
        Fate::refused,
        R"({"a":"x"})"},
       {object(a), bare + kept + "}", {"preserve-unknown-on spec"}, Fate::stays, R"({"a":"x"})"},
       {object(a),
        bare + R"(,"additionalProperties":true})",
        {"preserve-unknown-on spec"},
        Fate::stays,
        R"({"a":"x"})"},
       {object(a), bare + texts + "}", {"additional-properties-added spec"}, Fate::stays, R"({"a":"x"})"},
       {object(a),
        bare + R"(,"additionalProperties":{"type":"integer"}})",
        {"additional-properties-added spec", "type-changed spec.a"},
        Fate::refused,
        R"({"a":"x"})"},
       {bare + texts + "}", object(a), {"additional-properties-removed spec"}, Fate::pruned, R"({"z":"x"})"},
       {bare + texts + "}",
        object(R"("a":{"type":"integer"})"),
        {"additional-properties-removed spec", "type-changed spec.a"},
        Fate::pruned,
        R"({"z":"x"})"},
       {bare + texts + "}",
        bare + R"(,"additionalProperties":{"type":"string","maxLength":1}})",
        {"max-length-added spec.*"},
        Fate::refused,
        R"({"a":"xy"})"},
       {bare + kept + "}", bare + texts + "}", {"type-narrowed spec.*"}, Fate::refused, R"({"a":1})"},
       {object(a, R"(,"x-kubernetes-map-type":"granular")"), object(a), {}, Fate::stays, "{}"},
       {object(a), object(a, R"(,"x-kubernetes-map-type":"atomic")"), {"map-type-changed spec"}},
       {object(a, R"(,"x-kubernetes-map-type":"atomic")"), object(a), {"map-type-changed spec"}},
       // Objects in objects.
       {x(bare + kept + "}"),
        x(bare + kept + R"(,"x-kubernetes-embedded-resource":true})"),
        {"embedded-resource-added spec.x"},
        Fate::refused,
        R"({"x":{}})"},
       {x(bare + kept + R"(,"x-kubernetes-embedded-resource":true})"),
        x(bare + kept + "}"),
        {"embedded-resource-removed spec.x"},
        Fate::stays,
        R"({"x":{"apiVersion":"v1","kind":"A"}})"},
       {x(object(a, R"(,"x-kubernetes-embedded-resource":true)")),
        x(object(a)),
        {"embedded-resource-removed spec.x", "field-removed spec.x.apiVersion", "field-removed spec.x.kind",
         "field-removed spec.x.metadata"},
        Fate::pruned,
        R"({"x":{"apiVersion":"v1","kind":"A"}})"}});
}

void add_lists(std::vector<SchemaCase>& cases)
{
  const std::string by_a = R"(,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"])";
  const std::string by_b = R"(,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["b"])";
  const std::string by_both = R"(,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["b","a"])";
  const std::string by_both_too = R"(,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a","b"])";
  const auto texts = [](const std::string& more) { return x(R"({"type":"array","items":{"type":"string")" + more); };
  const std::string set = R"(},"x-kubernetes-list-type":"set"})";
  cases.insert(
      cases.end(),
      {{list(""), list(R"(,"x-kubernetes-list-type":"atomic")"), {}, Fate::stays, "{}"},
       {list(""), list(by_a), {"list-type-changed spec.x"}, Fate::refused, R"({"x":[{"a":"1"},{"a":"1"}]})"},
       {list(by_a), list(""), {"list-type-changed spec.x"}},
       {texts("}}"), texts(set), {"list-type-changed spec.x"}, Fate::refused, R"({"x":["1","1"]})"},
       {texts(set), texts("}}"), {"list-type-changed spec.x"}},
       {list(by_a), list(by_b), {"list-map-keys-changed spec.x"}, Fate::refused, R"({"x":[{"a":"1"},{"a":"2"}]})"},
       {list(by_both), list(by_both_too), {}, Fate::stays, "{}"},
       // Ratcheting compares the items of lists with keys, and other lists as a whole.
       {texts("}}"), texts(R"(,"maxLength":1}})"), {"max-length-added spec.x[*]"}, Fate::refused, R"({"x":["ab"]})"},
       {texts(set),
        texts(R"(,"maxLength":1)" + set),
        {"max-length-added spec.x[*]"},
        Fate::refused,
        R"({"x":["ab"]})"}});
}

void add_roots(std::vector<SchemaCase>& cases)
{
  // "root": the members of the whole object.
  const auto root = [](const std::string& members) { return R"({"root":{)" + members + "}}"; };
  cases.insert(cases.end(),
               {{root(""),
                 root(R"("metadata":{"type":"object","properties":{"name":{"type":"string","maxLength":3}}})"),
                 {"max-length-added metadata.name"},
                 Fate::unknown},
                {root(R"("kind":{"type":"string"},"spec":{"type":"object"})"),
                 root(R"("spec":{"type":"object"})"),
                 {},
                 Fate::stays,
                 "{}"},
                {root(""), root(R"("kind":{"type":"string","enum":["B"]})"), {"enum-added kind"}, Fate::unknown}});
}

}  // namespace

const std::vector<SchemaCase>& schema_cases()
{
  static const std::vector<SchemaCase> all = [] {
    std::vector<SchemaCase> cases;
    add_bounds(cases);
    add_values(cases);
    add_objects(cases);
    add_lists(cases);
    add_roots(cases);
    return cases;
  }();
  return all;
}

json base_crd()
{
  const auto version = [](const char* name, bool storage) {
    return json{{"name", name},
                {"served", true},
                {"storage", storage},
                {"schema", {{"openAPIV3Schema", json::parse(R"({"type":"object","properties":{"spec":
                   {"type":"object","properties":{"a":{"type":"string"}}}}})")}}}};
  };
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", "gadgets.example.org"}}},
          {"spec",
           {{"group", "example.org"},
            {"scope", "Namespaced"},
            {"names", {{"plural", "gadgets"}, {"kind", "Gadget"}}},
            {"versions", {version("v1", true), version("v1beta1", false)}}}}};
}

json crd_with(const json& spec_schema)
{
  auto crd = base_crd();
  auto& versions = crd["spec"]["versions"];
  versions.erase(1);
  auto& members = versions[0]["schema"]["openAPIV3Schema"]["properties"];
  if (spec_schema.contains("root")) {
    members = spec_schema["root"];
  } else {
    members["spec"] = spec_schema;
  }
  return crd;
}

json root_schema_of(const json& crd)
{
  return crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
}

std::vector<std::string> found_in(const json& before, const json& after)
{
  std::vector<std::string> found;
  for (const auto& change : crd_changes(before, after)) found.push_back(change.rule + " " + change.path);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace kubexx::schema::test
