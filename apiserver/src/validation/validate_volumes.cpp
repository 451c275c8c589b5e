// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <set>

#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

/// In the order in which a real server looks at them.
constexpr std::array source_kinds{"emptyDir",
                                  "hostPath",
                                  "gitRepo",
                                  "gcePersistentDisk",
                                  "awsElasticBlockStore",
                                  "secret",
                                  "nfs",
                                  "iscsi",
                                  "glusterfs",
                                  "flocker",
                                  "persistentVolumeClaim",
                                  "rbd",
                                  "cinder",
                                  "cephfs",
                                  "quobyte",
                                  "downwardAPI",
                                  "fc",
                                  "flexVolume",
                                  "configMap",
                                  "azureFile",
                                  "vsphereVolume",
                                  "photonPersistentDisk",
                                  "portworxVolume",
                                  "azureDisk",
                                  "storageos",
                                  "projected",
                                  "scaleIO",
                                  "csi",
                                  "ephemeral",
                                  "image"};

/// Some messages spell the kind in their own way.
std::string shown_kind(std::string_view kind)
{
  if (kind == "cephfs") return "cephFS";
  if (kind == "downwardAPI") return "downwarAPI";
  return std::string(kind);
}

void check_sources(const FieldValue& volume, const std::string& pod_name)
{
  bool has_one = false;
  for (const char* kind : source_kinds) {
    if (!volume[kind].present()) continue;
    if (has_one) {
      volume[shown_kind(kind)].forbidden("may not specify more than 1 volume type");
    } else {
      validate_volume_source(volume, kind, pod_name);
      has_one = true;
    }
  }
  if (!has_one) volume.required("must specify a volume type");
}

}  // namespace

Volumes validate_volumes(const FieldValue& volumes, const std::string& pod_name)
{
  std::set<std::string> created_claims;
  for (const auto& volume : volumes.items()) {
    if (!pod_name.empty() && volume["ephemeral"].present()) {
      created_claims.insert(pod_name + "-" + volume["name"].text());
    }
  }
  Volumes good;
  for (const auto& volume : volumes.items()) {
    FieldErrors errors;
    const FieldValue place(&volume.value(), volume.path(), errors);
    check_sources(place, pod_name);
    const auto name = place["name"];
    if (name.zero()) {
      name.required();
    } else {
      name.dns_label();
    }
    if (good.contains(name.text())) name.duplicate();
    auto& all = volumes.errors();
    if (errors.empty()) {
      good.emplace(name.text(), &volume.value());
    } else {
      all.insert(all.end(), errors.begin(), errors.end());
    }
    const auto claim = volume["persistentVolumeClaim"]["claimName"];
    if (claim.present() && created_claims.contains(claim.text())) {
      claim.invalid("must not reference a PVC that gets created for an ephemeral volume");
    }
  }
  return good;
}

}  // namespace kubexx::apiserver
