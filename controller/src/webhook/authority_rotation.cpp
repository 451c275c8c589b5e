// SPDX-License-Identifier: Apache-2.0
#include "webhook/authority_rotation.hpp"

#include <algorithm>
#include <utility>

#include "kubexx/http/certificate_authority.hpp"

namespace kubexx::detail {

namespace {

constexpr Duration kBackdated = std::chrono::hours(1);
// A renewal that adds less than this part of a lifetime is not worth it: the authority itself is about to end.
constexpr int kLeastGain = 10;

bool valid(const CertificateValidity& validity, WallTime now)
{
  return validity.not_before <= now && now < validity.not_after;
}

std::string bundle_of(const std::vector<TrustedAuthority>& authorities, WallTime now)
{
  std::string bundle;
  for (const auto& authority : authorities) {
    if (now < authority.validity.not_after) bundle += authority.pem;
  }
  return bundle;
}

bool trusts(const AuthorityState& state, const std::string& pem)
{
  const auto texts = split_certificates(pem);
  return !texts.empty() && std::any_of(state.authorities.begin(), state.authorities.end(),
                                       [&](const TrustedAuthority& one) { return one.pem == texts.front(); });
}

CertificateAuthority new_authority(const WebhookAuthorityOptions& options, const Clock& clock)
{
  return CertificateAuthority(clock, options.service + "." + options.namespace_ + " webhooks",
                              options.authority_lifetime);
}

void issue(const WebhookAuthorityOptions& options, const Clock& clock, const CertificateAndKey& authority,
           AuthorityRecord& record)
{
  const CertificateAuthority signer(clock, authority);
  CertificateRequest request;
  request.dns_names = names_of(options);
  request.common_name = request.dns_names.front().size() <= 64 ? request.dns_names.front() : options.service;
  request.not_before = -kBackdated;
  request.not_after = options.certificate_lifetime;
  if (const auto validity = certificate_validity(authority.cert_pem)) {
    request.not_after = std::min<Duration>(request.not_after, validity->not_after - clock.wall_now());
  }
  CertificateAndKey made = signer.issue(request);
  record.tls_crt = std::move(made.cert_pem);
  record.tls_key = std::move(made.key_pem);
}

AuthorityRecord begun_anew(const WebhookAuthorityOptions& options, const Clock& clock)
{
  const CertificateAuthority authority = new_authority(options, clock);
  AuthorityRecord record;
  record.ca_crt = authority.cert_pem();
  record.ca_key = authority.key_pem();
  issue(options, clock, {record.ca_crt, record.ca_key}, record);
  return record;
}

// The next authority signs from now on. The others stay in the bundle.
AuthorityRecord promoted(const WebhookAuthorityOptions& options, const Clock& clock, const AuthorityState& state)
{
  AuthorityRecord record = state.record;
  record.ca_crt = bundle_of(state.authorities, clock.wall_now());
  if (!trusts(state, state.next->pem)) record.ca_crt += state.next->pem;
  record.ca_key = std::exchange(record.next_ca_key, {});
  issue(options, clock, {std::exchange(record.next_ca_crt, {}), record.ca_key}, record);
  return record;
}

AuthorityRecord renewed(const WebhookAuthorityOptions& options, const Clock& clock, const AuthorityState& state)
{
  AuthorityRecord record = state.record;
  issue(options, clock, {state.signer->pem, record.ca_key}, record);
  return record;
}

// What to do when the Secret has nothing that clients accept.
RotationStep repaired(const WebhookAuthorityOptions& options, const Clock& clock, const RotationView& view)
{
  const WallTime now = clock.wall_now();
  const AuthorityState& seen = view.seen;
  const std::string problem = seen.problem.empty() ? "it has expired" : seen.problem;
  if (seen.signer && valid(seen.signer->validity, now)) {
    return {renewed(options, clock, seen), "a new certificate, because the old one cannot be served: " + problem};
  }
  if (view.held && view.held->serves(now)) return {view.held->record, "restored the last usable state: " + problem};
  if (seen.next && valid(seen.next->validity, now)) {
    return {promoted(options, clock, seen), "the next authority signs early, because the old one cannot: " + problem};
  }
  return {begun_anew(options, clock), "a new authority and a new certificate: " + problem};
}

bool should_renew(const WebhookAuthorityOptions& options, const AuthorityState& state, WallTime now)
{
  if (!state.signer || !valid(state.signer->validity, now)) return false;
  if (now < state.certificate->not_before) return true;
  if (now < renewal_of(*state.certificate)) return false;
  const WallTime end = std::min(now + options.certificate_lifetime, state.signer->validity.not_after);
  return end - state.certificate->not_after >= options.certificate_lifetime / kLeastGain;
}

bool should_replace_authority(const AuthorityState& state, WallTime now)
{
  if (!state.signer) return true;  // nothing can be renewed
  return now < state.signer->validity.not_before || now >= renewal_of(state.signer->validity);
}

// Whether every replica has had the time to serve what the signer has signed.
bool is_over(const WebhookAuthorityOptions& options, const AuthorityState& state, WallTime now)
{
  return state.authorities.size() > 1 && state.signed_by_signer &&
         now >= state.certificate->not_before + kBackdated + options.overlap;
}

}  // namespace

WallTime renewal_of(const CertificateValidity& validity)
{
  const WallTime from = std::min(validity.not_before + kBackdated, validity.not_after);
  return from + (validity.not_after - from) / 3 * 2;
}

AuthorityRecord with_next_authority(const WebhookAuthorityOptions& options, const Clock& clock,
                                    const AuthorityState& state)
{
  AuthorityRecord record = state.record;
  const WallTime now = clock.wall_now();
  record.ca_crt = bundle_of(state.authorities, now);
  if (!state.next || !valid(state.next->validity, now)) {
    const CertificateAuthority next = new_authority(options, clock);
    record.next_ca_crt = next.cert_pem();
    record.next_ca_key = next.key_pem();
  }
  if (!trusts(state, record.next_ca_crt)) record.ca_crt += record.next_ca_crt;
  return record;
}

std::optional<RotationStep> next_step(const WebhookAuthorityOptions& options, const Clock& clock,
                                      const RotationView& view)
{
  const WallTime now = clock.wall_now();
  const AuthorityState& seen = view.seen;
  if (!seen.serves(now)) return repaired(options, clock, view);

  const bool has_next = seen.next && valid(seen.next->validity, now);
  if (has_next && trusts(seen, seen.next->pem)) {
    if (view.trusted) return RotationStep{promoted(options, clock, seen), "the next authority signs"};
  } else if (has_next || should_replace_authority(seen, now)) {
    return RotationStep{with_next_authority(options, clock, seen), "a new authority, which is to be trusted first"};
  }
  if (should_renew(options, seen, now)) {
    return RotationStep{renewed(options, clock, seen), "a new certificate, at two thirds of the old one's life"};
  }
  if (!has_next && is_over(options, seen, now)) {
    RotationStep step{seen.record, "the old authority is no longer trusted"};
    step.record.ca_crt = seen.signer->pem;
    return step;
  }
  return std::nullopt;
}

}  // namespace kubexx::detail
