// SPDX-License-Identifier: Apache-2.0
// dropDisabledFields of pkg/api/pod/util.go, for the feature gates that Kubernetes 1.37 leaves off.
#include <array>

#include "kinds/disabled_fields.hpp"

namespace kubexx::apiserver {
namespace {

void erase(Json* object, const char* member)
{
  if (object != nullptr && object->is_object()) object->erase(member);
}

/// ContainerStopSignals: a lifecycle that says nothing else goes with it.
void drop_stop_signal(Json& container)
{
  auto* lifecycle = find(container, {"lifecycle"});
  if (lifecycle == nullptr || !lifecycle->is_object() || lifecycle->erase("stopSignal") == 0) return;
  if (lifecycle->empty()) container.erase("lifecycle");
}

/// H2CContainerProbe, GRPCContainerProbeTLS, VolumeBindMountOptions.
void drop_from_container(Json& container)
{
  drop_stop_signal(container);
  for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"}) {
    erase(find(container, {probe, "httpGet"}), "protocol");
    erase(find(container, {probe, "grpc"}), "mode");
  }
  for (const char* hook : {"postStart", "preStop"}) erase(find(container, {"lifecycle", hook, "httpGet"}), "protocol");
  auto* mounts = find(container, {"volumeMounts"});
  if (mounts == nullptr || !mounts->is_array()) return;
  for (auto& mount : *mounts) erase(&mount, "bindMountOptions");
}

void drop_users(Json* items)
{
  if (items == nullptr || !items->is_array()) return;
  for (auto& item : *items) erase(&item, "user");
}

/// AtomicWriteVolumeUserFields.
void drop_from_projection(Json& source)
{
  for (const char* kind : {"secret", "downwardAPI", "configMap"}) {
    if (auto* part = find(source, {kind})) return drop_users(find(*part, {"items"}));
  }
  for (const char* kind : {"serviceAccountToken", "clusterTrustBundle", "podCertificate"}) {
    if (auto* part = find(source, {kind})) return erase(part, "user");
  }
}

void drop_from_volume(Json& volume)
{
  for (const char* kind : {"secret", "configMap", "downwardAPI", "projected"}) {
    auto* source = find(volume, {kind});
    if (source == nullptr) continue;
    erase(source, "defaultUser");
    drop_users(find(*source, {"items"}));
    auto* projections = find(*source, {"sources"});
    if (projections == nullptr || !projections->is_array()) return;
    for (auto& projection : *projections) drop_from_projection(projection);
    return;
  }
}

}  // namespace

void drop_disabled_pod_fields(Json& spec)
{
  for (const char* member : {"evictionResponders", "schedulingGroup"}) spec.erase(member);
  for (const char* name : {"containers", "initContainers", "ephemeralContainers"}) {
    auto* containers = find(spec, {name});
    if (containers == nullptr || !containers->is_array()) continue;
    for (auto& container : *containers) drop_from_container(container);
  }
  auto* volumes = find(spec, {"volumes"});
  if (volumes == nullptr || !volumes->is_array()) return;
  for (auto& volume : *volumes) drop_from_volume(volume);
}

}  // namespace kubexx::apiserver
