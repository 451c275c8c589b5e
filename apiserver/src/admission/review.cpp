// SPDX-License-Identifier: Apache-2.0
#include "admission/review.hpp"

#include <algorithm>
#include <array>

#include "kubexx/base/base64.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* group = "admission.k8s.io/";

Json kind_json(const GroupVersionKind& kind)
{
  return {{"group", kind.group}, {"version", kind.version}, {"kind", kind.kind}};
}

Json resource_json(const Kind& kind, const std::string& version)
{
  return {{"group", kind.group}, {"version", version}, {"resource", kind.plural}};
}

/// What Go's decoder refuses: a value of another type.
void check_types(const Json& response)
{
  struct Field {
    const char* name;
    const char* type;
    bool (Json::*is)() const noexcept;
  };
  static constexpr std::array<Field, 6> fields{{{"uid", "types.UID", &Json::is_string},
                                                {"allowed", "bool", &Json::is_boolean},
                                                {"status", "v1.Status", &Json::is_object},
                                                {"patch", "[]uint8", &Json::is_string},
                                                {"patchType", "v1.PatchType", &Json::is_string},
                                                {"warnings", "[]string", &Json::is_array}}};
  for (const auto& field : fields) {
    const auto* value = find(response, {field.name});
    if (value == nullptr || value->is_null() || (value->*field.is)()) continue;
    throw WebhookProblem(
        std::string("failed to call webhook: ") +
        cannot_unmarshal(*value, "AdmissionResponse", std::string("response.") + field.name, field.type).what());
  }
}

void check_patch(bool mutating, const std::string& patch, const Json* type)
{
  if (!mutating) {
    if (!patch.empty()) throw WebhookProblem("validating webhook may not return response.patch");
    if (type != nullptr) throw WebhookProblem("validating webhook may not return response.patchType");
    return;
  }
  if (!patch.empty() && type == nullptr) {
    throw WebhookProblem("webhook returned response.patch but not response.patchType");
  }
  if (patch.empty() && type != nullptr) {
    throw WebhookProblem("webhook returned response.patchType but not response.patch");
  }
  if (type != nullptr && *type == "") throw WebhookProblem("webhook returned invalid response.patchType of \"\"");
}

}  // namespace

const char* to_string(Operation operation) noexcept
{
  switch (operation) {
    case Operation::create:
      return "CREATE";
    case Operation::update:
      return "UPDATE";
    case Operation::connect:
      return "CONNECT";
    case Operation::delete_:
      break;
  }
  return "DELETE";
}

std::string review_version(const Webhook& webhook)
{
  for (const auto& version : webhook.review_versions) {
    if (version == "v1" || version == "v1beta1") return version;
  }
  throw WebhookProblem(
      "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)");
}

Json review_request(const std::string& version, const std::string& uid, const AdmissionAttributes& attributes,
                    const Invocation& invocation, const VersionedObjects& objects)
{
  Json request{{"uid", uid},
               {"kind", kind_json(invocation.kind)},
               {"resource", resource_json(*invocation.resource, invocation.version)},
               {"requestKind", kind_json(attributes.kind)},
               {"requestResource", resource_json(*attributes.resource, attributes.version)},
               {"operation", to_string(attributes.operation)},
               {"userInfo", user_info(attributes.user)},
               {"object", objects.object},
               {"oldObject", objects.old_object},
               {"dryRun", attributes.dry_run},
               {"options", attributes.options}};
  if (!attributes.name.empty()) request["name"] = attributes.name;
  if (!attributes.namespace_.empty()) request["namespace"] = attributes.namespace_;
  if (!attributes.subresource.empty()) {
    request["subResource"] = attributes.subresource;
    request["requestSubResource"] = attributes.subresource;
  }
  return {{"kind", "AdmissionReview"}, {"apiVersion", group + version}, {"request", std::move(request)}};
}

ReviewResponse read_review(const std::string& version, const std::string& uid, bool mutating, const Json& review)
{
  const std::string invalid = "received invalid webhook response: ";
  const auto* response = find(review, {"response"});
  if (response == nullptr || !response->is_object()) throw WebhookProblem(invalid + "webhook response was absent");
  check_types(*response);
  ReviewResponse read;
  const auto* type = find(*response, {"patchType"});
  if (type != nullptr && type->is_null()) type = nullptr;
  read.patch = decode_base64(string_at(*response, {"patch"})).value_or("");
  if (version == "v1") {
    if (const auto given = string_at(*response, {"uid"}); given != uid) {
      throw WebhookProblem(invalid + "expected response.uid=" + go_quoted(uid) + ", got " + go_quoted(given));
    }
    const auto api_version = string_at(review, {"apiVersion"});
    const auto kind = string_at(review, {"kind"});
    if (api_version != "admission.k8s.io/v1" || kind != "AdmissionReview") {
      throw WebhookProblem(invalid + "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got " +
                           described(api_version, kind));
    }
    try {
      check_patch(mutating, read.patch, type);
    } catch (const WebhookProblem& problem) {
      throw WebhookProblem(invalid + problem.what());
    }
  }
  read.patch_type = version == "v1" ? string_at(*response, {"patchType"}) : "JSONPatch";
  if (!mutating) read.patch.clear();
  read.allowed = response->value("allowed", false);
  if (const auto* result = find(*response, {"status"}); result != nullptr && result->is_object()) read.result = *result;
  read.warnings = strings_at(*response, {"warnings"});
  return read;
}

Failure denial(const std::string& webhook, Json result)
{
  if (!result.is_object()) result = Json::object();
  constexpr int least = 400;
  const auto* given = find(result, {"code"});
  const int code = given != nullptr && given->is_number_integer() ? std::max(least, given->get<int>()) : least;
  const auto by = "admission webhook " + go_quoted(webhook) + " denied the request";
  const auto message = string_at(result, {"message"});
  const auto reason = string_at(result, {"reason"});
  const auto text = !message.empty()  ? by + ": " + message
                    : !reason.empty() ? by + ": " + reason
                                      : by + " without explanation";
  const auto* details = find(result, {"details"});
  return {static_cast<unsigned>(code), reason, text, details == nullptr ? Json() : *details};
}

}  // namespace kubexx::apiserver
