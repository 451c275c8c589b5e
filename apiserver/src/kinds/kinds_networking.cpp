// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array networking_rows{
    KindRow{"IngressClass", "ingressclasses", "cluster generation", "", ""},
    KindRow{"Ingress", "ingresses", "status generation", "ing", ""},
    KindRow{"IPAddress", "ipaddresses", "cluster segment", "ip", ""},
    KindRow{"NetworkPolicy", "networkpolicies", "generation", "netpol", ""},
    KindRow{"ServiceCIDR", "servicecidrs", "cluster status", "", ""},
};

}  // namespace

std::vector<Kind> networking_kinds()
{
  auto kinds = make_kinds("networking.k8s.io", networking_rows);
  kind_among(kinds, "ingresses").validate = validate_ingress;
  kind_among(kinds, "ipaddresses").validate = validate_ip_address;
  kind_among(kinds, "servicecidrs").validate = validate_service_cidr;
  kind_among(kinds, "ingressclasses").validate = validate_ingress_class;
  kind_among(kinds, "networkpolicies").validate = validate_network_policy;
  return kinds;
}

}  // namespace kubexx::apiserver
