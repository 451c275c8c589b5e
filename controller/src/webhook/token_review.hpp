// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/controller/token_review.hpp"
#include "webhook/review_handler.hpp"

namespace kubexx::detail {

/// Reads a TokenReview (k8s.io/api/authentication/v1; v1beta1 is the same). Throws BadReview.
[[nodiscard]] ReadReview<TokenReviewRequest> read_token_review(std::string_view body);
[[nodiscard]] std::string write_token_review(std::string_view api_version, const TokenVerdict& verdict);

}  // namespace kubexx::detail
