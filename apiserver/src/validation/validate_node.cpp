// SPDX-License-Identifier: Apache-2.0
// ValidateNode and ValidateNodeUpdate, which the status strategy uses too.
#include <algorithm>
#include <cctype>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "validation/internal_text.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

/// "MyFeature/mySubFeature".
bool is_feature_name(const std::string& name)
{
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  if (name.empty() || name.front() < 'A' || name.front() > 'Z' || name.back() == '/') return false;
  if (name.find("//") != std::string::npos) return false;
  return std::all_of(name.begin(), name.end(), [&](char c) { return is_word(c) || c == '/'; });
}

void check_node_status(const FieldValue& status, bool is_new)
{
  for (const char* list : {"capacity", "allocatable"}) {
    for (const auto& [name, amount] : status[list].entries()) {
      amount.named(status[list].path() + "." + name).quantity_not_negative();
    }
  }
  const auto features = status["declaredFeatures"].items();
  for (std::size_t index = 0; index < features.size(); ++index) {
    const auto name = features[index].text();
    if (name.size() > 253) {
      features[index].invalid(name,
                              "invalid feature name " + go_quoted(name) + ": must be no more than 253 characters");
    } else if (!is_feature_name(name)) {
      features[index].invalid(name,
                              "invalid feature name " + go_quoted(name) +
                                  ": must start with an UpperCamelCase segment, with subsequent segments "
                                  "separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only "
                                  "alphanumeric characters and slashes");
    }
    if (index + 1 == features.size()) continue;
    const auto& next = features[index + 1];
    if (name == next.text()) {
      next.duplicate();
    } else if (name > next.text()) {
      next.invalid("list must be sorted alphabetically");
    }
  }
  if (is_new) return;
  std::set<Json> seen;
  for (const auto& address : status["addresses"].items()) {
    if (!seen.insert(address.value()).second) address.duplicate();
  }
}

/// The ranges of a node's pods: one of each family.
void check_pod_ranges(const FieldValue& ranges)
{
  std::size_t colons = 0;
  for (const auto& range : ranges.items()) {
    if (range.text().find(':') != std::string::npos) ++colons;
    range.problem(address_range_problem(range.text()));
  }
  if (ranges.size() > 1 && (ranges.size() > 2 || colons != 1)) {
    ranges.invalid("may specify no more than one CIDR for each IP family");
  }
}

}  // namespace

void validate_node(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto spec = place["spec"];
  check_node_status(place["status"], current == nullptr);
  check_pod_ranges(spec["podCIDRs"]);
  std::set<std::string> seen;
  for (const auto& taint : spec["taints"].named("metadata.taints").items()) {
    taint["key"].problems(label_key_problems(taint["key"].text()));
    if (const auto value = taint["value"]; !value.zero()) value.problems(label_value_problems(value.text()));
    require_one_of(taint["effect"], {"NoSchedule", "PreferNoSchedule", "NoExecute"});
    if (!seen.insert(taint["key"].text() + ":" + taint["effect"].text()).second) {
      errors.push_back({"FieldValueDuplicate",
                        "Duplicate value: " + internal_text("core.Taint", taint.value()) +
                            ": taints must be unique by key and effect pair",
                        taint.path()});
    }
  }
  if (current == nullptr) return;
  const FieldValue old(current, "", errors);
  const auto ranges = old["spec"]["podCIDRs"];
  if (ranges.size() > 0 && ranges.value() != spec["podCIDRs"].value()) {
    spec["podCIDRs"].forbidden("node updates may not change podCIDR except from \"\" to valid");
  }
  const auto provider = spec["providerID"];
  if (!old["spec"]["providerID"].zero() && provider.value() != old["spec"]["providerID"].value()) {
    provider.invalid(Json(),
                     provider.zero() ? "field cannot be cleared once set" : "field cannot be modified once set");
  }
  if (spec["externalID"].text() != old["spec"]["externalID"].text()) {
    spec["externalID"].forbidden("may not be updated");
  }
}

}  // namespace kubexx::apiserver
