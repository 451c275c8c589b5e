// SPDX-License-Identifier: Apache-2.0
#include "validation/validate_network_volumes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "core/text.hpp"
#include "validation/names.hpp"

namespace kubexx::apiserver {
namespace {

void require(const FieldValue& member)
{
  if (member.zero()) member.required();
}

bool is_word(char c)
{
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool are_digits(std::string_view text)
{
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// iqn\.\d{4}-\d{2}\.([[:alnum:]-.]+)(:[^,;*&$|\s]+)$
bool is_qualified_name(std::string_view text)
{
  if (text.size() < 12 || !are_digits(text.substr(4, 4)) || text[8] != '-' || !are_digits(text.substr(9, 2)) ||
      text[11] != '.' || text[3] != '.') {
    return false;
  }
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return false;
  const auto authority = text.substr(12, colon - 12);
  const auto rest = text.substr(colon + 1);
  const auto in_authority = [](char c) { return is_word(c) || c == '-' || c == '.'; };
  return !authority.empty() && std::all_of(authority.begin(), authority.end(), in_authority) &&
         rest.find_first_of(",;*&$| \t\n\f\r") == std::string_view::npos;
}

/// "PREFIX", any character, and so many letters and digits.
bool is_identifier(std::string_view text, std::size_t length)
{
  return text.size() == 4 + length && std::all_of(text.begin() + 4, text.end(), is_word);
}

void check_initiator(const FieldValue& name, const char* unknown)
{
  const auto text = name.text();
  const bool qualified = text.starts_with("iqn");
  const bool extended = text.starts_with("eui");
  const bool authority = text.starts_with("naa");
  if (!qualified && !extended && !authority) return name.invalid(text, unknown);
  const bool good = (qualified && is_qualified_name(text)) || (extended && is_identifier(text, 16)) ||
                    (authority && is_identifier(text, 32));
  if (!good) name.invalid("must be valid format");
}

void check_iscsi(const FieldValue& source, bool persistent)
{
  const char* unknown = persistent ? "must be valid format" : "must be valid format starting with iqn, eui, or naa";
  require(source["targetPortal"]);
  const auto name = source["iqn"];
  if (name.zero()) {
    name.required();
  } else {
    check_initiator(name, unknown);
  }
  const auto lun = source["lun"];
  if (lun.number() < 0 || lun.number() > 255) lun.invalid("must be between 0 and 255, inclusive");
  const auto secret = source["secretRef"];
  const bool needs_secret = source["chapAuthDiscovery"].value() == true || source["chapAuthSession"].value() == true;
  if (needs_secret && !secret.present()) secret.required();
  if (persistent && secret.present()) require(secret["name"]);
  if (const auto initiator = source["initiatorName"]; initiator.present()) {
    check_initiator(initiator.named(source.path() + ".initiatorname"), unknown);
  }
}

/// net.SplitHostPort
bool is_host_and_port(std::string_view text)
{
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  if (text.front() == '[') {
    const auto end = text.find(']');
    return end != std::string_view::npos && end + 1 == colon && text.find('[', 1) == std::string_view::npos;
  }
  return text.substr(0, colon).find_first_of(":[]") == std::string_view::npos &&
         text.substr(colon).find_first_of("[]") == std::string_view::npos;
}

void check_quobyte(const FieldValue& source)
{
  const auto* const pairs = "must be a host:port pair or multiple pairs separated by commas";
  const auto registry = source["registry"];
  const auto text = registry.text();
  if (text.empty()) {
    registry.required(pairs);
  } else if (source["tenant"].text().size() > 64) {
    source["tenant"].required("must be a UUID and may not exceed a length of 64 characters");
  } else {
    for (std::size_t from = 0; from <= text.size();) {
      const auto comma = std::min(text.find(',', from), text.size());
      if (!is_host_and_port(std::string_view(text).substr(from, comma - from))) registry.invalid(pairs);
      from = comma + 1;
    }
  }
  require(source["volume"]);
}

void check_storage_os(const FieldValue& source, bool persistent)
{
  const auto name = source["volumeName"];
  if (name.zero()) {
    name.required();
  } else {
    name.dns_label();
  }
  if (const auto space = source["volumeNamespace"]; !space.zero()) space.dns_label();
  const auto secret = source["secretRef"];
  if (!secret.present()) return;
  require(secret["name"]);
  if (persistent) require(secret["namespace"]);
}

void check_azure_disk(const FieldValue& source)
{
  const auto uri = source["diskURI"];
  const auto kind = source["kind"];
  require(source["diskName"]);
  require(uri);
  if (const auto mode = source["cachingMode"]; mode.present()) mode.one_of({"None", "ReadOnly", "ReadWrite"});
  if (!kind.present()) return;
  kind.one_of({"Dedicated", "Managed", "Shared"});
  const bool managed = kind.is("Managed");
  if (uri.text().starts_with(managed ? "/subscriptions/" : "https://")) return;
  uri.errors().push_back(unsupported_value(
      uri.path(), uri.text(),
      {managed ? "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"
               : "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"}));
}

void check_flocker(const FieldValue& source)
{
  const auto name = source["datasetName"];
  const auto uuid = source["datasetUUID"];
  if (name.zero() && uuid.zero()) source.required("one of datasetName and datasetUUID is required");
  if (!name.zero() && !uuid.zero()) {
    source.invalid("resource", "datasetName and datasetUUID can not be specified simultaneously");
  }
  if (name.text().find('/') != std::string::npos) name.invalid("must not contain '/'");
}

void check_glusterfs(const FieldValue& source)
{
  require(source["endpoints"]);
  require(source["path"]);
  const auto space = source["endpointsNamespace"];
  if (!space.present()) return;
  if (space.text().empty()) {
    space.invalid("", "if the endpointnamespace is set, it must be a valid namespace name");
  } else {
    space.dns_label();
  }
}

void check_flex(const FieldValue& source)
{
  require(source["driver"]);
  for (const auto& [key, value] : source["options"].entries()) {
    const auto name = "." + lower(key.substr(0, key.find('/')));
    if (name.ends_with(".kubernetes.io") || name.ends_with(".k8s.io")) {
      value.invalid(key, "kubernetes.io and k8s.io namespaces are reserved");
    }
  }
}

void check_partition(const FieldValue& source, const char* id)
{
  require(source[id]);
  const auto partition = source["partition"];
  if (partition.number() < 0 || partition.number() > 255) partition.invalid("must be between 1 and 255, inclusive");
}

bool check_persistent(const FieldValue& source, std::string_view kind)
{
  if (kind == "glusterfs") {
    check_glusterfs(source);
  } else if (kind == "cinder") {
    require(source["volumeID"]);
    if (source["secretRef"].present()) {
      require(source["secretRef"]["name"]);
      require(source["secretRef"]["namespace"]);
    }
  } else if (kind == "azureFile") {
    for (const char* member : {"secretName", "shareName"}) require(source[member]);
    if (const auto space = source["secretNamespace"]; space.present()) require(space);
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool validate_network_volume(const FieldValue& source, std::string_view kind, bool persistent)
{
  if (persistent && check_persistent(source, kind)) return true;
  if (kind == "iscsi") {
    check_iscsi(source, persistent);
  } else if (kind == "quobyte") {
    check_quobyte(source);
  } else if (kind == "storageos") {
    check_storage_os(source, persistent);
  } else if (kind == "azureDisk") {
    check_azure_disk(source);
  } else if (kind == "flocker") {
    check_flocker(source);
  } else if (kind == "flexVolume") {
    check_flex(source);
  } else if (kind == "awsElasticBlockStore") {
    check_partition(source, "volumeID");
  } else if (kind == "gcePersistentDisk") {
    const auto& path = source.path();
    check_partition(source.named(path.substr(0, path.size() - kind.size()) + "persistentDisk"), "pdName");
  } else {
    return false;
  }
  return true;
}

}  // namespace kubexx::apiserver
