// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "admission/attributes.hpp"
#include "admission/cel_expressions.hpp"
#include "admission/match.hpp"

/// What expressions of policies and webhooks see of a write, and matchConditions.
namespace kubexx::apiserver {

/// Both objects in the form of the match, with apiVersion and kind; null for none.
struct VersionedObjects {
  Json object, old_object;
};

/// The AdmissionRequest and the authorizer of a write.
class ExpressionRequest {
public:
  ExpressionRequest(const std::shared_ptr<Server>& server, const AdmissionAttributes& attributes, const Match& match);

  /// Without a namespaceObject and params. The values refer to this and to `objects`.
  [[nodiscard]] AdmissionValues values(const VersionedObjects& objects) const;

private:
  Json request_;
  cel::Value authorizer_, request_resource_;
};

/// Whether all conditions hold: k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions. One that is false
/// decides, whatever the others are. Throws a std::runtime_error that says what is wrong with them.
[[nodiscard]] bool conditions_hold(const std::vector<AdmissionExpression>& conditions, AdmissionRun run,
                                   bool ignore_failures);

/// The matchConditions of a webhook. Thread safe.
class MatchConditions {
public:
  explicit MatchConditions(std::vector<std::string> sources) : sources_(std::move(sources)) {}

  /// As conditions_hold. Compiles them at the first call.
  [[nodiscard]] bool hold(const AdmissionValues& values, bool ignore_failures) const;

private:
  std::vector<std::string> sources_;
  mutable std::once_flag once_;
  mutable std::vector<AdmissionExpression> compiled_;
};

}  // namespace kubexx::apiserver
