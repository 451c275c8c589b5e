// SPDX-License-Identifier: Apache-2.0
// pkg/apis/certificates/validation: the status and the approval of CertificateSigningRequests.
#include <algorithm>
#include <array>
#include <set>

#include "kubexx/base/base64.hpp"
#include "validation/field_value.hpp"
#include "validation/pem.hpp"
#include "validation/validate_certificates.hpp"
#include "validation/x509.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array<const char*, 3> lasting_conditions{"Approved", "Denied", "Failed"};

std::size_t conditions_of_type(const Json& object, std::string_view type)
{
  const auto& conditions = array_at(object, {"status", "conditions"});
  return static_cast<std::size_t>(std::count_if(conditions.begin(), conditions.end(),
                                                [type](const Json& one) { return string_at(one, {"type"}) == type; }));
}

/// validateCertificate: of PEM text. Empty when there is nothing wrong.
std::string issued_problem(std::string_view text)
{
  if (text.empty()) return {};
  bool found = false;
  for (auto block = take_pem_block(text); block; block = take_pem_block(text)) {
    found = true;
    if (block->type != "CERTIFICATE") return "only CERTIFICATE PEM blocks are allowed, found " + go_quoted(block->type);
    if (block->has_headers) return "no PEM block headers are permitted";
    if (block->bytes.empty()) return "found CERTIFICATE PEM block containing 0 certificates";
    if (!parse_certificate(block->bytes)) return "x509: malformed certificate";
  }
  return found ? "" : "must contain at least one CERTIFICATE PEM block";
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
    const auto problem = issued_problem(decode_base64(certificate.text()).value_or(""));
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

void check_status_of_request(const Json& object, const Json& current, FieldErrors& errors)
{
  check_request(object, current, false, errors);
}

void check_approval_of_request(const Json& object, const Json& current, FieldErrors& errors)
{
  check_request(object, current, true, errors);
}

}  // namespace kubexx::apiserver
