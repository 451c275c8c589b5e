// SPDX-License-Identifier: Apache-2.0
#include "validation/validate_status.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/names.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

bool is_address(const std::string& text)
{
  std::string why;
  return address_problem(text).empty() || is_special_address(text, why);
}

/// IP and host name of an entry, the IP unless it was there before.
void check_ingress_point(const FieldValue& point, const std::set<std::string>& known)
{
  const auto ip = point["ip"];
  if (!ip.zero() && !known.contains(ip.text())) ip.problem(address_problem(ip.text()));
}

void check_host_name(const FieldValue& host)
{
  if (host.zero()) return;
  host.problems(dns_1123_subdomain_problems(host.text()));
  if (is_address(host.text())) host.invalid("must be a DNS name, not an IP address");
}

std::set<std::string> ingress_addresses(const Json& object)
{
  std::set<std::string> known;
  const auto* points = find(object, {"status", "loadBalancer", "ingress"});
  if (points == nullptr || !points->is_array()) return known;
  for (const auto& point : *points) known.insert(string_at(point, {"ip"}));
  return known;
}

void check_service(const Json& object, const Json& current, FieldErrors& errors)
{
  const FieldValue service(&object, "", errors);
  const auto points = service["status"]["loadBalancer"]["ingress"];
  if (!service["spec"]["type"].is("LoadBalancer") && points.size() > 0) {
    return points.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
  }
  const auto known = ingress_addresses(current);
  for (const auto& point : points.items()) {
    check_ingress_point(point, known);
    const auto mode = point["ipMode"];
    const bool has_address = !point["ip"].zero();
    if (!mode.present()) {
      if (has_address) mode.required("must be specified when `ip` is set");
    } else if (!has_address) {
      mode.forbidden("may not be specified when `ip` is not set");
    } else {
      mode.one_of({"Proxy", "VIP"});
    }
    check_host_name(point["hostname"]);
  }
}

void check_ingress(const Json& object, const Json& current, FieldErrors& errors)
{
  const auto known = ingress_addresses(current);
  for (const auto& point : FieldValue(&object, "", errors)["status"]["loadBalancer"]["ingress"].items()) {
    check_ingress_point(point, known);
    check_host_name(point["hostname"]);
  }
}

/// The name of a resource of a claim. Returns whether it is one.
bool check_claim_resource(const FieldValue& resources, const std::string& name)
{
  const auto problems = label_key_problems(name);
  for (const auto& problem : problems) resources.invalid(name, problem);
  if (!problems.empty()) return false;
  const bool native = name.find('/') == std::string::npos || name.find("kubernetes.io/") != std::string::npos;
  if (!native || name == "storage") return true;
  resources.errors().push_back(unsupported_value(resources.path(), name, {"storage"}));
  return false;
}

/// validateBasicResource. Returns whether the amount is one.
bool check_amount(const FieldValue& amount)
{
  const auto value = Quantity::parse(amount.text());
  if (value >= Quantity(0)) return true;
  amount.invalid(value.value(), "must be a valid resource quantity");
  return false;
}

void check_claim(const Json& object, const Json& /*current*/, FieldErrors& errors)
{
  const auto status = FieldValue(&object, "", errors)["status"];
  for (const auto& [name, amount] : status["capacity"].entries()) (void)check_amount(amount);
  static const std::vector<std::string> states{"ControllerResizeInProgress", "ControllerResizeInfeasible",
                                               "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"};
  const auto resizing = status["allocatedResourceStatuses"];
  for (const auto& [name, state] : resizing.entries()) {
    (void)check_claim_resource(resizing, name);
    const bool known = std::find(states.begin(), states.end(), state.text()) != states.end();
    if (!known) errors.push_back(unsupported_value(resizing.path(), name, states));
  }
  const auto allocated = status["allocatedResources"];
  for (const auto& [name, amount] : allocated.entries()) {
    if (check_claim_resource(allocated, name) && check_amount(amount)) amount.quantity_not_negative();
  }
}

void check_volume(const Json& /*object*/, const Json& /*current*/, FieldErrors& /*errors*/) {}

void check_autoscaler(const Json& object, const Json& /*current*/, FieldErrors& errors)
{
  const auto status = FieldValue(&object, "", errors)["status"];
  for (const auto& condition : status["conditions"].items()) condition["observedGeneration"].not_negative();
  for (const char* count : {"currentReplicas", "desiredReplicas"}) status[count].not_negative();
}

void check_budget(const Json& object, const Json& /*current*/, FieldErrors& errors)
{
  const auto status = FieldValue(&object, "", errors)["status"];
  for (const char* count : {"disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"}) {
    status[count].not_negative();
  }
}

std::size_t count_conditions(const Json& object, std::string_view type)
{
  const auto* conditions = find(object, {"status", "conditions"});
  if (conditions == nullptr || !conditions->is_array()) return 0;
  return static_cast<std::size_t>(std::count_if(conditions->begin(), conditions->end(),
                                                [type](const Json& one) { return string_at(one, {"type"}) == type; }));
}

void check_request_conditions(const Json& object, FieldErrors& errors)
{
  const auto conditions = FieldValue(&object, "", errors)["status"]["conditions"];
  std::set<std::string> seen;
  for (const auto& condition : conditions.items()) {
    const auto type = condition["type"];
    const auto status = condition["status"];
    if (type.zero()) type.required();
    const bool only_true = type.is("Approved") || type.is("Denied") || type.is("Failed");
    if (status.zero()) {
      status.required();
    } else {
      status.one_of(only_true ? std::vector<std::string>{"True"}
                              : std::vector<std::string>{"False", "True", "Unknown"});
    }
    if (!seen.insert(type.text()).second) errors.push_back(duplicate_value(type.path(), type.text()));
  }
}

void check_decisions_stay(const Json& object, const Json& current, FieldErrors& errors)
{
  for (const char* type : {"Approved", "Denied", "Failed"}) {
    if (count_conditions(object, type) < count_conditions(current, type)) {
      errors.push_back(
          forbidden_value("status.conditions", "updates may not remove a condition of type " + go_quoted(type)));
    }
  }
}

bool has_both_decisions(const Json& object)
{
  return count_conditions(object, "Approved") > 0 && count_conditions(object, "Denied") > 0;
}

/// In the words of Kubernetes' declarative validation, which comes last.
void check_one_decision(const Json& object, const Json& current, FieldErrors& errors)
{
  if (!has_both_decisions(object) || has_both_decisions(current)) return;
  const std::string approved = R"(conditions[{"type": "Approved"}])", denied = R"(conditions[{"type": "Denied"}])";
  FieldValue(&object, "", errors)["status"]["conditions"].invalid(
      "{" + approved + ", " + denied + "}", "must specify at most one of: `" + approved + "`, `" + denied + "`");
}

/// Without what a certificate has in it.
void check_signing_request(const Json& object, const Json& current, FieldErrors& errors)
{
  const auto conditions = FieldValue(&object, "", errors)["status"]["conditions"];
  const auto certificate = FieldValue(&object, "", errors)["status"]["certificate"];
  check_request_conditions(object, errors);
  const auto* before = find(current, {"status", "certificate"});
  if (certificate.present() && (before == nullptr || certificate.value() != *before)) {
    // "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS" begins "-----BEGIN CERTIFICATE".
    if (certificate.text().find("LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR") == std::string::npos) {
      certificate.invalid("<certificate data>", "must contain at least one CERTIFICATE PEM block");
    }
  }
  check_decisions_stay(object, current, errors);
  for (const char* type : {"Approved", "Denied"}) {
    if (count_conditions(object, type) > count_conditions(current, type)) {
      conditions.forbidden("updates may not add a condition of type " + go_quoted(type));
    }
  }
  check_one_decision(object, current, errors);
}

}  // namespace

StatusCheck status_check(const std::string& kind)
{
  static const std::map<std::string, StatusCheck, std::less<>> all{
      {"/persistentvolumeclaims", check_claim},
      {"/persistentvolumes", check_volume},
      {"/pods", validate_pod_status},
      {"/services", check_service},
      {"autoscaling/horizontalpodautoscalers", check_autoscaler},
      {"batch/jobs", validate_job_status},
      {"certificates.k8s.io/certificatesigningrequests", check_signing_request},
      {"networking.k8s.io/ingresses", check_ingress},
      {"policy/poddisruptionbudgets", check_budget},
  };
  const auto found = all.find(kind);
  return found == all.end() ? nullptr : found->second;
}

void validate_approval(const Json& object, const Json& current, FieldErrors& errors)
{
  check_request_conditions(object, errors);
  check_decisions_stay(object, current, errors);
  check_one_decision(object, current, errors);
}

}  // namespace kubexx::apiserver
