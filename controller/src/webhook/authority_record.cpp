// SPDX-License-Identifier: Apache-2.0
#include "webhook/authority_record.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "kubexx/base/base64.hpp"
#include "kubexx/http/certificate_authority.hpp"

namespace kubexx::detail {

namespace {

constexpr std::array<std::pair<const char*, std::string AuthorityRecord::*>, 6> kMembers = {{
    {"ca.crt", &AuthorityRecord::ca_crt},
    {"ca.key", &AuthorityRecord::ca_key},
    {"tls.crt", &AuthorityRecord::tls_crt},
    {"tls.key", &AuthorityRecord::tls_key},
    {"next-ca.crt", &AuthorityRecord::next_ca_crt},
    {"next-ca.key", &AuthorityRecord::next_ca_key},
}};

bool has_key(const Clock& clock, const std::string& certificate, const std::string& key)
{
  try {
    const CertificateAuthority found(clock, CertificateAndKey{certificate, key});
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace

AuthorityRecord record_of(const Object& secret)
{
  AuthorityRecord record;
  if (!secret) return record;
  const nlohmann::json all = secret.json();
  const auto data = all.find("data");
  if (data == all.end() || !data->is_object()) return record;
  for (const auto& [name, member] : kMembers) {
    const auto found = data->find(name);
    if (found == data->end() || !found->is_string()) continue;
    record.*member = decode_base64(found->get<std::string>()).value_or("");
  }
  return record;
}

Object secret_with(const Object& secret, const ObjectKey& key, const AuthorityRecord& record)
{
  nlohmann::json all = nlohmann::json::object();
  if (secret) {
    all = secret.json();
  } else {
    all = {{"apiVersion", "v1"},
           {"kind", "Secret"},
           {"type", "kubernetes.io/tls"},
           {"metadata", {{"name", key.name}, {"namespace", key.namespace_}}}};
  }
  nlohmann::json& data = all["data"];
  for (const auto& [name, member] : kMembers) {
    if ((record.*member).empty()) {
      data.erase(name);
    } else {
      data[name] = encode_base64(record.*member);
    }
  }
  return Object::from_json(all);
}

std::vector<std::string> names_of(const WebhookAuthorityOptions& options)
{
  const std::string host = options.service + "." + options.namespace_ + ".svc";
  std::vector<std::string> names{host, host + ".cluster.local"};
  names.insert(names.end(), options.dns_names.begin(), options.dns_names.end());
  return names;
}

AuthorityState examine(const WebhookAuthorityOptions& options, const Clock& clock, AuthorityRecord record)
{
  AuthorityState state;
  state.record = std::move(record);
  const AuthorityRecord& has = state.record;
  for (const auto& pem : split_certificates(has.ca_crt)) {
    if (const auto validity = certificate_validity(pem)) state.authorities.push_back({pem, *validity});
  }
  for (const auto& authority : state.authorities) {
    if (!state.signer && has_key(clock, authority.pem, has.ca_key)) state.signer = authority;
  }
  const auto next = certificate_validity(has.next_ca_crt);
  if (next && has_key(clock, has.next_ca_crt, has.next_ca_key)) state.next = TrustedAuthority{has.next_ca_crt, *next};

  TlsServerConfig shown;
  shown.cert_chain_pem = has.tls_crt;
  shown.key_pem = has.tls_key;
  for (const auto& name : names_of(options)) {
    const auto problem = certificate_problem(shown, has.ca_crt, name, std::nullopt);
    if (!problem) continue;
    state.problem = *problem;
    return state;
  }
  state.certificate = certificate_validity(has.tls_crt);
  const std::string host = names_of(options).front();
  for (const auto& authority : state.authorities) {
    if (certificate_problem(shown, authority.pem, host, std::nullopt)) continue;
    // It is of no use any more when its authority has expired.
    state.certificate->not_after = std::min(state.certificate->not_after, authority.validity.not_after);
    state.signed_by_signer = state.signer && state.signer->pem == authority.pem;
    break;
  }
  return state;
}

}  // namespace kubexx::detail
