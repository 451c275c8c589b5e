// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/go_words.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/base/base64.hpp"
#include "schema/schema.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/text_diff.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

const std::vector<std::string>& access_modes()
{
  static const std::vector<std::string> all{"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"};
  return all;
}

void check_keys(const FieldValue& data)
{
  for (const auto& [key, value] : data.entries()) {
    for (const auto& problem : config_key_problems(key)) value.invalid(key, problem);
  }
}

/// The bytes that base64 text stands for.
std::size_t decoded_size(const std::string& text)
{
  const auto padding = text.size() - std::min(text.find('='), text.size());
  return text.size() / 4 * 3 - std::min(padding, text.size());
}

/// core.MaxSecretSize, which is that of a ConfigMap too: of the values alone.
constexpr std::size_t largest_data = std::size_t{1} << 20U;

/// What `immutable: true` forbids.
void check_immutable(const FieldValue& object, const FieldValue& current, std::initializer_list<const char*> members)
{
  if (!current["immutable"].present() || current["immutable"].value() != true) return;
  const auto* const forbidden = "field is immutable when `immutable` is set";
  if (object["immutable"].value() != true) object["immutable"].forbidden(forbidden);
  for (const char* name : members) {
    if (object[name].value() != current[name].value()) object[name].forbidden(forbidden);
  }
}

void require_keys(const FieldValue& data, std::initializer_list<const char*> keys)
{
  for (const char* key : keys) {
    if (!data[key].present()) data.named(data.path() + "[" + key + "]").required();
  }
}

void check_docker_config(const FieldValue& data, const char* key)
{
  const auto text = data[key];
  const auto place = text.named(data.path() + "[" + key + "]");
  if (!text.present()) return place.required();
  const auto bytes = decode_base64(text.text());
  const auto parsed = Json::parse(bytes.value_or(""), nullptr, false);
  if (parsed.is_object() || parsed.is_null()) return;
  place.invalid("<secret contents redacted>", parsed.is_discarded()
                                                  ? go_json_problem(bytes.value_or(""))
                                                  : "json: cannot unmarshal " + std::string(json_type_of(parsed)) +
                                                        " into Go value of type map[string]interface {}");
}

void check_secret_type(const FieldValue& secret)
{
  const auto data = secret["data"];
  const auto type = secret["type"].text();
  if (type == "kubernetes.io/service-account-token") {
    const auto account = secret["metadata"]["annotations"]["kubernetes.io/service-account.name"];
    if (account.zero()) account.named("metadata.annotations[kubernetes.io/service-account.name]").required();
  } else if (type == "kubernetes.io/dockercfg") {
    check_docker_config(data, ".dockercfg");
  } else if (type == "kubernetes.io/dockerconfigjson") {
    check_docker_config(data, ".dockerconfigjson");
  } else if (type == "kubernetes.io/basic-auth") {
    if (!data["username"].present() && !data["password"].present()) require_keys(data, {"username", "password"});
  } else if (type == "kubernetes.io/ssh-auth") {
    if (data["ssh-privatekey"].zero()) data.named("data[ssh-privatekey]").required();
  } else if (type == "kubernetes.io/tls") {
    require_keys(data, {"tls.crt", "tls.key"});
  }
}

void check_access_modes(const FieldValue& modes)
{
  bool pod = false, other = false;
  for (const auto& mode : modes.items()) {
    const bool known = std::find(access_modes().begin(), access_modes().end(), mode.text()) != access_modes().end();
    if (!known) mode.named(modes.path()).unsupported(access_modes());
    pod = pod || mode.is("ReadWriteOncePod");
    other = other || (known && !mode.is("ReadWriteOncePod"));
  }
  if (pod && other) modes.forbidden("may not use ReadWriteOncePod with other access modes");
}

/// dataSource, or dataSourceRef, which has a namespace too.
void check_data_source(const FieldValue& source)
{
  for (const char* member : {"name", "kind"}) {
    if (source[member].zero()) source[member].required();
  }
  const auto group = source["apiGroup"];
  if (group.zero() && !source["kind"].is("PersistentVolumeClaim")) {
    source.invalid(source["kind"].text(), "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  }
  if (!group.zero()) group.problems(dns_1123_subdomain_problems(group.text()));
  if (const auto name = source["namespace"]; !name.zero()) name.dns_label();
}

void check_storage(const FieldValue& amount)
{
  if (!amount.present()) return amount.required();
  if (Quantity::parse(amount.text()) <= Quantity(0)) {
    amount.invalid("must be greater than zero");
  }
}

}  // namespace

std::vector<std::string> config_key_problems(std::string_view key)
{
  std::vector<std::string> problems;
  if (key.size() > 253) problems.emplace_back("must be no more than 253 characters");
  const bool plain = std::all_of(key.begin(), key.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
  });
  if (key.empty() || !plain) {
    problems.emplace_back(
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or "
        "'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')");
  }
  if (key == ".") {
    problems.emplace_back("must not be '.'");
  } else if (key == "..") {
    problems.emplace_back("must not be '..'");
  } else if (key.starts_with("..")) {
    problems.emplace_back("must not start with '..'");
  }
  return problems;
}

void validate_namespace(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  if (current == nullptr || object.value("spec", Json()) != current->value("spec", Json())) {
    for (const auto& finalizer : place["spec"]["finalizers"].items()) {
      const auto here = finalizer.named("spec.finalizers");
      here.problems(label_key_problems(finalizer.text()));
      if (finalizer.text().find('/') == std::string::npos && !finalizer.is("kubernetes")) {
        here.invalid("name is neither a standard finalizer name nor is it fully qualified");
      }
    }
  }
  const auto phase = place["status"]["phase"].named("status.Phase");
  const bool going = place["metadata"]["deletionTimestamp"].present();
  if (current == nullptr || object.value("status", Json()) == current->value("status", Json())) return;
  if (!going && !phase.is("Active")) phase.invalid("may only be 'Active' if `deletionTimestamp` is empty");
  if (going && !phase.is("Terminating")) {
    phase.invalid("may only be 'Terminating' if `deletionTimestamp` is not empty");
  }
}

void validate_config_map(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const FieldValue old(current, "", errors);
  if (current != nullptr) check_immutable(place, old, {"data", "binaryData"});
  for (const auto& [key, value] : place["data"].entries()) {
    for (const auto& problem : config_key_problems(key)) value.invalid(key, problem);
    if (place["binaryData"][key].present()) value.invalid(key, "duplicate of key present in binaryData");
  }
  check_keys(place["binaryData"]);
  std::size_t size = 0;
  for (const auto& [key, value] : place["data"].entries()) size += value.text().size();
  for (const auto& [key, value] : place["binaryData"].entries()) size += decoded_size(value.text());
  if (size > largest_data) errors.push_back(too_long("[]", largest_data));  // the whole object, to Go's path of ""
}

void validate_secret(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const FieldValue old(current, "", errors);
  if (current != nullptr) {
    place["type"].immutable(old["type"]);
    check_immutable(place, old, {"data"});
  }
  check_keys(place["data"]);
  std::size_t size = 0;
  for (const auto& [key, value] : place["data"].entries()) size += decoded_size(value.text());
  if (size > largest_data) errors.push_back(too_long("data", largest_data));
  check_secret_type(place);
}

void validate_template_metadata(const FieldValue& metadata)
{
  validate_annotations(metadata["annotations"].value(), metadata.path() + ".annotations", metadata.errors());
  metadata["labels"].labels();
  // In the order of the Go struct, and in its spelling.
  for (const char* member :
       {"name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp",
        "deletionTimestamp", "deletionGracePeriodSeconds", "ownerReferences", "finalizers", "managedFields"}) {
    if (metadata[member].zero()) continue;
    metadata[std::string_view(member) == "uid" ? "uID" : member].forbidden("cannot be set");
  }
}

void validate_claim_spec(const FieldValue& spec)
{
  if (spec["accessModes"].size() == 0) spec["accessModes"].required("at least 1 access mode is required");
  (void)spec["selector"].label_selector();
  check_access_modes(spec["accessModes"]);
  check_storage(spec["resources"]["requests"]["storage"].named(spec.path() + ".resources[storage]"));
  if (const auto name = spec["storageClassName"]; !name.zero()) name.problems(dns_1123_subdomain_problems(name.text()));
  if (const auto mode = spec["volumeMode"]; mode.present()) mode.one_of({"Block", "Filesystem"});
  const auto source = spec["dataSource"];
  const auto reference = spec["dataSourceRef"];
  if (source.present()) check_data_source(source);
  if (reference.present()) check_data_source(reference);
  if (source.present() && reference.present()) {
    if (!reference["namespace"].zero()) {
      spec.invalid_text("{}", "may not be specified when dataSourceRef.namespace is specified");
    } else if (source["apiGroup"].value() != reference["apiGroup"].value() ||
               source["kind"].text() != reference["kind"].text() || source["name"].text() != reference["name"].text()) {
      spec.invalid_text("{}", "must match dataSourceRef");
    }
  }
  if (const auto name = spec["volumeAttributesClassName"]; !name.zero()) {
    name.problems(dns_1123_subdomain_problems(name.text()));
  }
}

void validate_claim(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  validate_claim_spec(place["spec"]);
  if (current == nullptr) return;
  Json is = object.value("spec", Json());
  Json was = current->value("spec", Json());
  if (string_at(was, {"volumeName"}).empty() && is.contains("volumeName")) was["volumeName"] = is["volumeName"];
  const auto* const old_amount = find(*current, {"spec", "resources", "requests", "storage"});
  if (string_at(object, {"status", "phase"}) == "Bound") {
    auto* requests = find(is, {"resources", "requests"});
    if (requests != nullptr && old_amount != nullptr) (*requests)["storage"] = *old_amount;
    is.erase("volumeAttributesClassName");
    if (was.contains("volumeAttributesClassName")) is["volumeAttributesClassName"] = was["volumeAttributesClassName"];
  }
  if (is != was) {
    place["spec"].forbidden(
        "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n" +
        unified_diff(internal_lines("core.PersistentVolumeClaimSpec", was),
                     internal_lines("core.PersistentVolumeClaimSpec", is)));
  }
  const auto amount = place["spec"]["resources"]["requests"]["storage"];
  const auto size = amount.present() ? Quantity::parse(amount.text()) : Quantity(0);
  const auto capacity = string_at(*current, {"status", "capacity", "storage"});
  if (old_amount != nullptr && old_amount->is_string() && size < Quantity::parse(old_amount->get<std::string>()) &&
      size <= (capacity.empty() ? Quantity(0) : Quantity::parse(capacity))) {
    amount.forbidden("field can not be less than status.capacity");
  }
  place["spec"]["volumeMode"].named("volumeMode").immutable(FieldValue(current, "", errors)["spec"]["volumeMode"]);
}

}  // namespace kubexx::apiserver
