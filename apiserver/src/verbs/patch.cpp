// SPDX-License-Identifier: Apache-2.0
#include "verbs/patch.hpp"

#include <algorithm>
#include <utility>

#include "core/request.hpp"
#include "core/status.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t max_operations = 10000;
constexpr std::size_t max_copied = 3U * 1024U * 1024U;

[[noreturn]] void refuse_operation()
{
  throw Failure(422, "Invalid", "the server rejected our request due to an error in our request", Json::object());
}

std::size_t depth_of(const Json& value)
{
  std::size_t deepest = 0;
  if (value.is_structured()) {
    for (const auto& inner : value) deepest = std::max(deepest, depth_of(inner) + 1);
  }
  return deepest;
}

/// Whether `object` may grow by what an operation brings: nothing copied again and again, and nothing nested without
/// end.
class Growth {
public:
  void check(const Json& operation, const Json& object)
  {
    const auto& op = operation.at("op");
    if (op == "remove" || op == "test") return;
    const auto text = operation.at("path").get<std::string>();
    const Json::json_pointer path(text);
    // nlohmann's patch asserts that what shall hold a new value is an object or a list.
    if (!path.empty() && !object.at(path.parent_pointer()).is_structured()) refuse_operation();
    const bool from_here = op == "copy" || op == "move";
    const auto& value =
        from_here ? object.at(Json::json_pointer(operation.at("from").get<std::string>())) : operation.at("value");
    if (op == "copy") copied_ += dump(value).size();
    const auto place = static_cast<std::size_t>(std::count(text.begin(), text.end(), '/'));
    if (copied_ > max_copied || place + depth_of(value) > max_depth) refuse_operation();
  }

private:
  std::size_t copied_ = 0;
};

void apply_json_patch(const Json& operations, Json& object)
{
  try {
    Json changed = object;
    Growth growth;
    for (const auto& operation : operations) {
      growth.check(operation, changed);
      changed.patch_inplace(Json::array({operation}));
    }
    object = std::move(changed);
  } catch (const Json::exception&) {
    refuse_operation();
  }
}

/// A schema as the client's strategic merge wants to see it, which outlives this view.
class Rules final : public MergeSchema {
public:
  explicit Rules(const Schema& schema) : schema_(schema) {}

  [[nodiscard]] Field field(std::string_view name) const override
  {
    Field field;
    const auto known = schema_.properties.find(std::string(name));
    const auto* child = known == schema_.properties.end() ? schema_.additional.get() : known->second.get();
    if (child == nullptr) return field;
    if (child->patch_merge) field.strategy = Field::Strategy::merge;
    field.retain_keys = child->retain_keys;
    field.merge_key = child->patch_merge_key;
    const auto* inner = child->type == Schema::Type::array ? child->items.get() : child;
    if (inner != nullptr) field.value = std::make_shared<Rules>(*inner);
    return field;
  }

private:
  const Schema& schema_;
};

void apply_strategic(const Json& patch, Json& object, const Schema* schema)
{
  try {
    const auto rules = schema == nullptr ? nullptr : std::make_shared<Rules>(*schema);
    object = apply_strategic_patch(object, patch, rules.get());
  } catch (const PatchError& error) {
    const std::string problem = error.what();
    if (problem.starts_with("invalid ")) throw bad_request(problem);
    if (problem == "lists of lists are not supported") refuse_operation();
    throw Failure(500, "", problem);  // as the real server answers what it has no status for
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
    if (!operation.is_object()) {
      throw bad_request("error decoding patch: json: cannot unmarshal " + std::string(operation.type_name()) +
                        " into Go value of type handlers.jsonPatchOp");
    }
    for (const char* name : {"op", "path", "from"}) {
      const auto* member = find(operation, {name});
      if (member == nullptr || member->is_null() || member->is_string()) continue;
      throw bad_request("error decoding patch: json: cannot unmarshal " + std::string(member->type_name()) +
                        " into Go struct field jsonPatchOp." + name + " of type string");
    }
  }
}

}  // namespace

Patch parse_patch(const HttpRequest& request, bool custom)
{
  check_body_size(request);
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
    if (!custom) throw Failure(415, "UnsupportedMediaType", "415: Unsupported Media Type", Json::object());
    throw unsupported_media_type(
        "the body of the request was in an unknown format - accepted media types include: "
        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
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
      apply_strategic(patch.body, object, schema);
      break;
  }
  if (!object.is_object()) refuse_operation();
}

}  // namespace kubexx::apiserver
