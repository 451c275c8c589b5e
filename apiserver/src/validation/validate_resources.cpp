// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "admission/pod_amounts.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/names.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

bool is_native(const std::string& name)
{
  return name.find('/') == std::string::npos || name.find("kubernetes.io/") != std::string::npos;
}

bool overcommits(const std::string& name)
{
  return is_native(name) && !is_huge_page(name);
}

/// helper.IsExtendedResourceName.
bool is_extended(const std::string& name)
{
  return !is_native(name) && !name.starts_with("requests.") && label_key_problems("requests." + name).empty();
}

bool is_standard(const std::string& name)
{
  return name == "storage" || quota_resources().contains(name) || is_huge_page(name) ||
         name.starts_with("requests.hugepages-");
}

std::string amount_text(const FieldValue& amount)
{
  return Quantity::parse(amount.text()).to_string();
}

void check_huge_pages(const std::string& name, const FieldValue& amount)
{
  if (!is_huge_page(name)) return;
  std::int64_t page = 0;
  try {
    page = Quantity::parse(name.substr(std::string("hugepages-").size())).value();
  } catch (const std::exception&) {
    page = 0;
  }
  const auto value = Quantity::parse(amount.text()).value();
  if (page > 0 && value >= 0 && value % page == 0) return;
  amount.invalid(amount_text(amount) + " is not positive integer multiple of " + name);
}

void check_pod_resource_name(const FieldValue& amount, const std::string& name)
{
  if (!validate_resource_name(amount, name)) return;
  if (name == "cpu" || name == "memory" || is_huge_page(name)) return;
  amount.errors().push_back(unsupported_value(amount.path(), name, {"cpu", "hugepages-", "memory"}));
}

void check_claims(const FieldValue& claims, const std::set<std::string>& known)
{
  std::set<std::string> names;
  for (const auto& claim : claims.items()) {
    const auto name = claim["name"].text();
    if (name.empty()) {
      claim.required();
      continue;
    }
    const auto request = claim["request"];
    const auto key = request.zero() ? name : name + "/" + request.text();
    if (names.contains(name)) {
      claim.errors().push_back(duplicate_value(claim.path(), name));
    } else {
      if (!request.zero()) request.dns_label();
      const auto first = names.lower_bound(name + "/");
      if (names.contains(key)) {
        claim.errors().push_back(duplicate_value(claim.path(), key));
      } else if (request.zero() && first != names.end() && first->starts_with(name + "/")) {
        claim.errors().push_back(duplicate_value(claim.path(), name));
      }
      names.insert(key);
    }
    if (known.contains(name)) continue;
    std::string list;
    for (const auto& one : known) list += (list.empty() ? "" : ", ") + one;
    auto error = not_found_value(claim.path(), name);
    error.body += ": must be one of the names in pod.spec.resourceClaims" +
                  (known.empty() ? std::string(" which is empty") : ": " + list);
    claim.errors().push_back(std::move(error));
  }
}

}  // namespace

const std::set<std::string>& quota_resources()
{
  static const std::set<std::string> all{"cpu",
                                         "memory",
                                         "ephemeral-storage",
                                         "requests.cpu",
                                         "requests.memory",
                                         "requests.storage",
                                         "requests.ephemeral-storage",
                                         "limits.cpu",
                                         "limits.memory",
                                         "limits.ephemeral-storage",
                                         "pods",
                                         "resourcequotas",
                                         "services",
                                         "replicationcontrollers",
                                         "secrets",
                                         "persistentvolumeclaims",
                                         "configmaps",
                                         "services.nodeports",
                                         "services.loadbalancers"};
  return all;
}

bool validate_resource_name(const FieldValue& amount, const std::string& name)
{
  const auto problems = label_key_problems(name);
  for (const auto& problem : problems) amount.invalid(name, problem);
  if (!problems.empty()) return false;
  if (name.find('/') != std::string::npos || is_standard(name)) return true;
  amount.invalid(name, "must be a standard resource type or fully qualified");
  return false;
}

void validate_container_resource_name(const FieldValue& amount, const std::string& name)
{
  static const std::set<std::string> of_containers{"cpu", "memory", "ephemeral-storage"};
  (void)validate_resource_name(amount, name);
  if (name.find('/') == std::string::npos) {
    if (!of_containers.contains(name) && !is_huge_page(name)) {
      amount.invalid(name, "must be a standard resource for containers");
    }
  } else if (!is_native(name) && !is_extended(name)) {
    amount.invalid(name, "doesn't follow extended resource name standard");
  }
}

void validate_resource_amount(const FieldValue& amount, const std::string& name)
{
  amount.quantity_not_negative();
  static const std::set<std::string> counted{"pods",
                                             "resourcequotas",
                                             "services",
                                             "secrets",
                                             "replicationcontrollers",
                                             "configmaps",
                                             "persistentvolumeclaims",
                                             "services.nodeports",
                                             "services.loadbalancers"};
  if (!counted.contains(name) && !is_extended(name)) return;
  if (Quantity::parse(amount.text()).milli_value() % 1000 != 0) amount.invalid("must be an integer");
}

void validate_resources(const FieldValue& resources, const std::set<std::string>& claims, bool of_pod)
{
  bool computing = false;
  bool huge = false;
  const auto check_name = of_pod ? check_pod_resource_name : validate_container_resource_name;
  const auto note = [&](const std::string& name) {
    computing = computing || name == "cpu" || name == "memory";
    huge = huge || is_huge_page(name);
  };
  for (const auto& [name, amount] : resources["limits"].entries()) {
    check_name(amount, name);
    validate_resource_amount(amount, name);
    check_huge_pages(name, amount);
    note(name);
  }
  for (const auto& [name, amount] : resources["requests"].entries()) {
    check_name(amount, name);
    validate_resource_amount(amount, name);
    const auto limit = resources["limits"][name];
    const auto requests = amount.named(resources.path() + ".requests");
    if (limit.present()) {
      const auto order = Quantity::parse(amount.text()) <=> Quantity::parse(limit.text());
      if (order != 0 && !overcommits(name)) {
        requests.invalid("must be equal to " + name + " limit of " + amount_text(limit));
      } else if (order > 0) {
        requests.invalid("must be less than or equal to " + name + " limit of " + amount_text(limit));
      }
    } else if (!overcommits(name)) {
      resources["limits"].required("Limit must be set for non overcommitable resources");
    }
    check_huge_pages(name, amount);
    note(name);
  }
  if (huge && !computing) resources.forbidden("HugePages require cpu or memory");
  check_claims(resources["claims"], claims);
}

}  // namespace kubexx::apiserver
