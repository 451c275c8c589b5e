// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "webhook/authority_record.hpp"

namespace kubexx::detail {

/// What the rotation knows when it decides.
struct RotationView {
  AuthorityState seen = {};                 ///< in the Secret; empty if there is none
  std::optional<AuthorityState> held = {};  ///< the last one that served, if this process has seen it
  bool trusted = false;  ///< everything with the mark has had the bundle of `seen` for WebhookAuthorityOptions::settle
};

/// The next state of the Secret, and why.
struct RotationStep {
  AuthorityRecord record;
  std::string why;
};

/// Returns the next step, or nullopt if there is nothing to do at this time. Each step keeps to the rule that makes
/// rotations safe: whatever certificate a replica may still serve, or serves next, is trusted by the bundles that are
/// or were in place. The exceptions are those in which nothing valid is served anyway.
[[nodiscard]] std::optional<RotationStep> next_step(const WebhookAuthorityOptions& options, const Clock& clock,
                                                    const RotationView& view);

/// Two thirds of a lifetime, which begins an hour after not_before (CertificateRequest::not_before).
[[nodiscard]] WallTime renewal_of(const CertificateValidity& validity);

/// The same state, with an authority that waits to be trusted if there was none: the first step of its replacement.
[[nodiscard]] AuthorityRecord with_next_authority(const WebhookAuthorityOptions& options, const Clock& clock,
                                                  const AuthorityState& state);

}  // namespace kubexx::detail
