// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* annotated_class = "kubernetes.io/ingress.class";

std::string wildcard_problem(const std::string& host)
{
  if (host.starts_with("*.") && dns_subdomain_problem(host.substr(2)).empty()) return {};
  return "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of "
         "lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. "
         "'*.example.com', regex used for validation is "
         "'\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
}

void check_host(const FieldValue& host)
{
  const auto text = host.text();
  if (text.find('*') != std::string::npos) {
    host.problem(wildcard_problem(text));
  } else {
    host.problems(dns_1123_subdomain_problems(text));
  }
}

void check_backend(const FieldValue& backend)
{
  const auto service = backend["service"];
  const auto resource = backend["resource"];
  if (resource.present() && service.present()) {
    backend.invalid("", "cannot set both resource and service backends");
  } else if (resource.present()) {
    const auto group = resource["apiGroup"];
    if (group.present()) group.problems(dns_1123_subdomain_problems(group.text()));
    for (const char* member : {"kind", "name"}) {
      if (resource[member].zero()) {
        resource[member].required();
      } else {
        resource[member].problems(path_segment_problems(resource[member].text()));
      }
    }
  } else if (service.present()) {
    if (service["name"].zero()) {
      service["name"].required();
    } else {
      service["name"].problems(dns_label_problems(service["name"].text()));
    }
    const auto name = service["port"]["name"];
    const auto number = service["port"]["number"];
    if (!name.zero() && !number.zero()) {
      backend.invalid("", "cannot set both port name & port number");
    } else if (!name.zero()) {
      name.port_name();
    } else if (!number.zero()) {
      number.port_number();
    } else {
      backend.required("port name or number is required");
    }
  } else {
    backend.invalid("", "resource or service backend is required");
  }
}

void check_path(const FieldValue& path)
{
  static constexpr std::array sequences{"//", "/./", "/../", "%2f", "%2F"};
  static constexpr std::array suffixes{"/..", "/."};
  const auto type = path["pathType"];
  if (!type.present()) return type.required("pathType must be specified");
  const auto text = path["path"].text();
  const bool absolute = text.starts_with("/");
  if (type.is("Exact") || type.is("Prefix")) {
    if (!absolute) path["path"].invalid(text, "must be an absolute path");
    for (const char* sequence : sequences) {
      if (text.find(sequence) != std::string::npos) {
        path["path"].invalid(std::string("must not contain '") + sequence + "'");
      }
    }
    for (const char* suffix : suffixes) {
      if (text.ends_with(suffix)) path["path"].invalid(std::string("cannot end with '") + suffix + "'");
    }
  } else if (type.is("ImplementationSpecific")) {
    if (!text.empty() && !absolute) path["path"].invalid("must be an absolute path");
  } else {
    type.unsupported({"Exact", "ImplementationSpecific", "Prefix"});
  }
  check_backend(path["backend"]);
}

/// What an IPAddress belongs to.
void check_parent(const FieldValue& parent)
{
  if (!parent.present()) return parent.required();
  if (const auto group = parent["group"]; !group.zero()) group.problems(dns_1123_subdomain_problems(group.text()));
  for (const char* member : {"resource", "name", "namespace"}) {
    if (!parent[member].zero()) parent[member].problem(path_segment_problem(parent[member].text()));
  }
  for (const char* member : {"resource", "name"}) {
    if (parent[member].zero()) parent[member].required();
  }
}

}  // namespace

void validate_ingress(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  const auto rules = spec["rules"];
  if (rules.size() == 0 && !spec["defaultBackend"].present()) {
    spec.invalid(nullptr, "either `defaultBackend` or `rules` must be specified");
  }
  if (spec["defaultBackend"].present()) check_backend(spec["defaultBackend"]);
  for (const auto& rule : rules.items()) {
    if (const auto host = rule["host"]; !host.zero()) {
      if (const auto problem = address_problem(host.text());
          problem.empty() || problem.find("valid IP") == std::string::npos)
        host.invalid("must be a DNS name, not an IP address");
      check_host(host);
    }
    const auto http = rule["http"];
    if (!http.present()) continue;
    if (http["paths"].size() == 0) http["paths"].required();
    for (const auto& path : http["paths"].items()) check_path(path);
  }
  for (const auto& tls : spec["tls"].items()) {
    for (const auto& host : tls["hosts"].items()) check_host(host);
    if (const auto secret = tls["secretName"]; !secret.zero())
      secret.problems(dns_1123_subdomain_problems(secret.text()));
  }
  const auto name = spec["ingressClassName"];
  if (name.present()) name.problems(dns_1123_subdomain_problems(name.text()));
  const auto annotation = FieldValue(&object, "", errors)["metadata"]["annotations"][annotated_class];
  if (current == nullptr && annotation.present() && name.present() && annotation.text() != name.text()) {
    annotation.named("annotations." + std::string(annotated_class))
        .invalid("must match `ingressClassName` when both are specified");
  }
}

void validate_ingress_class(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  const auto controller = spec["controller"];
  if (current != nullptr && controller.text() != string_at(*current, {"spec", "controller"})) {
    controller.invalid(controller.text(), "field is immutable");
  }
  constexpr std::size_t longest_controller = 250;
  if (controller.text().size() > longest_controller) {
    errors.push_back(too_long(controller.path(), longest_controller));
  }
  controller.domain_prefixed_path();
  const auto parameters = spec["parameters"];
  if (!parameters.present()) return;
  if (const auto group = parameters["apiGroup"]; group.present())
    group.problems(dns_1123_subdomain_problems(group.text()));
  for (const char* member : {"kind", "name"}) {
    if (!parameters[member].zero()) parameters[member].problem(path_segment_problem(parameters[member].text()));
  }
  const auto namespace_ = parameters["namespace"];
  parameters["scope"].one_of({"Cluster", "Namespace"});
  if (parameters["scope"].is("Namespace")) {
    if (!namespace_.present()) {
      namespace_.required("`parameters.scope` is set to 'Namespace'");
    } else {
      namespace_.dns_label();
    }
  } else if (parameters["scope"].is("Cluster") && namespace_.present()) {
    namespace_.forbidden("`parameters.scope` is set to 'Cluster'");
  }
  for (const char* member : {"kind", "name"}) {
    if (parameters[member].zero()) parameters[member].required();
  }
}

namespace {

/// ValidateIPAddressName: a prefix of a name has to be an address too.
void check_address_name(const FieldValue& meta)
{
  for (const auto& name : {meta["generateName"], meta["name"]}) {
    if (!name.zero()) name.problem(canonical_address_problem(name.text()));
  }
}

}  // namespace

void validate_ip_address(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto address = FieldValue(&object, "", errors);
  if (current == nullptr) check_address_name(address["metadata"]);
  const auto parent = address["spec"]["parentRef"];
  check_parent(parent);
  if (current != nullptr) parent.unchanged(FieldValue(current, "", errors)["spec"]["parentRef"]);
}

void validate_service_cidr(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto ranges = FieldValue(&object, "", errors)["spec"]["cidrs"];
  if (current != nullptr) {
    const auto old = FieldValue(current, "", errors)["spec"]["cidrs"];
    const auto is = ranges.items();
    const auto was = old.items();
    if (is.size() == was.size()) {
      for (std::size_t index = 0; index < is.size(); ++index) {
        if (is[index].value() != was[index].value()) is[index].invalid("field is immutable");
      }
      return;
    }
    if (was.size() != 1 || is.size() != 2) return ranges.invalid("field is immutable");
    if (is[0].value() != was[0].value()) is[0].invalid("field is immutable");
  }
  if (ranges.size() == 0) return ranges.required("at least one CIDR required");
  if (ranges.size() > 2)
    return ranges.invalid_text("{\"CIDRs\":" + dump(ranges.value()) + "}", "may only hold up to 2 values");
  for (const auto& range : ranges.items()) range.problem(canonical_range_problem(range.text()));
  const auto all = ranges.items();
  if (all.size() == 2 && is_ipv6(all[0].text()) == is_ipv6(all[1].text()) &&
      address_range_problem(all[0].text()).empty() && address_range_problem(all[1].text()).empty()) {
    ranges.invalid("may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64");
  }
}

}  // namespace kubexx::apiserver
