// SPDX-License-Identifier: Apache-2.0
#include "discovery/discovery_documents.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx::detail {

namespace {

JsonView document(std::string_view body)
{
  JsonScanner scanner(body);
  scanner.skip_space();
  return JsonView(scanner.value());
}

std::string text_at_pointer(JsonView json, std::string_view pointer)
{
  return json.at(pointer).as_string().value_or(std::string());
}

std::vector<std::string> texts_of(JsonView json)
{
  std::vector<std::string> texts;
  for (auto items = json.children(); items.next();) {
    if (auto text = items.value().as_string()) texts.push_back(std::move(*text));
  }
  return texts;
}

std::string lower(std::string text)
{
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::string or_else(std::string text, const std::string& otherwise)
{
  return text.empty() ? otherwise : text;
}

/// A kube-apiserver leaves group and version empty where they are those of the resource.
ApiSubresource aggregated_subresource(JsonView json, const std::string& group, const std::string& version)
{
  const bool own = text_at_pointer(json, "/responseKind/version").empty();
  return {text_at_pointer(json, "/subresource"), own ? group : text_at_pointer(json, "/responseKind/group"),
          own ? version : text_at_pointer(json, "/responseKind/version"), text_at_pointer(json, "/responseKind/kind"),
          texts_of(json.member("verbs"))};
}

ApiResource aggregated_resource(JsonView json, const std::string& group, const std::string& version)
{
  ApiResource resource;
  const Scope scope = json.member("scope").equals("Cluster") ? Scope::cluster : Scope::namespaced;
  // The kind may be of another version than the path, which is what counts for the URL.
  resource.type = {group, version, text_at_pointer(json, "/responseKind/kind"), text_at_pointer(json, "/resource"),
                   scope};
  resource.singular = or_else(text_at_pointer(json, "/singularResource"), lower(resource.type.kind));
  resource.short_names = texts_of(json.member("shortNames"));
  resource.categories = texts_of(json.member("categories"));
  resource.verbs = texts_of(json.member("verbs"));
  for (auto subresources = json.member("subresources").children(); subresources.next();) {
    resource.subresources.push_back(aggregated_subresource(subresources.value(), group, version));
  }
  return resource;
}

/// The group of that name, of which a server may speak in several places.
ApiGroup& group_of(Discovery& to, const std::string& name)
{
  const auto known =
      std::find_if(to.groups.begin(), to.groups.end(), [&](const ApiGroup& group) { return group.name == name; });
  if (known != to.groups.end()) return *known;
  to.groups.push_back({name, {}});
  return to.groups.back();
}

bool has_version(const ApiGroup& group, const std::string& name)
{
  return std::any_of(group.versions.begin(), group.versions.end(),
                     [&](const ApiVersion& version) { return version.name == name; });
}

bool can_be_in_path(const std::string& name)
{
  return !name.empty() && name != "." && name != "..";
}

/// Whether to add `version`: it is new, and paths can name it.
bool is_usable(const ApiGroup& group, const std::string& version, Discovery& to)
{
  if (!can_be_in_path(version) || (!group.name.empty() && !can_be_in_path(group.name))) {
    to.failures.push_back({group.name, version, "its name cannot be part of a path"});
    return false;
  }
  return !has_version(group, version);
}

void read_aggregated_group(JsonView json, Discovery& to)
{
  ApiGroup& group = group_of(to, text_at_pointer(json, "/metadata/name"));
  for (auto versions = json.member("versions").children(); versions.next();) {
    ApiVersion version;
    version.name = text_at_pointer(versions.value(), "/version");
    if (versions.value().member("freshness").equals("Stale")) {
      to.failures.push_back(
          {group.name, version.name, "its API server does not respond: the known resources are stale"});
      continue;
    }
    if (!is_usable(group, version.name, to)) continue;
    for (auto resources = versions.value().member("resources").children(); resources.next();) {
      auto resource = aggregated_resource(resources.value(), group.name, version.name);
      // Without a kind it is only the parent of subresources of an older server.
      if (!resource.type.kind.empty()) version.resources.push_back(std::move(resource));
    }
    group.versions.push_back(std::move(version));
  }
}

void read_listed_group(JsonView json, Discovery& to, std::vector<PendingVersion>& pending)
{
  ApiGroup& group = group_of(to, text_at_pointer(json, "/name"));
  const std::string preferred = text_at_pointer(json, "/preferredVersion/version");
  const auto before = static_cast<std::ptrdiff_t>(pending.size());
  for (auto versions = json.member("versions").children(); versions.next();) {
    const std::string version = text_at_pointer(versions.value(), "/version");
    if (!is_usable(group, version, to)) continue;
    const bool first = version == preferred;
    group.versions.insert(first ? group.versions.begin() : group.versions.end(), {version, {}});
    pending.insert(first ? pending.begin() + before : pending.end(), {group.name, version});
  }
}

/// Likewise: group and version are named only where they differ from the list's.
ApiSubresource listed_subresource(JsonView json, std::string name, const PendingVersion& of)
{
  const bool own = text_at_pointer(json, "/version").empty();
  return {std::move(name), own ? of.group : text_at_pointer(json, "/group"),
          own ? of.version : text_at_pointer(json, "/version"), text_at_pointer(json, "/kind"),
          texts_of(json.member("verbs"))};
}

ApiResource listed_resource(JsonView json, std::string name, const PendingVersion& of)
{
  ApiResource resource;
  const Scope scope = json.member("namespaced").as_bool().value_or(false) ? Scope::namespaced : Scope::cluster;
  resource.type = {of.group, of.version, text_at_pointer(json, "/kind"), std::move(name), scope};
  resource.singular = or_else(text_at_pointer(json, "/singularName"), lower(resource.type.kind));
  resource.short_names = texts_of(json.member("shortNames"));
  resource.categories = texts_of(json.member("categories"));
  resource.verbs = texts_of(json.member("verbs"));
  return resource;
}

}  // namespace

std::string PendingVersion::path() const
{
  return group.empty() ? "/api/" + encode_path_segment(version)
                       : "/apis/" + encode_path_segment(group) + "/" + encode_path_segment(version);
}

void read_groups(std::string_view body, Discovery& to, std::vector<PendingVersion>& pending)
{
  const JsonView json = document(body);
  if (json.member("kind").equals("APIGroupDiscoveryList")) {
    for (auto items = json.member("items").children(); items.next();) read_aggregated_group(items.value(), to);
  } else if (json.member("kind").equals("APIGroupList")) {
    for (auto groups = json.member("groups").children(); groups.next();) read_listed_group(groups.value(), to, pending);
  } else if (json.member("kind").equals("APIVersions")) {
    ApiGroup& core = group_of(to, "");
    for (const auto& version : texts_of(json.member("versions"))) {
      if (!is_usable(core, version, to)) continue;
      core.versions.push_back({version, {}});
      pending.push_back({"", version});
    }
  } else {
    throw ObjectError("its kind is neither APIGroupDiscoveryList nor APIGroupList nor APIVersions");
  }
}

std::vector<ApiResource> read_resources(std::string_view body, const PendingVersion& of)
{
  const JsonView json = document(body);
  if (!json.member("kind").equals("APIResourceList")) throw ObjectError("its kind is not APIResourceList");
  std::vector<ApiResource> resources;
  for (auto entries = json.member("resources").children(); entries.next();) {
    const std::string name = text_at_pointer(entries.value(), "/name");
    const auto slash = name.find('/');
    if (slash == std::string::npos) {
      resources.push_back(listed_resource(entries.value(), name, of));
      continue;
    }
    const auto parent = std::find_if(resources.begin(), resources.end(), [&](const ApiResource& resource) {
      return name.compare(0, slash, resource.type.plural) == 0;
    });
    if (parent == resources.end()) continue;
    parent->subresources.push_back(listed_subresource(entries.value(), name.substr(slash + 1), of));
  }
  return resources;
}

ServerVersion read_version(std::string_view body)
{
  const JsonView json = document(body);
  if (json.type() != JsonView::Type::object) throw ObjectError("it is not a JSON object");
  return {text_at_pointer(json, "/major"),      text_at_pointer(json, "/minor"),
          text_at_pointer(json, "/gitVersion"), text_at_pointer(json, "/gitCommit"),
          text_at_pointer(json, "/buildDate"),  text_at_pointer(json, "/goVersion"),
          text_at_pointer(json, "/platform")};
}

}  // namespace kubexx::detail
