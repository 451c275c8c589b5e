// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// metav1.StatusCause.
struct StatusCause {
  std::string reason = {}, message = {}, field = {};
};

/// metav1.Status: the API server's description of a failed call. If a server or a proxy repeats a credential that the
/// client has sent, it is replaced by "***".
struct Status {
  unsigned code = 0;        ///< the HTTP status
  std::string reason = {};  ///< "NotFound", "Conflict", …; derived from the code if the response has none
  std::string message = {};
  std::string name = {}, group = {}, kind = {}, uid = {};  ///< details
  std::vector<StatusCause> causes = {};
  std::string continue_ =
      {};  ///< metadata: if a continue token has expired, one that continues with the current objects
  std::optional<Duration> retry_after = {};  ///< details.retryAfterSeconds or the Retry-After header, clamped to a day
};

/// The API server responded with an error. `what()` contains verb and resource, the server's own message and, for
/// errors that the user can fix (401, 403), what to do.
class ApiError : public std::runtime_error {
public:
  ApiError(Status status, const std::string& what) : std::runtime_error(what), status_(std::move(status)) {}
  [[nodiscard]] const Status& status() const noexcept { return status_; }
  [[nodiscard]] unsigned code() const noexcept { return status_.code; }
  [[nodiscard]] std::string_view reason() const noexcept { return status_.reason; }
  /// Whether the same call can succeed later without any change by the user: 429, 5xx and timeouts.
  [[nodiscard]] bool retryable() const noexcept;

private:
  Status status_;
};

/// Predicates of k8s.io/apimachinery/pkg/api/errors. They return false for exceptions other than ApiError.
[[nodiscard]] bool is_not_found(const std::exception& error) noexcept;
[[nodiscard]] bool is_already_exists(const std::exception& error) noexcept;
[[nodiscard]] bool is_conflict(const std::exception& error) noexcept;
[[nodiscard]] bool is_invalid(const std::exception& error) noexcept;
[[nodiscard]] bool is_gone(const std::exception& error) noexcept;  ///< 410: reason Gone or Expired
[[nodiscard]] bool is_forbidden(const std::exception& error) noexcept;
[[nodiscard]] bool is_unauthorized(const std::exception& error) noexcept;
[[nodiscard]] bool is_too_many_requests(const std::exception& error) noexcept;
[[nodiscard]] bool is_timeout(const std::exception& error) noexcept;  ///< reason Timeout or ServerTimeout
[[nodiscard]] bool is_server_timeout(const std::exception& error) noexcept;
[[nodiscard]] bool is_bad_request(const std::exception& error) noexcept;
[[nodiscard]] bool is_method_not_allowed(const std::exception& error) noexcept;
[[nodiscard]] bool is_not_acceptable(const std::exception& error) noexcept;
[[nodiscard]] bool is_request_too_large(const std::exception& error) noexcept;
[[nodiscard]] bool is_unsupported_media_type(const std::exception& error) noexcept;
[[nodiscard]] bool is_internal_error(const std::exception& error) noexcept;
[[nodiscard]] bool is_service_unavailable(const std::exception& error) noexcept;
[[nodiscard]] bool is_namespace_terminating(const std::exception& error) noexcept;

}  // namespace kubexx
