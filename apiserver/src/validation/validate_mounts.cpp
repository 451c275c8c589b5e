// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

using Places = std::map<std::string, std::string>;  // name → path

Places places_of(const FieldValue& list, const char* path)
{
  Places places;
  for (const auto& item : list.items()) places[item["name"].text()] = item[path].text();
  return places;
}

bool has_path(const Places& places, const std::string& path)
{
  for (const auto& [name, place] : places) {
    if (place == path) return true;
  }
  return false;
}

void check_propagation(const FieldValue& mount, const FieldValue& propagation, bool privileged)
{
  if (!propagation.present()) return;
  propagation.one_of({"Bidirectional", "HostToContainer", "None"});
  if (propagation.is("Bidirectional") && !privileged) {
    propagation.forbidden("Bidirectional mount propagation is available only to privileged containers");
  }
  (void)mount;
}

void check_recursive(const FieldValue& mount, const FieldValue& recursive)
{
  if (!recursive.present() || recursive.is("Disabled")) return;
  if (!recursive.is("Enabled") && !recursive.is("IfPossible")) {
    return recursive.unsupported({"Disabled", "Enabled", "IfPossible"});
  }
  if (mount["readOnly"].value() != true) recursive.forbidden("may only be specified when readOnly is true");
  const auto propagation = mount["mountPropagation"];
  if (propagation.present() && !propagation.is("None")) {
    recursive.forbidden("may only be specified when mountPropagation is None or not specified");
  }
}

void check_volume_mounts(const FieldValue& container, const Volumes& volumes, const Places& devices)
{
  const auto mounts = container["volumeMounts"];
  const bool privileged = container["securityContext"]["privileged"].value() == true;
  std::set<std::string> paths;
  for (const auto& mount : mounts.items()) {
    const auto name = mount["name"];
    const auto path = mount["mountPath"];
    if (name.zero()) name.required();
    if (!volumes.contains(name.text())) name.errors().push_back(not_found_value(name.path(), name.text()));
    if (path.zero()) path.required();
    if (!paths.insert(path.text()).second) path.invalid("must be unique");
    if (devices.contains(name.text())) name.invalid("must not already exist in volumeDevices");
    if (has_path(devices, path.text())) path.invalid("must not already exist as a path in volumeDevices");
    const auto sub = mount["subPath"].named(mounts.path() + ".subPath");
    const auto expression = mount["subPathExpr"];
    if (!sub.zero()) validate_descending_path(sub);
    if (!expression.zero()) {
      if (!sub.zero()) expression.invalid("subPathExpr and subPath are mutually exclusive");
      validate_descending_path(expression.named(mounts.path() + ".subPathExpr"));
    }
    check_propagation(mount, mount["mountPropagation"].named(mounts.path() + ".mountPropagation"), privileged);
    check_recursive(mount, mount["recursiveReadOnly"].named(mounts.path() + ".recursiveReadOnly"));
  }
}

void check_volume_devices(const FieldValue& devices, const Volumes& volumes, const Places& mounts)
{
  std::set<std::string> paths;
  std::set<std::string> names;
  for (const auto& device : devices.items()) {
    const auto name = device["name"];
    const auto path = device["devicePath"];
    const auto volume = volumes.find(name.text());
    if (name.zero()) name.required();
    if (names.contains(name.text())) name.invalid("must be unique");
    if (volume == volumes.end()) {
      name.errors().push_back(not_found_value(name.path(), name.text()));
    } else if (!volume->second->contains("persistentVolumeClaim") && !volume->second->contains("ephemeral")) {
      name.invalid("can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
    }
    if (path.zero()) path.required();
    if (paths.contains(path.text())) path.invalid(path.text(), "must be unique");
    if (("/" + path.text() + "/").find("/../") != std::string::npos) {
      path.invalid("can not contain backsteps ('..')");
    } else {
      paths.insert(path.text());
    }
    if (mounts.contains(name.text())) name.invalid("must not already exist in volumeMounts");
    if (has_path(mounts, path.text())) path.invalid("must not already exist as a path in volumeMounts");
    if (!name.zero()) names.insert(name.text());
  }
}

}  // namespace

void validate_mounts(const FieldValue& container, const Volumes& volumes)
{
  check_volume_mounts(container, volumes, places_of(container["volumeDevices"], "devicePath"));
  check_volume_devices(container["volumeDevices"], volumes, places_of(container["volumeMounts"], "mountPath"));
}

}  // namespace kubexx::apiserver
