// SPDX-License-Identifier: Apache-2.0
// The roles that a new cluster has (plugin/pkg/auth/authorizer/rbac/bootstrappolicy), as far as a server needs them
// that nobody else runs in: administrators, and what everybody may read.
#include "access/access.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

struct Role {
  const char* name;
  Json rules;
  std::vector<const char*> groups;  ///< to which it is bound
};

Json metadata(const char* name)
{
  return {{"name", name},
          {"labels", {{"kubernetes.io/bootstrapping", "rbac-defaults"}}},
          {"annotations", {{"rbac.authorization.kubernetes.io/autoupdate", "true"}}}};
}

Json urls(std::initializer_list<const char*> paths)
{
  return Json::array({{{"nonResourceURLs", Json(paths)}, {"verbs", {"get"}}}});
}

std::vector<Role> roles()
{
  const Json everything = Json::array(
      {{{"apiGroups", {"*"}}, {"resources", {"*"}}, {"verbs", {"*"}}}, {{"nonResourceURLs", {"*"}}, {"verbs", {"*"}}}});
  const Json about_oneself = Json::array(
      {{{"apiGroups", {"authorization.k8s.io"}},
        {"resources", {"selfsubjectaccessreviews", "selfsubjectrulesreviews"}},
        {"verbs", {"create"}}},
       {{"apiGroups", {"authentication.k8s.io"}}, {"resources", {"selfsubjectreviews"}}, {"verbs", {"create"}}}});
  return {{"cluster-admin", everything, {superusers}},
          {"system:basic-user", about_oneself, {"system:authenticated"}},
          {"system:discovery",
           urls({"/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez", "/openapi", "/openapi/*", "/readyz",
                 "/version", "/version/"}),
           {"system:authenticated"}},
          {"system:public-info-viewer",
           urls({"/healthz", "/livez", "/readyz", "/version", "/version/"}),
           {"system:authenticated", "system:unauthenticated"}}};
}

void install(Server& server, const char* plural, Json object)
{
  const auto kind = find_kind(server, "rbac.authorization.k8s.io", plural);
  const auto collection = server.store.collection(kind->collection());
  (void)store_create(server, *kind, *collection, kind->versions.front(), std::move(object), false);
}

}  // namespace

void install_bootstrap_roles(Server& server)
{
  for (auto& role : roles()) {
    Json subjects = Json::array();
    for (const auto* group : role.groups) {
      subjects.push_back({{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "Group"}, {"name", group}});
    }
    install(server, "clusterroles", {{"metadata", metadata(role.name)}, {"rules", std::move(role.rules)}});
    install(server, "clusterrolebindings",
            {{"metadata", metadata(role.name)},
             {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", role.name}}},
             {"subjects", std::move(subjects)}});
  }
}

}  // namespace kubexx::apiserver
