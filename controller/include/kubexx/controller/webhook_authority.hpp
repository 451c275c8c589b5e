// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/object_key.hpp"

namespace kubexx {

/// A certificate authority of the operator's own, in place of cert-manager. Its certificates are kept in one Secret,
/// which every replica watches through the API: no mount, no restart. The authority's certificate is written into
/// the ValidatingWebhookConfigurations, MutatingWebhookConfigurations and CustomResourceDefinitions (spec.conversion)
/// that have the label `webhook_authority_label` with the value mark_of(options), and into nothing else.
///
/// A new server certificate of the same authority is served at once. A new authority is first trusted beside the old
/// one by everything that has the mark, then it signs. The old one is trusted until every replica has had the time to
/// follow
/// (`overlap`). Deleting the Secret while the operator runs has the same effect; no request fails. Editing the Secret
/// so that it cannot be used is undone.
struct WebhookAuthorityOptions {
  /// The Service in front of the webhooks, and the namespace of both the Service and the Secret. Required,
  /// except with run_operator: there the Service defaults to --webhook-service or NAME-webhooks, and the namespace to
  /// --leader-election-namespace or the namespace of the pod or the kubeconfig.
  std::string service = {};
  std::string namespace_ = {};
  std::string secret = {};  ///< name of the Secret; default: SERVICE-certificates
  /// Names of the certificate beside SERVICE.NAMESPACE.svc and SERVICE.NAMESPACE.svc.cluster.local.
  std::vector<std::string> dns_names = {};
  /// The value of the label; default: NAMESPACE.SECRET; if that has more than 63 characters, the first 40
  /// hexadecimal digits of its SHA-256.
  std::string mark = {};
  /// Both are replaced after two thirds of their lifetime, by the wall clock.
  Duration authority_lifetime = std::chrono::hours(24 * 3650);
  Duration certificate_lifetime = std::chrono::hours(24 * 365);  ///< at most a third of authority_lifetime
  /// How long a new authority is trusted by everything before it signs: API servers read configurations with a delay.
  Duration settle = std::chrono::minutes(1);
  /// How long the old authority is still trusted after that; at most a third of certificate_lifetime. A replica that
  /// could not read the Secret for as long as that is not ready.
  Duration overlap = std::chrono::hours(24);
};

/// The mark of the objects that get the authority's certificate.
inline constexpr std::string_view webhook_authority_label = "kubexx.dev/webhook-authority";
[[nodiscard]] std::string mark_of(const WebhookAuthorityOptions& options);
[[nodiscard]] ObjectKey secret_of(const WebhookAuthorityOptions& options);
/// One line for each mistake.
[[nodiscard]] std::vector<std::string> mistakes_of(const WebhookAuthorityOptions& options);

}  // namespace kubexx
