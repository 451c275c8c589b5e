// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/cel/detail/value.hpp"

namespace kubexx::cel::detail {

/// A value as a text that tells it from every other value, for tests and tools.
[[nodiscard]] std::string show(const Value& value);

}  // namespace kubexx::cel::detail
