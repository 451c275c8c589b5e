// SPDX-License-Identifier: Apache-2.0
// Changes of CEL rules, of the logical junctors, and of keywords that nothing else compares.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "crd_change_list.hpp"

namespace kubexx::schema::detail {
namespace {

struct Junctor {
  const char* keyword;
  const char* rule;
};
constexpr std::array junctors{Junctor{"allOf", "all-of-changed"}, Junctor{"anyOf", "any-of-changed"},
                              Junctor{"oneOf", "one-of-changed"}, Junctor{"not", "not-changed"}};

/// Keywords that other parts compare, or that mean nothing to a server.
constexpr std::array compared_keywords{"$schema",
                                       "additionalProperties",
                                       "allOf",
                                       "anyOf",
                                       "default",
                                       "description",
                                       "enum",
                                       "example",
                                       "exclusiveMaximum",
                                       "exclusiveMinimum",
                                       "externalDocs",
                                       "format",
                                       "id",
                                       "items",
                                       "maxItems",
                                       "maxLength",
                                       "maxProperties",
                                       "maximum",
                                       "minItems",
                                       "minLength",
                                       "minProperties",
                                       "minimum",
                                       "multipleOf",
                                       "not",
                                       "nullable",
                                       "oneOf",
                                       "pattern",
                                       "properties",
                                       "required",
                                       "title",
                                       "type",
                                       "x-kubernetes-embedded-resource",
                                       "x-kubernetes-int-or-string",
                                       "x-kubernetes-list-map-keys",
                                       "x-kubernetes-list-type",
                                       "x-kubernetes-map-type",
                                       "x-kubernetes-preserve-unknown-fields",
                                       "x-kubernetes-validations"};

bool is_compared(const std::string& keyword)
{
  return std::find(compared_keywords.begin(), compared_keywords.end(), keyword) != compared_keywords.end();
}

/// The rules of a value by their text.
std::map<std::string, const Json*> rules_by_text(const Json& schema)
{
  std::map<std::string, const Json*> rules;
  for (const auto& rule : list_part(schema, "x-kubernetes-validations")) {
    rules.emplace(text_part(rule, "rule"), &rule);
  }
  return rules;
}

/// Whether an expression has that identifier. In a text literal it is found, too.
bool mentions_old_self(const std::string& expression)
{
  constexpr std::string_view name = "oldSelf";
  const auto in_word = [&](std::size_t at) {
    return at < expression.size() &&
           (std::isalnum(static_cast<unsigned char>(expression[at])) != 0 || expression[at] == '_');
  };
  for (auto at = expression.find(name); at != std::string::npos; at = expression.find(name, at + 1)) {
    if ((at == 0 || !in_word(at - 1)) && !in_word(at + name.size())) return true;
  }
  return false;
}

void compare_same_rule(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes)
{
  const std::string name = "rule " + shown(part(after, "rule")) + ": ";
  const auto change_of = [&](const char* member) {
    return name + member + ": " + both(part(before, member), part(after, member));
  };
  if (flag_part(before, "optionalOldSelf") != flag_part(after, "optionalOldSelf")) {
    changes.add("cel-rule-changed", place, change_of("optionalOldSelf"),
                "it depends on the rule whether creates of " + name_of(place) + " are checked by it",
                "none: a transition rule always counts");
  }
  for (const char* member : {"message", "messageExpression", "reason", "fieldPath"}) {
    if (part(before, member) != part(after, member)) changes.add("cel-rule-message-changed", place, change_of(member));
  }
}

void compare_cel(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes)
{
  const auto old_rules = rules_by_text(before);
  const auto new_rules = rules_by_text(after);
  for (const auto& [text, rule] : old_rules) {
    const auto same = new_rules.find(text);
    if (same == new_rules.end()) {
      changes.add("cel-rule-removed", place, "rule " + shown(Json(text)) + " removed");
    } else {
      compare_same_rule(*rule, *same->second, place, changes);
    }
  }
  for (const auto& [text, rule] : new_rules) {
    if (old_rules.contains(text)) continue;
    const bool transition = mentions_old_self(text);
    changes.add("cel-rule-added", place, "rule " + shown(Json(text)) + " added",
                (transition ? "updates of " : "objects with a value of ") + name_of(place) + " that the rule refuses",
                transition ? "none: a transition rule always counts" : ratcheting_of(place));
  }
}

/// anyOf of integer and string, which int-or-string permits and which means nothing beside it.
bool is_int_or_string(const Json& junctor)
{
  static const Json usual = Json::parse(R"([{"type":"integer"},{"type":"string"}])");
  return junctor == usual;
}

void compare_junctors(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes)
{
  for (const auto& [keyword, rule] : junctors) {
    const Json& old_one = part(before, keyword);
    const Json& new_one = part(after, keyword);
    if (old_one == new_one) continue;
    const bool means_nothing =
        (old_one.is_null() || is_int_or_string(old_one)) && (new_one.is_null() || is_int_or_string(new_one));
    if (means_nothing && keyword == std::string_view("anyOf") && !type_name(after).empty()) continue;
    const bool removed = new_one.is_null();
    changes.add(rule, place, std::string(keyword) + ": " + both(old_one, new_one),
                removed ? "" : "perhaps objects with a value of " + name_of(place) + " that it refuses",
                removed ? "" : ratcheting_of(place));
  }
}

void compare_others(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes)
{
  const auto report = [&](const std::string& keyword) {
    changes.add("keyword-changed", place, keyword + ": " + both(part(before, keyword), part(after, keyword)));
  };
  if (before.is_object()) {
    for (const auto& [keyword, value] : before.items()) {
      if (!is_compared(keyword) && value != part(after, keyword)) report(keyword);
    }
  }
  if (!after.is_object()) return;
  for (const auto& [keyword, value] : after.items()) {
    if (!is_compared(keyword) && part(before, keyword).is_null() && !value.is_null()) report(keyword);
  }
}

}  // namespace

void compare_rules(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes)
{
  compare_cel(before, after, place, changes);
  compare_junctors(before, after, place, changes);
  compare_others(before, after, place, changes);
}

}  // namespace kubexx::schema::detail
