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
    // A short token may stand in the summary by chance.
    if (config.token.size() > 12 && config.server.find(config.token) == std::string::npos &&
        config.namespace_.find(config.token) == std::string::npos &&
        config.source.find(config.token) == std::string::npos &&
        config.token_file.find(config.token) == std::string::npos &&
        config.summary().find(config.token) != std::string::npos) {
      std::abort();
    }
  } catch (const ConfigError&) {
  }
  return 0;
}
