// SPDX-License-Identifier: Apache-2.0
#include "manifests.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apimachinery/yaml.hpp"

namespace kubexx::testing {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr Duration kServed = std::chrono::seconds(30);  // until a kind is served whose CRD was just made

bool is_manifest(const fs::path& path)
{
  const auto extension = path.extension();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

std::string text_of(const json& object, const char* member)
{
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

void ManifestApplier::apply(const fs::path& path)
{
  std::vector<fs::path> files;
  if (fs::is_directory(path)) {
    for (const auto& entry : fs::directory_iterator(path)) {
      if (entry.is_regular_file() && is_manifest(entry.path())) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    if (files.empty()) throw std::runtime_error(path.string() + " has no .yaml, .yml or .json file");
  } else {
    files.push_back(path);
  }
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    apply_text({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}, file.string());
  }
}

void ManifestApplier::apply_text(const std::string& text, const std::string& source)
{
  std::vector<json> documents;
  try {
    documents = parse_yaml(text);
  } catch (const std::exception& error) {
    throw std::runtime_error(source + ": " + error.what());
  }
  std::erase_if(documents, [](const json& document) { return document.is_null(); });
  if (documents.empty()) throw std::runtime_error(source + " contains no object");
  for (const auto& document : documents) {
    if (!document.is_object() || text_of(document, "apiVersion").empty() || text_of(document, "kind").empty()) {
      throw std::runtime_error(source + ": a document is not a Kubernetes object: it needs apiVersion and kind");
    }
    const auto items = document.find("items");
    if (items == document.end()) {
      apply_object(Object::from_json(document), source);
      continue;
    }
    for (const auto& item : *items) apply_object(Object::from_json(item), source);
  }
}

void ManifestApplier::apply_object(Object object, const std::string& source)
{
  std::string what = source + ": " + std::string(object.kind()) + " \"" + std::string(object.name()) + "\"";
  try {
    const ResourceType type = type_of(object);
    if (type.namespaced() && object.namespace_().empty()) {
      json with_namespace = object.json();
      with_namespace["metadata"]["namespace"] = world_.ns();
      object = Object::from_json(with_namespace);
    }
    try {
      WriteOptions strict;
      strict.field_validation = "Strict";
      (void)world_.user().create(type, object, strict);
    } catch (const ApiError& error) {
      if (!is_already_exists(error)) throw;
      PatchOptions strict;
      strict.field_validation = "Strict";
      (void)world_.user().patch(type, object.key(), object.bytes(), strict);
    }
    if (type == resources::custom_resource_definitions) {
      crd_sources_[std::string(object.name())] = source;
      wait_established(object);
    }
  } catch (const std::exception& error) {
    throw std::runtime_error(what + ": " + error.what());
  }
}

std::string ManifestApplier::source_of_crd(const std::string& name) const
{
  const auto found = crd_sources_.find(name);
  return found == crd_sources_.end() ? name : found->second + ": " + name;
}

ResourceType ManifestApplier::type_of(const Object& object)
{
  const std::string api_version(object.api_version());
  const auto slash = api_version.find('/');
  const std::string group = slash == std::string::npos ? "" : api_version.substr(0, slash);
  const std::string version = slash == std::string::npos ? api_version : api_version.substr(slash + 1);
  ResourceType type;
  std::string problem;
  const auto known = [&] {
    try {
      type = mapper_.kind(group, object.kind(), version).type;
      return true;
    } catch (const NoMatchError& error) {
      problem = error.what();
      mapper_.invalidate();
      return false;
    }
  };
  // A CRD that was just applied is served a little later.
  if (!world_.run_until(known, kServed)) throw std::runtime_error(problem);
  return type;
}

void ManifestApplier::wait_established(const Object& definition)
{
  const auto established = [&] {
    const Object now = world_.user().get(resources::custom_resource_definitions, definition.key());
    const json object = now.json();
    const json conditions = object.value(json::json_pointer("/status/conditions"), json::array());
    return std::any_of(conditions.begin(), conditions.end(), [](const json& condition) {
      return text_of(condition, "type") == "Established" && text_of(condition, "status") == "True";
    });
  };
  if (!world_.run_until(established, kServed)) throw std::runtime_error("it is not established");
  mapper_.invalidate();
}

}  // namespace kubexx::testing
