// SPDX-License-Identifier: Apache-2.0
#include "serve/discovery.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/pretty.hpp"
#include "core/sorted.hpp"
#include "serve/etag.hpp"
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
  response.headers.add("Cache-Control", "no-cache, private");
  response.body = std::move(body);
  return response;
}

Json verbs_of(const Kind& kind)
{
  if (kind.id() == "/componentstatuses") return Json::array({"get", "list"});
  if (!kind.storable) return Json::array({"create"});
  if (kind.custom) {
    return Json::array({"delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"});
  }
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

/// The built-in groups by their priority, as kube-aggregator has them; others follow by name.
constexpr std::array<std::string_view, 22> group_order{"",
                                                       "apiregistration.k8s.io",
                                                       "apps",
                                                       "events.k8s.io",
                                                       "authentication.k8s.io",
                                                       "authorization.k8s.io",
                                                       "autoscaling",
                                                       "batch",
                                                       "certificates.k8s.io",
                                                       "networking.k8s.io",
                                                       "policy",
                                                       "rbac.authorization.k8s.io",
                                                       "storage.k8s.io",
                                                       "admissionregistration.k8s.io",
                                                       "apiextensions.k8s.io",
                                                       "scheduling.k8s.io",
                                                       "coordination.k8s.io",
                                                       "node.k8s.io",
                                                       "discovery.k8s.io",
                                                       "resource.k8s.io",
                                                       "flowcontrol.apiserver.k8s.io",
                                                       "storagemigration.k8s.io"};

std::size_t group_place(std::string_view name)
{
  return static_cast<std::size_t>(std::find(group_order.begin(), group_order.end(), name) - group_order.begin());
}

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
  groups = sorted(std::move(groups), [](const Group& left, const Group& right) {
    return group_place(left.name) < group_place(right.name);
  });
  return groups;
}

/// All subresources, by name.
std::vector<Subresource> subresources(const Kind& kind, const ServedVersion& version)
{
  auto all = subresources_of(kind);
  const std::vector<std::string> verbs{"get", "patch", "update"};
  if (!version.scale.spec_replicas.empty()) all.push_back({"scale", verbs, "autoscaling", "v1", "Scale", nullptr});
  if (version.status) all.push_back({"status", verbs, kind.group, version.name, kind.kind, nullptr});
  if (kind.custom) {
    std::reverse(all.begin(), all.end());
    return all;
  }
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
          // What is of the resource's own group and version does not say so.
          const bool same = g == kind->group && v == version->name;
          return Json{{"group", same ? "" : g}, {"version", same ? "" : v}, {"kind", k}};
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

/// What can be asked for, as the root lists it.
Json root_paths(const KindMap& kinds)
{
  std::set<std::string> all{"/api", "/api/v1", "/apis", "/apis/"};
  for (const char* path : {"/healthz", "/livez", "/readyz"}) {
    for (const char* check : {"", "/etcd", "/log", "/ping"}) all.insert(std::string(path) + check);
  }
  all.insert({"/openapi/v2", "/openapi/v3", "/openapi/v3/", "/readyz/informer-sync", "/readyz/shutdown", "/version"});
  for (const auto& group : served_groups(kinds)) {
    if (group.name.empty()) continue;
    all.insert("/apis/" + group.name);
    for (const auto& [version, served] : group.versions) all.insert("/apis/" + group.name + "/" + version);
  }
  return all;
}

/// The version of apidiscovery.k8s.io that the client takes first; empty: the old documents.
std::string wants_aggregated(const HttpRequest& request)
{
  for (const auto& media : parse_media_types(header(request.headers, "accept"))) {
    if (media.type != "application/json") continue;
    const auto as = media.parameters.find("as");
    if (as == media.parameters.end()) return {};
    const auto version = media.parameters.find("v");
    if (as->second == "APIGroupDiscoveryList" && version != media.parameters.end() && version->second == "v2") {
      return version->second;
    }
  }
  return {};
}

HttpResponse aggregated_response(const HttpRequest& request, const KindMap& kinds, bool core,
                                 const std::string& version)
{
  auto response = json_response(200, dump(aggregated(served_groups(kinds), core, version)),
                                "application/json;g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList");
  response.headers.add("Vary", "Accept");
  response.headers.set("Cache-Control", "public");
  const auto own = fingerprint(response.body);
  set_etag(response, own);
  // Compared as it is, unlike the documents of OpenAPI.
  if (header(request.headers, "if-none-match") == '"' + own + '"') make_not_modified(response);
  return response;
}

HttpResponse ok(const Json& body)
{
  return json_response(200, dump(body));
}

Json version_json()
{
  return {{"major", "1"},
          {"minor", "37"},
          {"gitVersion", std::string(emulated_version) + "+kubexx"},
          {"gitCommit", ""},
          {"gitTreeState", "clean"},
          {"buildDate", "1970-01-01T00:00:00Z"},
          {"goVersion", ""},
          {"compiler", "C++20"},
          {"platform", "linux/amd64"},
          {"emulationMajor", "1"},
          {"emulationMinor", "37"},
          {"minCompatibilityMajor", "1"},
          {"minCompatibilityMinor", "36"}};
}

/// The checks of a real server that have a meaning here; what they check cannot fail in this process.
HttpResponse health_response(const std::vector<std::string>& segments, const Query& query)
{
  const auto& name = segments.front();
  std::vector<std::string> checks{"ping", "log", "etcd"};
  if (name == "readyz") checks.insert(checks.end(), {"informer-sync", "shutdown"});
  if (segments.size() > 1) {
    const bool known = segments.size() == 2 && std::find(checks.begin(), checks.end(), segments[1]) != checks.end();
    if (!known) return page_not_found();
    auto response = text_response(200, "ok");
    response.headers.erase("X-Content-Type-Options");
    return response;
  }
  auto excluded = query.all("exclude");
  std::string text;
  for (const auto& check : checks) {
    const auto found = std::find(excluded.begin(), excluded.end(), check);
    text.append("[+]").append(check).append(found == excluded.end() ? " ok\n" : " excluded: ok\n");
    if (found != excluded.end()) excluded.erase(found);
  }
  if (!excluded.empty()) {
    std::string names;
    for (const auto& one : excluded) names.append(names.empty() ? "" : ",").append(go_quoted(one));
    text += "warn: some health checks cannot be excluded: no matches for " + names + "\n";
  }
  return text_response(200, query.has("verbose") ? text + name + " check passed\n" : "ok");
}

std::optional<HttpResponse> answer_core(const KindMap& kinds, const HttpRequest& request,
                                        const std::vector<std::string>& segments)
{
  if (segments.size() == 1) {
    if (const auto version = wants_aggregated(request); !version.empty()) {
      return aggregated_response(request, kinds, true, version);
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
  throw no_such_path();
}

std::optional<HttpResponse> answer_groups(const KindMap& kinds, const HttpRequest& request,
                                          const std::vector<std::string>& segments)
{
  if (segments.size() > 3) return std::nullopt;
  if (segments.size() == 1) {
    if (const auto version = wants_aggregated(request); !version.empty()) {
      return aggregated_response(request, kinds, false, version);
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
    if (group_place(group.name) < group_order.size()) throw no_such_path();
  }
  return page_not_found();
}

}  // namespace

std::optional<HttpResponse> answer_without_resource(const KindMap& kinds, const HttpRequest& request,
                                                    const std::vector<std::string>& segments, const Query& query)
{
  if (segments.empty()) {
    return ok({{"paths", root_paths(kinds)}});
  }
  const auto& first = segments.front();
  const bool health = first == "healthz" || first == "livez" || first == "readyz";
  const bool ours = health || first == "version" || first == "openapi" || (first == "api" && segments.size() <= 2) ||
                    (first == "apis" && segments.size() <= 3);
  if (!ours) return std::nullopt;
  if (request.method != "GET" && request.method != "HEAD") throw method_not_allowed();
  if (health) return health_response(segments, query);
  if (first == "api" || first == "apis") {
    const bool document = segments.size() == 1 && !wants_aggregated(request).empty();
    if (!document) (void)negotiate(request.headers, query, segments.size() == 1 ? Endpoint::custom : Endpoint::object);
  }
  if (first == "version") return json_response(200, indented(dump(version_json())));
  if (first == "openapi") return answer_openapi(kinds, request, segments, query);
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
