// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "diagnostics/cpu_samples.hpp"

namespace kubexx {

/// The samples as a profile.proto (github.com/google/pprof, proto/profile.proto), which `go tool pprof` opens, with the
/// functions' names where this process knows them: those of shared libraries, and of the program unless it is stripped.
[[nodiscard]] std::string pprof_of(const CpuSamples& samples, WallTime begin, Duration time);

}  // namespace kubexx
