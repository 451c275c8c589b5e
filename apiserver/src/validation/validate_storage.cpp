// SPDX-License-Identifier: Apache-2.0
// The kinds of storage.k8s.io and node.k8s.io, beside StorageClass.
#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

void check_token_requests(const FieldValue& requests)
{
  std::set<std::string> audiences;
  for (const auto& request : requests.items()) {
    const auto audience = request["audience"];
    if (!audiences.insert(audience.text()).second) {
      audience.errors().push_back(duplicate_value(audience.path(), audience.text()));
      continue;
    }
    const auto seconds = request["expirationSeconds"];
    if (!seconds.present()) continue;
    if (seconds.number() < 600) seconds.invalid("may not specify a duration less than 10 minutes");
    if (seconds.number() > (std::int64_t{1} << 32)) {
      seconds.invalid("may not specify a duration larger than 2^32 seconds");
    }
  }
}

void check_node_driver(const FieldValue& driver, std::set<std::string>& names)
{
  const auto name = driver["name"];
  validate_csi_driver_name(name);
  const auto id = driver["nodeID"];
  if (id.zero()) id.required();
  if (id.text().size() > 256) id.invalid("must be 256 characters or less");
  driver["allocatable"]["count"].not_negative();
  if (!names.insert(name.text()).second) name.errors().push_back(duplicate_value(name.path(), name.text()));
  std::set<std::string> keys;
  for (const auto& key : driver["topologyKeys"].items()) {
    const auto here = key.named(driver.path());
    if (key.zero()) here.required();
    if (!keys.insert(key.text()).second) here.duplicate();
    here.problems(label_key_problems(key.text()));
  }
}

/// Declaratively: a name of any case, whose form is told of in other words than elsewhere.
void check_attacher(const FieldValue& attacher)
{
  constexpr std::size_t longest = 63;
  if (attacher.zero()) return attacher.required();
  const auto text = attacher.text();
  for (const auto& problem : dns_subdomain_problems(lower(text))) {
    attacher.invalid(problem.starts_with("must")
                         ? problem
                         : "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start "
                           "and end with an alphanumeric character (e.g. 'Example.com', regex used for validation is "
                           "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
  }
  if (text.size() > longest) {
    attacher.errors().push_back({"FieldValueTooLong",
                                 "Too long: may not be more than " + std::to_string(longest) + " characters",
                                 attacher.path()});
  }
}

void check_parameters(const FieldValue& parameters, bool may_be_empty)
{
  constexpr std::size_t most = 512;
  constexpr std::size_t longest = 262144;
  if (parameters.size() > most) {
    parameters.errors().push_back(too_long(parameters.path(), most));
    return;
  }
  std::size_t total = 0;
  for (const auto& [key, value] : parameters.entries()) {
    if (key.empty()) parameters.invalid(key, "field can not be empty.");
    total += key.size() + value.text().size();
  }
  if (total > longest) parameters.errors().push_back(too_long(parameters.path(), longest));
  if (!may_be_empty && parameters.size() == 0) {
    parameters.required("must contain at least one key/value pair");
  }
}

}  // namespace

void validate_csi_driver(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  if (const auto policy = spec["fsGroupPolicy"]; policy.present()) {
    policy.one_of({"File", "None", "ReadWriteOnceWithFSType"});
  }
  check_token_requests(spec["tokenRequests"]);
  for (const auto& mode : spec["volumeLifecycleModes"].items()) {
    mode.named(spec["volumeLifecycleModes"].path()).one_of({"Persistent", "Ephemeral"});
  }
  const auto period = spec["nodeAllocatableUpdatePeriodSeconds"];
  if (period.present() && period.number() < 10) period.invalid("must be greater than or equal to 10 seconds");
  const auto in_secrets = spec["serviceAccountTokenInSecrets"];
  if (in_secrets.present() && spec["tokenRequests"].size() == 0) {
    in_secrets.invalid("serviceAccountTokenInSecrets is set but no tokenRequests are specified");
  }
  if (current == nullptr) return;
  const auto old = FieldValue(current, "", errors)["spec"];
  spec["attachRequired"].named("spec.attachedRequired").immutable(old["attachRequired"]);
  spec["volumeLifecycleModes"].immutable(old["volumeLifecycleModes"]);
}

void validate_csi_node(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto drivers = FieldValue(&object, "", errors)["spec"]["drivers"];
  std::set<std::string> names;
  for (const auto& driver : drivers.items()) check_node_driver(driver, names);
  if (current == nullptr) return;
  const auto old = FieldValue(current, "", errors)["spec"]["drivers"];
  for (const auto& before : old.items()) {
    for (const auto& driver : drivers.items()) {
      auto is = driver.value();
      auto was = before.value();
      if (is["name"] != was["name"]) continue;
      is.erase("allocatable");
      was.erase("allocatable");
      if (is != was) drivers.invalid_text(internal_text("storage.CSINodeDriver", is), "field is immutable");
    }
  }
}

void validate_storage_capacity(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue capacity(&object, "", errors);
  const auto name = capacity["storageClassName"];
  const auto topology = capacity["nodeTopology"];
  (void)topology.label_selector();
  for (const auto& problem : dns_1123_subdomain_problems(name.text())) name.invalid(name.text(), problem);
  capacity["capacity"].quantity_not_negative();
  if (current == nullptr) return;
  const FieldValue old(current, "", errors);
  for (const auto& [is, was] : {std::pair(topology, old["nodeTopology"]), std::pair(name, old["storageClassName"])}) {
    if (is.value() != was.value()) is.invalid("field is immutable");
  }
}

void validate_volume_attachment(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  const auto source = spec["source"];
  const auto volume = source["persistentVolumeName"];
  const auto* const exactly = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  const bool inline_ = source["inlineVolumeSpec"].present();
  if (current != nullptr && spec["attacher"].zero()) spec["attacher"].required();
  if (!inline_ && !volume.present()) {
    source.required(exactly);
  } else if (inline_ && volume.present()) {
    source.forbidden(exactly);
  } else if (volume.present() && volume.zero()) {
    volume.required("must specify non empty persistentVolumeName");
  }
  const auto node = spec["nodeName"];
  for (const auto& problem : dns_1123_subdomain_problems(node.text())) node.invalid(node.text(), problem);
  if (volume.present()) volume.problems(dns_1123_subdomain_problems(volume.text()));
  // What the real server checks declaratively comes last.
  if (current != nullptr) {
    spec.unchanged(FieldValue(current, "", errors)["spec"]);
  } else {
    check_attacher(spec["attacher"]);
  }
}

void validate_attributes_class(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto driver = place["driverName"];
  if (current != nullptr) {
    const FieldValue old(current, "", errors);
    for (const char* member : {"driverName", "parameters"}) {
      if (place[member].value() != old[member].value()) {
        place[member].forbidden("updates to " + std::string(member) + " are forbidden.");
      }
    }
  }
  const auto name = lower(driver.text());
  if (!name.empty()) {
    for (const auto& problem : label_key_problems(name)) driver.invalid(name, problem);
  }
  check_parameters(place["parameters"], false);
  if (name.empty()) driver.required();
}

void validate_runtime_class(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto handler = place["handler"];
  if (current != nullptr) return handler.unchanged(FieldValue(current, "", errors)["handler"]);
  if (const auto overhead = place["overhead"]["podFixed"]; overhead.present()) {
    for (const auto& [name, amount] : overhead.entries()) {
      const auto limit = amount.named("overhead.limits[" + name + "]");
      validate_container_resource_name(limit, name);
      validate_resource_amount(limit, name);
    }
  }
  const auto scheduling = place["scheduling"];
  scheduling["nodeSelector"].labels();
  validate_tolerations(scheduling["tolerations"]);
  std::set<std::string> seen;
  for (const auto& toleration : scheduling["tolerations"].items()) {
    auto key = toleration.value();
    key.erase("tolerationSeconds");
    if (!seen.insert(dump(key)).second) {
      errors.push_back({"FieldValueDuplicate",
                        "Duplicate value: " + internal_text("core.Toleration", toleration.value()), toleration.path()});
    }
  }
  if (handler.zero()) {
    handler.required();
  } else {
    // Declaratively, where the length is told in bytes.
    if (handler.text().size() > 63) handler.invalid("must be no more than 63 bytes");
    handler.problem(dns_label_form_problem(handler.text()));
  }
}

}  // namespace kubexx::apiserver
