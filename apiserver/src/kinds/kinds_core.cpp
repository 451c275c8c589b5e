// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "kinds/names.hpp"
#include "kubexx/base/base64.hpp"
#include "render/tables.hpp"

namespace kubexx::apiserver {
namespace {

std::string or_none(std::string text)
{
  return text.empty() ? "<none>" : text;
}

std::size_t count_of(const Json& object, std::initializer_list<const char*> members)
{
  std::size_t count = 0;
  for (const char* name : members) {
    if (const auto* member = find(object, {name})) count += member->size();
  }
  return count;
}

void check_keys(const Json& object, const char* name, FieldErrors& errors)
{
  const auto* data = find(object, {name});
  if (data == nullptr || !data->is_object()) return;
  for (const auto& [key, value] : data->items()) {
    bool good = !key.empty() && key.size() <= 253 && key != "." && key != "..";
    for (const char c : key) {
      good = good && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.');
    }
    if (good) continue;
    errors.push_back(invalid_value(std::string(name) + "[" + key + "]", key,
                                   "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. "
                                   "'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is "
                                   "'[-._a-zA-Z0-9]+')"));
  }
}

/// configmaps and secrets: what `immutable: true` forbids.
void check_immutable(const Json& object, const Json* current, FieldErrors& errors)
{
  if (current == nullptr || !current->contains("immutable") || current->at("immutable") != true) return;
  if (!object.contains("immutable") || object.at("immutable") != true) {
    errors.push_back(forbidden_value("immutable", "field is immutable when `immutable` is set"));
  }
  for (const char* name : {"data", "binaryData"}) {
    const auto* was = find(*current, {name});
    const auto* is = find(object, {name});
    if ((was == nullptr ? Json() : *was) != (is == nullptr ? Json() : *is)) {
      errors.push_back(forbidden_value(name, "field is immutable when `immutable` is set"));
    }
  }
}

Kind namespaces()
{
  auto kind = make_kind("", "Namespace", "namespaces", false);
  kind.short_names = {"ns"};
  kind.name_rule = NameRule::dns_label;
  kind.returns_deleted = true;
  auto& version = kind.versions.front();
  version.status = true;
  version.columns = {name_column("namespace"),
                     {"Status", "string", "", "The status of the namespace", 0, ""},
                     age_column("namespace")};
  kind.cells = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), string_at(object, {"status", "phase"}), age_cell(object, now)});
  };
  kind.defaults = [](Json& object) {
    if (const auto name = string_at(object, {"metadata", "name"}); !name.empty()) {
      ensure_object(object["metadata"], "labels")["kubernetes.io/metadata.name"] = name;
    }
    set_default(ensure_object(object, "status"), "phase", "Active");
  };
  kind.prepare_create = [](Json& object) {
    set_default(ensure_object(object, "spec"), "finalizers", Json::array({"kubernetes"}));
    object["status"] = {{"phase", "Active"}};
    ensure_object(object["metadata"], "labels")["kubernetes.io/metadata.name"] = object["metadata"]["name"];
  };
  kind.prepare_update = [](Json& updated, const Json& current) {
    if (const auto* finalizers = find(current, {"spec", "finalizers"})) {
      ensure_object(updated, "spec")["finalizers"] = *finalizers;
    }
  };
  return kind;
}

Kind configmaps()
{
  auto kind = make_kind("", "ConfigMap", "configmaps");
  kind.short_names = {"cm"};
  kind.versions.front().columns = {
      name_column("config map"), {"Data", "integer", "", "The number of entries", 0, ""}, age_column("config map")};
  kind.cells = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), count_of(object, {"data", "binaryData"}), age_cell(object, now)});
  };
  kind.validate = [](const Json& object, const Json* current, FieldErrors& errors) {
    check_keys(object, "data", errors);
    check_keys(object, "binaryData", errors);
    check_immutable(object, current, errors);
  };
  return kind;
}

Kind secrets()
{
  auto kind = make_kind("", "Secret", "secrets");
  kind.versions.front().columns = {name_column("secret"),
                                   {"Type", "string", "", "The type of the secret", 0, ""},
                                   {"Data", "integer", "", "The number of entries", 0, ""},
                                   age_column("secret")};
  kind.cells = [](const Json& object, WallTime now) {
    return Json::array(
        {name_cell(object), string_at(object, {"type"}), count_of(object, {"data"}), age_cell(object, now)});
  };
  kind.selectable_fields.emplace("type", Json::json_pointer("/type"));
  kind.defaults = [](Json& object) {
    if (const auto* plain = find(object, {"stringData"}); plain != nullptr && plain->is_object()) {
      const auto values = *plain;
      auto& data = ensure_object(object, "data");
      for (const auto& [key, value] : values.items()) {
        if (value.is_string()) data[key] = encode_base64(value.get_ref<const std::string&>());
      }
    }
    object.erase("stringData");
    set_default(object, "type", "Opaque");
  };
  kind.validate = [](const Json& object, const Json* current, FieldErrors& errors) {
    check_keys(object, "data", errors);
    check_immutable(object, current, errors);
    if (current != nullptr && string_at(object, {"type"}) != string_at(*current, {"type"})) {
      errors.push_back(invalid_value("type", string_at(object, {"type"}), "field is immutable"));
    }
  };
  return kind;
}

Kind serviceaccounts()
{
  auto kind = make_kind("", "ServiceAccount", "serviceaccounts");
  kind.short_names = {"sa"};
  kind.returns_deleted = true;
  kind.versions.front().columns = {name_column("service account"),
                                   {"Secrets", "string", "", "The number of secrets", 0, ""},
                                   age_column("service account")};
  kind.cells = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), count_of(object, {"secrets"}), age_cell(object, now)});
  };
  return kind;
}

Kind services()
{
  auto kind = make_kind("", "Service", "services");
  kind.short_names = {"svc"};
  kind.categories = {"all"};
  kind.name_rule = NameRule::dns_1035_label;
  kind.returns_deleted = true;
  auto& version = kind.versions.front();
  version.status = true;
  version.columns = {name_column("service"),
                     {"Type", "string", "", "How the service is reached", 0, ""},
                     {"Cluster-IP", "string", "", "The address inside the cluster", 0, ""},
                     {"External-IP", "string", "", "The address outside", 0, ""},
                     {"Port(s)", "string", "", "The ports", 0, ""},
                     age_column("service"),
                     {"Selector", "string", "", "What it selects", 1, ""}};
  kind.cells = [](const Json& object, WallTime now) {
    std::string ports;
    if (const auto* listed = find(object, {"spec", "ports"}); listed != nullptr && listed->is_array()) {
      for (const auto& port : *listed) {
        const auto* number = find(port, {"port"});
        ports += (ports.empty() ? "" : ",") + (number == nullptr ? "?" : dump(*number)) + "/" +
                 string_at(port, {"protocol"});
      }
    }
    std::string selector;
    if (const auto* chosen = find(object, {"spec", "selector"}); chosen != nullptr && chosen->is_object()) {
      for (const auto& [key, value] : chosen->items()) {
        selector += (selector.empty() ? "" : ",") + key + "=" + (value.is_string() ? value.get<std::string>() : "");
      }
    }
    return Json::array({name_cell(object), string_at(object, {"spec", "type"}),
                        or_none(string_at(object, {"spec", "clusterIP"})), "<none>", or_none(ports),
                        age_cell(object, now), or_none(selector)});
  };
  kind.defaults = [](Json& object) {
    auto& spec = ensure_object(object, "spec");
    set_default(spec, "type", "ClusterIP");
    set_default(spec, "sessionAffinity", "None");
    if (const auto* ports = find(spec, {"ports"}); ports != nullptr && ports->is_array()) {
      for (auto& port : spec["ports"]) {
        if (!port.is_object()) continue;
        set_default(port, "protocol", "TCP");
        if (port.contains("port")) set_default(port, "targetPort", port["port"]);
      }
    }
  };
  kind.prepare_create = [](Json& object) { object["status"] = {{"loadBalancer", Json::object()}}; };
  kind.validate = [](const Json& object, const Json*, FieldErrors& errors) {
    const auto* ports = find(object, {"spec", "ports"});
    const bool headless = string_at(object, {"spec", "clusterIP"}) == "None";
    const bool external = string_at(object, {"spec", "type"}) == "ExternalName";
    if ((ports == nullptr || ports->empty()) && !headless && !external) {
      errors.push_back(required_value("spec.ports", ""));
    }
  };
  return kind;
}

Json pod_cells(const Json& object, WallTime now)
{
  std::size_t ready = 0;
  std::int64_t restarts = 0;
  if (const auto* statuses = find(object, {"status", "containerStatuses"}); statuses && statuses->is_array()) {
    for (const auto& status : *statuses) {
      if (status.value("ready", false)) ++ready;
      restarts += status.value("restartCount", std::int64_t{0});
    }
  }
  const auto* containers = find(object, {"spec", "containers"});
  const auto total = containers == nullptr ? 0 : containers->size();
  auto phase = string_at(object, {"status", "phase"});
  if (const auto reason = string_at(object, {"status", "reason"}); !reason.empty()) phase = reason;
  if (find(object, {"metadata", "deletionTimestamp"}) != nullptr) phase = "Terminating";
  return Json::array({name_cell(object), std::to_string(ready) + "/" + std::to_string(total), phase,
                      std::to_string(restarts), age_cell(object, now), or_none(string_at(object, {"status", "podIP"})),
                      or_none(string_at(object, {"spec", "nodeName"}))});
}

Kind pods()
{
  auto kind = make_kind("", "Pod", "pods");
  kind.short_names = {"po"};
  kind.categories = {"all"};
  kind.returns_deleted = true;
  kind.generation = GenerationRule::spec;
  auto& version = kind.versions.front();
  version.status = true;
  version.columns = {name_column("pod"),
                     {"Ready", "string", "", "How many of its containers are ready", 0, ""},
                     {"Status", "string", "", "Its phase, or why it is not running", 0, ""},
                     {"Restarts", "string", "", "How often its containers were restarted", 0, ""},
                     age_column("pod"),
                     {"IP", "string", "", "Its address", 1, ""},
                     {"Node", "string", "", "The node it runs on", 1, ""}};
  kind.cells = pod_cells;
  for (const char* field : {"spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName",
                            "status.phase", "status.podIP"}) {
    std::string pointer = "/" + std::string(field);
    pointer.replace(pointer.find('.'), 1, "/");
    kind.selectable_fields.emplace(field, Json::json_pointer(pointer));
  }
  kind.defaults = [](Json& object) {
    auto& spec = ensure_object(object, "spec");
    default_pod_spec(spec);
    set_default(spec, "enableServiceLinks", true);
  };
  kind.prepare_create = [](Json& object) {
    auto& spec = ensure_object(object, "spec");
    set_default(spec, "preemptionPolicy", "PreemptLowerPriority");  // by admission: nobody owns it
    set_default(spec, "priority", 0);
    object["status"] = {{"phase", "Pending"}, {"qosClass", "BestEffort"}};
  };
  kind.prepare_update = [](Json& updated, const Json& current) {
    for (const char* member : {"preemptionPolicy", "priority"}) {
      if (const auto* kept = find(current, {"spec", member})) set_default(ensure_object(updated, "spec"), member, *kept);
    }
  };
  kind.validate = [](const Json& object, const Json*, FieldErrors& errors) {
    validate_pod_spec(object.at("spec"), "spec", errors);
  };
  return kind;
}

}  // namespace

std::vector<Kind> core_kinds()
{
  return {namespaces(), pods(), configmaps(), secrets(), serviceaccounts(), services()};
}

}  // namespace kubexx::apiserver
