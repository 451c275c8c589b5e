// SPDX-License-Identifier: Apache-2.0
#include "crd_files.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <vector>

#include "errors.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "manifests.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

std::string text_in(const json& object, const char* member)
{
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Adds a document if it is a CRD; the kind of any other one goes to `others`.
void add_crd(const json& object, const std::string& source, Crds& crds, std::set<std::string>& others)
{
  const auto kind = text_in(object, "kind");
  const auto api_version = text_in(object, "apiVersion");
  if (kind != "CustomResourceDefinition") {
    others.insert(kind);
    return;
  }
  const auto metadata = object.find("metadata");
  const auto name = metadata == object.end() || !metadata->is_object() ? std::string() : text_in(*metadata, "name");
  const std::string which = source + ": the CRD " + (name.empty() ? "without a name" : name);
  if (api_version != "apiextensions.k8s.io/v1") {
    throw CommandError(which + " has the apiVersion " + api_version +
                       ": write it as apiextensions.k8s.io/v1, with a schema for each version; servers since "
                       "Kubernetes 1.22 accept no other");
  }
  if (name.empty()) throw CommandError(which + ": set metadata.name to PLURAL.GROUP");
  const auto spec = object.find("spec");
  const auto versions = spec == object.end() || !spec->is_object() ? json() : spec->value("versions", json());
  if (!versions.is_array() || versions.empty()) {
    throw CommandError(which + " has no spec.versions: a CRD of apiextensions.k8s.io/v1 needs at least one version");
  }
  if (!crds.emplace(name, object).second) throw CommandError(which + " is there twice: remove one of them");
}

/// Of two members with one name, one would be lost without a word.
void check_repeated_keys(const std::string& text, const std::string& source)
{
  if (const auto first = text.find_first_not_of(" \t\r\n"); first == std::string::npos || text[first] == '{') return;
  std::size_t line = 0;  // before the document
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find("\n---", begin), text.size());
    const std::string document = text.substr(begin, end - begin);
    std::vector<RepeatedKey> repeated;
    (void)parse_yaml(document, repeated);
    if (!repeated.empty()) {
      throw CommandError(source + ", line " + std::to_string(line + repeated.front().line) + ": the key \"" +
                         repeated.front().key + "\" is there twice: remove one of them");
    }
    line += static_cast<std::size_t>(std::count(document.begin(), document.end(), '\n')) + 1;
    begin = end + 1;
  }
}

std::string joined(const std::set<std::string>& words)
{
  std::string text;
  for (const auto& word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

}  // namespace

std::string text_of_file(const std::string& source, const std::string& instead)
{
  if (source == "-") return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  std::ifstream in(source, std::ios::binary);
  try {
    if (in) return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  } catch (const std::ios_base::failure&) {
    // A folder.
  }
  throw CommandError("the file " + source + " cannot be read: give a file, " + instead);
}

std::string name_of_source(const std::string& source)
{
  return source == "-" ? "STDIN" : source;
}

Crds crds_of_text(const std::string& text, const std::string& source, const std::string& command)
{
  Crds crds;
  std::set<std::string> others;
  try {
    for (const auto& manifest : parse_manifests(text, source)) {
      if (manifest.problem) std::rethrow_exception(manifest.problem);
      add_crd(manifest.object, source, crds, others);
    }
    check_repeated_keys(text, source);
  } catch (const std::exception& problem) {
    if (text.find("{{") == std::string::npos) {
      if (dynamic_cast<const CommandError*>(&problem) != nullptr) throw;
      throw CommandError(source + " is no YAML or JSON with CRDs: " + problem.what() +
                         "; give the file that is applied to the cluster");
    }
    throw CommandError(source +
                       " is a template, not a manifest ('{{' is in it): render it first, e.g. helm template "
                       "CHART | " +
                       command + "\n" + problem.what());
  }
  if (crds.empty()) {
    throw CommandError(source + " has no CustomResourceDefinition" +
                       (others.empty() ? std::string(": it has no document") : ", but: " + joined(others)) +
                       "; give the file that is applied to the cluster");
  }
  return crds;
}

nlohmann::json crd_of_cluster(Session& session, const std::string& name)
{
  const ResourceType type("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                          Scope::cluster);
  return session.client().get(type, {{}, name}).json();
}

}  // namespace kubexx::cli
