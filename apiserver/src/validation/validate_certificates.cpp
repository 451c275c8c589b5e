// SPDX-License-Identifier: Apache-2.0
// CertificateSigningRequests: k8s.io/kubernetes/pkg/apis/certificates/validation.
#include <algorithm>
#include <array>
#include <set>

#include "kubexx/base/base64.hpp"
#include "kubexx/http/certificate_request.hpp"
#include "validation/field_value.hpp"
#include "validation/pem.hpp"
#include "validation/validate.hpp"
#include "validation/validate_certificates.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array<const char*, 3> lasting_conditions{"Approved", "Denied", "Failed"};

/// allValidUsages.
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

std::size_t conditions_of_type(const Json& object, std::string_view type)
{
  const auto& conditions = array_at(object, {"status", "conditions"});
  return static_cast<std::size_t>(std::count_if(conditions.begin(), conditions.end(),
                                                [type](const Json& one) { return string_at(one, {"type"}) == type; }));
}

/// What is wrong with a request; empty when nothing is.
std::string request_problem(const std::string& encoded)
{
  const auto bytes = decode_base64(encoded).value_or("");
  std::string_view text = bytes;
  const auto block = next_pem_block(text);
  if (!block || block->type != "CERTIFICATE REQUEST") return "PEM block type must be CERTIFICATE REQUEST";
  const auto request = read_certificate_request(block->bytes);
  // Go's decoder has many words for what is no request; these are for one that is cut off.
  if (!request) return "asn1: syntax error: truncated tag or length";
  return request->signature_holds ? "" : "x509: ECDSA verification failure";
}

/// Likewise, of the certificates that a signer has written.
std::string certificates_problem(const std::string& encoded)
{
  const auto bytes = decode_base64(encoded).value_or("");
  std::string_view text = bytes;
  std::size_t blocks = 0;
  while (const auto block = next_pem_block(text)) {
    if (block->type != "CERTIFICATE") return "only CERTIFICATE PEM blocks are allowed, found " + go_quoted(block->type);
    if (block->has_headers) return "no PEM block headers are permitted";
    if (!is_certificate(block->bytes)) return "x509: malformed certificate";
    ++blocks;
  }
  return blocks == 0 ? "must contain at least one CERTIFICATE PEM block" : "";
}

void check_conditions(const FieldValue& conditions, FieldErrors& errors)
{
  std::set<std::string> seen;
  for (const auto& condition : conditions.items()) {
    const auto type = condition["type"];
    const auto status = condition["status"];
    if (type.zero()) type.required();
    const bool only_true =
        std::find(lasting_conditions.begin(), lasting_conditions.end(), type.text()) != lasting_conditions.end();
    if (status.zero()) {
      status.required();
    } else {
      status.one_of(only_true ? std::vector<std::string>{"True"}
                              : std::vector<std::string>{"False", "True", "Unknown"});
    }
    if (!seen.insert(type.text()).second) errors.push_back(duplicate_value(type.path(), type.text()));
  }
}

/// What the generated validation says, which comes last.
void check_either(const FieldValue& conditions, const Json& object)
{
  if (conditions_of_type(object, "Approved") == 0 || conditions_of_type(object, "Denied") == 0) return;
  conditions.invalid(R"({conditions[{"type": "Approved"}], conditions[{"type": "Denied"}]})",
                     R"(must specify at most one of: `conditions[{"type": "Approved"}]`, )"
                     R"(`conditions[{"type": "Denied"}]`)");
}

void check_request(const Json& object, const Json& current, bool approval, FieldErrors& errors)
{
  const auto status = FieldValue(&object, "", errors)["status"];
  const auto conditions = status["conditions"];
  check_conditions(conditions, errors);
  const auto certificate = status["certificate"];
  const auto before = string_at(current, {"status", "certificate"});
  const bool other = certificate.text() != before;
  if (other && !certificate.text().empty()) {
    const auto problem = certificates_problem(certificate.text());
    if (!problem.empty()) certificate.invalid("<certificate data>", problem);
  }
  for (const char* type : lasting_conditions) {
    if (conditions_of_type(object, type) < conditions_of_type(current, type)) {
      conditions.forbidden("updates may not remove a condition of type " + go_quoted(type));
    }
  }
  for (const char* type : {"Approved", "Denied"}) {
    if (!approval && conditions_of_type(object, type) > conditions_of_type(current, type)) {
      conditions.forbidden("updates may not add a condition of type " + go_quoted(type));
    }
  }
  if (other && !before.empty()) certificate.forbidden("updates may not modify existing certificate content");
  check_either(conditions, object);
}

}  // namespace

void validate_signing_request(const Json& object, const Json* current, FieldErrors& errors)
{
  if (current != nullptr) return;
  const auto spec = FieldValue(&object, "", errors)["spec"];
  if (const auto problem = request_problem(spec["request"].text()); !problem.empty()) spec["request"].invalid(problem);
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

void check_status_of_request(const Json& object, const Json& current, FieldErrors& errors)
{
  check_request(object, current, false, errors);
}

void check_approval_of_request(const Json& object, const Json& current, FieldErrors& errors)
{
  check_request(object, current, true, errors);
}

}  // namespace kubexx::apiserver
