// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "kubexx/base/log.hpp"

namespace kubexx::simulation {

using LogListener = std::function<void(const LogLine&)>;

/// The value of a field of a line, the last of that key; empty when there is none.
[[nodiscard]] std::string field_of(const LogLine& line, std::string_view key);

/// A Log that gives warnings and errors to `listener`, if there is one, and, if `print`, writes every line but traces
/// to standard error, with the virtual time. With neither it has no sink. A reconcile draws an id for its first line,
/// so runs with and without a sink differ.
[[nodiscard]] Log make_log(LogListener listener, bool print);

}  // namespace kubexx::simulation
