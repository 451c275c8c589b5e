// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/error.hpp"

#include <algorithm>
#include <array>

namespace kubexx {

namespace {

constexpr std::array<std::string_view, 19> known_reasons = {"Unauthorized",
                                                            "Forbidden",
                                                            "NotFound",
                                                            "AlreadyExists",
                                                            "Conflict",
                                                            "Gone",
                                                            "Invalid",
                                                            "ServerTimeout",
                                                            "Timeout",
                                                            "TooManyRequests",
                                                            "BadRequest",
                                                            "MethodNotAllowed",
                                                            "Expired",
                                                            "InternalError",
                                                            "NotAcceptable",
                                                            "ServiceUnavailable",
                                                            "StoreReadError",
                                                            "RequestEntityTooLarge",
                                                            "UnsupportedMediaType"};

const Status* status_of(const std::exception& error) noexcept
{
  const auto* api_error = dynamic_cast<const ApiError*>(&error);
  return api_error == nullptr ? nullptr : &api_error->status();
}

/// The rule of k8s.io/apimachinery: the reason decides; the code does when the reason is none that is known.
bool matches(const std::exception& error, std::string_view reason, unsigned code) noexcept
{
  const Status* status = status_of(error);
  if (status == nullptr) return false;
  if (status->reason == reason) return true;
  return code != 0 && status->code == code &&
         std::find(known_reasons.begin(), known_reasons.end(), status->reason) == known_reasons.end();
}

}  // namespace

bool ApiError::retryable() const noexcept
{
  return code() == 429 || code() >= 500 || status_.reason == "Timeout" || status_.reason == "ServerTimeout" ||
         status_.reason == "TooManyRequests";
}

bool is_not_found(const std::exception& error) noexcept
{
  return matches(error, "NotFound", 404);
}

bool is_already_exists(const std::exception& error) noexcept
{
  return matches(error, "AlreadyExists", 0);
}

bool is_conflict(const std::exception& error) noexcept
{
  if (matches(error, "Conflict", 409)) return true;
  // A write that names the uid of an object that is gone, while another one has its name: client-go's
  // controller_ref_manager.go knows it as well.
  if (!matches(error, "Invalid", 422)) return false;
  const auto& causes = status_of(error)->causes;
  return std::any_of(causes.begin(), causes.end(), [](const auto& cause) { return cause.field == "metadata.uid"; });
}

bool is_invalid(const std::exception& error) noexcept
{
  return matches(error, "Invalid", 422);
}

bool is_gone(const std::exception& error) noexcept
{
  return matches(error, "Gone", 410) || matches(error, "Expired", 410);
}

bool is_forbidden(const std::exception& error) noexcept
{
  return matches(error, "Forbidden", 403);
}

bool is_unauthorized(const std::exception& error) noexcept
{
  return matches(error, "Unauthorized", 401);
}

bool is_too_many_requests(const std::exception& error) noexcept
{
  return matches(error, "TooManyRequests", 429);
}

bool is_timeout(const std::exception& error) noexcept
{
  return matches(error, "Timeout", 504) || matches(error, "ServerTimeout", 0);
}

bool is_server_timeout(const std::exception& error) noexcept
{
  return matches(error, "ServerTimeout", 0);
}

bool is_method_not_allowed(const std::exception& error) noexcept
{
  return matches(error, "MethodNotAllowed", 405);
}

bool is_not_acceptable(const std::exception& error) noexcept
{
  return matches(error, "NotAcceptable", 406);
}

bool is_request_too_large(const std::exception& error) noexcept
{
  return matches(error, "RequestEntityTooLarge", 413);
}

bool is_unsupported_media_type(const std::exception& error) noexcept
{
  return matches(error, "UnsupportedMediaType", 415);
}

bool is_internal_error(const std::exception& error) noexcept
{
  return matches(error, "InternalError", 500);
}

bool is_service_unavailable(const std::exception& error) noexcept
{
  return matches(error, "ServiceUnavailable", 503);
}

bool is_bad_request(const std::exception& error) noexcept
{
  return matches(error, "BadRequest", 400);
}

bool is_namespace_terminating(const std::exception& error) noexcept
{
  const Status* status = status_of(error);
  return status != nullptr && std::any_of(status->causes.begin(), status->causes.end(), [](const StatusCause& cause) {
           return cause.reason == "NamespaceTerminating";
         });
}

}  // namespace kubexx
