// SPDX-License-Identifier: Apache-2.0
#include "validation/validate_status.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/names.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_certificates.hpp"
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

}  // namespace

StatusCheck status_check(const std::string& kind, WallTime now)
{
  if (kind == "certificates.k8s.io/podcertificaterequests") {
    return [now](const Json& object, const Json& current, FieldErrors& errors) {
      validate_pod_certificate_status(object, current, now, errors);
    };
  }
  using Check = void (*)(const Json&, const Json&, FieldErrors&);
  static const std::map<std::string, Check, std::less<>> all{
      {"/persistentvolumeclaims", check_claim},
      {"/persistentvolumes", check_volume},
      {"/pods", validate_pod_status},
      {"/services", check_service},
      {"autoscaling/horizontalpodautoscalers", check_autoscaler},
      {"batch/jobs", validate_job_status},
      {signing_requests, check_status_of_request},
      {"networking.k8s.io/ingresses", check_ingress},
      {"policy/poddisruptionbudgets", check_budget},
  };
  const auto found = all.find(kind);
  return found == all.end() ? StatusCheck() : found->second;
}

}  // namespace kubexx::apiserver
