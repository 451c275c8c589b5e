// SPDX-License-Identifier: Apache-2.0
#include "admission/pod_security_checks.hpp"

#include <algorithm>

namespace kubexx::apiserver {
namespace {

constexpr std::int64_t newest = 37;  // the last version in which a check changed

template <class Texts>
std::string join(const Texts& texts, std::string_view separator)
{
  std::string text;
  for (const auto& one : texts) {
    if (!text.empty()) text += separator;
    text += one;
  }
  return text;
}

}  // namespace

PodUnderCheck::PodUnderCheck(const Json& metadata_of, const Json& spec_of, std::int64_t minor_of)
    : metadata(metadata_of), spec(spec_of), minor(minor_of)
{
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const auto& one : array_at(spec, {list})) containers.push_back(&one);
  }
}

std::vector<std::string> PodUnderCheck::containers_with(const Test& test) const
{
  std::vector<std::string> names;
  for (const auto* one : containers) {
    if (test(*one)) names.push_back(string_at(*one, {"name"}));
  }
  return names;
}

bool PodUnderCheck::has_user_namespace() const
{
  const auto* shared = find(spec, {"hostUsers"});
  return shared != nullptr && *shared == false;
}

std::string counted(std::string_view word, std::size_t count)
{
  return std::string(word) + (count == 1 ? " " : "s ");
}

std::string containers_text(const std::vector<std::string>& names)
{
  return counted("container", names.size()) + quoted_list(names);
}

std::string setters_text(bool pod, const std::vector<std::string>& containers)
{
  std::vector<std::string> all;
  if (pod) all.emplace_back("pod");
  if (!containers.empty()) all.push_back(containers_text(containers));
  return joined(all, " and ");
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator)
{
  return join(texts, separator);
}

std::string joined(const std::set<std::string>& texts, std::string_view separator)
{
  return join(texts, separator);
}

const Json* security_of(const Json& holder, std::string_view member)
{
  const auto* value = find(holder, {"securityContext", member});
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::vector<SecurityViolation> security_violations(const SecurityPolicy& policy, const Json& metadata, const Json& spec)
{
  if (policy.level == SecurityLevel::privileged) return {};
  const bool restricted = policy.level == SecurityLevel::restricted;
  const PodUnderCheck pod(metadata, spec, std::min(policy.minor.value_or(newest), newest));
  std::vector<SecurityViolation> found;
  const auto check = [&](const SecurityRule& rule) {
    if (pod.minor < rule.since || (restricted && pod.minor >= rule.replaced_since)) return;
    if (auto violation = rule.check(pod)) found.push_back(std::move(*violation));
  };
  for (const auto& rule : baseline_rules()) check(rule);
  if (!restricted) return found;
  for (const auto& rule : restricted_rules()) check(rule);
  return found;
}

}  // namespace kubexx::apiserver
