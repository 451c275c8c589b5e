// SPDX-License-Identifier: Apache-2.0
#include "validation/names.hpp"

#include <algorithm>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "validation/internal_text.hpp"
#include "validation/name_forms.hpp"

namespace kubexx::apiserver {
namespace {

bool is_lower(char c)
{
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}
bool is_dns_label(std::string_view text)
{
  if (text.empty() || text.front() == '-' || text.back() == '-') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

bool is_dns_subdomain(std::string_view text)
{
  while (true) {
    const auto dot = text.find('.');
    if (!is_dns_label(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

constexpr std::size_t most_in_label = 63;
constexpr std::size_t most_in_subdomain = 253;

std::string too_many_characters(std::size_t limit)
{
  return "must be no more than " + std::to_string(limit) + " characters";
}

/// The one about the length, if it is longer than `limit`, and `form`, if that is any.
std::vector<std::string> problems_of(std::string_view text, std::size_t limit, std::string form)
{
  std::vector<std::string> problems;
  if (text.size() > limit) problems.push_back(too_many_characters(limit));
  if (!form.empty()) problems.push_back(std::move(form));
  return problems;
}

std::string first_of(const std::vector<std::string>& problems)
{
  return problems.empty() ? std::string() : problems.front();
}

void check_owners(const Json& owners, FieldErrors& errors)
{
  const std::string field = "metadata.ownerReferences";
  std::string first_controller;
  for (std::size_t index = 0; index < owners.size(); ++index) {
    const auto& owner = owners[index];
    const auto here = field + "[" + std::to_string(index) + "]";
    const auto api_version = string_at(owner, {"apiVersion"});
    if (api_version.empty()) {
      errors.push_back(required_value(here + ".apiVersion", "must not be empty"));
    } else if (std::count(api_version.begin(), api_version.end(), '/') > 1) {
      errors.push_back(invalid_value(here + ".apiVersion", api_version, "must be <group>/<version> or <version>"));
    }
    for (const char* member : {"kind", "name", "uid"}) {
      if (string_at(owner, {member}).empty())
        errors.push_back(required_value(here + "." + member, "must not be empty"));
    }
    if (api_version == "v1" && string_at(owner, {"kind"}) == "Event") {
      errors.push_back({"FieldValueInvalid",
                        "Invalid value: " + internal_text("meta.v1.OwnerReference", owner) +
                            ": /v1, Kind=Event is disallowed from being an owner",
                        here});
    }
    if (const auto* controller = find(owner, {"controller"}); controller != nullptr && *controller == true) {
      const auto name = string_at(owner, {"kind"}) + "/" + string_at(owner, {"name"});
      if (!first_controller.empty()) {
        std::string shown;
        for (const auto& one : owners)
          shown += (shown.empty() ? "" : ",") + internal_text("meta.v1.OwnerReference", one);
        errors.push_back(
            {"FieldValueInvalid",
             "Invalid value: [" + shown +
                 "]: Only one reference can have Controller set to true. Found \"true\" in references for " +
                 first_controller + " and " + name,
             field});
      } else {
        first_controller = name;
      }
    }
  }
}

void check_finalizers(const std::vector<std::string>& finalizers, const Json* current, FieldErrors& errors)
{
  const std::string field = "metadata.finalizers";
  for (const auto& finalizer : finalizers) {
    for (const auto& problem : label_key_problems(finalizer))
      errors.push_back(invalid_value(field, finalizer, problem));
  }
  const auto has = [&](std::string_view name) {
    return std::find(finalizers.begin(), finalizers.end(), name) != finalizers.end();
  };
  if (has("orphan") && has("foregroundDeletion")) {
    errors.push_back(invalid_value(field, finalizers, "finalizer orphan and foregroundDeletion cannot be both set"));
  }
  if (current == nullptr || find(*current, {"metadata", "deletionTimestamp"}) == nullptr) return;
  const auto old_list = strings_at(*current, {"metadata", "finalizers"});
  const std::set<std::string> old(old_list.begin(), old_list.end());
  std::string added;
  for (const auto& finalizer : std::set<std::string>(finalizers.begin(), finalizers.end())) {
    if (!old.contains(finalizer)) added += (added.empty() ? "" : ", ") + go_quoted(finalizer);
  }
  if (!added.empty()) {
    errors.push_back(forbidden_value(field,
                                     "no new finalizers can be added if the object is being deleted, found new "
                                     "finalizers []string{" +
                                         added + "}"));
  }
}

/// What built-in kinds demand beyond that: ValidateFinalizerName of pkg/apis/core/validation.
void check_standard_finalizers(const std::vector<std::string>& finalizers, FieldErrors& errors)
{
  static const std::set<std::string> standard{"kubernetes", "orphan", "foregroundDeletion"};
  for (std::size_t index = 0; index < finalizers.size(); ++index) {
    const auto& name = finalizers[index];
    const auto field = "metadata.finalizers[" + std::to_string(index) + "]";
    if (name.find('/') == std::string::npos && !standard.contains(name)) {
      errors.push_back(
          invalid_value(field, name, "name is neither a standard finalizer name nor is it fully qualified"));
    }
  }
}

}  // namespace

std::vector<std::string> dns_label_problems(std::string_view text)
{
  return problems_of(text, most_in_label, dns_label_form_problem(text));
}

std::string dns_label_problem(std::string_view text)
{
  return first_of(dns_label_problems(text));
}

std::string dns_label_form_problem(std::string_view text)
{
  if (is_dns_label(text)) return {};
  if (is_dns_subdomain(text)) return "must not contain dots";
  return "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end "
         "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
         "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
}

std::string dns_1035_label_problem(std::string_view text)
{
  return first_of(dns_1035_label_problems(text));
}

std::vector<std::string> dns_1035_label_problems(std::string_view text)
{
  return problems_of(text, most_in_label, dns_1035_label_form_problem(text));
}

std::string dns_1035_label_form_problem(std::string_view text)
{
  if (is_dns_label(text) && is_lower(text.front())) return {};
  return "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
         "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation "
         "is '[a-z]([-a-z0-9]*[a-z0-9])?')";
}

std::string dns_subdomain_problem(std::string_view text)
{
  return first_of(dns_1123_subdomain_problems(text));
}

std::vector<std::string> dns_1123_subdomain_problems(std::string_view text)
{
  auto problems = dns_subdomain_problems(text);
  if (text.size() > most_in_subdomain) problems.front() = too_many_characters(most_in_subdomain);
  return problems;
}

std::string path_segment_problem(std::string_view text)
{
  return first_of(path_segment_problems(text));
}

std::vector<std::string> path_segment_problems(std::string_view text)
{
  if (text == "." || text == "..") return {"may not be '" + std::string(text) + "'"};
  std::vector<std::string> problems;
  for (const char c : {'/', '%'}) {
    if (text.find(c) != std::string_view::npos) problems.push_back(std::string("may not contain '") + c + "'");
  }
  return problems;
}

std::string qualified_name_problem(std::string_view text)
{
  return first_of(label_key_problems(text));
}

std::string label_value_problem(std::string_view text)
{
  return first_of(label_value_problems(text));
}

std::vector<std::string> name_problems(NameRule rule, std::string_view text)
{
  switch (rule) {
    case NameRule::dns_subdomain:
      return dns_1123_subdomain_problems(text);
    case NameRule::dns_label:
      return dns_label_problems(text);
    case NameRule::dns_1035_label:
      return dns_1035_label_problems(text);
    case NameRule::path_segment:
      return path_segment_problems(text);
  }
  return {};
}

void validate_labels(const Json& labels, const std::string& field, FieldErrors& errors)
{
  if (!labels.is_object()) return;
  for (const auto& [key, value] : labels.items()) {
    for (const auto& problem : label_key_problems(key)) errors.push_back(invalid_value(field, key, problem));
    if (!value.is_string()) continue;
    for (const auto& problem : label_value_problems(value.get_ref<const std::string&>())) {
      errors.push_back(invalid_value(field, value, problem));
    }
  }
}

void validate_annotations(const Json& annotations, const std::string& field, FieldErrors& errors)
{
  if (!annotations.is_object()) return;
  std::size_t total = 0;
  for (const auto& [key, value] : annotations.items()) {
    std::string lower = key;
    for (auto& c : lower) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    for (const auto& problem : label_key_problems(lower)) errors.push_back(invalid_value(field, key, problem));
    total += key.size() + (value.is_string() ? value.get_ref<const std::string&>().size() : 0);
  }
  if (total > 256U * 1024U) errors.push_back(too_long(field, 256L * 1024L));
}

namespace {

/// apimachineryvalidation.maskTrailingDash: what a prefix of a name may end with.
std::string without_last_dash(std::string base)
{
  if (base.size() > 1 && base.ends_with('-')) base.back() = 'a';
  return base;
}

}  // namespace

void validate_metadata(const Kind& kind, const Json& object, const Json* current, FieldErrors& errors)
{
  const auto& meta = object.at("metadata");
  const auto name = string_at(meta, {"name"});
  if (const auto base = string_at(meta, {"generateName"}); !base.empty()) {
    for (const auto& problem : name_problems(kind.name_rule, without_last_dash(base))) {
      errors.push_back(invalid_value("metadata.generateName", base, problem));
    }
  }
  if (current == nullptr) {
    if (name.empty()) {
      errors.push_back(required_value("metadata.name", "name or generateName is required"));
    } else {
      for (const auto& problem : name_problems(kind.name_rule, name)) {
        errors.push_back(invalid_value("metadata.name", name, problem));
      }
    }
    if (const auto namespace_ = string_at(meta, {"namespace"}); !kind.namespaced && !namespace_.empty()) {
      errors.push_back(forbidden_value("metadata.namespace", "not allowed on this type"));
    }
  } else {
    const auto& old = current->at("metadata");
    for (const char* member : {"name", "namespace", "uid", "creationTimestamp"}) {
      if (string_at(meta, {member}) != string_at(old, {member})) {
        errors.push_back(
            invalid_value(std::string("metadata.") + member, string_at(meta, {member}), "field is immutable"));
      }
    }
    for (const char* member : {"deletionTimestamp", "deletionGracePeriodSeconds"}) {
      const auto* given = find(meta, {member});
      const auto* kept = find(old, {member});
      if (given != nullptr && (kept == nullptr || *given != *kept)) {
        errors.push_back(invalid_value(std::string("metadata.") + member, *given, "field is immutable"));
      }
    }
  }
  if (const auto* labels = find(meta, {"labels"})) validate_labels(*labels, "metadata.labels", errors);
  if (const auto* annotations = find(meta, {"annotations"})) {
    validate_annotations(*annotations, "metadata.annotations", errors);
  }
  if (const auto* owners = find(meta, {"ownerReferences"}); owners != nullptr && owners->is_array()) {
    check_owners(*owners, errors);
  }
  const auto finalizers = strings_at(meta, {"finalizers"});
  check_finalizers(finalizers, current, errors);
  // The validation of these takes apimachinery's ValidateObjectMeta itself, or looks at no metadata.
  static const std::set<std::string, std::less<>> plain{"admissionregistration.k8s.io", "apiextensions.k8s.io",
                                                        "coordination.k8s.io",

                                                        "node.k8s.io", "policy"};
  const bool standard = !kind.custom && !plain.contains(kind.group) && kind.id() != "/events";
  if (standard) check_standard_finalizers(finalizers, errors);
}

}  // namespace kubexx::apiserver
