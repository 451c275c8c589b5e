// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "kinds/names.hpp"
#include "kinds/validate.hpp"
#include "kinds/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

void check_mode(const FieldValue& mode)
{
  if (!mode.present() || (mode.number() >= 0 && mode.number() <= 0777)) return;
  mode.invalid("must be a number between 0 and 0777 (octal), both inclusive");
}

void check_local_path(const FieldValue& path)
{
  if (path.text().starts_with("/")) path.invalid("must be a relative path");
  const auto text = "/" + path.text() + "/";
  if (text.find("/../") != std::string::npos) path.invalid("must not contain '..'");
}

void check_items(const FieldValue& items)
{
  for (const auto& item : items.items()) {
    if (item["key"].zero()) item["key"].required();
    if (item["path"].zero()) {
      item["path"].required();
    } else {
      check_local_path(item["path"]);
    }
    check_mode(item["mode"]);
  }
}

void check_source(const FieldValue& volume, const std::string& kind)
{
  const auto source = volume[kind];
  const auto require = [&](const char* member) {
    if (source[member].zero()) source[member].required();
  };
  if (kind == "configMap" || kind == "secret") {
    require(kind == "secret" ? "secretName" : "name");
    check_mode(source["defaultMode"]);
    check_items(source["items"]);
  } else if (kind == "hostPath") {
    require("path");
    if (const auto type = source["type"]; !type.zero()) {
      type.one_of(
          {"", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"});
    }
  } else if (kind == "persistentVolumeClaim") {
    require("claimName");
  } else if (kind == "emptyDir") {
    source["sizeLimit"].quantity_not_negative();
  } else if (kind == "nfs") {
    require("server");
    require("path");
    if (!source["path"].zero() && !source["path"].text().starts_with("/")) {
      source["path"].invalid("must be an absolute path");
    }
  } else if (kind == "csi") {
    require("driver");
  } else if (kind == "projected" || kind == "downwardAPI") {
    check_mode(source["defaultMode"]);
  }
}

}  // namespace

Volumes validate_volumes(const FieldValue& volumes)
{
  Volumes good;
  for (const auto& volume : volumes.items()) {
    FieldErrors errors;
    const FieldValue place(&volume.value(), volume.path(), errors);
    std::size_t sources = 0;
    for (const auto& [kind, value] : volume.value().items()) {
      if (kind == "name" || value.is_null()) continue;
      if (sources++ > 0) {
        place[kind].forbidden("may not specify more than 1 volume type");
      } else {
        check_source(place, kind);
      }
    }
    const auto name = place["name"];
    if (name.zero()) {
      name.required();
    } else {
      name.dns_label();
    }
    if (good.contains(name.text())) name.duplicate();
    if (errors.empty()) {
      good.emplace(name.text(), &volume.value());
    } else {
      auto& all = volumes.errors();
      all.insert(all.end(), errors.begin(), errors.end());
    }
  }
  return good;
}

}  // namespace kubexx::apiserver
