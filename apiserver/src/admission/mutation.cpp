// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch.
#include "admission/mutating_policies.hpp"
#include "apply/served_versions.hpp"
#include "apply/typed.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/cel/detail/patches.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

std::string api_version_of(const GroupVersionKind& kind)
{
  return kind.group.empty() ? kind.version : kind.group + "/" + kind.version;
}

/// The type of the objects of a match: its resource's, or that of what a subresource takes.
apply::Type type_of(const Match& match)
{
  if (match.kind.kind == match.resource->kind && match.kind.group == match.resource->group) {
    const apply::ServedVersions versions(*match.resource, "");
    if (auto type = versions.type(api_version_of(match.kind))) return *type;
  }
  const auto schema = builtin_schema(match.kind.group, match.kind.version, match.kind.kind);
  if (schema) return apply::Type::of_object(*schema, false);
  if (match.kind.group.empty()) {  // the options of a stream, which are in no OpenAPI document
    throw MutationProblem(
        "error applying patch: failed to convert patch object to typed object: no corresponding type for /" +
        match.kind.version + ", Kind=" + match.kind.kind);
  }
  throw Failure(503, "ServiceUnavailable",
                "Resource kind " + api_version_of(match.kind) + ", Kind=" + match.kind.kind +
                    " not found. There can be a delay between when CustomResourceDefinitions are created and when they "
                    "are available.",
                Json::object());
}

/// The places of values in `value` that are replaced as a whole.
void find_atomics(const std::string& path, const apply::Type& type, const Json& value, std::string& found)
{
  const auto atom = type.resolve();
  const auto add = [&] { found += (found.empty() ? "" : ", ") + path; };
  if (value.is_object() && atom.map) {
    if (atom.atomic_map) add();
    for (const auto& [name, member] : value.items()) {
      if (atom.declares(name)) find_atomics(path + "." + name, atom.member(name), member, found);
    }
  } else if (value.is_array() && atom.list) {
    if (!atom.associative) add();
    for (std::size_t index = 0; index < value.size(); ++index) {
      find_atomics(path + "[" + std::to_string(index) + "]", atom.element(), value[index], found);
    }
  }
}

Json json_of(const cel::Value& value, cel::JsonNumbers numbers, const char* problem)
{
  try {
    check_type_names(value);
  } catch (const cel::PatchValueError& error) {
    throw MutationProblem(error.what());
  }
  try {
    return to_json(value, numbers);
  } catch (const cel::PatchValueError& error) {
    throw MutationProblem(problem + std::string(error.what()));
  }
}

Json operation_of(const cel::Value& item)
{
  const auto* patch = item.get_if<cel::Map>();
  if (patch == nullptr || !is_constructed(*patch)) {
    throw MutationProblem("type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch");
  }
  Json operation{{"op", ""}, {"path", ""}};
  for (const char* name : {"op", "path", "from"}) {
    const auto member = map_find(*patch, std::string(name));
    const auto* text = member ? member->text_if() : nullptr;
    if (text != nullptr && (!text->empty() || operation.contains(name))) operation[name] = *text;
  }
  if (const auto value = map_find(*patch, std::string("value"))) {
    operation["value"] = json_of(*value, cel::JsonNumbers::as_doubles,
                                 "JSONPath valueExpression evaluated to a type that could not marshal to JSON: ");
  }
  return operation;
}

}  // namespace

Json applied_configuration(const Match& match, const Json& object, const cel::Value& configuration)
{
  auto config = json_of(configuration, cel::JsonNumbers::as_they_are, "invalid return type: ");
  config["apiVersion"] = object.at("apiVersion");
  config["kind"] = object.at("kind");
  const auto type = type_of(match);
  const std::string start = "error applying patch: ";
  if (const auto problems = apply::validate(config, type, false, apply::Nulls::of_cel); !problems.empty()) {
    throw MutationProblem(start + "failed to convert patch object to typed object: " + to_string(problems));
  }
  std::string atomics;
  find_atomics("", type, config, atomics);
  if (!atomics.empty()) {
    throw MutationProblem(start +
                          "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: " + atomics);
  }
  if (const auto problems = apply::validate(object, type, true); !problems.empty()) {
    throw MutationProblem(start + "failed to convert original object to typed object: " + to_string(problems));
  }
  return apply::merge(object, config, type);
}

Json json_patched(const Json& object, const cel::Value& operations)
{
  const auto* list = operations.get_if<cel::List>();
  if (list == nullptr) throw MutationProblem("type mismatch: JSONPatchType.expression should evaluate to array");
  auto patch = Json::array();
  for (std::size_t index = 0; index < list_size(*list); ++index) patch.push_back(operation_of(list_item(*list, index)));
  try {
    return apply_json_patch(object, patch);
  } catch (const PatchError& error) {
    // A test that fails leaves the object as it is.
    if (std::string_view(error.what()).ends_with("test failed")) return object;
    throw MutationProblem(std::string("JSON Patch: ") + error.what());
  }
}

}  // namespace kubexx::apiserver
