// SPDX-License-Identifier: Apache-2.0
#include "crd_objects.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/schema/structural_schema.hpp"
#include "kubexx/testing/random_objects.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {

namespace {

using nlohmann::json;

ResourceType type_of(const json& crd, const std::string& version)
{
  const json& spec = crd.at("spec");
  return {spec.at("group"), version, spec.at("names").at("kind"), spec.at("names").at("plural"),
          spec.at("scope") == "Namespaced" ? Scope::namespaced : Scope::cluster};
}

/// Whether the server knows the resource.
bool is_served(const Client& admin, const ResourceType& type)
{
  try {
    static_cast<void>(admin.list(type));
    return true;
  } catch (const ApiError& error) {
    if (error.code() != 404) throw;
    return false;
  }
}

json version_of(const json& crd, const std::string& version)
{
  for (const auto& one : crd.at("spec").at("versions")) {
    if (one.at("name") == version) return one;
  }
  throw std::runtime_error("no version " + version);
}

/// What the server answers: the object, or the causes of its refusal.
struct Answer {
  json object;
  std::set<std::string> causes;
};

std::set<std::string> texts_of(const std::vector<StatusCause>& causes, bool messages)
{
  std::set<std::string> fields;
  for (const auto& cause : causes)
    fields.insert(cause.field + ": " + cause.reason + (messages ? ": " + cause.message : ""));
  return fields;
}

Answer ask(const Client& admin, const ResourceType& type, const json& object, bool messages)
{
  WriteOptions options;
  options.dry_run = true;
  options.field_validation = "Ignore";
  try {
    return {admin.create(type, Object::from_json(object), options).json(), {}};
  } catch (const ApiError& error) {
    if (!is_invalid(error)) throw;
    return {{}, texts_of(error.status().causes, messages)};
  }
}

Answer expect(const schema::StructuralSchema& schema, json object, bool messages)
{
  static_cast<void>(schema.prune(object));
  schema.apply_defaults(object);
  const auto causes = schema.validate(object);
  if (!causes.empty()) return {{}, texts_of(causes, messages)};
  return {std::move(object), {}};
}

}  // namespace

json install_crd(const Client& admin, const json& crd)
{
  try {
    static_cast<void>(admin.create(resources::custom_resource_definitions, Object::from_json(crd)));
  } catch (const ApiError& error) {
    if (!is_already_exists(error)) throw;
  }
  const ObjectKey key{"", crd.at("metadata").at("name").get<std::string>()};
  const auto all_served = [&] {
    const auto& versions = crd.at("spec").at("versions");
    return std::all_of(versions.begin(), versions.end(), [&](const json& version) {
      return !version.at("served").get<bool>() || is_served(admin, type_of(crd, version.at("name")));
    });
  };
  if (!eventually(all_served)) throw std::runtime_error(key.name + " is not served");
  return admin.get(resources::custom_resource_definitions, key).json();
}

json spec_as_sent(const json& crd)
{
  json spec = crd.at("spec");
  const auto conversion = spec.find("conversion");
  if (conversion != spec.end() && conversion->value("strategy", "") == "None") spec.erase(conversion);
  return spec;
}

RandomComparison compare_random_objects(const Client& admin, const std::string& namespace_, const json& crd,
                                        const std::string& version, std::size_t count, std::uint64_t seed,
                                        double mistakes, bool messages)
{
  const ResourceType type = type_of(crd, version);
  const json one = version_of(crd, version);
  const schema::StructuralSchema schema(one.at("schema").at("openAPIV3Schema"));
  const bool has_status = !one.contains("subresources") || !one["subresources"].contains("status");
  kubexx::testing::RandomObjects objects(crd, version, {.seed = seed, .mistakes = mistakes, .has_status = has_status});
  RandomComparison result;
  for (std::size_t at = 0; at < count; ++at) {
    json object = objects.next();
    if (type.scope == Scope::namespaced) object["metadata"]["namespace"] = namespace_;
    Answer server = ask(admin, type, object, messages);
    Answer ours = expect(schema, object, messages);
    ++(server.causes.empty() ? result.accepted : result.refused);
    for (json* answered : {&server.object, &ours.object}) {
      if (answered->is_object()) answered->erase("metadata");
    }
    if (server.object == ours.object && server.causes == ours.causes) continue;
    // If no branch of a oneOf accepts a value, a server explains the branch that fits best, and kubexx the first one.
    const std::string of_no_field = "<nil>: FieldValueInvalid";
    if (!messages && server.causes.contains(of_no_field) && ours.causes.contains(of_no_field)) continue;
    if (result.differences.size() < 10) {
      result.differences.push_back(object.dump() + "\n  server: " + server.object.dump() + json(server.causes).dump() +
                                   "\n  kubexx: " + ours.object.dump() + json(ours.causes).dump());
    }
  }
  return result;
}

}  // namespace kubexx::e2e
