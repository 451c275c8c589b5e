// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kubexx::apiserver {

/// What is wrong with a schedule, in the words of github.com/robfig/cron/v3 (ParseStandard); empty: nothing.
[[nodiscard]] std::string cron_problem(std::string_view schedule);

}  // namespace kubexx::apiserver
