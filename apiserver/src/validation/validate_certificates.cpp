// SPDX-License-Identifier: Apache-2.0
// pkg/apis/certificates/validation: what the kinds of certificates.k8s.io may have in their spec.
#include <algorithm>
#include <map>
#include <set>

#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/base/base64.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/omitted_value.hpp"
#include "validation/pem.hpp"
#include "validation/validate.hpp"
#include "validation/x509.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::int64_t day = 24L * 60 * 60;

/// allValidUsages of pkg/apis/certificates/validation.
const std::vector<std::string>& key_usages()
{
  static const std::vector<std::string> all{"any",
                                            "cert sign",
                                            "client auth",
                                            "code signing",
                                            "content commitment",
                                            "crl sign",
                                            "data encipherment",
                                            "decipher only",
                                            "digital signature",
                                            "email protection",
                                            "encipher only",
                                            "ipsec end system",
                                            "ipsec tunnel",
                                            "ipsec user",
                                            "key agreement",
                                            "key encipherment",
                                            "microsoft sgc",
                                            "netscape sgc",
                                            "ocsp signing",
                                            "s/mime",
                                            "server auth",
                                            "signing",
                                            "timestamping"};
  return all;
}

/// validateCSR: of PEM text. Empty when there is nothing wrong.
std::string signing_request_problem(std::string_view text)
{
  const auto block = take_pem_block(text);
  if (!block || block->type != "CERTIFICATE REQUEST") return "PEM block type must be CERTIFICATE REQUEST";
  if (block->bytes.empty()) return "asn1: syntax error: sequence truncated";
  if (block->bytes.size() == 1) return "asn1: syntax error: truncated tag or length";
  const auto request = parse_certificate_request(block->bytes);
  if (!request) return "asn1: syntax error: data truncated";
  if (request->is_signed) return {};
  switch (request->key.sort()) {
    case PublicKey::Sort::ed25519:
      return "x509: Ed25519 verification failure";
    case PublicKey::Sort::ecdsa:
      return "x509: ECDSA verification failure";
    case PublicKey::Sort::rsa:
      return "crypto/rsa: verification error";
    case PublicKey::Sort::other:
      break;
  }
  return "x509: cannot verify signature: algorithm unimplemented";
}

/// ValidateClusterTrustBundleName.
std::vector<std::string> bundle_name_problems(const std::string& signer, const std::string& name)
{
  if (signer.empty()) {
    if (name.find(':') == std::string::npos) return dns_1123_subdomain_problems(name);
    return {"ClusterTrustBundle without signer name must not have \":\" in its name"};
  }
  auto prefix = signer + ":";
  std::replace(prefix.begin(), prefix.end(), '/', ':');
  if (name.starts_with(prefix)) return dns_1123_subdomain_problems(name.substr(prefix.size()));
  return {"ClusterTrustBundle for signerName " + signer + " must be named with prefix " + prefix};
}

std::string anchor_problem(const PemBlock& block)
{
  if (block.type != "CERTIFICATE") return "has bad block type: " + block.type;
  if (block.has_headers) return "has PEM block headers";
  const auto certificate = parse_certificate(block.bytes);
  if (!certificate) return "does not parse as X.509";
  return certificate->is_authority ? "" : "does not have the CA bit set";
}

/// validateTrustBundle: each block is the certificate of an authority, and none is there twice.
void check_anchors(const FieldValue& bundle)
{
  constexpr std::size_t most = 1024UL * 1024;
  const auto text = bundle.text();
  if (text.size() > most) return bundle.errors().push_back(too_long(bundle.path(), most));
  const auto refuse = [&bundle](const std::string& why) { bundle.invalid("<value omitted>", why); };
  const auto before = bundle.errors().size();
  std::map<std::string, std::vector<std::size_t>> anchors;
  std::string_view rest = text;
  std::size_t count = 0;
  for (auto block = take_pem_block(rest); block; block = take_pem_block(rest), ++count) {
    const auto problem = anchor_problem(*block);
    if (!problem.empty()) refuse("entry " + std::to_string(count) + " " + problem);
    if (problem.empty()) anchors[block->bytes].push_back(count);
  }
  if (bundle.errors().size() > before) return;
  if (anchors.empty()) refuse("at least one trust anchor must be provided");
  for (const auto& [bytes, places] : anchors) {
    if (places.size() < 2) continue;
    std::string listed;
    for (const auto place : places) listed += (listed.empty() ? "" : " ") + std::to_string(place);
    refuse("duplicate trust anchor (indices [" + listed + "])");
  }
}

/// ValidateUserAnnotations.
void check_user_annotations(const FieldValue& annotations)
{
  constexpr std::size_t most = 256UL * 1024;
  std::size_t total = 0;
  for (const auto& [key, value] : annotations.entries()) {
    total += key.size() + value.text().size();
    const auto name = lower(key);
    if (name.empty()) {
      annotations.required();
      continue;
    }
    const auto problems = label_key_problems(name);
    for (const auto& problem : problems) annotations.invalid(name, problem);
    if (problems.empty() && name.find('/') == std::string::npos) {
      annotations.invalid(name, "must be a domain-prefixed key (such as \"acme.io/foo\")");
    }
  }
  if (total > most) annotations.errors().push_back(too_long(annotations.path(), most));
}

void check_uid(const FieldValue& uid)
{
  constexpr std::size_t most = 128;
  if (uid.zero()) uid.invalid("", "must not be empty");
  if (uid.text().size() > most) uid.errors().push_back(too_long(uid.path(), most));
}

void check_expiration(const FieldValue& seconds, const std::string& signer)
{
  constexpr std::int64_t least = 60L * 60;
  const auto host = signer.substr(0, signer.find('/'));
  const bool own = host == "kubernetes.io" || host.ends_with(".kubernetes.io");
  const auto most = own ? day : 91 * day;
  if (seconds.number() >= least && seconds.number() <= most) return;
  seconds.invalid("must be in the range [" + std::to_string(least) + ", " + std::to_string(most) + "]");
}

/// What kind of key it may be. Returns whether it is one of them.
bool check_key(const FieldValue& place, const PublicKey& key)
{
  switch (key.sort()) {
    case PublicKey::Sort::ed25519:
      return true;
    case PublicKey::Sort::ecdsa:
      if (key.curve() == "P-256" || key.curve() == "P-384" || key.curve() == "P-521") return true;
      place.invalid("curve " + key.curve(), "elliptic public keys must use curve P256, P384, or P521");
      return false;
    case PublicKey::Sort::rsa:
      if (key.bits() == 3072 || key.bits() == 4096) return true;
      place.invalid(std::to_string(key.bits()) + "-bit modulus", "RSA keys must have modulus size 3072 or 4096");
      return false;
    case PublicKey::Sort::other:
      break;
  }
  place.errors().push_back(
      without_value(place.path(), "unknown public key type; supported types are Ed25519, ECDSA, and RSA"));
  return false;
}

void check_stub_request(const FieldValue& request)
{
  constexpr std::size_t most = 10240;
  const auto bytes = decode_base64(request.text()).value_or("");
  if (bytes.size() > most) return request.errors().push_back(too_long(request.path(), most));
  const auto parsed = parse_certificate_request(bytes);
  if (!parsed) return request.errors().push_back(without_value(request.path(), "must be a valid PKCS#10 CSR"));
  if (!check_key(request, parsed->key)) return;
  if (!parsed->is_signed) request.errors().push_back(without_value(request.path(), "invalid signature"));
}

}  // namespace

void validate_signing_request(const Json& object, const Json* current, FieldErrors& errors)
{
  if (current != nullptr) return;
  const auto spec = FieldValue(&object, "", errors)["spec"];
  const auto request = spec["request"];
  const auto problem = signing_request_problem(decode_base64(request.text()).value_or(""));
  if (!problem.empty()) {
    request.present() ? request.invalid(problem) : request.invalid_text("null", problem);
  }
  const auto usages = spec["usages"];
  if (usages.size() == 0) usages.required();
  for (const auto& usage : usages.items()) usage.one_of(key_usages());
  std::set<std::string> seen;
  for (const auto& usage : usages.items()) {
    if (!seen.insert(usage.text()).second) usage.duplicate();
  }
  if (spec["signerName"].is("kubernetes.io/legacy-unknown")) {
    spec["signerName"].invalid("the legacy signerName is not allowed via this API version");
  } else {
    spec["signerName"].signer_name();
  }
  const auto seconds = spec["expirationSeconds"];
  if (seconds.present() && seconds.number() < 600) {
    seconds.invalid("may not specify a duration less than 600 seconds (10 minutes)");
  }
}

void validate_trust_bundle(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto signer = place["spec"]["signerName"];
  const auto bundle = place["spec"]["trustBundle"];
  FieldErrors of_name;
  const FieldValue meta = FieldValue(&object, "", of_name)["metadata"];
  if (auto base = meta["generateName"].text(); !base.empty()) {
    // maskTrailingDash
    if (base.size() > 1 && base.ends_with('-')) base.replace(base.size() - 2, 2, "a");
    meta["generateName"].problems(bundle_name_problems(signer.text(), base));
  }
  if (const auto name = meta["name"].text(); !name.empty()) {
    meta["name"].problems(bundle_name_problems(signer.text(), name));
  }
  errors.insert(errors.begin(), of_name.begin(), of_name.end());
  if (!signer.zero()) signer.signer_name();
  const Json none;
  const FieldValue old(current == nullptr ? &none : current, "", errors);
  if (current == nullptr || bundle.text() != old["spec"]["trustBundle"].text()) check_anchors(bundle);
  if (current != nullptr) signer.immutable(old["spec"]["signerName"]);
}

void validate_pod_certificate_request(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto spec = place["spec"];
  if (current != nullptr) {
    if (spec.value() != FieldValue(current, "", errors)["spec"].value()) {
      spec.invalid_text(internal_text("certificates.PodCertificateRequestSpec", spec.value()), "field is immutable");
    }
    return;
  }
  const auto signer = spec["signerName"];
  signer.signer_name();
  check_user_annotations(spec["unverifiedUserAnnotations"]);
  for (const auto& [name, uid] :
       {std::pair("podName", "podUID"), {"serviceAccountName", "serviceAccountUID"}, {"nodeName", "nodeUID"}}) {
    for (const auto& problem : dns_1123_subdomain_problems(spec[name].text())) {
      spec[name].invalid(spec[name].text(), problem);
    }
    check_uid(spec[uid]);
  }
  check_expiration(spec["maxExpirationSeconds"], signer.text());
  // pkixPublicKey and proofOfPossession are fields of v1beta1, which is not served.
  if (!spec["stubPKCS10Request"].zero()) return check_stub_request(spec["stubPKCS10Request"]);
  spec.errors().push_back(without_value(
      spec.path(), "exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set"));
}

}  // namespace kubexx::apiserver
