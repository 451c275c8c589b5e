// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include "kinds/names.hpp"
#include "kinds/validate.hpp"

namespace kubexx::apiserver {
namespace {

bool is_address(const std::string& text)
{
  std::size_t dots = 0;
  for (const char c : text) {
    if (c == '.') {
      ++dots;
    } else if (c < '0' || c > '9') {
      return false;
    }
  }
  return dots == 3;
}

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
    host.problem(dns_subdomain_problem(text));
  }
}

void check_backend(const FieldValue& backend)
{
  const auto service = backend["service"];
  const auto resource = backend["resource"];
  if (resource.present() && service.present()) {
    backend.invalid("", "cannot set both resource and service backends");
  } else if (resource.present()) {
    for (const char* member : {"kind", "name"}) {
      if (resource[member].zero()) resource[member].required();
    }
  } else if (service.present()) {
    if (service["name"].zero()) {
      service["name"].required();
    } else {
      service["name"].problem(dns_label_problem(service["name"].text()));
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

void check_port(const FieldValue& port, bool named, std::set<std::string>& names)
{
  const auto name = port["name"];
  if (named && name.zero()) {
    name.required();
  } else if (!name.zero()) {
    name.dns_label();
    if (!names.insert(name.text()).second) name.duplicate();
  }
  port["port"].named(port["port"].path()).port_number();
  port["protocol"].one_of({"SCTP", "TCP", "UDP"});
  port["targetPort"].port_number_or_name();
}

void check_listed_ports(const FieldValue& ports)
{
  std::set<std::string> names, seen;
  const auto all = ports.items();
  for (const auto& port : all) check_port(port, all.size() > 1, names);
  for (const auto& port : all) {
    const Json shown{{"protocol", port["protocol"].value()}, {"port", port["port"].value()}};
    if (!seen.insert(dump(shown)).second) {
      port.errors().push_back({"FieldValueDuplicate",
                               "Duplicate value: {\"Name\":\"\",\"Protocol\":" + dump(shown["protocol"]) +
                                   ",\"AppProtocol\":null,\"Port\":" + dump(shown["port"]) +
                                   ",\"TargetPort\":0,\"NodePort\":0}",
                               port.path()});
    }
  }
}

}  // namespace

void validate_ingress(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  const auto rules = spec["rules"];
  if (rules.size() == 0 && !spec["defaultBackend"].present()) {
    spec.invalid(nullptr, "either `defaultBackend` or `rules` must be specified");
  }
  if (spec["defaultBackend"].present()) check_backend(spec["defaultBackend"]);
  for (const auto& rule : rules.items()) {
    if (const auto host = rule["host"]; !host.zero()) {
      if (is_address(host.text())) host.invalid("must be a DNS name, not an IP address");
      check_host(host);
    }
    const auto http = rule["http"];
    if (!http.present()) continue;
    if (http["paths"].size() == 0) http["paths"].required();
    for (const auto& path : http["paths"].items()) check_path(path);
  }
  for (const auto& tls : spec["tls"].items()) {
    for (const auto& host : tls["hosts"].items()) check_host(host);
    if (const auto secret = tls["secretName"]; !secret.zero()) secret.problem(dns_subdomain_problem(secret.text()));
  }
  if (const auto name = spec["ingressClassName"]; name.present()) name.problem(dns_subdomain_problem(name.text()));
}

void validate_ingress_class(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  const auto controller = spec["controller"];
  if (current != nullptr) controller.immutable(FieldValue(current, "", errors)["spec"]["controller"]);
  if (current == nullptr || !controller.zero()) {
    if (controller.zero()) {
      controller.required();
    } else if (controller.text().find('/') == std::string::npos) {
      controller.invalid("must be a domain-prefixed path (such as \"acme.io/foo\")");
    }
  }
  const auto parameters = spec["parameters"];
  if (!parameters.present()) return;
  for (const char* member : {"kind", "name"}) {
    if (parameters[member].zero()) parameters[member].required();
  }
  parameters["scope"].one_of({"Cluster", "Namespace"});
}

void validate_service(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  if (current != nullptr && !spec["type"].is("ExternalName")) {
    const auto old = FieldValue(current, "", errors)["spec"];
    if (!old["clusterIPs"].zero() && spec["clusterIP"].value() != old["clusterIP"].value()) {
      spec["clusterIPs"].named("spec.clusterIPs[0]").invalid(spec["clusterIPs"].value(), "may not change once set");
    }
  }
  const bool headless = spec["clusterIP"].is("None");
  const auto type = spec["type"];
  const auto ports = spec["ports"];
  if (ports.size() == 0 && !headless && !type.is("ExternalName")) ports.required();
  if (type.is("LoadBalancer") || type.is("NodePort")) {
    if (headless) {
      spec["clusterIPs"]
          .named("spec.clusterIPs[0]")
          .invalid("None", "may not be set to 'None' for " + type.text() + " services");
    }
  } else if (type.is("ExternalName")) {
    const auto name = spec["externalName"];
    if (name.zero()) {
      name.required();
    } else {
      name.problem(dns_subdomain_problem(name.text()));
    }
  }
  check_listed_ports(ports);
  spec["selector"].labels();
  if (spec["sessionAffinity"].zero()) {
    spec["sessionAffinity"].required();
  } else {
    spec["sessionAffinity"].one_of({"ClientIP", "None"});
  }
  type.one_of({"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"});
}

}  // namespace kubexx::apiserver
