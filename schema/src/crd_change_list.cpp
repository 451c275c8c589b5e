// SPDX-License-Identifier: Apache-2.0
#include "crd_change_list.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "kubexx/apimachinery/utf8.hpp"

namespace kubexx::schema {
namespace {

constexpr auto breaking = CrdSeverity::breaking;
constexpr auto review = CrdSeverity::review;
constexpr auto safe = CrdSeverity::safe;

/// The only place that has the severity of a rule. Sorted by name.
constexpr std::array crd_rule_table{
    CrdRule{"additional-properties-added", review},
    CrdRule{"additional-properties-removed", breaking},
    CrdRule{"all-of-changed", review},
    CrdRule{"any-of-changed", review},
    CrdRule{"bound-not-integer", breaking},
    CrdRule{"category-added", safe},
    CrdRule{"category-removed", review},
    CrdRule{"cel-rule-added", review},
    CrdRule{"cel-rule-changed", review},
    CrdRule{"cel-rule-message-changed", safe},
    CrdRule{"cel-rule-removed", safe},
    CrdRule{"column-added", safe},
    CrdRule{"column-changed", review},
    CrdRule{"column-removed", review},
    CrdRule{"conversion-changed", review},
    CrdRule{"conversion-removed", breaking},
    CrdRule{"conversion-unused-removed", safe},
    CrdRule{"conversion-webhook-added", review},
    CrdRule{"crd-added", safe},
    CrdRule{"crd-removed", breaking},
    CrdRule{"default-added", review},
    CrdRule{"default-changed", review},
    CrdRule{"default-removed", review},
    CrdRule{"deprecation-warning-changed", safe},
    CrdRule{"embedded-resource-added", breaking},
    CrdRule{"embedded-resource-removed", review},
    CrdRule{"enum-added", breaking},
    CrdRule{"enum-removed", review},
    CrdRule{"enum-value-added", review},
    CrdRule{"enum-value-removed", breaking},
    CrdRule{"field-added", safe},
    CrdRule{"field-added-with-default", safe},
    CrdRule{"field-declared", review},
    CrdRule{"field-removed", breaking},
    CrdRule{"field-undeclared", review},
    CrdRule{"format-added", breaking},
    CrdRule{"format-changed", breaking},
    CrdRule{"format-not-checked", safe},
    CrdRule{"format-removed", safe},
    CrdRule{"group-changed", breaking},
    CrdRule{"keyword-changed", review},
    CrdRule{"kind-changed", breaking},
    CrdRule{"list-kind-changed", breaking},
    CrdRule{"list-map-keys-changed", breaking},
    CrdRule{"list-type-changed", breaking},
    CrdRule{"map-type-changed", breaking},
    CrdRule{"max-items-added", breaking},
    CrdRule{"max-items-lowered", breaking},
    CrdRule{"max-items-raised", safe},
    CrdRule{"max-items-removed", safe},
    CrdRule{"max-length-added", breaking},
    CrdRule{"max-length-lowered", breaking},
    CrdRule{"max-length-raised", safe},
    CrdRule{"max-length-removed", safe},
    CrdRule{"max-properties-added", breaking},
    CrdRule{"max-properties-lowered", breaking},
    CrdRule{"max-properties-raised", safe},
    CrdRule{"max-properties-removed", safe},
    CrdRule{"maximum-added", breaking},
    CrdRule{"maximum-lowered", breaking},
    CrdRule{"maximum-raised", safe},
    CrdRule{"maximum-removed", safe},
    CrdRule{"min-items-added", breaking},
    CrdRule{"min-items-lowered", safe},
    CrdRule{"min-items-raised", breaking},
    CrdRule{"min-items-removed", safe},
    CrdRule{"min-length-added", breaking},
    CrdRule{"min-length-lowered", safe},
    CrdRule{"min-length-raised", breaking},
    CrdRule{"min-length-removed", safe},
    CrdRule{"min-properties-added", breaking},
    CrdRule{"min-properties-lowered", safe},
    CrdRule{"min-properties-raised", breaking},
    CrdRule{"min-properties-removed", safe},
    CrdRule{"minimum-added", breaking},
    CrdRule{"minimum-lowered", safe},
    CrdRule{"minimum-raised", breaking},
    CrdRule{"minimum-removed", safe},
    CrdRule{"multiple-of-added", breaking},
    CrdRule{"multiple-of-changed", breaking},
    CrdRule{"multiple-of-loosened", safe},
    CrdRule{"multiple-of-removed", safe},
    CrdRule{"not-changed", review},
    CrdRule{"nullable-added", review},
    CrdRule{"nullable-removed", breaking},
    CrdRule{"one-of-changed", review},
    CrdRule{"optional-nullable-removed", review},
    CrdRule{"pattern-added", breaking},
    CrdRule{"pattern-changed", breaking},
    CrdRule{"pattern-removed", safe},
    CrdRule{"plural-changed", breaking},
    CrdRule{"preserve-unknown-off", breaking},
    CrdRule{"preserve-unknown-on", review},
    CrdRule{"required-added", breaking},
    CrdRule{"required-added-with-default", safe},
    CrdRule{"required-default-removed", breaking},
    CrdRule{"required-removed", review},
    CrdRule{"scale-subresource-added", safe},
    CrdRule{"scale-subresource-changed", review},
    CrdRule{"scale-subresource-removed", breaking},
    CrdRule{"scope-changed", breaking},
    CrdRule{"selectable-field-added", safe},
    CrdRule{"selectable-field-removed", breaking},
    CrdRule{"served-version-added", review},
    CrdRule{"short-name-added", safe},
    CrdRule{"short-name-removed", review},
    CrdRule{"singular-changed", review},
    CrdRule{"status-subresource-added", review},
    CrdRule{"status-subresource-removed", breaking},
    CrdRule{"storage-version-changed", review},
    CrdRule{"stored-version-removed", breaking},
    CrdRule{"type-changed", breaking},
    CrdRule{"type-narrowed", breaking},
    CrdRule{"type-widened", review},
    CrdRule{"unserved-version-added", safe},
    CrdRule{"unserved-version-removed", review},
    CrdRule{"version-deprecated", safe},
    CrdRule{"version-not-served", breaking},
    CrdRule{"version-removed", breaking},
    CrdRule{"version-served", review},
    CrdRule{"version-undeprecated", safe},
    CrdRule{"versions-field-lost", breaking},
    CrdRule{"versions-required-differs", breaking},
    CrdRule{"versions-type-differs", breaking},
};

CrdSeverity severity_of_rule(std::string_view name)
{
  const auto* const found =
      std::lower_bound(crd_rule_table.begin(), crd_rule_table.end(), name,
                       [](const CrdRule& rule, std::string_view wanted) { return rule.name < wanted; });
  return found != crd_rule_table.end() && found->name == name ? found->severity : breaking;
}

}  // namespace

std::string_view to_string(CrdSeverity severity) noexcept
{
  switch (severity) {
    case breaking:
      return "breaking";
    case review:
      return "review";
    case safe:
      return "safe";
  }
  return "";
}

std::span<const CrdRule> crd_rules() noexcept
{
  return crd_rule_table;
}

namespace detail {
namespace {

const Json absent_json;

bool is_plain_name(const std::string& name)
{
  return !name.empty() &&
         name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-$/") ==
             std::string::npos;
}

}  // namespace

const Json& part(const Json& value, std::string_view name)
{
  if (!value.is_object()) return absent_json;
  const auto found = value.find(name);
  return found == value.end() ? absent_json : *found;
}

const Json& object_part(const Json& value, std::string_view name)
{
  const Json& found = part(value, name);
  return found.is_object() ? found : absent_json;
}

const Json& list_part(const Json& value, std::string_view name)
{
  const Json& found = part(value, name);
  return found.is_array() ? found : absent_json;
}

std::string text_part(const Json& value, std::string_view name)
{
  const Json& found = part(value, name);
  return found.is_string() ? found.get<std::string>() : std::string();
}

bool flag_part(const Json& value, std::string_view name)
{
  const Json& found = part(value, name);
  return found.is_boolean() && found.get<bool>();
}

std::string shown(const Json& value)
{
  constexpr std::size_t longest = 80;
  if (value.is_null()) return "none";
  const std::string text = dump(value);
  return text.size() <= longest ? text : valid_utf8(text, longest) + "...";
}

std::string both(const Json& before, const Json& after)
{
  return shown(before) + " -> " + shown(after);
}

std::string below(const std::string& path, const std::string& name)
{
  if (!is_plain_name(name)) return path + "[" + dump(Json(name)) + "]";
  return path.empty() ? name : path + "." + name;
}

std::string name_of(const SchemaPlace& place)
{
  return place.path.empty() ? "the object" : place.path;
}

std::string ratcheting_of(const SchemaPlace& place)
{
  if (place.always_checked) return "none: apiVersion and kind are always checked";
  const std::string then = " is still accepted (Kubernetes 1.33 and later); creating it is refused";
  if (!place.list.empty()) return "an update that does not change the list " + place.list + then;
  if (place.path.empty()) return "only an update that changes nothing at all" + then;
  return "an update that does not change " + place.path + then;
}

std::string ratcheting_of_absence(const SchemaPlace& place)
{
  SchemaPlace owner = place;
  owner.path = place.owner;
  return ratcheting_of(owner);
}

std::string pruning_text()
{
  return "none: undeclared members are dropped from unchanged objects, too";
}

void CrdChangeList::add_outside(std::string_view rule, std::string version, std::string path, std::string change,
                                std::string breaks)
{
  changes_.push_back({severity_of_rule(rule),
                      std::string(rule),
                      valid_utf8(version),
                      valid_utf8(path),
                      false,
                      valid_utf8(change),
                      valid_utf8(breaks),
                      {}});
}

void CrdChangeList::add(std::string_view rule, const SchemaPlace& place, std::string change, std::string breaks,
                        std::string ratcheting)
{
  changes_.push_back({severity_of_rule(rule), std::string(rule), valid_utf8(place.version), valid_utf8(place.path),
                      true, valid_utf8(change), valid_utf8(breaks), valid_utf8(ratcheting)});
}

void CrdChangeList::add_stricter(std::string_view rule, const SchemaPlace& place, std::string change,
                                 std::string breaks)
{
  add(rule, place, std::move(change), std::move(breaks), ratcheting_of(place));
}

}  // namespace detail
}  // namespace kubexx::schema
