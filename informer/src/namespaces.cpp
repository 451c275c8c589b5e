// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/namespaces.hpp"

namespace kubexx {

std::string in_namespaces(const Namespaces& namespaces)
{
  if (namespaces.empty()) return {};
  std::string text = namespaces.size() == 1 ? " in namespace " : " in namespaces ";
  const char* separator = "";
  for (const auto& name : namespaces) {
    text.append(separator).append("\"").append(name).append("\"");
    separator = ", ";
  }
  return text;
}

}  // namespace kubexx
