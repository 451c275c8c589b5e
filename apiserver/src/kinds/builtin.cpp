// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

#include "columns/builtin_columns.hpp"
#include "columns/cells.hpp"
#include "controllers/gc.hpp"
#include "core/text.hpp"
#include "crd/crd.hpp"
#include "kinds/disabled_fields.hpp"
#include "kinds/type_defaults.hpp"
#include "schema/schema.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

std::vector<std::string> words_of(const char* text)
{
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

void set_flag(Kind& kind, const std::string& flag)
{
  auto& version = kind.versions.front();
  if (flag == "cluster") {
    kind.namespaced = false;
  } else if (flag == "review") {
    kind.storable = false;
  } else if (flag == "status") {
    version.status = true;
  } else if (flag == "scale") {
    version.scale = {".spec.replicas", ".status.replicas", ".spec.selector"};
  } else if (flag == "keeps-status") {
    kind.keeps_status = true;
  } else if (flag == "creates") {
    kind.create_on_update = true;
  } else if (flag == "versioned") {
    kind.unconditional_update = false;
  } else if (flag == "returns-deleted") {
    kind.returns_deleted = true;
  } else if (flag == "generation") {
    kind.generation = GenerationRule::spec;
  } else if (flag == "generation-all") {
    kind.generation = GenerationRule::all_but_metadata;
  } else if (flag == "label") {
    kind.name_rule = NameRule::dns_label;
  } else if (flag == "label-1035") {
    kind.name_rule = NameRule::dns_1035_label;
  } else if (flag == "segment") {
    kind.name_rule = NameRule::path_segment;
  } else {
    throw std::logic_error("KindRow: unknown flag " + flag);
  }
}

/// What every built-in kind does beside its own rules: types have defaults, and a new object has no status.
void complete(Kind& kind)
{
  for (auto& version : kind.versions) {
    version.schema = builtin_schema(kind.group, version.name, kind.kind);
    version.columns = builtin_columns(kind.group, version.name, kind.plural);
  }
  if (!kind.storable) return;
  if (!kind.cells) kind.cells = cells_of(kind.id());
  const auto stored_group = kind.stored_as.empty() ? kind.group : kind.stored_as.substr(0, kind.stored_as.find('/'));
  const auto schema = builtin_schema(stored_group, kind.versions.front().name, kind.kind);
  const bool clears_status = kind.versions.front().status && !kind.keeps_status;
  kind.defaults = [schema, own = std::move(kind.defaults)](Json& object) {
    if (own) own(object);
    default_types(*schema, object);
  };
  kind.prepare_create = [schema, clears_status, id = kind.id(), own = std::move(kind.prepare_create)](Json& object) {
    if (clears_status) object.erase("status");
    drop_disabled(id, object);
    if (own) own(object);
    default_types(*schema, object);
  };
  kind.prepare_update = [schema, id = kind.id(), own = std::move(kind.prepare_update)](Json& object,
                                                                                       const Json& current) {
    drop_disabled(id, object);
    if (own) own(object, current);
    default_types(*schema, object);
  };
}

}  // namespace

Kind make_kind(std::string group, std::string kind, std::string plural, bool namespaced)
{
  Kind made;
  made.group = std::move(group);
  made.singular = kind;
  made.singular = lower(made.singular);
  made.list_kind = kind + "List";
  made.kind = std::move(kind);
  made.plural = std::move(plural);
  made.namespaced = namespaced;
  ServedVersion version;
  version.name = "v1";
  made.versions.push_back(version);
  return made;
}

std::vector<Kind> make_kinds(const std::string& group, std::span<const KindRow> rows)
{
  std::vector<Kind> kinds;
  for (const auto& row : rows) {
    auto kind = make_kind(group, row.kind, row.plural);
    for (const auto& flag : words_of(row.flags)) set_flag(kind, flag);
    kind.short_names = words_of(row.short_names);
    kind.categories = words_of(row.categories);
    kinds.push_back(std::move(kind));
  }
  return kinds;
}

void protect(Json& object, const char* finalizer)
{
  auto& finalizers = object["metadata"]["finalizers"];
  if (!finalizers.is_array()) finalizers = Json::array();
  if (std::find(finalizers.begin(), finalizers.end(), finalizer) == finalizers.end()) finalizers.push_back(finalizer);
}

Kind& kind_among(std::vector<Kind>& kinds, std::string_view plural)
{
  return *std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) { return kind.plural == plural; });
}

namespace {

/// The API server's own Service, which it creates itself.
void install_kubernetes_service(Server& server)
{
  const auto kind = server.kinds.at("/services");
  Json service{{"metadata",
                {{"name", "kubernetes"},
                 {"namespace", "default"},
                 {"labels", {{"component", "apiserver"}, {"provider", "kubernetes"}}}}},
               {"spec",
                {{"clusterIP", "10.96.0.1"},
                 {"ports", Json::array({{{"name", "https"}, {"port", 443}, {"targetPort", 6443}}})}}}};
  kind->defaults(service);
  store_create(server, *kind, *server.store.collection("/services"), kind->versions.front(), std::move(service), false);
}

/// The classes that the API server creates itself.
void install_priority_classes(Server& server)
{
  const auto kind = server.kinds.at("scheduling.k8s.io/priorityclasses");
  const auto install = [&](const char* name, std::int64_t value, const char* description) {
    Json object{{"metadata", {{"name", name}}}, {"value", value}, {"description", description}};
    kind->defaults(object);
    store_create(server, *kind, *server.store.collection(kind->id()), kind->versions.front(), std::move(object), false,
                 {"kube-apiserver", {}, {}});
  };
  install("system-cluster-critical", 2000000000,
          "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.");
  install("system-node-critical", 2000001000,
          "Used for system critical pods that must not be moved from their current node.");
}

}  // namespace

bool in_builtin_scheme(std::string_view api_version, std::string_view kind)
{
  // What metav1.AddToGroupVersion adds to each version, and what core/v1 has beside its resources.
  static const std::set<std::string, std::less<>> everywhere{
      "CreateOptions", "DeleteOptions", "GetOptions", "ListOptions", "PatchOptions", "UpdateOptions", "WatchEvent"};
  static const std::set<std::string, std::less<>> core{"APIGroup",
                                                       "APIGroupList",
                                                       "APIResourceList",
                                                       "APIVersions",
                                                       "Binding",
                                                       "ComponentStatus",
                                                       "ComponentStatusList",
                                                       "List",
                                                       "NodeProxyOptions",
                                                       "PodAttachOptions",
                                                       "PodExecOptions",
                                                       "PodLogOptions",
                                                       "PodPortForwardOptions",
                                                       "PodProxyOptions",
                                                       "PodStatusResult",
                                                       "RangeAllocation",
                                                       "SerializedReference",
                                                       "ServiceProxyOptions",
                                                       "Status"};
  static const auto known = [] {
    std::map<std::string, std::set<std::string, std::less<>>, std::less<>> kinds;
    const auto add = [&kinds](const std::vector<Kind>& group) {
      for (const auto& one : group) {
        for (const auto& version : one.versions) {
          auto& names = kinds[one.api_version(version.name)];
          names.insert(one.kind);
          if (one.storable) names.insert(one.list_kind);
        }
      }
    };
    for (const auto group : {core_kinds, apps_kinds, batch_kinds, autoscaling_kinds, networking_kinds, policy_kinds,
                             rbac_kinds, storage_kinds, event_kinds, other_kinds, generic_kinds}) {
      add(group());
    }
    for (const char* version : {"autoscaling/v1", "apps/v1"}) kinds[version].insert("Scale");
    add({definition_kind()});
    kinds["apiextensions.k8s.io/v1"].insert("ConversionReview");
    kinds["policy/v1"].insert("Eviction");
    kinds["authentication.k8s.io/v1"].insert("TokenRequest");
    return kinds;
  }();
  const auto found = known.find(api_version);
  if (found == known.end()) return false;
  return found->second.contains(kind) || everywhere.contains(kind) || (api_version == "v1" && core.contains(kind));
}

void install_builtin_kinds(Server& server)
{
  const auto install = [&server](std::vector<Kind> kinds) {
    for (auto& kind : kinds) {
      auto shared = std::make_shared<const Kind>(std::move(kind));
      if (shared->storable) (void)server.store.collection(shared->collection());
      server.kinds.emplace(shared->id(), std::move(shared));
    }
  };
  for (const auto group : {core_kinds, apps_kinds, batch_kinds, autoscaling_kinds, networking_kinds, policy_kinds,
                           rbac_kinds, storage_kinds, event_kinds, other_kinds, generic_kinds}) {
    auto kinds = group();
    for (auto& kind : kinds) complete(kind);
    install(std::move(kinds));
  }
  auto definitions = definition_kind();
  definitions.versions.front().schema = builtin_schema(definitions.group, "v1", definitions.kind);
  install({std::move(definitions)});

  const auto namespaces = server.store.collection("/namespaces");
  const auto kind = server.kinds.at("/namespaces");
  for (const char* name : {"default", "kube-node-lease", "kube-public", "kube-system"}) {
    Json object{{"metadata", {{"name", name}}}};
    kind->defaults(object);
    store_create(server, *kind, *namespaces, kind->versions.front(), std::move(object), false,
                 {"kube-apiserver", {}, {}});
  }
  install_kubernetes_service(server);
  install_priority_classes(server);
}

}  // namespace kubexx::apiserver
