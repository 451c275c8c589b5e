// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/error.hpp"

namespace kubexx::simulation {

/// The words of an edit: "scale foo-1 7".
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

/// Makes an edit; nullopt-like "" when it was made, otherwise why the server refused it: what is asked of an object
/// that is not there, or is there already, changes nothing. Throws every other error.
[[nodiscard]] std::string attempt(const std::function<void()>& edit);

/// Throws std::invalid_argument: an edit that cannot be read.
[[noreturn]] void unknown_edit(std::string_view text);

}  // namespace kubexx::simulation
