// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cel/value.hpp"

namespace kubexx::apiserver::cel {

/// A value as a text that tells it from every other value, for tests and tools.
[[nodiscard]] std::string show(const Value& value);

}  // namespace kubexx::apiserver::cel
