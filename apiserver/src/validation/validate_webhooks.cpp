// SPDX-License-Identifier: Apache-2.0
// MutatingWebhookConfigurations and ValidatingWebhookConfigurations.
#include <algorithm>
#include <optional>
#include <set>

#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_admission.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* url_form = "; desired format: https://host[/path]";

void check_qualified(const FieldValue& name)
{
  const auto text = name.text();
  if (text.empty()) return name.required();
  std::string problems;
  for (const auto& problem : dns_1123_subdomain_problems(text)) problems += (problems.empty() ? "" : ",") + problem;
  if (!problems.empty()) return name.invalid(problems);
  if (std::count(text.begin(), text.end(), '.') < 2) {
    name.invalid("should be a domain with at least three segments separated by dots");
  }
}

/// What url.Parse makes of the usual ones; a text without a scheme is a path.
void check_url(const FieldValue& url)
{
  auto rest = url.text();
  const auto cut = [&rest](char mark) -> std::optional<std::string> {
    const auto at = rest.find(mark);
    if (at == std::string::npos) return std::nullopt;
    auto behind = rest.substr(at + 1);
    rest.resize(at);
    return behind;
  };
  const auto fragment = cut('#');
  const auto query = cut('?');
  const auto colon = rest.find("://");
  const auto scheme = colon == std::string::npos ? std::string() : rest.substr(0, colon);
  auto host = colon == std::string::npos ? std::string() : rest.substr(colon + 3);
  host = host.substr(0, host.find('/'));
  std::optional<std::string> user;
  if (const auto at = host.rfind('@'); at != std::string::npos) {
    user = host.substr(0, at);
    host = host.substr(at + 1);
  }
  if (scheme != "https") url.invalid(scheme, std::string("'https' is the only allowed URL scheme") + url_form);
  if (host.empty()) url.invalid(host, std::string("host must be specified") + url_form);
  if (user) url.invalid(*user, "user information is not permitted in the URL");
  if (fragment && !fragment->empty()) url.invalid(*fragment, "fragments are not permitted in the URL");
  if (query && !query->empty()) url.invalid(*query, "query parameters are not permitted in the URL");
}

void check_service_path(const FieldValue& path)
{
  const auto text = path.text();
  if (text.empty() || text == "/") return;
  if (text == "//") return path.invalid("segment[0] may not be empty");
  if (text.front() != '/') path.invalid("must start with a '/'");
  auto rest = text.substr(1);
  if (rest.ends_with('/')) rest.pop_back();
  std::size_t index = 0;
  for_each_part(rest, '/', [&](std::string_view step) {
    const auto segment = "segment[" + std::to_string(index++) + "]";
    if (step.empty()) return path.invalid(segment + " may not be empty");
    for (const auto& problem : dns_1123_subdomain_problems(step)) path.invalid(segment + ": " + problem);
  });
}

void check_admission_review_versions(const FieldValue& versions)
{
  if (versions.size() == 0) return versions.required("must specify one of v1, v1beta1");
  std::set<std::string> seen;
  bool known = false;
  for (const auto& version : versions.items()) {
    if (!seen.insert(version.text()).second) {
      version.invalid("duplicate version");
      continue;
    }
    version.problem(dns_1035_label_problem(version.text()));
    known = known || version.is("v1") || version.is("v1beta1");
  }
  if (!known) versions.invalid("must include at least one of v1, v1beta1");
}

}  // namespace

void validate_webhook_client(const FieldValue& client)
{
  const auto url = client["url"];
  const auto service = client["service"];
  if (url.present() == service.present()) return client.required("exactly one of url or service is required");
  if (url.present()) return check_url(url);
  // The real server hands name and namespace over in the wrong order.
  if (service["namespace"].zero()) service["name"].required();
  if (service["name"].zero()) service["namespace"].required();
  if (const auto problem = port_number_problem(service["port"].number()); !problem.empty()) {
    service["port"].invalid(service["port"].number(), "port is not valid: " + problem);
  }
  if (service["path"].present()) check_service_path(service["path"]);
}

void validate_webhooks(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  std::set<std::string> names;
  for (const auto& hook : FieldValue(&object, "", errors)["webhooks"].items()) {
    check_qualified(hook["name"]);
    for (const auto& rule : hook["rules"].items()) validate_rule_with_operations(rule);
    if (const auto policy = hook["failurePolicy"]; policy.present()) policy.one_of({"Fail", "Ignore"});
    if (const auto policy = hook["matchPolicy"]; policy.present()) policy.one_of({"Equivalent", "Exact"});
    const auto effects = hook["sideEffects"];
    if (!effects.present()) {
      effects.required("must specify one of None, NoneOnDryRun");
    } else {
      effects.one_of({"None", "NoneOnDryRun"});
    }
    const auto timeout = hook["timeoutSeconds"];
    if (timeout.present() && (timeout.number() > 30 || timeout.number() < 1)) {
      timeout.invalid("the timeout value must be between 1 and 30 seconds");
    }
    (void)hook["namespaceSelector"].label_selector();
    (void)hook["objectSelector"].label_selector();
    if (const auto policy = hook["reinvocationPolicy"]; policy.present()) policy.one_of({"IfNeeded", "Never"});
    validate_webhook_client(hook["clientConfig"]);
    validate_match_conditions(hook["matchConditions"], false);
    check_admission_review_versions(hook["admissionReviewVersions"]);
    const auto name = hook["name"];
    if (!name.zero() && !names.insert(name.text()).second) name.duplicate();
  }
}

}  // namespace kubexx::apiserver
