// SPDX-License-Identifier: Apache-2.0
// Discovery documents, in both forms: no group, and no version of one, is there twice, everything that is left to ask
// for has a place, and whatever is found by a name has that name.
#include <algorithm>

#include "discovery/discovery_documents.hpp"
#include "fuzz.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/client/rest_mapper.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

void check(const Discovery& found, const std::vector<detail::PendingVersion>& pending)
{
  for (const auto& group : found.groups) {
    const auto same_name = [&](const ApiGroup& other) { return other.name == group.name; };
    require(std::count_if(found.groups.begin(), found.groups.end(), same_name) == 1, "a group is there once");
    for (const auto& version : group.versions) {
      const auto same = [&](const ApiVersion& other) { return other.name == version.name; };
      require(std::count_if(group.versions.begin(), group.versions.end(), same) == 1, "a version is there once");
    }
  }
  for (const auto& version : pending) {
    const auto group = std::find_if(found.groups.begin(), found.groups.end(),
                                    [&](const ApiGroup& one) { return one.name == version.group; });
    require(
        group != found.groups.end() && std::any_of(group->versions.begin(), group->versions.end(),
                                                   [&](const ApiVersion& one) { return one.name == version.version; }),
        "what is left to ask for has a place");
    require(version.path().starts_with("/api"), "what is left to ask for has a path");
  }
}

void find(const Discovery& found)
{
  for (const auto& group : found.groups) {
    for (const auto& version : group.versions) {
      for (const auto& resource : version.resources) {
        require(resource.type.group == group.name && resource.type.version == version.name, "a resource's place");
        const auto* by_kind = find_kind(found, group.name, resource.type.kind, version.name);
        require(by_kind != nullptr, "a kind is found");
        const auto* by_plural = find_plural(found, group.name, resource.type.plural, version.name);
        require(by_plural != nullptr && by_plural->type.plural == resource.type.plural, "a plural is found");
        (void)find_resource(found, resource.type.plural);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto core = input.line();
  const auto groups = input.line();
  const auto resources = input.line();
  const std::string argument(input.rest());
  Discovery found;
  std::vector<detail::PendingVersion> pending;
  for (const auto text : {core, groups}) {
    try {
      detail::read_groups(text, found, pending);
    } catch (const ObjectError&) {
    }
  }
  check(found, pending);
  for (const auto& version : pending) {
    for (auto& group : found.groups) {
      if (group.name != version.group) continue;
      for (auto& one : group.versions) {
        if (one.name != version.version) continue;
        try {
          one.resources = detail::read_resources(resources, version);
        } catch (const ObjectError&) {
        }
      }
    }
  }
  find(found);
  (void)find_resource(found, argument);
  for (const auto* member : find_category(found, argument)) {
    const auto& all = member->categories;
    require(std::find(all.begin(), all.end(), argument) != all.end(), "a category has its members");
  }
  try {
    (void)detail::read_version(core);
  } catch (const ObjectError&) {
  }
  return 0;
}
