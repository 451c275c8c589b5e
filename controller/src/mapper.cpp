// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/mapper.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "map_to_itself.hpp"

namespace kubexx {

namespace {

std::string_view group_of(std::string_view api_version)
{
  const auto slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

}  // namespace

Mapper map_to_itself()
{
  return MapToItself();
}

Mapper map_to_owner(ResourceType owner, Owners which)
{
  return [owner = std::move(owner), which](const Object& object) {
    std::vector<Request> requests;
    for (const auto& reference : object.owners()) {
      if (which == Owners::controller && !reference.controller) continue;
      if (reference.kind != owner.kind || group_of(reference.api_version) != owner.group) continue;
      requests.push_back(Request(ObjectKey{owner.namespaced() ? std::string(object.namespace_()) : std::string(),
                                           std::string(reference.name)}));
    }
    return requests;
  };
}

}  // namespace kubexx
