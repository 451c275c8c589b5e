// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "kubexx/base/clock.hpp"

namespace kubexx::cli {

/// strconv.ParseBool: "1", "t", "true", …; nullopt for what is none.
[[nodiscard]] std::optional<bool> go_bool(std::string_view text) noexcept;
/// A Go %q of text.
[[nodiscard]] std::string in_quotes(std::string_view text);
/// A flag's duration, "1m30s". Throws CommandError that names the flag.
[[nodiscard]] Duration duration_of(const std::string& flag, const std::string& text);

/// What the JSON library says, without its own numbering of errors.
[[nodiscard]] std::string words_of(const nlohmann::json::exception& error);

}  // namespace kubexx::cli
