// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "kubexx/controller/admission_request.hpp"

namespace kubexx {

/// The request of a SubjectAccessReview (authorization.k8s.io), which asks whether a user may make a request. Either
/// `resource` or `path` is set. Field and label selectors are not included, so decide for the list without them. A
/// value.
struct AccessReviewRequest {
  AdmissionUser user = {};
  std::string verb = {};  ///< "get"; for a path the HTTP method in lower case
  std::string namespace_ = {};
  std::string group = {}, version = {};
  std::string resource = {};     ///< "pods"
  std::string subresource = {};  ///< "status"; empty: the object itself
  std::string name = {};         ///< empty: all objects, or a name that is not known yet
  std::string path = {};         ///< of a request that does not name a resource: "/metrics"
};

/// The decision on an access (Webhooks::authorizes). A value type.
class AccessVerdict {
public:
  /// No opinion: the API server asks its other authorizers.
  AccessVerdict() = default;
  [[nodiscard]] static AccessVerdict allowed(std::string reason = {});
  /// Denies the access. The API server asks no other authorizer, and the user sees the reason.
  [[nodiscard]] static AccessVerdict denied(std::string reason);
  [[nodiscard]] static AccessVerdict no_opinion(std::string reason);

  [[nodiscard]] bool is_allowed() const noexcept { return decision_ == Decision::allowed; }
  [[nodiscard]] bool is_denied() const noexcept { return decision_ == Decision::denied; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

private:
  enum class Decision : std::uint8_t { no_opinion, allowed, denied };
  AccessVerdict(Decision decision, std::string reason);

  Decision decision_ = Decision::no_opinion;
  std::string reason_;
};

}  // namespace kubexx
