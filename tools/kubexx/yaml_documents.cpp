// SPDX-License-Identifier: Apache-2.0
#include "yaml_documents.hpp"

#include <stdexcept>

#include "support/yaml_nodes.hpp"
#include "yaml_scalar.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

constexpr int deepest = 200;

json to_json(const YAML::Node& node, int depth)
{
  if (depth > deepest) throw std::runtime_error("it is nested too deeply");
  switch (node.Type()) {
    case YAML::NodeType::Map: {
      json object = json::object();
      for (const auto& entry : node) {
        const auto& key = entry.first.Scalar();
        if (object.contains(key)) throw std::runtime_error("key \"" + key + "\" already set in map");
        object[key] = to_json(entry.second, depth + 1);
      }
      return object;
    }
    case YAML::NodeType::Sequence: {
      json array = json::array();
      for (const auto& entry : node) array.push_back(to_json(entry, depth + 1));
      return array;
    }
    case YAML::NodeType::Scalar:
      // "!" is the tag of a quoted scalar, "?" that of a plain one.
      if (node.Tag() == "?" || node.Tag().empty()) return read_plain_scalar(node.Scalar());
      return node.Scalar();
    default:
      return nullptr;
  }
}

}  // namespace

std::vector<json> yaml_documents(const std::string& text)
{
  const auto nodes = support::load_yaml(text);
  std::vector<json> documents;
  documents.reserve(nodes.size());
  for (const auto& document : nodes) documents.push_back(to_json(document, 0));
  return documents;
}

}  // namespace kubexx::cli
