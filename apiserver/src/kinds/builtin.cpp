// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"

#include <cctype>

#include "crd/crd.hpp"
#include "render/tables.hpp"
#include "schema/schema.hpp"
#include "verbs/gc.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {

Kind make_kind(std::string group, std::string kind, std::string plural, bool namespaced)
{
  Kind made;
  made.group = std::move(group);
  made.singular = kind;
  for (auto& c : made.singular) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  made.list_kind = kind + "List";
  made.kind = std::move(kind);
  made.plural = std::move(plural);
  made.namespaced = namespaced;
  ServedVersion version;
  version.name = "v1";
  made.versions.push_back(version);
  return made;
}

Column name_column(const std::string& what)
{
  return {"Name", "string", "name", "Name of the " + what, 0, ""};
}

Column age_column(const std::string& what)
{
  return {"Age", "string", "", "Age of the " + what, 0, ""};
}

Json name_cell(const Json& object)
{
  return string_at(object, {"metadata", "name"});
}

Json age_cell(const Json& object, WallTime now)
{
  return human_age(string_at(object, {"metadata", "creationTimestamp"}), now);
}

namespace {

/// The name of the kind's type in builtin_schemas().
std::string type_name(const Kind& kind)
{
  auto package = kind.group.empty() ? std::string("core") : kind.group.substr(0, kind.group.find('.'));
  return package + "." + kind.versions.front().name + "." + kind.kind;
}

}  // namespace

void install_builtin_kinds(Server& server)
{
  const auto install = [&server](std::vector<Kind> kinds) {
    for (auto& kind : kinds) {
      const auto schema = builtin_schemas().find(type_name(kind));
      if (schema != builtin_schemas().end()) kind.versions.front().schema = schema->second;
      auto shared = std::make_shared<const Kind>(std::move(kind));
      if (shared->storable) (void)server.store.collection(shared->collection());
      server.kinds.emplace(shared->id(), std::move(shared));
    }
  };
  install(core_kinds());
  install(apps_kinds());
  install(event_kinds());
  install(other_kinds());
  install({definition_kind()});

  const auto namespaces = server.store.collection("/namespaces");
  const auto kind = server.kinds.at("/namespaces");
  for (const char* name : {"default", "kube-node-lease", "kube-public", "kube-system"}) {
    Json object{{"metadata", {{"name", name}}}};
    kind->defaults(object);
    store_create(server, *kind, *namespaces, kind->versions.front(), std::move(object), false);
  }
}

}  // namespace kubexx::apiserver
