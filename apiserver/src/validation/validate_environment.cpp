// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

/// validation.IsRelaxedEnvVarName.
std::string variable_problem(std::string_view name)
{
  const bool good = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~' && c != '='; });
  return good ? "" : "a valid environment variable name must consist only of printable ASCII characters other than '='";
}

void check_key_reference(const FieldValue& reference)
{
  const auto name = reference["name"];
  for (const auto& problem : dns_1123_subdomain_problems(name.text())) name.invalid(name.text(), problem);
  if (reference["key"].zero()) {
    reference["key"].required();
  } else {
    for (const auto& problem : config_key_problems(reference["key"].text())) reference["key"].invalid(problem);
  }
}

void check_file_reference(const FieldValue& reference)
{
  const auto key = reference["key"];
  const auto volume = reference["volumeName"];
  const auto path = reference["path"];
  if (key.zero()) {
    key.required();
  } else {
    key.problem(variable_problem(key.text()));
  }
  if (volume.zero()) {
    volume.required();
  } else {
    volume.dns_label();
  }
  if (path.zero()) {
    path.required();
  } else if (("/" + path.text() + "/").find("/../") != std::string::npos) {
    path.invalid("must not contain '..'");
  }
}

void check_variable_source(const FieldValue& variable)
{
  const auto from = variable["valueFrom"];
  if (!from.present()) return;
  std::size_t sources = 0;
  for (const char* kind : {"fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"}) {
    const auto reference = from[kind];
    if (!reference.present()) continue;
    ++sources;
    const std::string_view word(kind);
    if (word == "fieldRef") validate_object_field(reference, false);
    if (word == "resourceFieldRef") validate_resource_field(reference, false);
    if (word == "configMapKeyRef" || word == "secretKeyRef") check_key_reference(reference);
    if (word == "fileKeyRef") check_file_reference(reference);
  }
  if (sources == 0) {
    from.invalid("",
                 "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or "
                 "`fileKeyRef`");
  } else if (!variable["value"].zero()) {
    from.invalid("", "may not be specified when `value` is not empty");
  } else if (sources > 1) {
    from.invalid("", "may not have more than one field specified at a time");
  }
}

/// A name that may become the beginning of one: NameIsDNSSubdomain with `prefix`.
std::string masked(std::string name)
{
  if (name.size() < 2 || name.back() != '-') return name;
  name.resize(name.size() - 2);
  return name + "a";
}

void check_bulk_sources(const FieldValue& list)
{
  for (const auto& source : list.items()) {
    if (const auto prefix = source["prefix"]; !prefix.zero()) prefix.problem(variable_problem(prefix.text()));
    std::size_t kinds = 0;
    for (const char* kind : {"configMapRef", "secretRef"}) {
      if (!source[kind].present()) continue;
      ++kinds;
      const auto name = source[kind]["name"];
      if (name.zero()) {
        name.required();
      } else {
        name.problems(dns_1123_subdomain_problems(masked(name.text())));
      }
    }
    if (kinds == 0) list.invalid("", "must specify one of: `configMapRef` or `secretRef`");
    if (kinds > 1) list.invalid("", "may not have more than one field specified at a time");
  }
}

/// "metadata.labels['app']" is a path with a subscript.
bool split_subscript(const std::string& text, std::string& path, std::string& subscript)
{
  const auto open = text.find("['");
  if (open == std::string::npos || !text.ends_with("']") || open + 4 > text.size() || open == 0) return false;
  path = text.substr(0, open);
  subscript = text.substr(open + 2, text.size() - open - 4);
  return true;
}

const std::set<std::string>& known_field_paths()
{
  static const std::set<std::string> all{
      "metadata.annotations", "metadata.labels", "metadata.name",      "metadata.namespace",
      "metadata.uid",         "spec.nodeName",   "spec.restartPolicy", "spec.serviceAccountName",
      "spec.schedulerName",   "status.phase",    "status.hostIP",      "status.hostIPs",
      "status.podIP",         "status.podIPs",   "spec.host"};
  return all;
}

const std::vector<std::string>& usable_field_paths(bool file)
{
  static const std::vector<std::string> of_files{"metadata.annotations", "metadata.labels", "metadata.name",
                                                 "metadata.namespace", "metadata.uid"};
  static const std::vector<std::string> of_variables{
      "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName",
      "status.hostIP", "status.hostIPs",     "status.podIP", "status.podIPs"};
  return file ? of_files : of_variables;
}

void check_divisor(const FieldValue& reference)
{
  const auto divisor = reference["divisor"];
  if (!divisor.present() || Quantity::parse(divisor.text()) == Quantity(0)) return;
  const auto resource = reference["resource"].text();
  const auto amount = Quantity::parse(divisor.text()).to_string();
  static const std::set<std::string> of_bytes{"1",   "1k",  "1M",  "1G",  "1T",  "1P", "1E",
                                              "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"};
  const auto refuse_bytes = [&](const char* what) {
    if (of_bytes.contains(amount)) return;
    divisor.invalid(resource, std::string("only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, "
                                          "1Ei are supported with the ") +
                                  what + " resource");
  };
  if (resource.ends_with(".cpu")) {
    if (amount != "1" && amount != "1m") {
      divisor.invalid(resource, "only divisor's values 1m and 1 are supported with the cpu resource");
    }
  } else if (resource.ends_with(".memory")) {
    refuse_bytes("memory");
  } else if (resource.ends_with(".ephemeral-storage")) {
    refuse_bytes("local ephemeral storage");
  } else if (resource.find(".hugepages-") != std::string::npos) {
    refuse_bytes("hugepages");
  }
}

}  // namespace

void validate_object_field(const FieldValue& field_ref, bool file)
{
  if (field_ref["apiVersion"].zero()) return field_ref["apiVersion"].required();
  const auto place = field_ref["fieldPath"];
  if (place.zero()) return place.required();
  const auto refuse = [&](const std::string& why) { place.invalid("error converting fieldPath: " + why); };
  if (!field_ref["apiVersion"].is("v1")) return refuse("unsupported pod version: " + field_ref["apiVersion"].text());
  const auto text = place.text();
  std::string path;
  std::string subscript;
  if (split_subscript(text, path, subscript)) {
    if (path != "metadata.annotations" && path != "metadata.labels") {
      return refuse("field label does not support subscript: " + text);
    }
    const auto key = path == "metadata.annotations" ? lower(subscript) : subscript;
    for (const auto& problem : label_key_problems(key)) field_ref.invalid(key, problem);
    return;
  }
  if (!known_field_paths().contains(text)) return refuse("field label not supported: " + text);
  const auto meant = text == "spec.host" ? std::string("spec.nodeName") : text;
  const auto& usable = usable_field_paths(file);
  if (std::find(usable.begin(), usable.end(), meant) == usable.end()) {
    place.errors().push_back(unsupported_value(place.path(), meant, usable));
  }
}

void validate_resource_field(const FieldValue& resource_ref, bool file)
{
  static const std::vector<std::string> known{"limits.cpu",   "limits.ephemeral-storage",   "limits.memory",
                                              "requests.cpu", "requests.ephemeral-storage", "requests.memory"};
  const auto resource = resource_ref["resource"];
  if (file && resource_ref["containerName"].zero()) {
    resource_ref["containerName"].required();
  } else if (resource.zero()) {
    resource.required();
  } else if (!resource.text().starts_with("requests.hugepages-") && !resource.text().starts_with("limits.hugepages-")) {
    resource.one_of(known);
  }
  check_divisor(resource_ref);
}

void validate_environment(const FieldValue& container)
{
  for (const auto& variable : container["env"].items()) {
    const auto name = variable["name"];
    if (name.zero()) {
      name.required();
    } else {
      name.problem(variable_problem(name.text()));
    }
    check_variable_source(variable);
  }
  check_bulk_sources(container["envFrom"]);
}

void validate_file_volumes(const PodView& pod)
{
  std::map<std::string, FieldValue> volumes;
  for (const auto& volume : pod.spec["volumes"].items()) volumes.insert_or_assign(volume["name"].text(), volume);
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const auto& container : pod.spec[list].items()) {
      for (const auto& variable : container["env"].items()) {
        const auto reference = variable["valueFrom"]["fileKeyRef"];
        if (!reference.present()) continue;
        const auto name = reference["volumeName"];
        const auto found = volumes.find(name.text());
        if (found == volumes.end()) {
          name.errors().push_back(not_found_value(name.path(), name.text()));
        } else if (!found->second["emptyDir"].present()) {
          name.invalid(name.text(), "referenced volume must be of type emptyDir");
        }
      }
    }
  }
}

}  // namespace kubexx::apiserver
