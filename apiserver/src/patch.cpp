// SPDX-License-Identifier: Apache-2.0
#include "patch.hpp"

#include <utility>

#include "request.hpp"
#include "status.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t max_operations = 10000;

[[noreturn]] void refuse_operation()
{
  throw Failure(422, "Invalid", "the server rejected our request due to an error in our request", Json::object());
}

/// nlohmann's patch asserts that what shall hold a new value is an object or a list.
void check_parent(const Json& operation, const Json& object)
{
  if (operation.at("op") == "remove" || operation.at("op") == "test") return;
  const Json::json_pointer path(operation.at("path").get<std::string>());
  if (!path.empty() && !object.at(path.parent_pointer()).is_structured()) refuse_operation();
}

void apply_json_patch(const Json& operations, Json& object)
{
  try {
    Json changed = object;
    for (const auto& operation : operations) {
      check_parent(operation, changed);
      changed.patch_inplace(Json::array({operation}));
    }
    object = std::move(changed);
  } catch (const Json::exception&) {
    refuse_operation();
  }
}

void check_operations(const Json& operations)
{
  if (!operations.is_array())
    throw bad_request("error decoding patch: json: cannot unmarshal " + std::string(operations.type_name()) +
                      " into Go value of type []handlers.jsonPatchOp");
  if (operations.size() > max_operations) {
    throw too_large("The allowed maximum operations in a JSON patch is " + std::to_string(max_operations) + ", got " +
                    std::to_string(operations.size()));
  }
  for (const auto& operation : operations) {
    if (!operation.is_object() || string_at(operation, {"op"}).empty() || find(operation, {"path"}) == nullptr) {
      throw bad_request("error decoding patch: each operation needs op and path");
    }
  }
}

}  // namespace

Patch parse_patch(const HttpRequest& request, bool custom)
{
  const auto types = parse_media_types(header(request.headers, "content-type"));
  const auto type = types.empty() ? std::string() : types.front().type;
  Patch patch;
  if (type == "application/json-patch+json") {
    patch.type = Patch::Type::json;
  } else if (type == "application/merge-patch+json") {
    patch.type = Patch::Type::merge;
  } else if (type == "application/strategic-merge-patch+json" && !custom) {
    patch.type = Patch::Type::strategic;
  } else {
    std::string accepted = "application/json-patch+json, application/merge-patch+json";
    if (!custom) accepted += ", application/strategic-merge-patch+json";
    if (type.starts_with("application/apply-patch+")) {
      throw unsupported_media_type(
          "this server does not support server-side apply yet: use a client-side apply or one "
          "of the accepted media types: " +
          accepted);
    }
    throw unsupported_media_type("the body of the request was in an unknown format - accepted media types include: " +
                                 accepted);
  }
  if (patch.type == Patch::Type::merge && !Json::accept(request.body)) throw bad_request("invalid JSON patch");
  patch.body = parse_json(request.body, "error decoding patch");
  if (patch.type == Patch::Type::json) {
    check_operations(patch.body);
  } else if (!patch.body.is_object()) {
    throw bad_request("error decoding patch: json: cannot unmarshal " + std::string(patch.body.type_name()) +
                      " into Go value of type map[string]interface {}");
  }
  return patch;
}

void apply_patch(const Patch& patch, Json& object, const Schema* schema)
{
  switch (patch.type) {
    case Patch::Type::merge:
      object.merge_patch(patch.body);
      break;
    case Patch::Type::json:
      apply_json_patch(patch.body, object);
      break;
    case Patch::Type::strategic:
      strategic_merge(object, patch.body, schema);
      break;
  }
  if (!object.is_object()) throw Failure(422, "Invalid", "the patched value is not an object", Json::object());
}

}  // namespace kubexx::apiserver
