// SPDX-License-Identifier: Apache-2.0
// PersistentVolumes.
#include <algorithm>
#include <array>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/text_diff.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"
#include "validation/validate_network_volumes.hpp"

namespace kubexx::apiserver {
namespace {

/// In the order in which a real server looks at them.
constexpr std::array volume_sources{"hostPath",
                                    "gcePersistentDisk",
                                    "awsElasticBlockStore",
                                    "glusterfs",
                                    "flocker",
                                    "nfs",
                                    "rbd",
                                    "quobyte",
                                    "cephfs",
                                    "iscsi",
                                    "cinder",
                                    "fc",
                                    "flexVolume",
                                    "azureFile",
                                    "vsphereVolume",
                                    "photonPersistentDisk",
                                    "portworxVolume",
                                    "azureDisk",
                                    "scaleIO",
                                    "local",
                                    "storageos",
                                    "csi"};

void check_secret_reference(const FieldValue& reference)
{
  if (!reference.present()) return;
  const auto name = reference["name"];
  const auto namespace_ = reference["namespace"];
  if (name.zero()) {
    name.required();
  } else {
    name.problems(dns_1123_subdomain_problems(name.text()));
  }
  if (namespace_.zero()) {
    namespace_.required();
  } else {
    namespace_.dns_label();
  }
}

void check_csi_volume(const FieldValue& source)
{
  validate_csi_driver_name(source["driver"]);
  if (source["volumeHandle"].zero()) source["volumeHandle"].required();
  for (const char* secret :
       {"controllerPublishSecretRef", "controllerExpandSecretRef", "nodePublishSecretRef", "nodeExpandSecretRef"}) {
    check_secret_reference(source[secret]);
  }
}

void check_local_volume(const FieldValue& source, bool has_affinity, const FieldValue& spec)
{
  const auto path = source["path"];
  if (path.zero()) {
    path.required();
  } else if (("/" + path.text() + "/").find("/../") != std::string::npos) {
    path.invalid("must not contain '..'");
  }
  if (!has_affinity) spec["nodeAffinity"].required("Local volume requires node affinity");
}

bool check_volume_affinity(const FieldValue& affinity)
{
  if (!affinity.present()) return false;
  if (!affinity["required"].present()) {
    affinity["required"].required("must specify required node constraints");
  } else {
    validate_node_selector(affinity["required"]);
  }
  return true;
}

void check_volume_source(const FieldValue& spec, bool has_affinity)
{
  bool has_one = false;
  for (const char* kind : volume_sources) {
    const auto source = spec[kind];
    if (!source.present()) continue;
    const std::string_view word(kind);
    if (has_one) {
      spec[word == "cephfs" ? "cephFS" : word].forbidden("may not specify more than 1 volume type");
      continue;
    }
    has_one = true;
    if (word == "csi") {
      check_csi_volume(source);
    } else if (word == "local") {
      check_local_volume(source, has_affinity, spec);
    } else if (!validate_network_volume(source, word, true)) {
      validate_volume_source(spec, kind, {});
    }
  }
  if (!has_one) spec.required("must specify a volume type");
}

void check_modes(const FieldValue& modes)
{
  static const std::vector<std::string> known{"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"};
  if (modes.size() == 0) modes.required();
  bool pod = false;
  bool other = false;
  for (const auto& mode : modes.items()) {
    const bool good = std::find(known.begin(), known.end(), mode.text()) != known.end();
    if (!good) mode.named(modes.path()).unsupported(known);
    pod = pod || mode.is("ReadWriteOncePod");
    other = other || (good && !mode.is("ReadWriteOncePod"));
  }
  if (pod && other) modes.forbidden("may not use ReadWriteOncePod with other access modes");
}

void check_capacity(const FieldValue& capacity)
{
  if (capacity.size() == 0) capacity.required();
  if (!capacity["storage"].present() || capacity.size() > 1) {
    capacity.errors().push_back(unsupported_value(capacity.path(), capacity.value(), {"storage"}));
  }
  for (const auto& [name, amount] : capacity.entries()) {
    const auto quantity = Quantity::parse(amount.text());
    if (quantity < Quantity(0)) amount.invalid(quantity.value(), "must be a valid resource quantity");
    if (quantity <= Quantity(0)) amount.invalid("must be greater than zero");
  }
}

Json source_of(const Json& volume)
{
  Json source = Json::object();
  const auto* spec = find(volume, {"spec"});
  if (spec == nullptr) return source;
  for (const char* kind : volume_sources) {
    if (const auto* found = find(*spec, {kind})) source[kind] = *found;
  }
  return source;
}

void check_source_update(const FieldValue& spec, const Json& object, const Json& current)
{
  auto is = source_of(object);
  const auto was = source_of(current);
  const bool had_secret = find(was, {"csi", "controllerExpandSecretRef"}) != nullptr;
  if (was.contains("csi") && is.contains("csi") && !had_secret) is["csi"].erase("controllerExpandSecretRef");
  if (is == was) return;
  spec["persistentvolumesource"].forbidden("spec.persistentvolumesource is immutable after creation\n" +
                                           unified_diff(internal_lines("core.PersistentVolumeSource", was),
                                                        internal_lines("core.PersistentVolumeSource", is)));
}

}  // namespace

void validate_volume_kind(const Json& object, const Json* current, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  check_modes(spec["accessModes"]);
  check_capacity(spec["capacity"]);
  const auto reclaim = spec["persistentVolumeReclaimPolicy"];
  if (!reclaim.zero()) reclaim.one_of({"Delete", "Recycle", "Retain"});
  const bool has_affinity = check_volume_affinity(spec["nodeAffinity"]);
  check_volume_source(spec, has_affinity);
  const auto path = spec["hostPath"]["path"].text();
  if (!path.empty() && path.find_first_not_of('/') == std::string::npos && reclaim.is("Recycle")) {
    reclaim.forbidden("may not be 'recycle' for a hostPath mount of '/'");
  }
  if (const auto name = spec["storageClassName"]; !name.zero()) name.problems(dns_1123_subdomain_problems(name.text()));
  if (const auto mode = spec["volumeMode"]; mode.present()) mode.one_of({"Block", "Filesystem"});
  if (const auto name = spec["volumeAttributesClassName"]; name.present()) {
    if (name.zero()) {
      name.required("an empty string is disallowed");
    } else {
      name.problems(dns_1123_subdomain_problems(name.text()));
    }
    if (!spec["csi"].present()) spec["csi"].required("has to be specified when using volumeAttributesClassName");
  }
  if (current == nullptr) return;
  check_source_update(spec, object, *current);
  const auto old = FieldValue(current, "", errors)["spec"];
  spec["volumeMode"].named("volumeMode").immutable(old["volumeMode"]);
  const auto affinity = spec["nodeAffinity"];
  if (old["nodeAffinity"].present() && affinity.value() != old["nodeAffinity"].value()) {
    affinity.named("nodeAffinity")
        .invalid_text(affinity.present() ? internal_text("core.VolumeNodeAffinity", affinity.value()) : "null",
                      "field is immutable, except for updating from beta label to GA");
  }
}

}  // namespace kubexx::apiserver
