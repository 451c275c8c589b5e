// SPDX-License-Identifier: Apache-2.0
#include "apply/field_manager.hpp"
#include "columns/cells.hpp"
#include "controllers/gc.hpp"
#include "validation/field_value.hpp"
#include "verbs/admitted.hpp"
#include "verbs/decode.hpp"
#include "verbs/subresources.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

/// What leaves a budget's numbers as they are: a pod that does not run, or that does not count.
bool is_beside_budgets(const Json& pod)
{
  const auto phase = string_at(pod, {"status", "phase"});
  return phase == "Succeeded" || phase == "Failed" || phase == "Pending" ||
         find(pod, {"metadata", "deletionTimestamp"}) != nullptr;
}

std::vector<StoredPtr> budgets_of(Server& server, const Call& call, const Json& pod)
{
  std::vector<StoredPtr> found;
  const auto* labels = find(pod, {"metadata", "labels"});
  const Json none = Json::object();
  for (const auto& [key, stored] : server.store.collection("policy/poddisruptionbudgets")->objects) {
    if (stored->namespace_ != call.path.namespace_) continue;
    const auto budget = stored->json();
    const auto* selector = find(budget, {"spec", "selector"});
    if (selector != nullptr && selects(*selector, labels == nullptr ? none : *labels)) found.push_back(stored);
  }
  return found;
}

[[noreturn]] void refuse_eviction(std::int64_t seconds, const std::string& why)
{
  Json details{{"causes", Json::array({{{"reason", "DisruptionBudget"}, {"message", why}}})}};
  if (seconds > 0) details["retryAfterSeconds"] = seconds;
  throw Failure(429, "TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.",
                std::move(details));
}

std::string why_not(const Json& budget, const std::string& name)
{
  const auto wanted = number_at(budget, {"status", "desiredHealthy"});
  const auto healthy = number_at(budget, {"status", "currentHealthy"});
  if (healthy <= wanted) {
    return "The disruption budget " + name + " needs " + std::to_string(wanted) + " healthy pods and has " +
           std::to_string(healthy) + " currently";
  }
  return "The disruption budget " + name + " does not allow evicting pods currently";
}

/// The condition DisruptionAllowed of a budget that allows no more.
void mark_exhausted(Json& budget, const std::string& now)
{
  auto& conditions = budget["status"]["conditions"];
  if (!conditions.is_array()) conditions = Json::array();
  std::erase_if(conditions.get_ref<Json::array_t&>(),
                [](const Json& one) { return string_at(one, {"type"}) == "DisruptionAllowed"; });
  conditions.push_back({{"type", "DisruptionAllowed"},
                        {"status", "False"},
                        {"reason", "InsufficientPods"},
                        {"message", ""},
                        {"observedGeneration", number_at(budget, {"status", "observedGeneration"})},
                        {"lastTransitionTime", now}});
}

/// Takes one of the budget's disruptions for the pod. Throws when there is none.
void take_disruption(Server& server, const Call& call, const StoredPtr& stored, bool dry_run)
{
  auto budget = stored->json();
  if (number_at(budget, {"status", "observedGeneration"}) < number_at(budget, {"metadata", "generation"})) {
    refuse_eviction(10, "The disruption budget " + stored->name + " is still being processed by the server.");
  }
  const auto allowed = number_at(budget, {"status", "disruptionsAllowed"});
  if (allowed < 0) {
    throw forbidden("policy", "poddisruptionbudget", stored->name, "pdb disruptions allowed is negative",
                    Json::array({{{"reason", "DisruptionBudget"},
                                  {"message", "The disruption budget " + stored->name +
                                                  " does not allow evicting pods currently: pdb disruptions allowed is "
                                                  "negative"}}}));
  }
  if (allowed == 0) refuse_eviction(0, why_not(budget, stored->name));
  if (dry_run) return;
  const auto before = budget;
  budget["status"]["disruptionsAllowed"] = allowed - 1;
  ensure_object(budget["status"], "disruptedPods")[call.path.name] = now_text(server);
  if (allowed == 1) mark_exhausted(budget, now_text(server));
  const auto collection = server.store.collection("policy/poddisruptionbudgets");
  const auto kind = kind_of(server, *collection);
  const apply::FieldManager fields(server, *kind, *kind->version("v1"), "status");
  fields.update(&before, budget, "kube-apiserver");
  note_written(server, *server.store.put(*collection, std::move(budget)));
}

/// Whether the pod counts as healthy, and its budget must allow that it goes.
bool needs_disruption(const Json& pod, const Json& budget)
{
  if (has_condition(pod, "Ready")) return true;
  if (string_at(budget, {"spec", "unhealthyPodEvictionPolicy"}) == "AlwaysAllow") return false;
  const auto wanted = number_at(budget, {"status", "desiredHealthy"});
  return wanted <= 0 || number_at(budget, {"status", "currentHealthy"}) < wanted;
}

}  // namespace

HttpResponse success_status()
{
  return json_response(201, dump(Json{{"kind", "Status"},
                                      {"apiVersion", "v1"},
                                      {"metadata", Json::object()},
                                      {"status", "Success"},
                                      {"code", 201}}));
}

awaitable<HttpResponse> evict_pod(std::shared_ptr<Server> state, Call& call)
{
  auto eviction = parse_body(call.http, "Eviction", "policy/v1");
  const GroupVersionKind kind{"policy", "v1", "Eviction"};
  const auto admission = admission_now(*state);
  co_await admit_posted(state, call, admission, kind, eviction);
  if (string_at(eviction, {"metadata", "name"}) != call.path.name) {
    throw bad_request("name in URL does not match name in Eviction object");
  }
  co_await validate_posted(state, call, admission, kind, eviction);
  auto& server = *state;
  const Locked locked(server);
  const auto* options = find(eviction, {"deleteOptions"});
  const auto* listed = find(eviction, {"deleteOptions", "dryRun"});
  const bool dry_run = is_dry_run(call.query) || (listed != nullptr && listed->is_array() && !listed->empty());
  const auto pod = current_object(call)->json();
  if (!is_beside_budgets(pod)) {
    const auto budgets = budgets_of(server, call, pod);
    if (budgets.size() > 1) {
      throw Failure(500, "",
                    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.");
    }
    if (budgets.size() == 1 && needs_disruption(pod, budgets.front()->json())) {
      take_disruption(server, call, budgets.front(), dry_run);
    }
  }
  HttpRequest request = call.http;
  Json delete_options = options == nullptr ? Json::object() : *options;
  if (dry_run) delete_options["dryRun"] = Json::array({"All"});
  request.body = dump(delete_options);
  request.headers.set("Content-Type", "application/json");
  Call deletion{request, call.user, call.query, call.kind, call.version, call.path, call.collection, call.as, {}};
  deletion.path.subresource.clear();
  delete_now(server, deletion);
  co_return success_status();
}

awaitable<HttpResponse> bind_pod(std::shared_ptr<Server> state, Call& call)
{
  auto binding = parse_body(call.http, "Binding", "v1");
  try {
    decode_builtin("core.v1.Binding", binding);
  } catch (const DecodeError& error) {
    throw unreadable("Binding", "v1", error);
  }
  const GroupVersionKind gvk{"", "v1", "Binding"};
  const auto admission = admission_now(*state);
  co_await admit_posted(state, call, admission, gvk, binding);
  if (string_at(binding, {"metadata", "name"}) != call.path.name) {
    throw bad_request("name in URL does not match name in Binding object");
  }
  const auto kind = string_at(binding, {"target", "kind"});
  const auto node = string_at(binding, {"target", "name"});
  FieldErrors errors;
  if (!kind.empty() && kind != "Node") {
    errors.push_back(unsupported_value("target.kind", kind, {"Node", "<empty>"}));
  }
  if (node.empty()) errors.push_back(required_value("target.name", ""));
  if (!errors.empty()) {
    std::string text;
    for (const auto& error : errors) text.append(text.empty() ? "" : ", ").append(error.text());
    throw Failure(500, "", errors.size() > 1 ? "[" + text + "]" : text);
  }
  co_await validate_posted(state, call, admission, gvk, binding);
  auto& server = *state;
  const Locked locked(server);
  const auto current = current_object(call);
  auto pod = current->json();
  const auto conflicting = [&](const std::string& why) { return conflict("", "pods/binding", call.path.name, why); };
  if (current->deleting) throw conflicting("pod " + call.path.name + " is being deleted, cannot be assigned to a host");
  if (const auto present = string_at(pod, {"spec", "nodeName"}); !present.empty()) {
    throw conflicting("pod " + call.path.name + " is already assigned to node " + go_quoted(present));
  }
  if (size_at(pod, {"spec", "schedulingGates"}) > 0) {
    throw conflicting("pod " + call.path.name + " has non-empty .spec.schedulingGates");
  }
  pod["spec"]["nodeName"] = node;
  if (const auto* annotations = find(binding, {"metadata", "annotations"}); annotations != nullptr) {
    ensure_object(pod["metadata"], "annotations").update(*annotations);
  }
  auto& conditions = ensure_object(pod, "status")["conditions"];
  if (!conditions.is_array()) conditions = Json::array();
  std::erase_if(conditions.get_ref<Json::array_t&>(),
                [](const Json& one) { return string_at(one, {"type"}) == "PodScheduled"; });
  conditions.push_back({{"type", "PodScheduled"},
                        {"status", "True"},
                        {"lastProbeTime", nullptr},
                        {"lastTransitionTime", now_text(server)}});
  (void)store_part(server, call, current, std::move(pod));
  co_return success_status();
}

}  // namespace kubexx::apiserver
