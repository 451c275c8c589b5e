// SPDX-License-Identifier: Apache-2.0
#include "admission/objects.hpp"

#include "core/request.hpp"
#include "crd/conversion.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"
#include "schema/schema.hpp"
#include "verbs/decode.hpp"

namespace kubexx::apiserver {
namespace {

Json typed(Json object, const GroupVersionKind& kind)
{
  object["apiVersion"] = kind.group.empty() ? kind.version : kind.group + "/" + kind.version;
  object["kind"] = kind.kind;
  return object;
}

awaitable<Json> versioned(std::shared_ptr<Server> server, Json object, const AdmissionAttributes& attributes,
                          const Match& invocation)
{
  if (object.is_null()) co_return nullptr;
  if (!attributes.own_kind() && conversion_of(*invocation.resource) != nullptr) {
    VersionedObject one{attributes.version, std::move(object)};
    object = co_await convert_object(std::move(server), invocation.resource, std::move(one), invocation.version);
    co_return typed(std::move(object), invocation.kind);
  }
  if (attributes.own_kind() || !invocation.resource->from_stored) co_return typed(object, invocation.kind);
  co_return typed(invocation.resource->from_stored(object, invocation.version), invocation.kind);
}

}  // namespace

awaitable<VersionedObjects> versioned_objects(std::shared_ptr<Server> server, const AdmissionAttributes& attributes,
                                              const Match& invocation)
{
  VersionedObjects objects;
  objects.object = co_await versioned(server, attributes.object, attributes, invocation);
  objects.old_object = co_await versioned(server, attributes.old_object, attributes, invocation);
  co_return objects;
}

awaitable<Json> stored_object(std::shared_ptr<Server> server, const AdmissionAttributes& attributes,
                              const Match& invocation, Json object, bool strict)
{
  object.erase("apiVersion");
  object.erase("kind");
  if (attributes.own_kind()) co_return object;
  const auto& kind = *invocation.resource;
  try {
    std::vector<std::string> unknown;
    object = decode_admitted(kind, *kind.version(invocation.version), std::move(object), unknown);
    if (strict && !kind.custom && !unknown.empty()) {
      std::string text;
      for (const auto& field : unknown) text += (text.empty() ? "" : ", ") + ("unknown field " + go_quoted(field));
      throw DecodeError("strict decoding error: " + text);
    }
  } catch (const DecodeError& error) {
    throw internal_error(error.what());
  }
  if (conversion_of(kind) == nullptr) co_return object;
  VersionedObject one{invocation.version, std::move(object)};
  co_return co_await convert_object(std::move(server), invocation.resource, std::move(one), attributes.version);
}

std::optional<Json> patched_object(const std::string& webhook, const ReviewResponse& response, const Json& object)
{
  Json operations;
  constexpr const char* undecodable = "received undecodable patch in webhook response";
  constexpr std::string_view beginnings = "{[\"-0123456789tfn \t\r\n";
  if (beginnings.find(response.patch.front()) == std::string_view::npos) {
    throw WebhookProblem(std::string(undecodable) + ": invalid character '" + response.patch.front() +
                         "' looking for beginning of value");
  }
  try {
    operations = parse_json(response.patch, undecodable);
  } catch (const Failure& failure) {
    throw WebhookProblem(failure.what());
  }
  if (!operations.is_array()) {
    throw WebhookProblem("received undecodable patch in webhook response: json: cannot unmarshal " +
                         std::string(operations.type_name()) + " into Go value of type jsonpatch.Patch");
  }
  if (operations.empty()) return std::nullopt;
  if (object.is_null()) {
    throw internal_error("admission webhook " + go_quoted(webhook) +
                         " attempted to modify the object, which is not supported for this operation");
  }
  if (response.patch_type != "JSONPatch") {
    throw WebhookProblem("unsupported patch type " + go_quoted(response.patch_type));
  }
  try {
    return apply_json_patch(object, operations);
  } catch (const PatchError& error) {
    throw internal_error(error.what());
  }
}

}  // namespace kubexx::apiserver
