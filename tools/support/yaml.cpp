// SPDX-License-Identifier: Apache-2.0
#include "support/yaml.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kubexx/apimachinery/yaml.hpp"

namespace kubexx::support {

std::vector<nlohmann::json> read_yaml(const std::filesystem::path& file)
{
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  try {
    const std::string text(std::istreambuf_iterator<char>(stream), {});  // throws when it is a folder
    return parse_yaml(text);
  } catch (const std::exception& error) {
    throw std::runtime_error("cannot read " + file.string() + ": " + error.what());
  }
}

}  // namespace kubexx::support
