// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/controller/admission_request.hpp"

namespace kubexx {

/// The request of a TokenReview (authentication.k8s.io): whose token is it? A value that holds a secret.
struct TokenReviewRequest {
  std::string token = {};  ///< not empty
  /// The servers that the token may be for. Empty: the API server itself.
  std::vector<std::string> audiences = {};
};

/// The decision on a token (Webhooks::authenticates). A value.
class TokenVerdict {
public:
  /// The token is unknown. The API server asks its other authenticators, and keeps the answer for some time.
  TokenVerdict() = default;
  /// The token of this user. `audiences` are those of the request that the token is for; empty: the handler does not
  /// look at them. Throws std::invalid_argument for a user without a name.
  [[nodiscard]] static TokenVerdict authenticated(AdmissionUser user, std::vector<std::string> audiences = {});
  /// The token cannot be checked, or why it is refused. The API server logs the reason and does not keep the answer.
  [[nodiscard]] static TokenVerdict unauthenticated(std::string error);

  [[nodiscard]] bool is_authenticated() const noexcept { return authenticated_; }
  [[nodiscard]] const AdmissionUser& user() const noexcept { return user_; }
  [[nodiscard]] const std::vector<std::string>& audiences() const noexcept { return audiences_; }
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

private:
  bool authenticated_ = false;
  AdmissionUser user_;
  std::vector<std::string> audiences_;
  std::string error_;
};

}  // namespace kubexx
