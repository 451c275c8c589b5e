// SPDX-License-Identifier: Apache-2.0
// Manifests in YAML: documents or an error, never more than a bounded multiple of the text, whatever its aliases say;
// what was read is read again from its JSON.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "fuzz.hpp"
#include "kubexx/apimachinery/yaml.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace kubexx;
  using fuzz::require;
  const std::string text(reinterpret_cast<const char*>(data), size);
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  // A byte may become six (\u0000), or a number of twenty; aliases may add a mebibyte.
  const std::size_t most = 24 * (size + (std::size_t{1} << 20U));
  try {
    std::size_t all = 0;
    for (const auto& document : parse_yaml(text)) all += document.dump(-1, ' ', true, replace).size();
    require(all <= most, "memory is bounded");
  } catch (const std::runtime_error&) {
  }
  return 0;
}
