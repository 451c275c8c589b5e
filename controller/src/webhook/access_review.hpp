// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/controller/access_review.hpp"
#include "webhook/review_handler.hpp"

namespace kubexx::detail {

/// Reads a SubjectAccessReview (k8s.io/api/authorization/v1; in v1beta1 the groups have another name). Throws
/// BadReview.
[[nodiscard]] ReadReview<AccessReviewRequest> read_access_review(std::string_view body);
[[nodiscard]] std::string write_access_review(std::string_view api_version, const AccessVerdict& verdict);

}  // namespace kubexx::detail
