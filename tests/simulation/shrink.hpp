// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "world.hpp"

namespace kubexx::simulation {

/// The part of a reason that names what is wrong, without the objects: up to the first colon.
[[nodiscard]] std::string_view kind_of_reason(std::string_view why);

/// Leaves out of `failed`'s faults and edits whatever is not needed for a run of the same seed to fail for the same
/// kind of reason (delta debugging: halves, quarters, …, single entries). Returns that run.
[[nodiscard]] Outcome shrink(Options options, Outcome failed);

}  // namespace kubexx::simulation
