// SPDX-License-Identifier: Apache-2.0
// Kubeconfigs: a configuration or a ConfigError, nothing else, and no credential in the text of either. A credential is
// whatever holds the mark, which the seeds have in every place that may hold a secret.
#include "config/config_files.hpp"
#include "fuzz.hpp"

namespace {

constexpr std::string_view mark = "S3CRET";

bool marked(std::string_view text)
{
  return text.find(mark) != std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace kubexx;
  using fuzz::require;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const auto config = detail::parse_kubeconfig("/nowhere/config", text, {});
    const std::string printed = config.summary() + config.explain();
    // A name, a path or the like may be the same text, and is printed.
    std::string shown = config.server + config.namespace_ + config.source + config.token_file + config.proxy_url;
    for (const auto& field : config.fields) shown += field.value + field.origin;
    for (const std::string& secret : {config.token, config.password}) {
      require(!marked(secret) || marked(shown) || !marked(printed), "no secret is printed");
    }
    require(printed.find('\0') == std::string::npos, "what is printed is text");
    require(!config.server.empty(), "a configuration has a server");
  } catch (const ConfigError&) {
  }
  return 0;
}
