// SPDX-License-Identifier: Apache-2.0
// k8s.io/pod-security-admission/admission/admission.go
#include "admission/pod_security.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "admission/pod_security_checks.hpp"

namespace kubexx::apiserver {
namespace {

using Labels = std::map<std::string, std::string>;

constexpr const char* pods_id = "/pods";
constexpr const char* namespaces_id = "/namespaces";

/// The template of pods that an object of such a kind has; null when it has none.
const Json* template_in(const Kind& kind, const Json& object)
{
  const auto id = kind.id();
  const auto* found = id == "/podtemplates"    ? find(object, {"template"})
                      : id == "batch/cronjobs" ? find(object, {"spec", "jobTemplate", "spec", "template"})
                                               : find(object, {"spec", "template"});
  return found != nullptr && found->is_object() ? found : nullptr;
}

/// "host namespaces (hostNetwork=true), privileged (…)".
std::string details_of(const std::vector<SecurityViolation>& violations)
{
  std::string text;
  for (const auto& one : violations) text += (text.empty() ? "" : ", ") + one.reason + " (" + one.detail + ")";
  return text;
}

std::string reasons_of(const std::vector<SecurityViolation>& violations)
{
  std::string text;
  for (const auto& one : violations) text += (text.empty() ? "" : ", ") + one.reason;
  return text;
}

bool same_images(const Json& containers, const Json& before)
{
  return std::equal(
      containers.begin(), containers.end(), before.begin(), before.end(),
      [](const Json& one, const Json& was) { return json_at(one, {"image"}) == json_at(was, {"image"}); });
}

/// Whether an update of a pod is one that the plugin looks at: of containers and their images.
bool is_significant(const Json& pod, const Json& before)
{
  for (const char* list : {"containers", "initContainers"}) {
    if (!same_images(array_at(pod, {"spec", list}), array_at(before, {"spec", list}))) return true;
  }
  const auto& were = array_at(before, {"spec", "ephemeralContainers"});
  for (const auto& one : array_at(pod, {"spec", "ephemeralContainers"})) {
    const auto was = std::find_if(were.begin(), were.end(), [&](const Json& other) {
      return string_at(other, {"name"}) == string_at(one, {"name"});
    });
    if (was == were.end() || json_at(*was, {"image"}) != json_at(one, {"image"})) return true;
  }
  return false;
}

/// Wants the lock held.
NamespaceSecurity security_of_namespace(Server& server, const std::string& name)
{
  const auto found = server.store.collection(namespaces_id)->objects.get(name);
  return found ? namespace_security(found->labels) : NamespaceSecurity();
}

Labels labels_in(const Json& object)
{
  Labels labels;
  for (const auto& [name, value] : json_at(object, {"metadata", "labels"}).items()) {
    if (value.is_string()) labels.emplace(name, value.get<std::string>());
  }
  return labels;
}

/// Of pods that have one owner in common, the first comes before the others of all.
std::vector<StoredPtr> pods_to_check(Server& server, const std::string& namespace_)
{
  std::vector<StoredPtr> first, others;
  std::set<std::string_view> owners;
  const Locked locked(server);
  const auto& objects = server.store.collection(pods_id)->objects;
  const auto prefix = namespace_ + "/";
  for (auto each = objects.lower_bound(prefix); each != objects.end() && each->first.starts_with(prefix); ++each) {
    const auto& pod = each->second;
    const bool is_first = pod->owners.empty() || owners.insert(pod->owners.front()).second;
    (is_first ? first : others).push_back(pod);
  }
  std::move(others.begin(), others.end(), std::back_inserter(first));
  return first;
}

std::vector<SecurityViolation> violations_of(const SecurityPolicy& policy, const Json& pod)
{
  return security_violations(policy, json_at(pod, {"metadata"}), json_at(pod, {"spec"}));
}

/// Which of the pods that are there do not meet what the namespace is about to enforce.
void warn_of_pods(Server& server, const std::string& namespace_, const SecurityPolicy& policy,
                  std::vector<std::string>& warnings)
{
  constexpr std::size_t most = 3000;  // that are looked at
  struct Found {
    std::string first;  // by name
    std::size_t count = 0;
  };
  const auto all = pods_to_check(server, namespace_);
  std::map<std::string, Found> by_reasons;
  for (std::size_t at = 0; at < std::min(all.size(), most); ++at) {
    const auto& pod = *all[at];
    const auto violations = violations_of(policy, pod.json());
    if (violations.empty()) continue;
    auto& found = by_reasons[reasons_of(violations)];
    if (found.count++ == 0 || pod.name < found.first) found.first = pod.name;
  }
  if (all.size() > most) {
    warnings.push_back("new PodSecurity enforce level only checked against the first " + std::to_string(most) + " of " +
                       std::to_string(all.size()) + " existing pods");
  }
  if (by_reasons.empty()) return;
  warnings.push_back("existing pods in namespace " + go_quoted(namespace_) +
                     " violate the new PodSecurity enforce level " + go_quoted(policy.text()));
  std::vector<std::string> lines;
  for (const auto& [reasons, found] : by_reasons) {
    const auto others = found.count - 1;
    const auto more = others == 0   ? std::string()
                      : others == 1 ? " (and 1 other pod)"
                                    : " (and " + std::to_string(others) + " other pods)";
    lines.push_back(found.first + more + ": " + reasons);
  }
  std::sort(lines.begin(), lines.end());
  warnings.insert(warnings.end(), lines.begin(), lines.end());
}

bool same_errors(const FieldErrors& errors, const FieldErrors& before)
{
  return std::equal(errors.begin(), errors.end(), before.begin(), before.end(),
                    [](const FieldError& one, const FieldError& was) { return one.text() == was.text(); });
}

void check_namespace_labels(Server& server, Call& call, const Json& object, const Json* before)
{
  const auto name = string_at(object, {"metadata", "name"});
  const auto wanted = namespace_security(labels_in(object));
  const auto was = before == nullptr ? NamespaceSecurity() : namespace_security(labels_in(*before));
  if (!wanted.errors.empty() && !same_errors(wanted.errors, was.errors)) {
    throw invalid(call.kind->group, call.kind->kind, name, wanted.errors);
  }
  if (before == nullptr) return;
  const bool relaxed = wanted.enforce.level == SecurityLevel::privileged ||
                       (wanted.enforce.minor == was.enforce.minor && wanted.enforce.level <= was.enforce.level);
  if (!relaxed) warn_of_pods(server, name, wanted.enforce, call.warnings);
}

std::string violates(const SecurityPolicy& policy, const std::vector<SecurityViolation>& violations)
{
  return " PodSecurity " + go_quoted(policy.text()) + ": " + details_of(violations);
}

void enforce(const SecurityPolicy& policy, const Json& pod)
{
  const auto found = violations_of(policy, pod);
  if (found.empty()) return;
  throw forbidden("", "pods", string_at(pod, {"metadata", "name"}), "violates" + violates(policy, found));
}

void warn(const SecurityPolicy& policy, const Json& pod, std::vector<std::string>& warnings)
{
  const auto found = violations_of(policy, pod);
  if (!found.empty()) warnings.push_back("would violate" + violates(policy, found));
}

/// Whether the plugin looks at writes of this kind.
bool is_concerned(const Kind& kind)
{
  static constexpr std::array<std::string_view, 10> ids{namespaces_id,      pods_id,
                                                        "/podtemplates",    "/replicationcontrollers",
                                                        "apps/daemonsets",  "apps/deployments",
                                                        "apps/replicasets", "apps/statefulsets",
                                                        "batch/cronjobs",   "batch/jobs"};
  return !kind.custom && std::find(ids.begin(), ids.end(), kind.id()) != ids.end();
}

}  // namespace

void check_pod_security(Server& server, Call& call, const Json& object, const Json* before)
{
  if (!is_concerned(*call.kind)) return;
  const auto& subresource = call.path.subresource;
  const bool is_pod = call.kind->id() == pods_id;
  const bool looked_at =
      subresource.empty() || (is_pod && (subresource == "ephemeralcontainers" || subresource == "resize"));
  if (!looked_at || (is_pod && before != nullptr && !is_significant(object, *before))) return;
  if (call.kind->id() == namespaces_id) return check_namespace_labels(server, call, object, before);
  const auto* pod = is_pod ? &object : template_in(*call.kind, object);
  if (pod == nullptr) return;
  const auto policies = [&] {
    const Locked locked(server);
    return security_of_namespace(server, call.path.namespace_);
  }();
  if (is_pod) enforce(policies.enforce, *pod);
  warn(policies.warn, *pod, call.warnings);
}

void enforce_pod_security(Server& server, const Json& pod)
{
  enforce(security_of_namespace(server, string_at(pod, {"metadata", "namespace"})).enforce, pod);
}

}  // namespace kubexx::apiserver
