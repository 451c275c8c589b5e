// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/own_pod.hpp"

#include "config/config_files.hpp"

namespace kubexx {

std::optional<std::string> own_namespace(const Environment& environment, const std::string& root)
{
  std::string name = detail::variable(environment, "POD_NAMESPACE");
  if (name.empty()) {
    const std::optional<std::string> content = detail::read_file(root + "/namespace");
    if (content) name = content->substr(0, content->find_first_of(" \n\r\t"));
  }
  if (name.empty()) return std::nullopt;
  return name;
}

std::optional<ObjectKey> own_pod(const Environment& environment, const std::string& root)
{
  std::string name = detail::variable(environment, "POD_NAME");
  if (name.empty()) name = detail::variable(environment, "HOSTNAME");
  std::optional<std::string> space = own_namespace(environment, root);
  if (name.empty() || !space) return std::nullopt;
  return ObjectKey{std::move(*space), std::move(name)};
}

}  // namespace kubexx
