// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/client/load_config.hpp"

namespace kubexx::detail {

/// The file's content; nullopt when it does not exist. Throws ConfigError "<path>: …" when it cannot be read or is
/// larger than 16 MiB.
[[nodiscard]] std::optional<std::string> read_file(const std::string& path);

/// What load_kubeconfig does once it has read `path`.
[[nodiscard]] ClientConfig parse_kubeconfig(const std::string& path, const std::string& content,
                                            const std::string& context);

/// Empty when it is not set, or when there is no environment.
[[nodiscard]] std::string variable(const Environment& environment, std::string_view name);

[[nodiscard]] bool file_exists(const std::string& path);

/// `path` as seen from the folder of `file`.
[[nodiscard]] std::string relative_to(const std::string& file, const std::string& path);

/// A token without the white space around it. Throws ConfigError "<where>: …" when it is empty or cannot be a header.
[[nodiscard]] std::string clean_token(std::string_view text, const std::string& where);

}  // namespace kubexx::detail
