// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace kubexx {

/// Where API servers find the webhooks of a program, and whose they are: for Manager::webhook_configurations. `name`
/// and `namespace_` are required.
struct WebhookTarget {
  /// Of the program: the name of the configurations, and the value of the label app.kubernetes.io/name, which they and
  /// the pods have.
  std::string name = {};
  /// Of the program. The default selectors leave it out.
  std::string namespace_ = {};
  std::string service_account = {};  ///< in that namespace; default: name
  std::string service = {};          ///< in that namespace; default: NAME-webhooks
  std::uint16_t service_port = 443;
  /// "https://HOST:PORT", perhaps with a path, which precedes that of each webhook. If set, it is used in place of the
  /// Service.
  std::string url = {};
  /// PEM: the authorities that may sign the certificate of the webhooks; empty: those of the API server's system, or
  /// those that are injected later.
  std::string ca_bundle = {};
  /// The value of the label webhook_authority_label of the configurations, by which the program's own authority finds
  /// them: mark_of(options) of webhook_authority.hpp. Empty: no such label.
  std::string authority_mark = {};
};

}  // namespace kubexx
