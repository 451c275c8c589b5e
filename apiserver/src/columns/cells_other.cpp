// SPDX-License-Identifier: Apache-2.0
#include "columns/cells.hpp"
#include "kubexx/apimachinery/human_duration.hpp"

namespace kubexx::apiserver {
namespace {

Json created_cells(const Json& object, WallTime)
{
  // That of a bookmark is Go's zero time.
  return Json::array({name_cell(object), text_or(object, {"metadata", "creationTimestamp"}, "0001-01-01T00:00:00Z")});
}

std::string subjects_of(const Json& binding, std::string_view kind)
{
  std::string text;
  const auto* subjects = find(binding, {"subjects"});
  if (subjects == nullptr || !subjects->is_array()) return text;
  for (const auto& subject : *subjects) {
    if (string_at(subject, {"kind"}) != kind) continue;
    const auto namespace_ = string_at(subject, {"namespace"});
    const bool account = kind == "ServiceAccount" && !namespace_.empty();
    text += (text.empty() ? "" : ", ") + (account ? namespace_ + "/" : "") + string_at(subject, {"name"});
  }
  return text;
}

Json binding_cells(const Json& object, WallTime now)
{
  return Json::array({name_cell(object),
                      string_at(object, {"roleRef", "kind"}) + "/" + string_at(object, {"roleRef", "name"}),
                      age_cell(object, now), subjects_of(object, "User"), subjects_of(object, "Group"),
                      subjects_of(object, "ServiceAccount")});
}

std::string int_or_string(const Json* value, std::string_view other)
{
  if (value == nullptr || value->is_null()) return std::string(other);
  return value->is_string() ? value->get<std::string>() : dump(*value);
}

Json budget_cells(const Json& object, WallTime now)
{
  return Json::array({name_cell(object), int_or_string(find(object, {"spec", "minAvailable"}), "N/A"),
                      int_or_string(find(object, {"spec", "maxUnavailable"}), "N/A"),
                      number_at(object, {"status", "disruptionsAllowed"}), age_cell(object, now)});
}

bool flag_at(const Json& object, JsonPath path)
{
  const auto* value = find(object, path);
  return value != nullptr && *value == true;
}

Json driver_cells(const Json& object, WallTime now)
{
  const auto* requests = find(object, {"spec", "tokenRequests"});
  const auto modes = joined(find(object, {"spec", "volumeLifecycleModes"}), {}, ",");
  return Json::array({name_cell(object), flag_at(object, {"spec", "attachRequired"}),
                      flag_at(object, {"spec", "podInfoOnMount"}), flag_at(object, {"spec", "storageCapacity"}),
                      requests == nullptr ? "<unset>" : joined(requests, {"audience"}, ","),
                      flag_at(object, {"spec", "requiresRepublish"}), modes.empty() ? "<none>" : modes,
                      age_cell(object, now)});
}

std::string request_condition(const Json& request)
{
  bool approved = false, denied = false, failed = false;
  if (const auto* conditions = find(request, {"status", "conditions"}); conditions != nullptr) {
    for (const auto& condition : *conditions) {
      const auto type = string_at(condition, {"type"});
      approved = approved || type == "Approved";
      denied = denied || type == "Denied";
      failed = failed || type == "Failed";
    }
  }
  std::string text = denied ? "Denied" : approved ? "Approved" : "Pending";
  if (failed) text += ",Failed";
  if (!string_at(request, {"status", "certificate"}).empty()) text += ",Issued";
  return text;
}

Json request_cells(const Json& object, WallTime now)
{
  const auto* seconds = find(object, {"spec", "expirationSeconds"});
  std::string duration = "<none>";
  if (seconds != nullptr && seconds->is_number_integer()) {
    duration = human_duration(std::chrono::seconds(seconds->get<std::int64_t>()));
  }
  return Json::array({name_cell(object), age_cell(object, now), text_or(object, {"spec", "signerName"}, "<none>"),
                      string_at(object, {"spec", "username"}), duration, request_condition(object)});
}

Json bundle_cells(const Json& object, WallTime /*now*/)
{
  return Json::array({name_cell(object), text_or(object, {"spec", "signerName"}, "<none>")});
}

Json pod_request_cells(const Json& object, WallTime /*now*/)
{
  std::string state = "Pending";
  for (const auto& condition : array_at(object, {"status", "conditions"})) {
    const auto type = string_at(condition, {"type"});
    if (type == "Issued" || type == "Denied" || type == "Failed") state = type;
  }
  std::string annotations;
  const auto& given = json_at(object, {"spec", "unverifiedUserAnnotations"});
  for (const auto& [key, value] : given.items()) {
    annotations += (annotations.empty() ? "" : ",") + key + "=" + value.get<std::string>();
  }
  return Json::array({name_cell(object), string_at(object, {"spec", "podName"}),
                      string_at(object, {"spec", "serviceAccountName"}), string_at(object, {"spec", "nodeName"}),
                      string_at(object, {"spec", "signerName"}), state, annotations.empty() ? "<none>" : annotations});
}

std::string shown_parameters(const Json& ingress_class)
{
  const auto* parameters = find(ingress_class, {"spec", "parameters"});
  if (parameters == nullptr || !parameters->is_object()) return "<none>";
  auto text = string_at(*parameters, {"kind"});
  if (const auto group = string_at(*parameters, {"apiGroup"}); !group.empty()) text += "." + group;
  return text + "/" + string_at(*parameters, {"name"});
}

std::string shown_parent(const Json& address)
{
  const auto* parent = find(address, {"spec", "parentRef"});
  if (parent == nullptr || !parent->is_object()) return "<none>";
  auto text = string_at(*parent, {"resource"});
  if (const auto group = string_at(*parent, {"group"}); !group.empty()) text += "." + group;
  if (const auto namespace_ = string_at(*parent, {"namespace"}); !namespace_.empty()) text += "/" + namespace_;
  return text + "/" + string_at(*parent, {"name"});
}

Json policy_cells(const Json& object, const char* rules, WallTime now)
{
  std::string parameters = "<unset>";
  if (const auto* kind = find(object, {"spec", "paramKind"}); kind != nullptr && kind->is_object()) {
    parameters = string_at(*kind, {"apiVersion"}) + "/" + string_at(*kind, {"kind"});
  }
  return Json::array({name_cell(object), size_at(object, {"spec", rules}), parameters, age_cell(object, now)});
}

Json policy_binding_cells(const Json& object, WallTime now)
{
  std::string parameters = "<unset>";
  if (const auto* reference = find(object, {"spec", "paramRef"}); reference != nullptr && reference->is_object()) {
    if (const auto name = string_at(*reference, {"name"}); !name.empty()) {
      parameters = text_or(*reference, {"namespace"}, "*") + "/" + name;
    }
  }
  return Json::array({name_cell(object), string_at(object, {"spec", "policyName"}), parameters, age_cell(object, now)});
}

Json storage_class_cells(const Json& object, WallTime now)
{
  return Json::array({name_cell(object), string_at(object, {"provisioner"}),
                      text_or(object, {"reclaimPolicy"}, "Delete"), text_or(object, {"volumeBindingMode"}, "Immediate"),
                      flag_at(object, {"allowVolumeExpansion"}), age_cell(object, now)});
}

void add_admission_cells(CellTable& table)
{
  const std::string group = "admissionregistration.k8s.io/";
  for (const char* kind : {"mutatingwebhookconfigurations", "validatingwebhookconfigurations"}) {
    table[group + kind] = [](const Json& object, WallTime now) {
      return Json::array({name_cell(object), size_at(object, {"webhooks"}), age_cell(object, now)});
    };
  }
  table[group + "validatingadmissionpolicies"] = [](const Json& object, WallTime now) {
    return policy_cells(object, "validations", now);
  };
  table[group + "mutatingadmissionpolicies"] = [](const Json& object, WallTime now) {
    return policy_cells(object, "mutations", now);
  };
  table[group + "validatingadmissionpolicybindings"] = policy_binding_cells;
  table[group + "mutatingadmissionpolicybindings"] = policy_binding_cells;
}

/// A kind that shows one of its strings between name and age.
Cells with_text(std::string_view parent, std::string_view member)
{
  return [parent, member](const Json& object, WallTime now) {
    const auto text = parent.empty() ? string_at(object, {member}) : string_at(object, {parent, member});
    return Json::array({name_cell(object), text, age_cell(object, now)});
  };
}

}  // namespace

void add_other_cells(CellTable& table)
{
  add_admission_cells(table);
  table["rbac.authorization.k8s.io/roles"] = created_cells;
  table["rbac.authorization.k8s.io/clusterroles"] = created_cells;
  table["rbac.authorization.k8s.io/rolebindings"] = binding_cells;
  table["rbac.authorization.k8s.io/clusterrolebindings"] = binding_cells;
  table["storage.k8s.io/csistoragecapacities"] = created_cells;
  table["storage.k8s.io/csidrivers"] = driver_cells;
  table["storage.k8s.io/storageclasses"] = storage_class_cells;
  table["storage.k8s.io/volumeattributesclasses"] = with_text("", "driverName");
  table["storage.k8s.io/csinodes"] = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), size_at(object, {"spec", "drivers"}), age_cell(object, now)});
  };
  table["storage.k8s.io/volumeattachments"] = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), string_at(object, {"spec", "attacher"}),
                        string_at(object, {"spec", "source", "persistentVolumeName"}),
                        string_at(object, {"spec", "nodeName"}), flag_at(object, {"status", "attached"}),
                        age_cell(object, now)});
  };
  table["policy/poddisruptionbudgets"] = budget_cells;
  table["coordination.k8s.io/leases"] = with_text("spec", "holderIdentity");
  table["node.k8s.io/runtimeclasses"] = with_text("", "handler");
  table["certificates.k8s.io/certificatesigningrequests"] = request_cells;
  table["certificates.k8s.io/clustertrustbundles"] = bundle_cells;
  table["certificates.k8s.io/podcertificaterequests"] = pod_request_cells;
  table["networking.k8s.io/networkpolicies"] = [](const Json& object, WallTime now) {
    return Json::array(
        {name_cell(object), shown_selector(find(object, {"spec", "podSelector"})), age_cell(object, now)});
  };
  table["networking.k8s.io/ingressclasses"] = [](const Json& object, WallTime now) {
    auto name = string_at(object, {"metadata", "name"});
    const auto mark = string_at(object, {"metadata", "annotations", "ingressclass.kubernetes.io/is-default-class"});
    if (mark == "true") name += " (default)";
    return Json::array(
        {name, string_at(object, {"spec", "controller"}), shown_parameters(object), age_cell(object, now)});
  };
  table["networking.k8s.io/servicecidrs"] = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), joined(find(object, {"spec", "cidrs"}), {}, ","), age_cell(object, now)});
  };
  table["networking.k8s.io/ipaddresses"] = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), shown_parent(object), age_cell(object, now)});
  };
  table["scheduling.k8s.io/priorityclasses"] = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), number_at(object, {"value"}), flag_at(object, {"globalDefault"}),
                        age_cell(object, now), string_at(object, {"preemptionPolicy"})});
  };
}

}  // namespace kubexx::apiserver
