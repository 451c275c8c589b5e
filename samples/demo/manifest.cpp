// SPDX-License-Identifier: Apache-2.0
#include "manifest.hpp"

#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace demo {

namespace {

nlohmann::json to_json(const YAML::Node& node)
{
  using nlohmann::json;
  if (node.IsMap()) {
    json object = json::object();
    for (const auto& member : node) object[member.first.as<std::string>()] = to_json(member.second);
    return object;
  }
  if (node.IsSequence()) {
    json array = json::array();
    for (const auto& element : node) array.push_back(to_json(element));
    return array;
  }
  if (node.IsNull()) return nullptr;
  if (node.Tag() != "!") {  // a quoted scalar is text whatever it looks like
    std::int64_t integer = 0;
    double real = 0;
    bool boolean = false;
    if (YAML::convert<std::int64_t>::decode(node, integer)) return integer;
    if (YAML::convert<double>::decode(node, real)) return real;
    if (YAML::convert<bool>::decode(node, boolean)) return boolean;
  }
  return node.as<std::string>();
}

}  // namespace

kubexx::Object read_manifest(const std::filesystem::path& file)
{
  try {
    return kubexx::Object::from_json(to_json(YAML::LoadFile(file.string())));
  } catch (const std::exception& error) {
    throw std::runtime_error("cannot read " + file.string() + ": " + error.what());
  }
}

}  // namespace demo
