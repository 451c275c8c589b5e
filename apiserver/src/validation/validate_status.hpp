// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/json.hpp"
#include "core/status.hpp"
#include "kubexx/base/clock.hpp"

/// What the status strategies of built-in kinds check instead of the whole object: ValidateXStatusUpdate of
/// k8s.io/kubernetes/pkg/apis/*/validation.
namespace kubexx::apiserver {

using StatusCheck = std::function<void(const Json& object, const Json& current, FieldErrors& errors)>;

/// Of the kind with that id, at that time; empty: the kind's own validation looks at the status too.
[[nodiscard]] StatusCheck status_check(const std::string& kind, WallTime now);

void validate_pod_status(const Json& object, const Json& current, FieldErrors& errors);
void validate_job_status(const Json& object, const Json& current, FieldErrors& errors);
void validate_pod_certificate_status(const Json& object, const Json& current, WallTime now, FieldErrors& errors);

/// "0-1,4" of a Job with so many completions: what is wrong with it, and how many indexes these are.
[[nodiscard]] std::string indexes_problem(const std::string& text, std::int64_t completions, std::int64_t& total);

}  // namespace kubexx::apiserver
