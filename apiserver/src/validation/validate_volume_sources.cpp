// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"
#include "validation/validate_network_volumes.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* mode_range = "must be a number between 0 and 0777 (octal), both inclusive";

void check_mode(const FieldValue& mode)
{
  if (mode.present() && (mode.number() < 0 || mode.number() > 0777)) mode.invalid(mode_range);
}

void require(const FieldValue& member)
{
  if (member.zero()) member.required();
}

bool steps_back(const std::string& path)
{
  return ("/" + path + "/").find("/../") != std::string::npos;
}

/// ValidateLocalNonReservedPath.
void check_file_path(const FieldValue& path)
{
  validate_descending_path(path);
  if (path.text().starts_with("..") && !path.text().starts_with("../")) path.invalid("must not start with '..'");
}

void check_key_to_path(const FieldValue& item)
{
  require(item["key"]);
  require(item["path"]);
  if (item["path"].present()) check_file_path(item["path"]);
  check_mode(item["mode"]);
}

void check_user(const FieldValue& user)
{
  constexpr std::int64_t most = 2147483647;
  if (!user.present()) return;
  if (user.number() < 0 || user.number() > most) user.invalid("must be between 0 and 2147483647, inclusive");
}

void check_downward_file(const FieldValue& file, const std::string& place)
{
  const auto here = file.named(place);
  require(here["path"]);
  if (here["path"].present()) check_file_path(here["path"]);
  if (here["fieldRef"].present()) {
    validate_object_field(here["fieldRef"], true);
    if (here["resourceFieldRef"].present()) {
      here.invalid("resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
    }
  } else if (here["resourceFieldRef"].present()) {
    validate_resource_field(here["resourceFieldRef"], true);
  } else {
    here.required("one of fieldRef and resourceFieldRef is required");
  }
  check_mode(here["mode"]);
  check_user(here["user"]);
}

void check_token_source(const FieldValue& token, const FieldValue& projected)
{
  const auto seconds = token["expirationSeconds"];
  if (!seconds.present()) {
    seconds.required();
  } else {
    if (seconds.number() < 600) seconds.invalid("may not specify a duration less than 10 minutes");
    if (seconds.number() > (std::int64_t{1} << 32)) {
      seconds.invalid("may not specify a duration larger than 2^32 seconds");
    }
  }
  const auto path = token["path"].named(projected.path() + ".path");
  if (path.zero()) {
    path.required();
  } else {
    check_file_path(path);
  }
}

/// Paths of a projected volume, each of which may be used once.
class UniquePaths {
public:
  explicit UniquePaths(const FieldValue& volume) : volume_(volume) {}
  void add(const std::string& path, const std::string& shown)
  {
    if (!path.empty() && !seen_.insert(path).second) volume_.invalid(shown, "conflicting duplicate paths");
  }

private:
  FieldValue volume_;
  std::set<std::string> seen_;
};

void check_projected(const FieldValue& volume)
{
  check_mode(volume["defaultMode"]);
  UniquePaths paths(volume);
  for (const auto& source : volume["sources"].items()) {
    for (const char* kind : {"secret", "configMap"}) {
      const auto from = source[kind];
      if (!from.present()) continue;
      require(from["name"]);
      for (const auto& item : from["items"].items()) {
        check_key_to_path(item);
        paths.add(item["path"].text(), from["name"].text());
      }
    }
    for (const auto& file : source["downwardAPI"]["items"].items()) {
      check_downward_file(file, source["downwardAPI"].path());
      paths.add(file["path"].text(), file["path"].text());
    }
    if (source["serviceAccountToken"].present()) check_token_source(source["serviceAccountToken"], volume);
    if (const auto bundle = source["clusterTrustBundle"]; bundle.present()) {
      validate_trust_bundle(bundle);
      paths.add(bundle["path"].text(), bundle["path"].text());
    }
    if (const auto certificate = source["podCertificate"]; certificate.present()) {
      validate_pod_certificate(certificate);
      for (const char* path : {"credentialBundlePath", "keyPath", "certificateChainPath"}) {
        paths.add(certificate[path].text(), certificate[path].text());
      }
    }
    std::size_t kinds = 0;
    for (const auto& [kind, value] : source.value().items()) kinds += value.is_null() ? 0U : 1U;
    if (kinds > 1) source.forbidden("may not specify more than 1 volume type per source");
  }
}

/// A secret or config map.
void check_keys_volume(const FieldValue& source, const char* name)
{
  require(source[name]);
  check_mode(source["defaultMode"]);
  for (const auto& item : source["items"].items()) check_key_to_path(item);
}

void check_host_path(const FieldValue& source)
{
  if (source["path"].zero()) return source["path"].required();
  if (steps_back(source["path"].text())) source["path"].invalid("must not contain '..'");
  const auto type = source["type"];
  if (type.present()) {
    type.one_of({"", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"});
  }
}

void check_driver(const FieldValue& driver)
{
  if (driver.zero()) return driver.required();
  if (driver.text().size() > 63) driver.errors().push_back(too_long(driver.path(), 63));
  driver.problems(dns_1123_subdomain_problems(lower(driver.text())));
}

void check_csi(const FieldValue& source)
{
  check_driver(source["driver"]);
  const auto secret = source["nodePublishSecretRef"];
  if (!secret.present()) return;
  if (secret["name"].zero()) return secret["name"].required();
  secret["name"].named(source.path() + ".name").problems(dns_1123_subdomain_problems(secret["name"].text()));
}

void check_nfs(const FieldValue& source)
{
  require(source["server"]);
  require(source["path"]);
  if (!source["path"].text().starts_with("/")) {
    source["path"].invalid(source["path"].text(), "must be an absolute path");
  }
}

void check_claim_template(const FieldValue& source, const FieldValue& volume, const std::string& pod_name)
{
  const auto claim = source["volumeClaimTemplate"];
  if (!claim.present()) {
    claim.required();
  } else {
    validate_template_metadata(claim["metadata"]);
    validate_claim_spec(claim["spec"]);
  }
  if (pod_name.empty() || volume["name"].zero()) return;
  const auto claim_name = pod_name + "-" + volume["name"].text();
  for (const auto& problem : dns_1123_subdomain_problems(claim_name)) {
    volume["name"].invalid("PVC name " + go_quoted(claim_name) + ": " + problem);
  }
}

void check_empty_dir(const FieldValue& source)
{
  const auto limit = source["sizeLimit"];
  if (limit.present() && Quantity::parse(limit.text()) < Quantity(0)) {
    limit.forbidden("SizeLimit field must be a valid resource quantity");
  }
}

void check_downward(const FieldValue& source)
{
  check_mode(source["defaultMode"]);
  check_user(source["defaultUser"]);
  for (const auto& file : source["items"].items()) check_downward_file(file, source.path());
}

void check_image_volume(const FieldValue& source)
{
  require(source["reference"]);
  require_one_of(source["pullPolicy"], {"Always", "IfNotPresent", "Never"});
}

void check_fibre_channel(const FieldValue& source)
{
  const bool names = source["targetWWNs"].size() > 0;
  const bool ids = source["wwids"].size() > 0;
  if (!names && !ids) source["targetWWNs"].required("must specify either targetWWNs or wwids, but not both");
  if (names && ids) {
    source["targetWWNs"].invalid("targetWWNs and wwids can not be specified simultaneously");
  }
  if (!names) return;
  const auto lun = source["lun"];
  if (!lun.present()) return lun.required("lun is required if targetWWNs is specified");
  if (lun.number() < 0 || lun.number() > 255) lun.invalid("must be between 0 and 255, inclusive");
}

/// A member that only has to be there.
void check_plain_source(const FieldValue& source, const std::string& kind)
{
  static const std::map<std::string, std::vector<const char*>> required{
      {"azureFile", {"secretName", "shareName"}},
      {"cephfs", {"monitors"}},
      {"cinder", {"volumeID"}},
      {"gitRepo", {"repository"}},
      {"glusterfs", {"endpoints", "path"}},
      {"persistentVolumeClaim", {"claimName"}},
      {"photonPersistentDisk", {"pdID"}},
      {"portworxVolume", {"volumeID"}},
      {"rbd", {"monitors", "image"}},
      {"scaleIO", {"gateway", "system", "volumeName"}},
      {"vsphereVolume", {"volumePath"}},
  };
  const auto found = required.find(kind);
  if (found == required.end()) return;
  for (const char* member : found->second) require(source[member]);
  if (kind == "gitRepo" && source["directory"].present()) validate_descending_path(source["directory"]);
  if (kind == "cinder" && source["secretRef"].present()) require(source["secretRef"]["name"]);
}

}  // namespace

void validate_descending_path(const FieldValue& path)
{
  if (path.text().starts_with("/")) path.invalid("must be a relative path");
  if (steps_back(path.text())) path.invalid("must not contain '..'");
}

void validate_csi_driver_name(const FieldValue& driver)
{
  check_driver(driver);
}

void validate_volume_source(const FieldValue& volume, const std::string& kind, const std::string& pod_name)
{
  const auto source = volume[kind];
  if (kind == "configMap") return check_keys_volume(source, "name");
  if (kind == "secret") return check_keys_volume(source, "secretName");
  if (kind == "hostPath") return check_host_path(source);
  if (kind == "emptyDir") return check_empty_dir(source);
  if (kind == "nfs") return check_nfs(source);
  if (kind == "csi") return check_csi(source);
  if (kind == "fc") return check_fibre_channel(source);
  if (kind == "ephemeral") return check_claim_template(source, volume, pod_name);
  if (kind == "image") return check_image_volume(source);
  if (kind == "downwardAPI") return check_downward(source);
  if (kind == "projected") return check_projected(source);
  if (!validate_network_volume(source, kind, false)) check_plain_source(source, kind);
}

}  // namespace kubexx::apiserver
