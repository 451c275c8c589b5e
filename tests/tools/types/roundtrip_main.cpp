// SPDX-License-Identifier: Apache-2.0
// roundtrip FILE: compares the CRD in FILE with that of the structs that were made from it. Linked with a definition of
// `described`. With --print it prints the CRD instead.
#include <fstream>
#include <iostream>
#include <iterator>

#include "kubexx/apimachinery/crd.hpp"
#include "same_crd.hpp"

std::vector<kubexx::DescribedKind> described();

int main(int argc, char** argv)
{
  if (argc != 2) return 2;
  const auto printed = kubexx::crd_of(described());
  if (std::string(argv[1]) == "--print") {
    std::cout << kubexx::to_yaml_text(printed);
    return 0;
  }
  std::ifstream in(argv[1]);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  for (const auto& document : kubexx::parse_yaml(text)) {
    if (!document.is_object() || document.value("kind", "") != "CustomResourceDefinition") continue;
    const auto found = kubexx::test::differences(document, printed);
    std::cout << found;
    return found.empty() ? 0 : 1;
  }
  std::cerr << argv[1] << " has no CRD\n";
  return 2;
}
