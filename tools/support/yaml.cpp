// SPDX-License-Identifier: Apache-2.0
#include "support/yaml.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "support/yaml_nodes.hpp"

namespace kubexx::support {
namespace {

using nlohmann::json;

json to_json(const YAML::Node& node)
{
  switch (node.Type()) {
    case YAML::NodeType::Map: {
      json object = json::object();
      for (const auto& entry : node) object[entry.first.as<std::string>()] = to_json(entry.second);
      return object;
    }
    case YAML::NodeType::Sequence: {
      json array = json::array();
      for (const auto& entry : node) array.push_back(to_json(entry));
      return array;
    }
    case YAML::NodeType::Scalar: {
      // A quoted scalar has the tag "!" and is a string whatever it looks like.
      if (node.Tag() != "!") {
        if (bool boolean = false; YAML::convert<bool>::decode(node, boolean)) return boolean;
        if (std::int64_t integer = 0; YAML::convert<std::int64_t>::decode(node, integer)) return integer;
        if (double real = 0; YAML::convert<double>::decode(node, real)) return real;
      }
      return node.as<std::string>();
    }
    default:
      return nullptr;
  }
}

std::vector<json> documents_of(const std::string& text)
{
  std::vector<json> documents;
  for (const auto& document : load_yaml(text)) documents.push_back(to_json(document));
  return documents;
}

}  // namespace

std::vector<json> parse_yaml(const std::string& text)
{
  try {
    return documents_of(text);
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string("is no YAML that can be used: ") + error.what());
  }
}

std::vector<json> read_yaml(const std::filesystem::path& file)
{
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  try {
    const std::string text(std::istreambuf_iterator<char>(stream), {});  // throws when it is a folder
    return documents_of(text);
  } catch (const std::exception& error) {
    throw std::runtime_error("cannot read " + file.string() + ": " + error.what());
  }
}

}  // namespace kubexx::support
