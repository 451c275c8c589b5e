// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "kinds/names.hpp"
#include "kinds/validate.hpp"
#include "kinds/validate_containers.hpp"
#include "kubexx/apimachinery/quantity.hpp"

namespace kubexx::apiserver {
namespace {

void check_tolerations(const FieldValue& tolerations)
{
  for (const auto& toleration : tolerations.items()) {
    const auto key = toleration["key"];
    if (!key.zero()) key.problem(qualified_name_problem(key.text()));
    const auto operator_ = toleration["operator"];
    if (key.zero() && !operator_.is("Exists")) {
      operator_.invalid(operator_.text(),
                        "operator must be Exists when `key` is empty, which means \"match all values "
                        "and all keys\"");
    }
    if (toleration["tolerationSeconds"].present() && !toleration["effect"].is("NoExecute")) {
      toleration["effect"].invalid(toleration["effect"].text(),
                                   "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    if (operator_.is("Exists") && !toleration["value"].zero()) {
      operator_.invalid(toleration.value(), "value must be empty when `operator` is 'Exists'");
    } else if (!operator_.zero() && !operator_.is("Exists") && !operator_.is("Equal")) {
      operator_.unsupported({"Equal", "Exists"});
    }
    if (const auto effect = toleration["effect"]; !effect.zero()) {
      effect.one_of({"NoSchedule", "PreferNoSchedule", "NoExecute"});
    }
  }
}

/// Which of the computing resources a container limits or requests.
struct Computing {
  bool any = false, all_equal = true;
};

Computing computing_of(const Json& containers)
{
  Computing result;
  if (!containers.is_array()) return result;
  for (const auto& container : containers) {
    for (const char* resource : {"cpu", "memory"}) {
      const auto limit = string_at(container, {"resources", "limits", resource});
      const auto request = string_at(container, {"resources", "requests", resource});
      const auto positive = [](const std::string& amount) {
        return !amount.empty() && Quantity::parse(amount) > Quantity(0);
      };
      result.any = result.any || positive(limit) || positive(request);
      const bool equal = positive(limit) && (request.empty() || Quantity::parse(request) == Quantity::parse(limit));
      result.all_equal = result.all_equal && equal;
    }
  }
  return result;
}

std::string quality_of_service(const Json& spec)
{
  Computing sum;
  for (const char* list : {"containers", "initContainers"}) {
    if (!spec.contains(list)) continue;
    const auto part = computing_of(spec.at(list));
    sum.any = sum.any || part.any;
    sum.all_equal = sum.all_equal && part.all_equal;
  }
  if (!sum.any) return "BestEffort";
  return sum.all_equal ? "Guaranteed" : "Burstable";
}

/// The plugin DefaultTolerationSeconds.
void add_tolerations(Json& spec)
{
  auto& tolerations = spec["tolerations"];
  if (!tolerations.is_array()) tolerations = Json::array();
  for (const char* key : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
    const bool has = std::any_of(tolerations.begin(), tolerations.end(), [key](const Json& one) {
      const auto effect = string_at(one, {"effect"});
      const auto name = string_at(one, {"key"});
      return (name == key || name.empty()) && (effect == "NoExecute" || effect.empty());
    });
    if (has) continue;
    tolerations.push_back({{"key", key}, {"operator", "Exists"}, {"effect", "NoExecute"}, {"tolerationSeconds", 300}});
  }
}

/// Only these may change in a stored pod.
Json without_mutable(Json spec, const Json& old)
{
  for (const char* list : {"containers", "initContainers"}) {
    if (!spec.contains(list) || !old.contains(list) || spec[list].size() != old.at(list).size()) continue;
    for (std::size_t index = 0; index < spec[list].size(); ++index) {
      spec[list][index]["image"] = old.at(list)[index].at("image");
    }
  }
  for (const char* member : {"activeDeadlineSeconds", "tolerations", "schedulingGates"}) {
    spec.erase(member);
    if (old.contains(member)) spec[member] = old.at(member);
  }
  return spec;
}

void validate_pod_update(const FieldValue& spec, const FieldValue& old)
{
  for (const char* list : {"containers", "initContainers"}) {
    if (spec[list].size() != old[list].size()) {
      spec[list].forbidden("pod updates may not add or remove containers");
      return;
    }
    for (const auto& container : spec[list].items()) {
      if (container["image"].zero()) container["image"].required();
    }
  }
  const auto deadline = spec["activeDeadlineSeconds"];
  const auto old_deadline = old["activeDeadlineSeconds"];
  if (deadline.present() && old_deadline.present() && old_deadline.number() < deadline.number()) {
    deadline.invalid("must be less than or equal to previous value");
    return;
  }
  if (!deadline.present() && old_deadline.present()) {
    deadline.invalid("must not update from a positive integer to nil value");
  }
  if (without_mutable(spec.value(), old.value()) == old.value()) return;
  spec.forbidden(
      "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
      "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
      "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)");
}

}  // namespace

void validate_pod_spec(const FieldValue& spec)
{
  const auto volumes = validate_volumes(spec["volumes"]);
  validate_containers(spec, volumes);
  const auto one_of = [&](const char* name, const std::vector<std::string>& allowed) {
    if (spec[name].zero()) return spec[name].required();
    spec[name].one_of(allowed);
  };
  one_of("restartPolicy", {"Always", "OnFailure", "Never"});
  one_of("dnsPolicy", {"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"});
  spec["nodeSelector"].labels();
  for (const char* name : {"serviceAccountName", "nodeName"}) {
    if (!spec[name].zero()) spec[name].problem(dns_subdomain_problem(spec[name].text()));
  }
  if (const auto seconds = spec["activeDeadlineSeconds"]; seconds.present()) {
    if (seconds.number() < 1 || seconds.number() > 2147483647) {
      seconds.invalid("must be between 1 and 2147483647, inclusive");
    }
  }
  for (const char* name : {"hostname", "subdomain"}) {
    if (!spec[name].zero()) spec[name].dns_label();
  }
  check_tolerations(spec["tolerations"]);
  if (const auto name = spec["priorityClassName"]; !name.zero()) name.problem(dns_subdomain_problem(name.text()));
  if (const auto name = spec["runtimeClassName"]; name.present()) name.problem(dns_subdomain_problem(name.text()));
  if (const auto policy = spec["preemptionPolicy"]; policy.present()) {
    policy.one_of({"PreemptLowerPriority", "Never"});
  }
}

void validate_pod_template(const FieldValue& pod_template)
{
  const auto metadata = pod_template["metadata"];
  metadata["labels"].named(pod_template.path() + ".labels").labels();
  validate_annotations(metadata["annotations"].value(), pod_template.path() + ".annotations", pod_template.errors());
  validate_pod_spec(pod_template["spec"]);
}

void validate_pod(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue spec = FieldValue(&object, "", errors)["spec"];
  if (current != nullptr) return validate_pod_update(spec, FieldValue(current, "", errors)["spec"]);
  validate_pod_spec(spec);
}

void validate_pod_template_kind(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  validate_pod_template(FieldValue(&object, "", errors)["template"]);
}

void prepare_pod(Json& pod)
{
  auto& spec = ensure_object(pod, "spec");
  set_default(spec, "priority", 0);
  set_default(spec, "preemptionPolicy", "PreemptLowerPriority");
  add_tolerations(spec);
  pod["status"] = {{"phase", "Pending"}, {"qosClass", quality_of_service(spec)}};
}

}  // namespace kubexx::apiserver
