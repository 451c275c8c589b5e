// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "kinds/names.hpp"
#include "kinds/validate.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/base/base64.hpp"

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
    if (const auto problem = config_key_problem(key); !problem.empty()) value.invalid(key, problem);
  }
}

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
  const auto parsed = bytes ? Json::parse(*bytes, nullptr, false) : Json(Json::value_t::discarded);
  if (!parsed.is_object()) place.invalid("<secret contents redacted>", "invalid character in JSON");
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

void check_storage(const FieldValue& amount)
{
  if (!amount.present()) return amount.required();
  if (Quantity::parse(amount.text()) <= Quantity(0)) {
    amount.invalid("must be greater than zero");
  }
}

}  // namespace

std::string config_key_problem(std::string_view key)
{
  if (key.size() > 253) return "must be no more than 253 characters";
  const bool plain = std::all_of(key.begin(), key.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
  });
  if (key.empty() || !plain) {
    return "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or "
           "'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  }
  if (key == ".") return "must not be '.'";
  if (key == "..") return "must not be '..'";
  if (key.starts_with("..")) return "must not start with '..'";
  return {};
}

void validate_namespace(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  if (current == nullptr || object.value("spec", Json()) != current->value("spec", Json())) {
    for (const auto& finalizer : place["spec"]["finalizers"].items()) {
      const auto here = finalizer.named("spec.finalizers");
      if (const auto problem = qualified_name_problem(finalizer.text()); !problem.empty()) {
        here.invalid(problem);
      } else if (finalizer.text().find('/') == std::string::npos && !finalizer.is("kubernetes")) {
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
    if (const auto problem = config_key_problem(key); !problem.empty()) value.invalid(key, problem);
    if (place["binaryData"][key].present()) value.invalid(key, "duplicate of key present in binaryData");
  }
  check_keys(place["binaryData"]);
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
  check_secret_type(place);
}

void validate_claim_spec(const FieldValue& spec)
{
  if (spec["accessModes"].size() == 0) spec["accessModes"].required("at least 1 access mode is required");
  (void)spec["selector"].label_selector();
  check_access_modes(spec["accessModes"]);
  check_storage(spec["resources"]["requests"]["storage"].named(spec.path() + ".resources[storage]"));
  if (const auto name = spec["storageClassName"]; !name.zero()) name.problem(dns_subdomain_problem(name.text()));
  if (const auto mode = spec["volumeMode"]; mode.present()) mode.one_of({"Block", "Filesystem"});
}

void validate_claim(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  validate_claim_spec(place["spec"]);
  if (current == nullptr) return;
  Json is = object.value("spec", Json());
  Json was = current->value("spec", Json());
  for (auto* spec : {&is, &was}) {
    spec->erase("resources");
    spec->erase("volumeAttributesClassName");
    if (string_at(*current, {"spec", "volumeName"}).empty()) spec->erase("volumeName");
  }
  const auto amount = place["spec"]["resources"]["requests"]["storage"];
  const FieldValue old_amount = FieldValue(current, "", errors)["spec"]["resources"]["requests"]["storage"];
  if (is != was) {
    place["spec"].forbidden(
        "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims");
  }
  if (amount.value() == old_amount.value() || !amount.present()) return;
  if (Quantity::parse(amount.text()) < Quantity::parse(old_amount.text())) {
    amount.forbidden("field can not be less than status.capacity");
  } else if (string_at(*current, {"status", "phase"}) != "Bound") {
    place["spec"].forbidden(
        "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims");
  }
}

void validate_volume_kind(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto spec = place["spec"];
  if (spec["accessModes"].size() == 0) spec["accessModes"].required();
  check_access_modes(spec["accessModes"]);
  if (spec["capacity"].size() == 0) {
    spec["capacity"].required();
    errors.push_back(unsupported_value("spec.capacity", nullptr, {"storage"}));
  } else if (!spec["capacity"]["storage"].present() || spec["capacity"].size() > 1) {
    errors.push_back(unsupported_value("spec.capacity", spec["capacity"].value(), {"storage"}));
  } else {
    check_storage(spec["capacity"]["storage"].named("spec.capacity[storage]"));
  }
  if (const auto policy = spec["persistentVolumeReclaimPolicy"]; !policy.zero()) {
    policy.one_of({"Delete", "Recycle", "Retain"});
  }
  std::size_t sources = 0;
  static const std::set<std::string> others{"accessModes",      "capacity",     "claimRef",
                                            "mountOptions",     "nodeAffinity", "persistentVolumeReclaimPolicy",
                                            "storageClassName", "volumeMode",   "volumeAttributesClassName"};
  for (const auto& [name, value] : spec.value().items()) sources += others.contains(name) ? 0U : 1U;
  if (sources == 0) spec.required("must specify a volume type");
  if (const auto name = spec["storageClassName"]; !name.zero()) name.problem(dns_subdomain_problem(name.text()));
  if (const auto mode = spec["volumeMode"]; mode.present()) mode.one_of({"Block", "Filesystem"});
  if (current == nullptr) return;
  spec["volumeMode"].immutable(FieldValue(current, "", errors)["spec"]["volumeMode"]);
}

void validate_node(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto spec = place["spec"];
  std::set<std::string> seen;
  for (const auto& taint : spec["taints"].items()) {
    taint["key"].problem(qualified_name_problem(taint["key"].text()));
    if (const auto value = taint["value"]; !value.zero()) value.problem(label_value_problem(value.text()));
    taint["effect"].one_of({"NoSchedule", "PreferNoSchedule", "NoExecute"});
    if (!seen.insert(taint["key"].text() + ":" + taint["effect"].text()).second) taint.duplicate();
  }
  if (current == nullptr) return;
  const FieldValue old(current, "", errors);
  if (!old["spec"]["providerID"].zero() && spec["providerID"].value() != old["spec"]["providerID"].value()) {
    spec["providerID"].forbidden("node updates may not change providerID except from \"\" to valid");
  }
}

}  // namespace kubexx::apiserver
