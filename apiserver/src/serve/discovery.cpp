// SPDX-License-Identifier: Apache-2.0
#include "serve/discovery.hpp"

#include <algorithm>

#include "serve/openapi.hpp"
#include "verbs/subresources.hpp"

namespace kubexx::apiserver {
namespace {

HttpResponse text_response(unsigned code, std::string body)
{
  HttpResponse response;
  response.status = code;
  response.headers.add("Content-Type", "text/plain; charset=utf-8");
  response.headers.add("X-Content-Type-Options", "nosniff");
  response.body = std::move(body);
  return response;
}

Json verbs_of(const Kind& kind)
{
  if (!kind.storable) return Json::array({"create"});
  Json verbs = Json::array({"create", "delete"});
  if (kind.id() != "/namespaces") verbs.push_back("deletecollection");
  for (const char* verb : {"get", "list", "patch", "update", "watch"}) verbs.push_back(verb);
  return verbs;
}

struct Served {
  KindPtr kind;
  const ServedVersion* version;
};

/// Group, then version (preferred first), then what is served there by plural.
struct Group {
  std::string name;
  std::vector<std::pair<std::string, std::vector<Served>>> versions;
};

std::vector<Group> served_groups(const KindMap& kinds)
{
  std::vector<Group> groups;
  for (const auto& [id, kind] : kinds) {
    auto group =
        std::find_if(groups.begin(), groups.end(), [&, k = kind](const Group& g) { return g.name == k->group; });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{kind->group, {}});
    for (const auto& version : kind->versions) {
      if (!version.served) continue;
      auto& versions = group->versions;
      auto entry =
          std::find_if(versions.begin(), versions.end(), [&](const auto& v) { return v.first == version.name; });
      if (entry == versions.end()) entry = versions.insert(versions.end(), {version.name, {}});
      entry->second.push_back({kind, &version});
    }
  }
  std::erase_if(groups, [](const Group& group) { return group.versions.empty(); });
  return groups;
}

/// All subresources, by name.
std::vector<Subresource> subresources(const Kind& kind, const ServedVersion& version)
{
  auto all = subresources_of(kind);
  const std::vector<std::string> verbs{"get", "patch", "update"};
  if (!version.scale.spec_replicas.empty()) all.push_back({"scale", verbs, "autoscaling", "v1", "Scale", nullptr});
  if (version.status) all.push_back({"status", verbs, kind.group, version.name, kind.kind, nullptr});
  std::sort(all.begin(), all.end(), [](const auto& left, const auto& right) { return left.name < right.name; });
  return all;
}

Json resource_list(const std::string& group_version, const std::vector<Served>& served)
{
  Json resources = Json::array();
  for (const auto& [kind, version] : served) {
    Json entry{{"name", kind->plural},
               {"singularName", kind->singular},
               {"namespaced", kind->namespaced},
               {"kind", kind->kind},
               {"verbs", verbs_of(*kind)}};
    if (!kind->short_names.empty()) entry["shortNames"] = kind->short_names;
    if (!kind->categories.empty()) entry["categories"] = kind->categories;
    resources.push_back(std::move(entry));
    for (const auto& sub : subresources(*kind, *version)) {
      Json listed{{"name", kind->plural + "/" + sub.name},
                  {"singularName", ""},
                  {"namespaced", kind->namespaced},
                  {"kind", sub.kind},
                  {"verbs", sub.verbs}};
      if (sub.group != kind->group) {
        listed["group"] = sub.group;
        listed["version"] = sub.version;
      }
      resources.push_back(std::move(listed));
    }
  }
  Json list{{"kind", "APIResourceList"}, {"groupVersion", group_version}, {"resources", std::move(resources)}};
  if (group_version != "v1") list["apiVersion"] = "v1";  // the real server leaves it out of that one
  return list;
}

Json group_json(const Group& group)
{
  Json versions = Json::array();
  for (const auto& [version, served] : group.versions) {
    versions.push_back({{"groupVersion", group.name + "/" + version}, {"version", version}});
  }
  return {{"name", group.name}, {"preferredVersion", versions.front()}, {"versions", versions}};
}

/// apidiscovery.k8s.io: everything in one answer.
Json aggregated(const std::vector<Group>& groups, bool core, const std::string& meta_version)
{
  Json items = Json::array();
  for (const auto& group : groups) {
    if (group.name.empty() != core) continue;
    Json versions = Json::array();
    for (const auto& [version_name, served] : group.versions) {
      Json resources = Json::array();
      for (const auto& [kind, version] : served) {
        const auto gvk = [&](const std::string& g, const std::string& v, const std::string& k) {
          return Json{{"group", g}, {"version", v}, {"kind", k}};
        };
        const auto own = gvk(kind->group, version->name, kind->kind);
        Json entry{{"resource", kind->plural},
                   {"responseKind", own},
                   {"scope", kind->namespaced ? "Namespaced" : "Cluster"},
                   {"singularResource", kind->singular},
                   {"verbs", verbs_of(*kind)}};
        if (!kind->short_names.empty()) entry["shortNames"] = kind->short_names;
        if (!kind->categories.empty()) entry["categories"] = kind->categories;
        Json listed = Json::array();
        for (const auto& sub : subresources(*kind, *version)) {
          listed.push_back({{"subresource", sub.name},
                            {"responseKind", gvk(sub.group, sub.version, sub.kind)},
                            {"verbs", sub.verbs}});
        }
        if (!listed.empty()) entry["subresources"] = std::move(listed);
        resources.push_back(std::move(entry));
      }
      versions.push_back({{"version", version_name}, {"resources", std::move(resources)}, {"freshness", "Current"}});
    }
    Json meta = Json::object();
    if (!group.name.empty()) meta["name"] = group.name;
    items.push_back({{"metadata", std::move(meta)}, {"versions", std::move(versions)}});
  }
  return {{"kind", "APIGroupDiscoveryList"},
          {"apiVersion", "apidiscovery.k8s.io/" + meta_version},
          {"metadata", Json::object()},
          {"items", std::move(items)}};
}

/// The version of apidiscovery.k8s.io that the client takes first; empty: the old documents.
std::string wants_aggregated(const HttpRequest& request)
{
  for (const auto& media : parse_media_types(header(request.headers, "accept"))) {
    if (media.type != "application/json") continue;
    const auto as = media.parameters.find("as");
    if (as == media.parameters.end()) return {};
    const auto version = media.parameters.find("v");
    if (as->second == "APIGroupDiscoveryList" && version != media.parameters.end() &&
        (version->second == "v2" || version->second == "v2beta1")) {
      return version->second;
    }
  }
  return {};
}

HttpResponse aggregated_response(const KindMap& kinds, bool core, const std::string& version)
{
  auto response = json_response(200, dump(aggregated(served_groups(kinds), core, version)),
                                "application/json;g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList");
  response.headers.add("Vary", "Accept");
  return response;
}

HttpResponse ok(const Json& body)
{
  return json_response(200, dump(body));
}

Json version_json()
{
  return {{"major", "1"},    {"minor", "37"},           {"gitVersion", std::string(emulated_version) + "+kubexx"},
          {"gitCommit", ""}, {"gitTreeState", "clean"}, {"buildDate", "1970-01-01T00:00:00Z"},
          {"goVersion", ""}, {"compiler", "C++20"},     {"platform", "linux/amd64"}};
}

std::optional<HttpResponse> answer_core(const KindMap& kinds, const HttpRequest& request,
                                        const std::vector<std::string>& segments)
{
  if (segments.size() == 1) {
    if (const auto version = wants_aggregated(request); !version.empty()) {
      return aggregated_response(kinds, true, version);
    }
    return ok(
        {{"kind", "APIVersions"}, {"versions", Json::array({"v1"})}, {"serverAddressByClientCIDRs", Json::array()}});
  }
  if (segments.size() != 2) return std::nullopt;
  for (const auto& group : served_groups(kinds)) {
    if (!group.name.empty()) continue;
    for (const auto& [version, served] : group.versions) {
      if (version == segments[1]) return ok(resource_list(version, served));
    }
  }
  return page_not_found();
}

std::optional<HttpResponse> answer_groups(const KindMap& kinds, const HttpRequest& request,
                                          const std::vector<std::string>& segments)
{
  if (segments.size() > 3) return std::nullopt;
  if (segments.size() == 1) {
    if (const auto version = wants_aggregated(request); !version.empty()) {
      return aggregated_response(kinds, false, version);
    }
    Json groups = Json::array();
    for (const auto& group : served_groups(kinds)) {
      if (!group.name.empty()) groups.push_back(group_json(group));
    }
    return ok({{"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", std::move(groups)}});
  }
  for (const auto& group : served_groups(kinds)) {
    if (group.name != segments[1] || group.name.empty()) continue;
    if (segments.size() == 2) {
      auto json = group_json(group);
      json["kind"] = "APIGroup";
      json["apiVersion"] = "v1";
      return ok(json);
    }
    for (const auto& [version, served] : group.versions) {
      if (version == segments[2]) return ok(resource_list(group.name + "/" + version, served));
    }
  }
  return page_not_found();
}

}  // namespace

std::optional<HttpResponse> answer_without_resource(const KindMap& kinds, const HttpRequest& request,
                                                    const std::vector<std::string>& segments, const Query& query)
{
  if (segments.empty()) {
    return ok({{"paths", Json::array({"/api", "/apis", "/healthz", "/livez", "/openapi/v2", "/openapi/v3", "/readyz",
                                      "/version"})}});
  }
  const auto& first = segments.front();
  const bool health = first == "healthz" || first == "livez" || first == "readyz";
  const bool ours = health || first == "version" || first == "openapi" || (first == "api" && segments.size() <= 2) ||
                    (first == "apis" && segments.size() <= 3);
  if (!ours) return std::nullopt;
  if (request.method != "GET" && request.method != "HEAD") throw method_not_allowed();
  if (health) {
    return text_response(200, query.has("verbose") ? "[+]ping ok\n" + first + " check passed\n" : "ok");
  }
  if (first == "version") return ok(version_json());
  if (first == "openapi") return answer_openapi(kinds, request, segments);
  return first == "api" ? answer_core(kinds, request, segments) : answer_groups(kinds, request, segments);
}

bool serves_group(const KindMap& kinds, std::string_view group, std::string_view version)
{
  return std::any_of(kinds.begin(), kinds.end(), [&](const auto& entry) {
    const auto& kind = *entry.second;
    return kind.group == group &&
           std::any_of(kind.versions.begin(), kind.versions.end(),
                       [&](const ServedVersion& served) { return served.served && served.name == version; });
  });
}

HttpResponse page_not_found()
{
  return text_response(404, "404 page not found\n");
}

}  // namespace kubexx::apiserver
