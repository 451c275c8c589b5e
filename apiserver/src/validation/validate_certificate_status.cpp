// SPDX-License-Identifier: Apache-2.0
// pkg/apis/certificates/validation: what signers write into the status.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/base/base64.hpp"
#include "validation/field_value.hpp"
#include "validation/omitted_value.hpp"
#include "validation/pem.hpp"
#include "validation/validate_status.hpp"
#include "validation/x509.hpp"

namespace kubexx::apiserver {
namespace {

const std::vector<std::string> terminal{"Issued", "Denied", "Failed"};

bool is_terminal(const std::string& type)
{
  return std::find(terminal.begin(), terminal.end(), type) != terminal.end();
}

bool has_true_condition(const Json& object, std::string_view type)
{
  const auto* conditions = find(object, {"status", "conditions"});
  if (conditions == nullptr || !conditions->is_array()) return false;
  return std::any_of(conditions->begin(), conditions->end(), [type](const Json& one) {
    return string_at(one, {"type"}) == type && string_at(one, {"status"}) == "True";
  });
}

/// A condition's reason: IsValidConditionReason.
bool is_reason(std::string_view text)
{
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_end = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return is_letter(text.front()) && is_end(text.back()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return is_end(c) || c == ',' || c == ':'; });
}

/// metav1validation.ValidateCondition.
void check_condition(const FieldValue& condition)
{
  constexpr std::size_t most_in_reason = 1024;
  constexpr std::size_t most_in_message = 32UL * 1024;
  const auto type = condition["type"];
  if (type.zero()) type.required("is required");
  if (!type.zero()) type.problems(label_key_problems(type.text()));
  const auto status = condition["status"];
  if (status.zero()) {
    status.required();
  } else {
    status.one_of({"False", "True", "Unknown"});
  }
  const auto generation = condition["observedGeneration"];
  if (generation.number() < 0) generation.invalid("must be greater than or equal to zero");
  if (condition["lastTransitionTime"].zero()) condition["lastTransitionTime"].required();
  const auto reason = condition["reason"];
  const auto text = reason.text();
  if (text.empty()) {
    reason.required();
  } else {
    if (!is_reason(text)) {
      reason.invalid(
          "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric "
          "characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or "
          "'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is "
          "'[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')");
    }
    if (text.size() > most_in_reason) reason.errors().push_back(too_long(reason.path(), most_in_reason));
  }
  const auto message = condition["message"];
  if (message.text().size() > most_in_message) message.errors().push_back(too_long(message.path(), most_in_message));
}

void check_terminal_conditions(const FieldValue& conditions)
{
  std::size_t known = 0;
  const auto all = conditions.items();
  for (std::size_t index = 0; index < all.size(); ++index) {
    const auto& condition = all[index];
    // The real server writes these paths so.
    const auto below = conditions.path() + ".[" + std::to_string(index) + "].";
    const auto type = condition["type"].named(below + "type");
    if (!is_terminal(type.text())) {
      type.unsupported(terminal);
      continue;
    }
    if (++known > 1) {
      type.invalid(R"(There may be at most one condition with type "Issued", "Denied", or "Failed")");
    }
    condition["status"].named(below + "status").one_of({"True"});
  }
  std::set<std::string> seen;
  for (const auto& condition : all) {
    if (!seen.insert(condition["type"].text()).second) {
      conditions.errors().push_back(duplicate_value(condition.path(), condition["type"].value()));
    }
    check_condition(condition);
  }
}

void check_host_names(const FieldValue& chain, const ParsedCertificate& leaf)
{
  for (const auto& name : leaf.dns_names) {
    if (name.empty()) chain.invalid(name, "leaf certificate should not contain empty DNSName");
    if (name.find("..") != std::string::npos) {
      chain.invalid(name, "leaf certificate's DNSName should not contain '..'");
    }
    if (name.starts_with('.') || name.ends_with('.')) {
      chain.invalid(name, "leaf certificate's DNSName should not start or end with '.'");
    }
  }
  for (const auto& address : leaf.email_addresses) {
    const auto at = address.find('@');
    if (at == 0 || at == std::string::npos || at + 1 == address.size()) {
      chain.invalid(address, "leaf certificate should not contain invalid EmailAddress");
    }
  }
}

/// Of so many seconds, as time.Time.Sub has them: no more than fit.
std::int64_t go_nanoseconds(std::int64_t seconds)
{
  constexpr std::int64_t second = 1'000'000'000;
  constexpr auto most = std::numeric_limits<std::int64_t>::max() / second;
  if (seconds > most) return std::numeric_limits<std::int64_t>::max();
  if (seconds < -most) return std::numeric_limits<std::int64_t>::min();
  return seconds * second;
}

Time time_at(const FieldValue& field)
{
  return Time::parse(field.text());
}

/// The times of an issued certificate, those of the status and its own. Returns whether they are right.
bool check_times(const FieldValue& object, const ParsedCertificate& leaf, WallTime now)
{
  const auto status = object["status"];
  const auto from = status["notBefore"];
  const auto until = status["notAfter"];
  const auto refresh = status["beginRefreshAt"];
  const auto before = object.errors().size();
  if (!from.present()) from.required("must be present and consistent with the issued certificate");
  if (!until.present()) until.required("must be present and consistent with the issued certificate");
  if (!refresh.present()) refresh.required("must be present and in the range [notbefore+10min, notafter-10min]");
  if (object.errors().size() > before) return false;
  constexpr auto least_apart = std::chrono::minutes(10);
  const auto refuse = [](const FieldValue& field, std::string_view why) {
    field.invalid(why);
    return false;
  };
  if (time_at(from).unix_seconds() != leaf.not_before) {
    return refuse(from, "must be set to the NotBefore time encoded in the leaf certificate");
  }
  // In whole seconds, which cannot overflow.
  const auto skew = time_at(from).unix_seconds() - Time(now).unix_seconds();
  if (std::abs(skew) >= 5 * 60) {
    return refuse(from, "must be set to within 5 minutes of kube-apiserver's current time");
  }
  if (time_at(until).unix_seconds() != leaf.not_after) {
    return refuse(until, "must be set to the NotAfter time encoded in the leaf certificate");
  }
  const auto lifetime = leaf.not_after - leaf.not_before;
  const auto most = object["spec"]["maxExpirationSeconds"].number();
  const auto chain = status["certificateChain"];
  const auto nanoseconds = go_nanoseconds(lifetime);
  if (lifetime < 60L * 60) {
    chain.invalid(nanoseconds, "leaf certificate lifetime must be >= 1 hour");
    return false;
  }
  if (lifetime > most) {
    chain.invalid(nanoseconds,
                  "leaf certificate lifetime must be <= spec.maxExpirationSeconds (" + std::to_string(most) + ")");
    return false;
  }
  if (time_at(refresh) < time_at(from) + least_apart) {
    return refuse(refresh, "must be at least 10 minutes after status.notBefore");
  }
  if (time_at(refresh) > time_at(until) - least_apart) {
    return refuse(refresh, "must be at least 10 minutes before status.notAfter");
  }
  return true;
}

/// Of a request that becomes issued.
void check_issued(const FieldValue& object, WallTime now)
{
  constexpr std::size_t most = 100UL * 1024;
  const auto chain = object["status"]["certificateChain"];
  const auto text = chain.text();
  if (text.size() > most) return chain.errors().push_back(too_long(chain.path(), most));
  std::string_view rest = text;
  const auto block = take_pem_block(rest);
  if (!block) return chain.invalid(text, "issued certificate chain must contain at least one certificate");
  if (block->type != "CERTIFICATE") {
    return chain.invalid("issued certificate chain must consist entirely of CERTIFICATE PEM blocks");
  }
  const auto leaf = parse_certificate(block->bytes);
  if (!leaf) return chain.invalid("leaf certificate does not parse as valid X.509");
  check_host_names(chain, *leaf);
  const auto stub = object["spec"]["stubPKCS10Request"];
  const auto request = parse_certificate_request(decode_base64(stub.text()).value_or(""));
  if (!request) return stub.errors().push_back(without_value(stub.path(), "must be a valid PKCS#10 CSR"));
  if (request->key.encoded() != leaf->key.encoded()) {
    return chain.invalid("leaf certificate was not issued to the requested public key");
  }
  if (!check_times(object, *leaf, now)) return;
  for (auto next = take_pem_block(rest); next; next = take_pem_block(rest)) {
    if (next->type != "CERTIFICATE") {
      return chain.invalid("issued certificate chain must consist entirely of CERTFICATE PEM blocks");
    }
    if (!parse_certificate(next->bytes)) return chain.invalid("intermediate certificate does not parse as valid X.509");
  }
}

/// Without empty members, which Go's semantic equality does not tell from absent ones.
Json without_empty(const Json& status)
{
  Json left = Json::object();
  if (!status.is_object()) return left;
  for (const auto& [name, value] : status.items()) {
    if (!value.is_null() && !(value.is_structured() && value.empty()) && value != "") left[name] = value;
  }
  return left;
}

}  // namespace

void validate_pod_certificate_status(const Json& object, const Json& current, WallTime now, FieldErrors& errors)
{
  if (!errors.empty()) return;
  const FieldValue place(&object, "", errors);
  const auto status = place["status"];
  check_terminal_conditions(status["conditions"]);
  if (!errors.empty()) return;
  const FieldValue old(&current, "", errors);
  const bool is_same = without_empty(status.value()) == without_empty(old["status"].value());
  const auto has_any = [](const Json& one, std::initializer_list<const char*> types) {
    return std::any_of(types.begin(), types.end(), [&one](const char* type) { return has_true_condition(one, type); });
  };
  if (has_any(current, {"Issued", "Denied", "Failed"})) {
    if (!is_same)
      status.errors().push_back(
          without_value(status.path(), "immutable after PodCertificateRequest is issued, denied, or failed"));
  } else if (has_any(object, {"Denied", "Failed"})) {
    auto others = without_empty(status.value());
    others.erase("conditions");
    if (others.empty()) return;
    status.errors().push_back(without_value(
        status.path(), "non-condition status fields must be empty when denying or failing the PodCertificateRequest"));
  } else if (has_true_condition(object, "Issued")) {
    check_issued(place, now);
  } else if (!is_same) {
    status.errors().push_back(
        without_value(status.path(), R"(status is immutable unless transitioning to "Issued", "Denied", or "Failed")"));
  }
}

}  // namespace kubexx::apiserver
