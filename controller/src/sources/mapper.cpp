// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/mapper.hpp"

#include <string_view>

#include "kubexx/controller/cache_reader.hpp"

namespace kubexx {

namespace {

std::string_view group_in(std::string_view api_version)
{
  const auto slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

}  // namespace

Mapper map_to_itself()
{
  Mapper mapper([](const Object& object) { return std::vector{Request(object.key())}; });
  mapper.is_identity_ = true;
  return mapper;
}

Mapper map_to_owner(ResourceType owner, Owners which)
{
  return [owner = std::move(owner), which](const Object& object) {
    std::vector<Request> requests;
    for (const auto& reference : object.owners()) {
      if (which == Owners::controller && !reference.controller) continue;
      if (reference.kind != owner.kind || group_in(reference.api_version) != owner.group) continue;
      requests.push_back(Request(ObjectKey{owner.namespaced() ? std::string(object.namespace_()) : std::string(),
                                           std::string(reference.name)}));
    }
    return requests;
  };
}

Mapper map_by_index(ResourceType type, std::string index)
{
  Mapper::IndexUse use{std::move(type), std::move(index)};
  Mapper mapper([use](const CacheReader& caches, const Object& object) {
    std::vector<Request> requests;
    const ObjectKey key = object.key();
    for (const Object& found : caches.by_index(use.type, use.index, key.name)) {
      const bool elsewhere =
          !key.namespace_.empty() && !found.namespace_().empty() && found.namespace_() != key.namespace_;
      if (!elsewhere) requests.push_back(Request(found.key()));
    }
    if (key.namespace_.empty()) return requests;
    for (const Object& found : caches.by_index(use.type, use.index, key.to_string())) {
      requests.push_back(Request(found.key()));
    }
    return requests;
  });
  mapper.index_ = std::move(use);
  return mapper;
}

}  // namespace kubexx
