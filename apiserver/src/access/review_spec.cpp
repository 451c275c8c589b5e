// SPDX-License-Identifier: Apache-2.0
#include "access/review_spec.hpp"

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "validation/names.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* place = "spec.resourceAttributes.";

void check_requirement(const Json& requirement, bool of_labels, const std::string& field, FieldErrors& errors)
{
  const auto key = string_at(requirement, {"key"});
  const auto op = string_at(requirement, {"operator"});
  const auto values = strings_at(requirement, {"values"});
  if (!of_labels && key.empty()) errors.push_back(required_value(field + ".key", "must be specified"));
  if ((op == "In" || op == "NotIn") && values.empty()) {
    errors.push_back(required_value(field + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
  }
  if ((op == "Exists" || op == "DoesNotExist") && !values.empty()) {
    errors.push_back(
        forbidden_value(field + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  }
  if (!of_labels) return;
  for (const auto& problem : label_key_problems(key)) errors.push_back(invalid_value(field + ".key", key, problem));
  for (std::size_t index = 0; index < values.size(); ++index) {
    for (const auto& problem : label_value_problems(values[index])) {
      errors.push_back(invalid_value(field + ".values[" + std::to_string(index) + "]", values[index], problem));
    }
  }
}

void check_selector(const Json& attributes, const char* name, FieldErrors& errors)
{
  const auto* selector = find(attributes, {name});
  if (selector == nullptr) return;
  const auto field = std::string(place) + name;
  const auto raw = string_at(*selector, {"rawSelector"});
  const auto* requirements = find(*selector, {"requirements"});
  const bool some = requirements != nullptr && !requirements->empty();
  if (!raw.empty() && some) {
    errors.push_back(invalid_value(field + ".rawSelector", raw, "may not specified at the same time as requirements"));
  }
  if (raw.empty() && !some) {
    errors.push_back(required_value(field + ".requirements",
                                    "when " + field + " is specified, requirements or rawSelector is required"));
  }
  if (!some) return;
  const bool of_labels = std::string_view(name) == "labelSelector";
  for (std::size_t index = 0; index < requirements->size(); ++index) {
    check_requirement((*requirements)[index], of_labels, field + ".requirements[" + std::to_string(index) + "]",
                      errors);
  }
}

/// As the internal type shows it, which has no JSON names.
Json shown(const Json& non_resource)
{
  return {{"Path", string_at(non_resource, {"path"})}, {"Verb", string_at(non_resource, {"verb"})}};
}

template <class Selector>
bool can_parse(const std::string& text)
{
  try {
    (void)Selector::parse(text);
    return true;
  } catch (const SelectorError&) {
    return false;
  }
}

/// Whether one requirement can be used: pkg/registry/authorization/util.
bool is_usable(const Json& requirement, bool of_labels)
{
  const auto op = string_at(requirement, {"operator"});
  if (of_labels) return op == "In" || op == "NotIn" || op == "Exists" || op == "DoesNotExist";
  return (op == "In" || op == "NotIn") && strings_at(requirement, {"values"}).size() == 1;
}

std::string ignored(const Json& review, const char* name)
{
  const auto* selector = find(review, {"spec", "resourceAttributes", name});
  if (selector == nullptr) return "";
  const bool of_labels = std::string_view(name) == "labelSelector";
  const auto raw = string_at(*selector, {"rawSelector"});
  std::size_t usable = 0, unusable = 0;
  if (!raw.empty()) {
    (of_labels ? can_parse<LabelSelector>(raw) : can_parse<FieldSelector>(raw)) ? ++usable : ++unusable;
  } else if (const auto* requirements = find(*selector, {"requirements"})) {
    for (const auto& requirement : *requirements) is_usable(requirement, of_labels) ? ++usable : ++unusable;
  }
  if (unusable == 0) return "";
  return std::string(place) + name + (usable > 0 ? " partially" : "") + " ignored due to parse error";
}

}  // namespace

void check_review_spec(const Call& call, const Json& review)
{
  FieldErrors errors;
  const auto* resource = find(review, {"spec", "resourceAttributes"});
  const auto* path = find(review, {"spec", "nonResourceAttributes"});
  if ((resource == nullptr) == (path == nullptr)) {
    errors.push_back(invalid_value("spec", path == nullptr ? Json() : shown(*path),
                                   "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
  }
  const bool local = call.kind->kind == "LocalSubjectAccessReview";
  const bool of_oneself = call.kind->kind == "SelfSubjectAccessReview";
  if (!of_oneself && string_at(review, {"spec", "user"}).empty() && strings_at(review, {"spec", "groups"}).empty()) {
    errors.push_back(invalid_value("spec.user", "", "at least one of user or group must be specified"));
  }
  if (resource != nullptr) {
    check_selector(*resource, "fieldSelector", errors);
    check_selector(*resource, "labelSelector", errors);
  }
  Json meta = review.value("metadata", Json::object());
  meta.erase("managedFields");
  if (local) meta.erase("namespace");
  if (!meta.empty()) {
    errors.push_back(invalid_value("metadata", review.at("metadata"),
                                   local ? "must be empty except for namespace" : "must be empty"));
  }
  if (local) {
    const auto namespace_ = string_at(review, {"spec", "resourceAttributes", "namespace"});
    if (resource != nullptr && namespace_ != call.path.namespace_) {
      errors.push_back(invalid_value("spec.resourceAttributes.namespace", namespace_, "must match metadata.namespace"));
    }
    if (path != nullptr) {
      errors.push_back(invalid_value("spec.nonResourceAttributes", shown(*path), "disallowed on this kind of request"));
    }
  }
  // The real server names no kind here.
  if (!errors.empty()) throw invalid(call.kind->group, "", "", errors);
}

Attributes reviewed_attributes(const Call& call, const Json& review)
{
  Attributes wanted;
  if (call.kind->kind == "SelfSubjectAccessReview") {
    wanted = Attributes(call.user);
  } else {
    wanted.user = string_at(review, {"spec", "user"});
    wanted.groups = strings_at(review, {"spec", "groups"});
  }
  if (const auto* path = find(review, {"spec", "nonResourceAttributes"})) {
    wanted.resource_request = false;
    wanted.path = string_at(*path, {"path"});
    wanted.verb = string_at(*path, {"verb"});
    return wanted;
  }
  const auto& resource = review.at("spec").at("resourceAttributes");
  wanted.verb = string_at(resource, {"verb"});
  wanted.group = string_at(resource, {"group"});
  wanted.resource = string_at(resource, {"resource"});
  wanted.subresource = string_at(resource, {"subresource"});
  wanted.name = string_at(resource, {"name"});
  wanted.namespace_ = string_at(resource, {"namespace"});
  return wanted;
}

std::string selector_problem(const Json& review)
{
  auto text = ignored(review, "fieldSelector");
  const auto more = ignored(review, "labelSelector");
  if (!text.empty() && !more.empty()) text += "; ";
  return text + more;
}

}  // namespace kubexx::apiserver
