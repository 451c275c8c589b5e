// SPDX-License-Identifier: Apache-2.0
#include "admission/quota.hpp"

#include <set>
#include <vector>

#include "admission/quota_usage.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* quotas_collection = "/resourcequotas";

struct Quota {
  StoredPtr stored;
  Json object;
  ResourceAmounts hard, used;  ///< of its status
  ResourceAmounts charged;     ///< by this write
};

std::string namespace_prefix(const std::string& namespace_)
{
  return namespace_ + "/";
}

[[noreturn]] void deny_by_quota(const QuotaRequest& request, const std::string& why)
{
  throw forbidden(request.kind.group, request.kind.plural, string_at(request.object, {"metadata", "name"}), why);
}

std::string amounts_text(const ResourceAmounts& amounts, const std::set<std::string>& names)
{
  std::string text;
  for (const auto& name : names) {
    const auto found = amounts.find(name);
    if (found != amounts.end()) text += (text.empty() ? "" : ",") + name + "=" + found->second.to_string();
  }
  return text;
}

std::string joined(const std::set<std::string>& names)
{
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

/// Those of the namespace that the write concerns.
std::vector<Quota> interesting(Server& server, const QuotaEvaluator& evaluator, const QuotaRequest& request)
{
  std::vector<Quota> found;
  const auto& objects = server.store.collection(quotas_collection)->objects;
  const auto prefix = namespace_prefix(request.namespace_);
  for (auto at = objects.lower_bound(prefix); at != objects.end() && at->first.starts_with(prefix); ++at) {
    Quota quota{at->second, at->second->json(), {}, {}, {}};
    quota.hard = resource_amounts(json_at(quota.object, {"status", "hard"}));
    quota.used = resource_amounts(json_at(quota.object, {"status", "used"}));
    const auto restricted = evaluator.matching(quota.hard);
    if (restricted.empty() || !evaluator.in_scope(json_at(quota.object, {"spec"}), request.object)) continue;
    if (const auto missing = evaluator.constraint(restricted, request.object); !missing.empty()) {
      deny_by_quota(request, "failed quota: " + quota.stored->name + ": " + missing);
    }
    for (const auto& name : restricted) {
      if (quota.used.contains(name)) continue;
      deny_by_quota(request, "status unknown for quota: " + quota.stored->name + ", resources: " + joined(restricted));
    }
    found.push_back(std::move(quota));
  }
  return found;
}

/// What is used more than before; nothing for what is used less.
ResourceAmounts increase(const ResourceAmounts& now, const ResourceAmounts& before)
{
  ResourceAmounts more;
  for (const auto& [name, amount] : now) {
    const auto old = before.find(name);
    const auto difference = old == before.end() ? amount : amount - old->second;
    if (difference.sign() > 0) more[name] = difference;
  }
  return more;
}

void check_fits(const QuotaRequest& request, const Quota& quota)
{
  if (request.subresource == "status") return;
  std::set<std::string> exceeded;
  for (const auto& [name, amount] : quota.charged) {
    auto sum = amount;
    if (const auto used = quota.used.find(name); used != quota.used.end()) sum += used->second;
    if (sum > quota.hard.at(name)) exceeded.insert(name);
  }
  if (exceeded.empty()) return;
  deny_by_quota(request, "exceeded quota: " + quota.stored->name + ", requested: " +
                             amounts_text(quota.charged, exceeded) + ", used: " + amounts_text(quota.used, exceeded) +
                             ", limited: " + amounts_text(quota.hard, exceeded));
}

void write_usage(Server& server, Quota quota)
{
  add_resources(quota.used, quota.charged);
  const auto kind = find_kind(server, "", "resourcequotas");
  quota.object["status"]["used"] = resource_list(quota.used);
  UpdateRequest update;
  update.object = std::move(quota.object);
  update.current = quota.stored;
  update.status_only = true;
  update.ownership.manager = "kube-apiserver";
  update.ownership.subresource = "status";
  (void)store_update(server, *kind, *server.store.collection(quotas_collection), kind->versions.front(),
                     std::move(update));
}

/// What the objects of a kind use of what `hard` names.
void count_objects(Server& server, const Kind& kind, const Json& quota, const ResourceAmounts& hard,
                   ResourceAmounts& used)
{
  const QuotaEvaluator evaluator(kind);
  const auto names = evaluator.matching(hard);
  if (names.empty()) return;
  const auto now = server.options.clock->wall_now();
  const auto& spec = json_at(quota, {"spec"});
  const auto& objects = server.store.collection(kind.collection())->objects;
  ResourceAmounts sum;
  const auto prefix = namespace_prefix(string_at(quota, {"metadata", "namespace"}));
  for (auto at = objects.lower_bound(prefix); at != objects.end() && at->first.starts_with(prefix); ++at) {
    const auto object = evaluator.counts_alone() ? Json::object() : at->second->json();
    if (evaluator.in_scope(spec, object)) add_resources(sum, evaluator.usage(object, now));
  }
  for (const auto& name : names) used[name] = sum[name];
}

}  // namespace

bool has_quotas(Server& server, const std::string& namespace_)
{
  if (namespace_.empty()) return false;
  const auto& quotas = server.store.collection(quotas_collection)->objects;
  const auto first = quotas.lower_bound(namespace_prefix(namespace_));
  return first != quotas.end() && first->first.starts_with(namespace_prefix(namespace_));
}

Json resource_list(const ResourceAmounts& amounts)
{
  Json list = Json::object();
  for (const auto& [name, amount] : amounts) list[name] = amount.to_string();
  return list;
}

ResourceAmounts used_now(Server& server, const Json& quota)
{
  ResourceAmounts used;
  const auto hard = resource_amounts(json_at(quota, {"spec", "hard"}));
  for (const auto& [id, kind] : server.kinds) {
    if (QuotaEvaluator::counts(*kind)) count_objects(server, *kind, quota, hard, used);
  }
  return used;
}

void charge_quotas(Server& server, const QuotaRequest& request)
{
  if (!QuotaEvaluator::counts(request.kind) || !has_quotas(server, request.namespace_)) return;
  const QuotaEvaluator evaluator(request.kind);
  if (!evaluator.handles(request.operation, request.subresource, request.object, request.old_object)) return;
  auto quotas = interesting(server, evaluator, request);
  if (quotas.empty()) return;
  const auto now = server.options.clock->wall_now();
  const auto usage = evaluator.usage(request.object, now);
  std::set<std::string> negative;
  for (const auto& [name, amount] : usage) {
    if (amount.sign() < 0) negative.insert(name);
  }
  if (!negative.empty()) deny_by_quota(request, "quota usage is negative for resource(s): " + joined(negative));
  for (auto& quota : quotas) {
    const bool had = request.old_object != nullptr && !evaluator.matching(quota.hard).empty() &&
                     evaluator.in_scope(json_at(quota.object, {"spec"}), *request.old_object);
    const auto more = increase(usage, had ? evaluator.usage(*request.old_object, now) : ResourceAmounts());
    for (const auto& [name, amount] : more) {
      if (quota.hard.contains(name)) quota.charged[name] = amount;
    }
    check_fits(request, quota);
  }
  if (request.dry_run) return;
  for (auto& quota : quotas) {
    if (!quota.charged.empty()) write_usage(server, std::move(quota));
  }
}

}  // namespace kubexx::apiserver
