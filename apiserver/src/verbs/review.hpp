// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

namespace kubexx::apiserver {

/// Answers a review (selfsubjectaccessreviews and their like), which is not stored. Everything is allowed.
[[nodiscard]] HttpResponse answer_review(Server& server, Call& call);

}  // namespace kubexx::apiserver
