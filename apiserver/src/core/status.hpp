// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/schema/detail/field_errors.hpp"

/// The failures of the API, each with the status, reason, message and details of a real kube-apiserver
/// (k8s.io/apimachinery/pkg/api/errors and pkg/util/validation/field).
namespace kubexx::apiserver {

/// Leaves a handler as an exception and becomes the response.
class Failure : public std::exception {
public:
  Failure(unsigned code, std::string_view reason, std::string message, Json details = nullptr);
  [[nodiscard]] unsigned code() const noexcept { return code_; }
  [[nodiscard]] const Json& status() const noexcept { return status_; }
  /// The token of an inconsistent continuation, which a 410 offers.
  void set_continue(std::string token) { status_["metadata"]["continue"] = std::move(token); }
  /// It comes from authorization, which sends one header more than others.
  Failure&& by_authorizer() &&
  {
    by_authorizer_ = true;
    return std::move(*this);
  }
  [[nodiscard]] bool is_by_authorizer() const noexcept { return by_authorizer_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

private:
  unsigned code_;
  std::string message_;
  Json status_;
  bool by_authorizer_ = false;
};

using kubexx::schema::detail::drop_repeated;
using kubexx::schema::detail::duplicate_value;
using kubexx::schema::detail::FieldError;
using kubexx::schema::detail::FieldErrors;
using kubexx::schema::detail::forbidden_value;
using kubexx::schema::detail::invalid_value;
using kubexx::schema::detail::not_found_value;
using kubexx::schema::detail::required_value;
using kubexx::schema::detail::too_long;
using kubexx::schema::detail::too_many;
using kubexx::schema::detail::unsupported_value;
using kubexx::schema::detail::wrong_type;

/// `resource` is the plural name, as details.kind has it in all but Invalid.
[[nodiscard]] Failure not_found(std::string_view group, std::string_view resource, std::string_view name);
[[nodiscard]] Failure already_exists(std::string_view group, std::string_view resource, std::string_view name);
/// What becomes of it when the object has a generateName.
[[nodiscard]] Failure generated_exists(std::string_view group, std::string_view resource, std::string_view name);
[[nodiscard]] Failure conflict(std::string_view group, std::string_view resource, std::string_view name,
                               std::string_view detail);
[[nodiscard]] Failure modified_conflict(std::string_view group, std::string_view resource, std::string_view name);
[[nodiscard]] Failure invalid(std::string_view group, std::string_view kind, std::string_view name,
                              const FieldErrors& errors);
[[nodiscard]] Failure forbidden(std::string_view group, std::string_view resource, std::string_view name,
                                std::string_view detail, Json causes = nullptr);
[[nodiscard]] Failure bad_request(std::string message);
[[nodiscard]] Failure method_not_allowed();
[[nodiscard]] Failure no_such_path();  ///< 404 of a path that is no resource
[[nodiscard]] Failure expired(std::string message);
[[nodiscard]] Failure too_old(std::int64_t wanted, std::int64_t oldest);
[[nodiscard]] Failure too_large_version(std::uint64_t wanted, std::int64_t current);
[[nodiscard]] Failure unsupported_media_type(std::string message);
[[nodiscard]] Failure not_acceptable(std::string message);
[[nodiscard]] Failure too_large(std::string message);
[[nodiscard]] Failure internal_error(std::string_view detail);

/// "deployments.apps", or "pods".
[[nodiscard]] std::string group_resource(std::string_view group, std::string_view resource);

[[nodiscard]] HttpResponse json_response(unsigned code, std::string body,
                                         std::string content_type = "application/json");
[[nodiscard]] HttpResponse failure_response(const Failure& failure);

}  // namespace kubexx::apiserver
