// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "admission/review.hpp"

/// The objects of a write as a webhook sees them, and what its patch makes of them.
namespace kubexx::apiserver {

[[nodiscard]] awaitable<VersionedObjects> versioned_objects(std::shared_ptr<Server> server,
                                                            const AdmissionAttributes& attributes,
                                                            const Match& invocation);
/// `object`, in the form of the match, decoded as a body would be, with defaults, in the form of the attributes. With
/// `strict` an unknown field of a built-in kind throws.
[[nodiscard]] awaitable<Json> stored_object(std::shared_ptr<Server> server, const AdmissionAttributes& attributes,
                                            const Match& invocation, Json object, bool strict = false);
/// `object` after the patch of a response; nullopt for one without operations. Throws WebhookProblem and Failures.
[[nodiscard]] std::optional<Json> patched_object(const std::string& webhook, const ReviewResponse& response,
                                                 const Json& object);

}  // namespace kubexx::apiserver
