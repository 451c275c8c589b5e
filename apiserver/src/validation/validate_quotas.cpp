// SPDX-License-Identifier: Apache-2.0
// LimitRanges and ResourceQuotas.
#include <algorithm>
#include <map>
#include <set>

#include "admission/pod_amounts.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

bool is_quota_resource(const std::string& name)
{
  return quota_resources().contains(name) || is_huge_page(name) || name.starts_with("requests.hugepages-");
}

bool is_scope(const std::string& scope)
{
  static const std::set<std::string> all{
      "Terminating",           "NotTerminating",           "BestEffort", "NotBestEffort", "PriorityClass",
      "VolumeAttributesClass", "CrossNamespacePodAffinity"};
  return all.contains(scope);
}

bool scope_suits(const std::string& scope, const std::string& resource)
{
  static const std::set<std::string> computing{"cpu",           "memory",       "limits.cpu",
                                               "limits.memory", "requests.cpu", "requests.memory"};
  if (scope == "BestEffort") return resource == "pods";
  if (scope == "VolumeAttributesClass") return resource == "persistentvolumeclaims" || resource == "requests.storage";
  if (!is_scope(scope)) return true;
  return resource == "pods" || computing.contains(resource);
}

void check_amounts(const FieldValue& amounts)
{
  for (const auto& [name, amount] : amounts.entries()) {
    (void)validate_resource_name(amount, name);
    if (name.find('/') == std::string::npos && !is_quota_resource(name)) {
      amount.invalid(name, "must be a standard resource for quota");
    }
    validate_resource_amount(amount, name);
  }
}

void check_conflicts(const std::set<std::string>& scopes, const FieldValue& place, const Json& shown)
{
  if (scopes.contains("BestEffort") && scopes.contains("NotBestEffort")) place.invalid(shown, "conflicting scopes");
  if (scopes.contains("Terminating") && scopes.contains("NotTerminating")) place.invalid(shown, "conflicting scopes");
}

void check_scopes(const FieldValue& spec)
{
  const auto scopes = spec["scopes"];
  std::set<std::string> seen;
  for (const auto& scope : scopes.items()) {
    if (!is_scope(scope.text())) scopes.invalid("unsupported scope");
    for (const auto& [name, amount] : spec["hard"].entries()) {
      if (is_quota_resource(name) && !scope_suits(scope.text(), name)) {
        scopes.invalid("unsupported scope applied to resource");
      }
    }
    seen.insert(scope.text());
  }
  check_conflicts(seen, scopes, scopes.value());
}

void check_scope_selector(const FieldValue& spec)
{
  const auto selector = spec["scopeSelector"];
  const auto place = selector["matchExpressions"];
  std::set<std::string> seen;
  for (const auto& requirement : place.items()) {
    const auto scope = requirement["scopeName"].text();
    const auto word = requirement["operator"].text();
    const auto values = requirement["values"];
    if (!is_scope(scope)) place["scopeName"].invalid(scope, "unsupported scope");
    for (const auto& [name, amount] : spec["hard"].entries()) {
      if (is_quota_resource(name) && !scope_suits(scope, name)) {
        place.invalid_text(internal_text("core.ScopeSelector", selector.value()),
                           "unsupported scope applied to resource");
      }
    }
    const bool bare = is_scope(scope) && scope != "PriorityClass" && scope != "VolumeAttributesClass";
    if (bare && word != "Exists") {
      place["operator"].invalid(
          word,
          "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, "
          "ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or "
          "ResourceQuotaScopeCrossNamespacePodAffinity");
    }
    if (word == "In" || word == "NotIn") {
      if (values.size() == 0) {
        place["values"].required("must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
      }
    } else if (word == "Exists" || word == "DoesNotExist") {
      if (values.size() != 0) {
        place["values"].invalid(values.value(),
                                "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
      }
    } else {
      place["operator"].invalid(word, "not a valid selector operator");
    }
    seen.insert(scope);
  }
  check_conflicts(seen, place, spec["scopes"].value());
}

using Amounts = std::map<std::string, Quantity>;

Amounts check_limits(const FieldValue& amounts, const FieldValue& type)
{
  Amounts all;
  for (const auto& [name, amount] : amounts.entries()) {
    if (type.is("Pod") || type.is("Container")) {
      validate_container_resource_name(amount, name);
    } else {
      (void)validate_resource_name(amount, name);
    }
    all.emplace(name, Quantity::parse(amount.text()));
  }
  return all;
}

/// One resource of a limit, as four amounts that must be in order.
class LimitOrder {
public:
  LimitOrder(const FieldValue& limit, std::string name) : limit_(limit), name_(std::move(name)) {}

  void check(const Amounts& low, const char* low_word, const Amounts& high, const char* high_word, const char* field,
             bool shows_low, bool says_less) const
  {
    const auto a = low.find(name_);
    const auto b = high.find(name_);
    if (a == low.end() || b == high.end() || a->second <= b->second) return;
    const auto from = a->second.to_string();
    const auto to = b->second.to_string();
    (void)says_less;
    limit_[field]
        .named(limit_.path() + "." + field + "[" + name_ + "]")
        .invalid(shows_low ? from : to,
                 std::string(low_word) + " value " + from + " is greater than " + high_word + " value " + to);
  }

private:
  FieldValue limit_;
  std::string name_;
};

void check_ratio(const FieldValue& limit, const std::string& name, const Quantity& ratio, const Amounts& least,
                 const Amounts& most)
{
  const auto place = limit["maxLimitRequestRatio"].named(limit.path() + ".maxLimitRequestRatio[" + name + "]");
  if (ratio < Quantity(1)) place.invalid(ratio.to_string(), "ratio " + ratio.to_string() + " is less than 1");
  const auto low = least.find(name);
  const auto high = most.find(name);
  if (low == least.end() || high == most.end() || low->second.is_zero()) return;
  const auto bound = high->second.to_double() / low->second.to_double();
  if (ratio.to_double() <= bound) return;
  place.invalid(ratio.to_string(),
                "ratio " + ratio.to_string() + " is greater than max/min = " + std::to_string(bound));
}

void check_limit(const FieldValue& limit)
{
  const auto type = limit["type"];
  const auto most = check_limits(limit["max"], type);
  const auto least = check_limits(limit["min"], type);
  Amounts defaults;
  Amounts requests;
  if (type.is("Pod")) {
    for (const char* member : {"default", "defaultRequest"}) {
      if (limit[member].size() > 0) limit[member].forbidden("may not be specified when `type` is 'Pod'");
    }
  } else {
    defaults = check_limits(limit["default"], type);
    requests = check_limits(limit["defaultRequest"], type);
  }
  if (type.is("PersistentVolumeClaim") && !least.contains("storage") && !most.contains("storage")) {
    limit["limits"].required("either minimum or maximum storage value is required, but neither was provided");
  }
  const auto ratios = check_limits(limit["maxLimitRequestRatio"], type);
  std::set<std::string> names;
  for (const Amounts* amounts : std::initializer_list<const Amounts*>{&most, &least, &defaults, &requests, &ratios}) {
    for (const auto& [name, amount] : *amounts) names.insert(name);
  }
  for (const auto& name : names) {
    const LimitOrder order(limit, name);
    order.check(least, "min", most, "max", "min", true, false);
    order.check(least, "min", requests, "default request", "defaultRequest", false, false);
    order.check(requests, "default request", most, "max", "defaultRequest", true, false);
    order.check(requests, "default request", defaults, "default limit", "defaultRequest", true, false);
    order.check(least, "min", defaults, "default", "default", true, false);
    order.check(defaults, "default", most, "max", "default", false, false);
    if (const auto ratio = ratios.find(name); ratio != ratios.end()) {
      check_ratio(limit, name, ratio->second, least, most);
    }
  }
}

}  // namespace

void validate_limit_range(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  std::set<std::string> types;
  for (const auto& limit : FieldValue(&object, "", errors)["spec"]["limits"].items()) {
    const auto type = limit["type"];
    const auto problems = label_key_problems(type.text());
    for (const auto& problem : problems) type.invalid(type.text(), problem);
    const bool standard = type.is("Pod") || type.is("Container") || type.is("PersistentVolumeClaim");
    if (problems.empty() && type.text().find('/') == std::string::npos && !standard) {
      type.invalid("must be a standard limit type or fully qualified");
    }
    if (!types.insert(type.text()).second) type.errors().push_back(duplicate_value(type.path(), type.text()));
    check_limit(limit);
  }
}

void validate_resource_quota(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue quota(&object, "", errors);
  const auto spec = quota["spec"];
  check_amounts(spec["hard"]);
  check_scopes(spec);
  if (spec["scopeSelector"].present()) check_scope_selector(spec);
  check_amounts(quota["status"]["hard"]);
  check_amounts(quota["status"]["used"]);
  if (current == nullptr) return;
  const auto scopes_of = [](const Json& one) {
    const auto all = strings_at(one, {"spec", "scopes"});
    return std::set<std::string>(all.begin(), all.end());
  };
  if (scopes_of(object) != scopes_of(*current)) spec["scopes"].invalid("field is immutable");
}

}  // namespace kubexx::apiserver
