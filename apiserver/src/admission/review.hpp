// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "admission/expressions.hpp"
#include "admission/webhooks.hpp"

/// AdmissionReview: k8s.io/apiserver/pkg/admission/plugin/webhook/request.
namespace kubexx::apiserver {

/// The version of AdmissionReview to speak: the first of the webhook's that is known. Throws WebhookProblem.
[[nodiscard]] std::string review_version(const Webhook& webhook);

[[nodiscard]] Json review_request(const std::string& version, const std::string& uid,
                                  const AdmissionAttributes& attributes, const Invocation& invocation,
                                  const VersionedObjects& objects);

struct ReviewResponse {
  bool allowed = false;
  Json result;  ///< a Status, or null
  std::string patch, patch_type;
  std::vector<std::string> warnings;
};
/// Throws WebhookProblem.
[[nodiscard]] ReviewResponse read_review(const std::string& version, const std::string& uid, bool mutating,
                                         const Json& review);

/// The denial by a webhook.
[[nodiscard]] Failure denial(const std::string& webhook, Json result);

}  // namespace kubexx::apiserver
