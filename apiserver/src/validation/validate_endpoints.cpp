// SPDX-License-Identifier: Apache-2.0
// Endpoints and EndpointSlices.
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

bool too_many_in(const FieldValue& list, std::int64_t most)
{
  if (list.size() <= static_cast<std::size_t>(most)) return false;
  list.errors().push_back(too_many(list.path(), list.size(), most));
  return true;
}

void check_not_special(const FieldValue& address)
{
  const auto text = address.text();
  std::string why;
  if (const auto problem = address_problem(text); problem.find("valid IP") != std::string::npos) {
    address.invalid(text, "must be a valid IP address");
  } else if (is_special_address(text, why)) {
    address.invalid(why.find("unspecified") == std::string::npos ? why : "may not be unspecified (" + text + ")");
  }
}

void check_endpoint_address(const FieldValue& address)
{
  const auto ip = address["ip"];
  if (const auto problem = address_problem(ip.text()); !problem.empty()) ip.invalid(ip.text(), problem);
  if (const auto name = address["hostname"]; !name.zero()) name.dns_label();
  if (const auto node = address["nodeName"]; node.present()) node.problems(dns_1123_subdomain_problems(node.text()));
  check_not_special(ip);
}

void check_endpoint_port(const FieldValue& port, bool named)
{
  const auto name = port["name"];
  if (named && name.zero()) {
    name.required();
  } else if (!name.zero()) {
    name.dns_label();
  }
  if (const auto problem = port_number_problem(port["port"].number()); !problem.empty()) {
    port["port"].invalid(port["port"].number(), problem);
  }
  require_one_of(port["protocol"], {"SCTP", "TCP", "UDP"});
  if (const auto protocol = port["appProtocol"]; protocol.present()) {
    protocol.problems(label_key_problems(protocol.text()));
  }
}

void check_slice_ports(const FieldValue& ports)
{
  if (too_many_in(ports, 20000)) return;
  std::set<std::string> names;
  for (const auto& port : ports.items()) {
    const auto name = port["name"];
    if (!name.zero()) name.dns_label();
    if (!names.insert(name.text()).second) name.errors().push_back(duplicate_value(name.path(), name.text()));
    port["protocol"].one_of({"SCTP", "TCP", "UDP"});
    if (const auto protocol = port["appProtocol"]; protocol.present()) {
      protocol.problems(label_key_problems(protocol.text()));
    }
  }
}

void check_slice_address(const FieldValue& address, const FieldValue& all, const FieldValue& type)
{
  const auto text = address.text();
  if (type.is("FQDN")) {
    address.problems(dns_1123_subdomain_problems(text));
    if (dns_1123_subdomain_problems(text).empty() && text.find('.') == std::string::npos) {
      address.invalid("should be a domain with at least two segments separated by dots");
    }
    return;
  }
  const bool six = type.is("IPv6");
  if (!six && !type.is("IPv4")) return;
  if (const auto problem = six ? canonical_address_problem(text) : address_problem(text); !problem.empty()) {
    return address.invalid(problem);
  }
  if (is_ipv6(text) != six) all.invalid(text, std::string("must be an ") + (six ? "IPv6" : "IPv4") + " address");
  check_not_special(address);
}

void check_hints(const FieldValue& hints)
{
  for (const char* kind : {"forZones", "forNodes"}) {
    if (too_many_in(hints[kind], 8)) return;
    std::set<std::string> names;
    for (const auto& hint : hints[kind].items()) {
      const auto name = hint["name"];
      if (!names.insert(name.text()).second) name.errors().push_back(duplicate_value(name.path(), name.text()));
      const bool zones = std::string_view(kind) == "forZones";
      for (const auto& problem : zones ? label_value_problems(name.text()) : dns_1123_subdomain_problems(name.text())) {
        name.invalid(name.text(), problem);
      }
    }
  }
}

}  // namespace

void validate_endpoints(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  for (const auto& subset : FieldValue(&object, "", errors)["subsets"].items()) {
    if (subset["addresses"].size() + subset["notReadyAddresses"].size() == 0) {
      subset.required("must specify `addresses` or `notReadyAddresses`");
    }
    for (const char* list : {"addresses", "notReadyAddresses"}) {
      for (const auto& address : subset[list].items()) check_endpoint_address(address);
    }
    const auto ports = subset["ports"];
    for (const auto& port : ports.items()) check_endpoint_port(port, ports.size() > 1);
  }
}

void validate_endpoint_slice(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue slice(&object, "", errors);
  const auto type = slice["addressType"];
  check_slice_ports(slice["ports"]);
  const auto endpoints = slice["endpoints"];
  const bool same = current != nullptr && current->value("endpoints", Json()) == endpoints.value();
  if (!same && !too_many_in(endpoints, 1000)) {
    for (const auto& endpoint : endpoints.items()) {
      const auto addresses = endpoint["addresses"];
      for (const auto& address : addresses.items()) check_slice_address(address, addresses, type);
      if (const auto node = endpoint["nodeName"]; node.present())
        node.problems(dns_1123_subdomain_problems(node.text()));
      endpoint["deprecatedTopology"].labels();
      if (const auto name = endpoint["hostname"]; name.present()) name.dns_label();
      if (endpoint["hints"].present()) check_hints(endpoint["hints"]);
    }
  }
  // What the real server checks declaratively comes last.
  require_one_of(type, {"FQDN", "IPv4", "IPv6"});
  if (current != nullptr) type.unchanged(FieldValue(current, "", errors)["addressType"]);
  if (same) return;
  for (const auto& endpoint : endpoints.items()) {
    const auto addresses = endpoint["addresses"];
    if (addresses.size() == 0) {
      addresses.required();
    } else if (addresses.size() > 100) {
      errors.push_back(too_many(addresses.path(), addresses.size(), 100));
    }
  }
}

}  // namespace kubexx::apiserver
