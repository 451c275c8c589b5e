// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "kubexx/client/rest_mapper.hpp"

/// Names to resources, after kubectl's builder and k8s.io/apimachinery's RESTMappers with their shortcut expander.
namespace kubexx {

namespace {

std::string lower(std::string_view text)
{
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// The first resource that `fits`: preferred versions of all groups first, then the others.
const ApiResource* first(const Discovery& discovery, const std::function<bool(const ApiResource&)>& fits)
{
  const auto in = [&](const ApiVersion& version) -> const ApiResource* {
    const auto found = std::find_if(version.resources.begin(), version.resources.end(), fits);
    return found == version.resources.end() ? nullptr : &*found;
  };
  for (const ApiGroup& group : discovery.groups) {
    if (group.versions.empty()) continue;
    if (const auto* found = in(group.versions.front())) return found;
  }
  for (const ApiGroup& group : discovery.groups) {
    for (const ApiVersion& version : group.versions) {
      if (const auto* found = in(version)) return found;
    }
  }
  return nullptr;
}

/// What was asked for, taken apart. Empty: not said.
struct Wanted {
  std::string name, group, version;

  [[nodiscard]] bool version_fits(const ApiResource& resource) const
  {
    return version.empty() || resource.type.version == version;
  }
};

bool is_full_name(const ApiResource& resource, const std::string& name)
{
  return resource.type.plural == name || resource.singular == name;
}

bool has_short_name(const ApiResource& resource, const std::string& name)
{
  return std::find(resource.short_names.begin(), resource.short_names.end(), name) != resource.short_names.end();
}

/// By a name that `is_it`, in the group, or in a group that begins so, or in any.
const ApiResource* in_groups(const Discovery& discovery, const Wanted& wanted,
                             bool (*is_it)(const ApiResource&, const std::string&))
{
  const auto* exact = first(discovery, [&](const ApiResource& resource) {
    return (wanted.group.empty() || resource.type.group == wanted.group) && wanted.version_fits(resource) &&
           is_it(resource, wanted.name);
  });
  // "storageclass.storage" means storageclass.storage.k8s.io; with a version the name must be whole.
  if (exact != nullptr || wanted.group.empty() || !wanted.version.empty()) return exact;
  return first(discovery, [&](const ApiResource& resource) {
    return resource.type.group.starts_with(wanted.group) && is_it(resource, wanted.name);
  });
}

const ApiResource* by_resource(const Discovery& discovery, Wanted wanted)
{
  wanted.name = lower(wanted.name);
  if (const auto* found = in_groups(discovery, wanted, is_full_name)) return found;
  return in_groups(discovery, wanted, has_short_name);
}

struct Argument {
  std::string name, rest;      // split at the first dot
  std::string version, group;  // rest split at its first dot; `versioned` says whether it has one
  bool versioned = false;
};

Argument take_apart(std::string_view text)
{
  Argument argument;
  const auto dot = text.find('.');
  argument.name = text.substr(0, dot);
  if (dot == std::string_view::npos) return argument;
  const auto rest = text.substr(dot + 1);
  argument.rest = rest;
  const auto second = rest.find('.');
  if (second == std::string_view::npos) return argument;
  argument.versioned = true;
  argument.version = rest.substr(0, second);
  argument.group = rest.substr(second + 1);
  return argument;
}

}  // namespace

const ApiResource* find_kind(const Discovery& discovery, std::string_view group, std::string_view kind,
                             std::string_view version)
{
  const std::string small = lower(kind);
  return first(discovery, [&](const ApiResource& resource) {
    return resource.type.group == group && (version.empty() || resource.type.version == version) &&
           (resource.type.kind == kind || lower(resource.type.kind) == small);
  });
}

const ApiResource* find_plural(const Discovery& discovery, std::string_view group, std::string_view plural,
                               std::string_view version)
{
  return first(discovery, [&](const ApiResource& resource) {
    return resource.type.group == group && (version.empty() || resource.type.version == version) &&
           resource.type.plural == plural;
  });
}

const ApiResource* find_resource(const Discovery& discovery, std::string_view text)
{
  const Argument argument = take_apart(text);
  if (argument.name.empty()) return nullptr;
  const ApiResource* found = nullptr;
  if (argument.versioned) found = by_resource(discovery, {argument.name, argument.group, argument.version});
  if (found == nullptr) found = by_resource(discovery, {argument.name, argument.rest, ""});
  if (found == nullptr && argument.versioned) {
    found = find_kind(discovery, argument.group, argument.name, argument.version);
  }
  if (found == nullptr) found = find_kind(discovery, argument.rest, argument.name);
  return found;
}

std::vector<const ApiResource*> find_category(const Discovery& discovery, std::string_view category)
{
  std::vector<const ApiResource*> members;
  const auto is_member = [&](const ApiResource& resource) {
    return std::find(resource.categories.begin(), resource.categories.end(), category) != resource.categories.end();
  };
  for (const ApiGroup& group : discovery.groups) {
    for (const ApiVersion& version : group.versions) {
      for (const ApiResource& resource : version.resources) {
        const bool known = std::any_of(members.begin(), members.end(), [&](const ApiResource* member) {
          return member->type.group == resource.type.group && member->type.plural == resource.type.plural;
        });
        if (!known && is_member(resource)) members.push_back(&resource);
      }
    }
  }
  return members;
}

}  // namespace kubexx
