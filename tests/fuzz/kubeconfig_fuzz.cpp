// SPDX-License-Identifier: Apache-2.0
// Kubeconfigs: a configuration or a ConfigError, nothing else, and no credential in the text of either.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "config_files.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace kubexx;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const auto config = detail::parse_kubeconfig("/nowhere/config", text, {});
    // What is printed for other reasons may be the same text as the token.
    std::string shown = config.server + '\n' + config.namespace_ + '\n' + config.source + '\n' + config.token_file;
    for (const auto& field : config.fields) shown += '\n' + field.value + '\n' + field.origin;
    const std::string printed = config.summary() + config.explain();
    if (config.token.size() > 12 && shown.find(config.token) == std::string::npos &&
        printed.find(config.token) != std::string::npos) {
      std::abort();
    }
  } catch (const ConfigError&) {
  }
  return 0;
}
