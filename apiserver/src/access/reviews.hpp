// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

namespace kubexx::apiserver {

/// Answers a review: who the caller is, what somebody may do, whose token it is. Takes the lock. Throws Failures.
[[nodiscard]] HttpResponse answer_review(Server& server, Call& call);

}  // namespace kubexx::apiserver
