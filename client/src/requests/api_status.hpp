// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/client/interceptor.hpp"

namespace kubexx::detail {

/// What a call was about, for error texts.
struct CallSubject {
  Verb verb = Verb::get;
  ResourceType type;
  ObjectKey key;
  std::string subresource;
  std::string target;     ///< raw calls only
  std::string selectors;  ///< of a list or watch, as an error text shows them; empty: none
};

/// `create deployments.apps "web" in namespace "default"`.
[[nodiscard]] std::string to_string(const CallSubject& subject);

/// The Status of an answer that is an error: from its body when that is a metav1.Status, else from its code, with the
/// body's text cut at 2048 bytes as the message. `now`: for a Retry-After that is a date.
[[nodiscard]] Status status_of_response(const CallSubject& subject, unsigned code, const Headers& headers,
                                        std::string_view body, WallTime now);

/// False if failure_within finds nothing in `body`; a quick look.
[[nodiscard]] bool may_hold_failure(std::string_view body) noexcept;

/// The Status of an answer whose HTTP status is a success but which says that the call failed; nullopt for any other.
[[nodiscard]] std::optional<Status> failure_within(const CallSubject& subject, const Headers& headers,
                                                   std::string_view body);

/// Whether `body` is a metav1.Status.
[[nodiscard]] bool is_status(std::string_view body);

/// The Status that `json` is; `code` for when it has none itself.
[[nodiscard]] Status status_from(JsonView json, unsigned code);

/// The exception for `status`, whose text says what was tried, what the server said, and what a person can do.
[[nodiscard]] ApiError make_api_error(const CallSubject& subject, Status status);

}  // namespace kubexx::detail
