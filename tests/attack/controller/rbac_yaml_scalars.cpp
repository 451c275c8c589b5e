// SPDX-License-Identifier: Apache-2.0
// --print-rbac / Manager::roles / role_manifests with namespaces whose names look like other YAML scalars: "123",
// "1e3", "0x10", "no", "true", "null" are all legal names of namespaces (tenant or ticket numbers), and of service
// accounts. Expected (permissions.hpp: "as YAML for `kubectl apply`"): YAML in which the namespace is a string.
// Happens: `namespace: 123` is printed without quotes. kubectl: "cannot unmarshal number into Go struct field
// ObjectMeta.metadata.namespace
//   of type string"; kubexx's own reader refuses it as well. The operator then runs without its permissions.
// Exit code 0 = holds, 1 = broken.
#include <iostream>
#include <kubexx/apimachinery/yaml.hpp>
#include <kubexx/controller.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <regex>
using namespace kubexx;
int main()
{
  Permissions p;
  p.allow(resource_of<corev1::ConfigMap>(), {Verb::list, Verb::watch});
  int bad = 0;
  for (std::string ns : {"123", "1e3", "no", "true", "null", "0x10"}) {
    const std::string text = role_manifests({"op", "ops"}, p, Namespaces{ns}, {});
    const std::string line = "namespace: " + ns + "\n";
    if (text.find(line) != std::string::npos) {
      ++bad;
      std::cerr << "printed unquoted: " << line;
    }
  }
  std::cerr << (bad ? "BROKEN" : "holds") << std::endl;
  return bad ? 1 : 0;
}
