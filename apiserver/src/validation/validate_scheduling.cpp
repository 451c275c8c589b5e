// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* bad_operator = "not a valid selector operator";

std::string joined(const std::vector<std::string>& texts, const char* between)
{
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : between) + text;
  return all;
}

void check_requirement(const FieldValue& requirement, bool any_value)
{
  const auto operator_ = requirement["operator"];
  const auto values = requirement["values"];
  if (operator_.is("In") || operator_.is("NotIn")) {
    if (values.size() == 0) values.required("must be specified when `operator` is 'In' or 'NotIn'");
  } else if (operator_.is("Exists") || operator_.is("DoesNotExist")) {
    if (values.size() > 0) values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
  } else if (operator_.is("Gt") || operator_.is("Lt")) {
    if (values.size() != 1) values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
  } else {
    operator_.invalid(operator_.text(), bad_operator);
  }
  const auto key = requirement["key"];
  for (const auto& problem : label_key_problems(key.text())) key.invalid(key.text(), problem);
  if (any_value) return;
  for (const auto& value : values.items()) value.problems(label_value_problems(value.text()));
}

void check_field_requirement(const FieldValue& requirement)
{
  const auto operator_ = requirement["operator"];
  const auto values = requirement["values"];
  const auto key = requirement["key"];
  if (operator_.is("In") || operator_.is("NotIn")) {
    if (values.size() != 1) {
      values.required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
    }
  } else {
    operator_.invalid(operator_.text(), bad_operator);
  }
  if (!key.is("metadata.name")) return key.invalid(key.text(), "not a valid field selector key");
  for (const auto& value : values.items()) value.problems(dns_1123_subdomain_problems(value.text()));
}

void check_term(const FieldValue& term, bool any_value)
{
  for (const auto& requirement : term["matchExpressions"].items()) check_requirement(requirement, any_value);
  for (const auto& requirement : term["matchFields"].items()) check_field_requirement(requirement);
}

void check_weight(const FieldValue& weight)
{
  if (weight.number() <= 0 || weight.number() > 100) {
    weight.invalid(weight.number(), "must be in the range 1-100");
  }
}

void check_label_keys(const FieldValue& keys, const FieldValue& selector)
{
  if (keys.size() == 0) return;
  if (!selector.present()) return keys.forbidden("must not be specified when labelSelector is not set");
  for (const auto& key : keys.items()) key.problems(label_key_problems(key.text()));
}

/// ValidateMatchLabelKeysAndMismatchLabelKeys.
void check_all_label_keys(const FieldValue& term)
{
  const auto matched = term["matchLabelKeys"];
  const auto mismatched = term["mismatchLabelKeys"];
  const auto selector = term["labelSelector"];
  check_label_keys(matched, selector);
  check_label_keys(mismatched, selector);
  std::set<std::string> in_selector;
  for (const auto& [key, value] : selector["matchLabels"].entries()) in_selector.insert(key);
  for (const auto& expression : selector["matchExpressions"].items()) {
    const auto key = expression["key"].text();
    const auto all = matched.items();
    for (std::size_t index = 0; index < all.size(); ++index) {
      if (all[index].text() != key || !in_selector.contains(key)) continue;
      term.named(term.path() + "[" + std::to_string(index) + "]")
          .invalid(key, "exists in both matchLabelKeys and labelSelector");
    }
    in_selector.insert(key);
  }
  std::set<std::string> refused;
  for (const auto& key : mismatched.items()) refused.insert(key.text());
  for (const auto& key : matched.items()) {
    if (refused.contains(key.text())) key.invalid("exists in both matchLabelKeys and mismatchLabelKeys");
  }
}

void check_pod_term(const FieldValue& term)
{
  (void)term["labelSelector"].label_selector();
  (void)term["namespaceSelector"].label_selector();
  for (const auto& name : term["namespaces"].items()) {
    name.named(term.path() + ".namespace").problems(dns_label_problems(name.text()));
  }
  check_all_label_keys(term);
  const auto key = term["topologyKey"];
  if (key.zero()) key.required("can not be empty");
  for (const auto& problem : label_key_problems(key.text())) key.invalid(key.text(), problem);
}

void check_toleration(const FieldValue& toleration)
{
  const auto key = toleration["key"];
  const auto operator_ = toleration["operator"];
  const auto effect = toleration["effect"];
  const auto value = toleration["value"].text();
  if (!key.zero()) key.problems(label_key_problems(key.text()));
  if (key.zero() && !operator_.is("Exists")) {
    operator_.invalid(operator_.text(),
                      "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
  }
  if (toleration["tolerationSeconds"].present() && !effect.is("NoExecute")) {
    effect.invalid(effect.text(), "effect must be 'NoExecute' when `tolerationSeconds` is set");
  }
  if (operator_.zero() || operator_.is("Equal")) {
    const auto problems = label_value_problems(value);
    if (!problems.empty()) operator_.invalid(value, joined(problems, ";"));
  } else if (operator_.is("Exists")) {
    if (!value.empty()) operator_.invalid(value, "value must be empty when `operator` is 'Exists'");
  } else if (operator_.is("Lt") || operator_.is("Gt")) {
    operator_.unsupported({"Equal", "Exists", "Lt", "Gt"});
  } else {
    operator_.unsupported({"Equal", "Exists"});
  }
  if (!effect.zero()) effect.one_of({"NoSchedule", "PreferNoSchedule", "NoExecute"});
}

}  // namespace

void validate_node_selector(const FieldValue& selector, bool any_value)
{
  const auto terms = selector["nodeSelectorTerms"];
  if (terms.size() == 0) return terms.required("must have at least one node selector term");
  for (const auto& term : terms.items()) check_term(term, any_value);
}

void validate_affinity(const FieldValue& affinity)
{
  const auto* const required = "requiredDuringSchedulingIgnoredDuringExecution";
  const auto* const preferred = "preferredDuringSchedulingIgnoredDuringExecution";
  const auto node = affinity["nodeAffinity"];
  if (node[required].present()) validate_node_selector(node[required]);
  for (const auto& term : node[preferred].items()) {
    check_weight(term["weight"]);
    check_term(term["preference"], true);
  }
  for (const char* kind : {"podAffinity", "podAntiAffinity"}) {
    for (const auto& term : affinity[kind][required].items()) check_pod_term(term);
    for (const auto& term : affinity[kind][preferred].items()) {
      check_weight(term["weight"]);
      check_pod_term(term["podAffinityTerm"]);
    }
  }
}

void validate_tolerations(const FieldValue& tolerations)
{
  for (const auto& toleration : tolerations.items()) check_toleration(toleration);
}

void validate_spread(const FieldValue& constraints)
{
  const auto all = constraints.items();
  for (std::size_t index = 0; index < all.size(); ++index) {
    const auto& constraint = all[index];
    const auto skew = constraint["maxSkew"];
    if (skew.number() <= 0) skew.invalid(skew.number(), "must be greater than zero");
    const auto key = constraint["topologyKey"];
    if (key.zero()) key.required("can not be empty");
    const auto action = constraint["whenUnsatisfiable"];
    action.one_of({"DoNotSchedule", "ScheduleAnyway"});
    const bool repeated =
        std::any_of(all.begin() + static_cast<std::ptrdiff_t>(index) + 1, all.end(), [&](const FieldValue& other) {
          return other["topologyKey"].text() == key.text() && other["whenUnsatisfiable"].text() == action.text();
        });
    if (repeated) {
      constraints.errors().push_back(duplicate_value(constraint.path() + ".{topologyKey, whenUnsatisfiable}",
                                                     "{" + key.text() + ", " + action.text() + "}"));
    }
    if (const auto domains = constraint["minDomains"]; domains.present()) {
      if (domains.number() <= 0) domains.invalid("must be greater than zero");
      if (!action.is("DoNotSchedule")) {
        domains.invalid("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action.text());
      }
    }
    for (const char* policy : {"nodeAffinityPolicy", "nodeTaintsPolicy"}) {
      if (constraint[policy].present()) constraint[policy].one_of({"Honor", "Ignore"});
    }
    check_all_label_keys(constraint);
    (void)constraint["labelSelector"].label_selector();
  }
}

}  // namespace kubexx::apiserver
