// SPDX-License-Identifier: Apache-2.0
// What the program needs to be allowed, in each of the clusters.
#include <set>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "manager/manager_impl.hpp"
#include "webhook/authority_permissions.hpp"

namespace kubexx {

void Manager::Impl::declare(const Permissions& needed, const Clusters& where)
{
  if (needed.empty()) return;
  const std::lock_guard lock(mutex_);
  needed_.push_back({where, needed});
}

Permissions Manager::Impl::permissions(std::string_view cluster) const
{
  Permissions all;
  if (options.metrics_token_review && cluster.empty()) {
    all.allow({"authentication.k8s.io", "v1", "TokenReview", "tokenreviews", Scope::cluster}, {Verb::create});
    all.allow({"authorization.k8s.io", "v1", "SubjectAccessReview", "subjectaccessreviews", Scope::cluster},
              {Verb::create});
  }
  if (cluster.empty()) all.allow(webhooks.permissions());
  const std::lock_guard lock(mutex_);
  for (const auto& needed : needed_) {
    if (needed.where.contains(cluster)) all.allow(needed.what);
  }
  return all;
}

Permissions Manager::Impl::lease_permissions() const
{
  Permissions of_lease;
  if (options.leader_election) {
    of_lease.allow(resources::leases, {Verb::get, Verb::list, Verb::watch, Verb::create, Verb::update});
  }
  return of_lease;
}

Permissions Manager::Impl::certificate_permissions() const
{
  Permissions of_secret;
  if (options.webhooks.authority && webhooks.any()) {
    of_secret.allow(resources::secrets, {Verb::get, Verb::list, Verb::watch, Verb::create, Verb::update});
  }
  return of_secret;
}

std::string Manager::Impl::roles(const RoleSubject& subject) const
{
  std::set<std::string> names;
  Permissions of_each;  // of those that will be added
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, cluster] : clusters_) names.insert(name);
    for (const auto& needed : needed_) {
      names.insert(needed.where.names().begin(), needed.where.names().end());
      if (clusters_.empty() && needed.where.contains_every_added()) of_each.allow(needed.what);
    }
  }
  std::string of_own = role_manifests(subject, permissions({}), options.namespaces, lease_permissions());
  if (options.webhooks.authority && webhooks.any()) {
    of_own += (of_own.empty() ? "" : "---\n") + detail::authority_role(subject, *options.webhooks.authority);
  }
  std::string others;
  const auto add = [&](const std::string& whose, const Permissions& needed) {
    const std::string part = role_manifests(subject, needed, options.namespaces, {});
    if (!part.empty()) others.append("---\n# ").append(whose).append(":\n").append(part);
  };
  for (const auto& name : names) add("cluster " + name, permissions(name));
  add("each cluster that is added", of_each);
  if (others.empty()) return of_own;
  return of_own.empty() ? others : "# the manager's own cluster:\n" + of_own + others;
}

}  // namespace kubexx
