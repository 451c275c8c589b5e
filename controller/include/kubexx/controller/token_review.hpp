// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/controller/admission_request.hpp"

namespace kubexx {

/// The request of a TokenReview (authentication.k8s.io), which asks for the user of a token. A value type; it contains
/// a secret.
struct TokenReviewRequest {
  std::string token = {};  ///< not empty
  /// The audiences for which the token must be valid. Empty: the API server itself.
  std::vector<std::string> audiences = {};
};

/// The decision on a token (Webhooks::authenticates). A value type.
class TokenVerdict {
public:
  /// The token is unknown. The API server asks its other authenticators, and caches the answer for some time.
  TokenVerdict() = default;
  /// The token belongs to this user. `audiences` are those of the request for which the token is valid; empty: the
  /// handler does not check them. Throws std::invalid_argument for a user without a name.
  [[nodiscard]] static TokenVerdict authenticated(AdmissionUser user, std::vector<std::string> audiences = {});
  /// Rejects the token, or reports that it cannot be checked. The API server logs the reason and does not cache the
  /// answer.
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
