// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/http/message.hpp"

namespace kubexx::testing {

/// A Status as the API server answers a failed call; one of 429 asks for patience of a second.
[[nodiscard]] HttpResponse status_answer(unsigned code, const std::string& reason, const std::string& message);

}  // namespace kubexx::testing
