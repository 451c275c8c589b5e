// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/controller/admission_request.hpp"
#include "kubexx/controller/webhook_context.hpp"

namespace kubexx {

/// The environment of one call of an admission webhook, with its request. See WebhookContext for what a handler may do.
class AdmissionContext : public WebhookContext {
public:
  AdmissionContext(std::shared_ptr<ControllerServices> services, Call call, AdmissionRequest request);
  ~AdmissionContext() override;

  [[nodiscard]] const AdmissionRequest& request() const noexcept { return request_; }
  [[nodiscard]] const AdmissionUser& user() const noexcept { return request_.user; }
  [[nodiscard]] AdmissionOperation operation() const noexcept { return request_.operation; }
  [[nodiscard]] bool is_dry_run() const noexcept { return request_.dry_run; }
  /// The object before an update or a delete. nullopt for a create and a connect. Throws ObjectError, which names the
  /// field, if it does not fit T.
  template <Kind T>
  [[nodiscard]] std::optional<T> old_object() const
  {
    if (!request_.old_object) return std::nullopt;
    return request_.old_object.as<T>();
  }

  /// Shows a warning to the user, whatever the decision. The API server cuts long ones: 120 characters are a good
  /// limit.
  void warn(std::string text);
  /// Adds an annotation to the audit event; the API server puts the name of the webhook in front of `key`.
  void audit(std::string key, std::string value);
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  [[nodiscard]] const std::map<std::string, std::string>& audit_annotations() const noexcept { return audit_; }

private:
  // Its lines carry webhook, operation, resource, namespace, name, user and the uid of the request.
  [[nodiscard]] Log make_log() const override;

  const AdmissionRequest request_;
  std::vector<std::string> warnings_;
  std::map<std::string, std::string> audit_;
};

}  // namespace kubexx
