// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/webhook_authority.hpp"
#include "kubexx/informer/informer.hpp"
#include "webhook/authority_services.hpp"

namespace kubexx::detail {

/// Writes the bundle of a webhook authority into everything with its mark. Not thread safe, except `informers`.
class AuthorityInjector {
public:
  AuthorityInjector(const WebhookAuthorityOptions& options, AuthorityServices services);

  /// Of the kinds that may have the mark; somebody else starts and stops them.
  [[nodiscard]] const std::vector<SharedInformer>& informers() const noexcept { return marked_; }

  /// Writes it where it is missing. Returns false if something is still missing. What fails is logged.
  [[nodiscard]] awaitable<bool> inject(std::string bundle, std::stop_token stop);

  /// Whether the last inject has found this bundle in everything with the mark.
  [[nodiscard]] bool trusts(const std::string& bundle) const { return !bundle.empty() && trusted_bundle_ == bundle; }
  /// Since when it was so.
  [[nodiscard]] SteadyTime trusted_since() const noexcept { return trusted_since_; }
  /// Nothing is trusted until the next inject.
  void forget() { trusted_bundle_.clear(); }

private:
  [[nodiscard]] awaitable<bool> inject_into(SharedInformer kind, Object object, Patch patch, std::stop_token stop);

  const ObjectKey key_;  // of the Secret
  const std::string mark_;
  const AuthorityServices services_;
  std::vector<SharedInformer> marked_;
  std::string trusted_bundle_;  // everything with the mark has it
  SteadyTime trusted_since_{};
  std::string noted_injection_;
};

}  // namespace kubexx::detail
