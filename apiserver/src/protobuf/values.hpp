// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"

/// The JSON of the messages that Go reads and writes by hand. `bytes` is the message; each throws WireError.
namespace kubexx::apiserver::protobuf {

/// metav1.Time and MicroTime; null when zero.
[[nodiscard]] Json time_value(std::string_view bytes, bool micro);
/// metav1.Duration: "1h0m0s".
[[nodiscard]] Json duration_value(std::string_view bytes);
/// resource.Quantity, in canonical form.
[[nodiscard]] Json quantity_value(std::string_view bytes);
[[nodiscard]] Json int_or_string_value(std::string_view bytes);
/// A message whose field 1 is JSON text; null when that is empty.
[[nodiscard]] Json raw_value(std::string_view bytes);
/// Text with what is no UTF-8 replaced, byte for byte, as encoding/json does.
[[nodiscard]] std::string valid_text(std::string_view bytes);

}  // namespace kubexx::apiserver::protobuf
