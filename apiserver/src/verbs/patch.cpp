// SPDX-License-Identifier: Apache-2.0
#include "verbs/patch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/go_words.hpp"
#include "core/request.hpp"
#include "core/status.hpp"
#include "core/strict_json.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t max_operations = 10000;

[[noreturn]] void refuse_operation()
{
  throw Failure(422, "Invalid", "the server rejected our request due to an error in our request", Json::object());
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
    throw too_large("Request entity too large: The allowed maximum operations in a JSON patch is " +
                    std::to_string(max_operations) + ", got " + std::to_string(operations.size()));
  }
  for (const auto& operation : operations) {
    if (operation.is_null()) refuse_operation();
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

/// What strict decoding says of the body itself.
std::vector<std::string> problems_of(const Patch& patch, const std::string& text)
{
  std::vector<std::string> unknown;
  const bool operations = patch.type == Patch::Type::json;
  for (std::size_t index = 0; operations && index < patch.body.size(); ++index) {
    for (const auto& [name, value] : patch.body[index].items()) {
      if (name == "op" || name == "path" || name == "from" || name == "value") continue;
      unknown.push_back("[" + std::to_string(index) + "]." + name);
    }
  }
  if (unknown.empty() && !has_duplicate_keys(text, patch.body)) return {};
  auto problems = strict_problems(text, unknown);
  if (operations) {
    for (auto& problem : problems) problem.insert(0, "json patch ");
  }
  return problems;
}

/// Go decodes null into an empty patch, but for a merge patch.
void check_shape(Patch& patch)
{
  const bool operations = patch.type == Patch::Type::json;
  if (patch.body.is_null()) {
    if (patch.type == Patch::Type::merge) throw bad_request("Invalid JSON Patch");
    patch.body = operations ? Json::array() : Json::object();
  }
  if (operations) return check_operations(patch.body);
  if (patch.body.is_object()) return;
  throw bad_request(std::string(patch.type == Patch::Type::merge ? "error decoding patch: " : "") +
                    "json: cannot unmarshal " + (patch.body.is_boolean() ? "bool" : patch.body.type_name()) +
                    " into Go value of type map[string]interface {}");
}

}  // namespace

Patch begin_patch(const HttpRequest& request, bool custom)
{
  check_body_size(request);
  const auto types = parse_media_types(header(request.headers, "content-type"));
  const auto type = types.empty() ? std::string() : types.front().type;
  // go-restful, in front of built-in kinds, compares the text as it is.
  if (!custom && !header(request.headers, "content-type").starts_with(type)) {
    throw Failure(415, "UnsupportedMediaType", "415: Unsupported Media Type", Json::object());
  }
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
  if (opening_too_deep(request.body) != '\0' || !go_json_problem(request.body).empty()) {
    throw bad_request("invalid JSON patch");
  }
  return patch;
}

Patch read_patch(Patch patch, const HttpRequest& request)
{
  patch.body = parse_json(request.body, "error decoding patch");
  check_shape(patch);
  patch.problems = problems_of(patch, request.body);
  return patch;
}

Json touched_by(const Patch& patch)
{
  if (patch.type != Patch::Type::json) return patch.body;
  Json touched = Json::object();
  for (const auto& operation : patch.body) {
    for (const char* member : {"path", "from"}) {
      auto path = string_at(operation, {member});
      auto* place = &touched;
      for (std::size_t begin = 1; begin < path.size();) {
        const auto end = std::min(path.find('/', begin), path.size());
        auto& below = (*place)[path.substr(begin, end - begin)];
        if (end < path.size() && !below.is_object()) below = Json::object();
        place = &below;
        begin = end + 1;
      }
    }
  }
  return touched;
}

void apply_patch(const Patch& patch, Json& object, const Schema* schema)
{
  switch (patch.type) {
    case Patch::Type::merge:
      object.merge_patch(patch.body);
      break;
    case Patch::Type::json:
      try {
        object = apply_json_patch(object, patch.body);
      } catch (const PatchError&) {
        refuse_operation();
      }
      break;
    case Patch::Type::strategic:
      apply_strategic(patch.body, object, schema);
      break;
  }
  if (!object.is_object()) refuse_operation();
}

}  // namespace kubexx::apiserver
