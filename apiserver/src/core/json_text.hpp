// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json.hpp"

/// JSON text and trees, for what every request needs: nlohmann's own parser and printer go by the character.
namespace kubexx::apiserver {

using kubexx::cel::detail::append_dump;
using kubexx::cel::detail::html_safe;

/// The same as Json::parse, in a fraction of the time. Throws Json::parse_error.
[[nodiscard]] Json read_json(std::string_view text);

/// Likewise for the usual text: valid, and at most 256 levels deep. Nullopt for any other.
[[nodiscard]] std::optional<Json> read_usual_json(std::string_view text);

/// Of the text of a valid object of the API: all but metadata.managedFields, which is a third of a small object's tree.
[[nodiscard]] Json read_without_managed_fields(std::string_view text);

/// Leaves `value` null, in half of the time that its destructor takes. As deep as the value.
void release(Json& value);

}  // namespace kubexx::apiserver
