// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "kinds/builtin.hpp"
#include "kinds/names.hpp"
#include "render/tables.hpp"
#include "verbs/selectors.hpp"

namespace kubexx::apiserver {
namespace {

std::int64_t number_at(const Json& object, std::initializer_list<std::string_view> path)
{
  const auto* found = find(object, path);
  return found != nullptr && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

void default_probe(Json& container, const char* name)
{
  if (const auto* probe = find(container, {name}); probe == nullptr || !probe->is_object()) return;
  auto& probe = container[name];
  set_default(probe, "timeoutSeconds", 1);
  set_default(probe, "periodSeconds", 10);
  set_default(probe, "successThreshold", 1);
  set_default(probe, "failureThreshold", 3);
  if (probe.contains("httpGet") && probe["httpGet"].is_object()) {
    set_default(probe["httpGet"], "scheme", "HTTP");
    set_default(probe["httpGet"], "path", "/");
  }
}

void default_container(Json& container)
{
  if (!container.is_object()) return;
  set_default(container, "terminationMessagePath", "/dev/termination-log");
  set_default(container, "terminationMessagePolicy", "File");
  set_default(container, "resources", Json::object());
  if (const auto image = string_at(container, {"image"}); !image.empty()) {
    const auto slash = image.rfind('/');
    const auto colon = image.rfind(':');
    const bool tagged = colon != std::string::npos && (slash == std::string::npos || colon > slash);
    const bool latest = image.find('@') == std::string::npos && (!tagged || image.substr(colon + 1) == "latest");
    set_default(container, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
  }
  if (const auto* ports = find(container, {"ports"}); ports != nullptr && ports->is_array()) {
    for (auto& port : container["ports"]) {
      if (port.is_object()) set_default(port, "protocol", "TCP");
    }
  }
  if (const auto* env = find(container, {"env"}); env != nullptr && env->is_array()) {
    for (auto& variable : container["env"]) {
      if (find(variable, {"valueFrom", "fieldRef"}) == nullptr) continue;
      set_default(variable["valueFrom"]["fieldRef"], "apiVersion", "v1");
    }
  }
  for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"}) default_probe(container, probe);
}

void default_volume(Json& volume)
{
  if (volume.is_object() && volume.size() == 1 && volume.contains("name")) volume["emptyDir"] = Json::object();
  for (const char* source : {"configMap", "secret", "downwardAPI", "projected"}) {
    if (const auto* given = find(volume, {source}); given != nullptr && given->is_object()) {
      set_default(volume[source], "defaultMode", 420);
    }
  }
  if (const auto* host = find(volume, {"hostPath"}); host != nullptr && host->is_object()) {
    set_default(volume["hostPath"], "type", "");
  }
}

bool selects(const Json& selector, const Json& labels)
{
  if (const auto* equal = find(selector, {"matchLabels"}); equal != nullptr && equal->is_object()) {
    for (const auto& [key, value] : equal->items()) {
      const auto* label = find(labels, {key});
      if (label == nullptr || *label != value) return false;
    }
  }
  std::map<std::string, std::string> present;
  if (labels.is_object()) {
    for (const auto& [key, value] : labels.items()) {
      if (value.is_string()) present.emplace(key, value.get<std::string>());
    }
  }
  const auto* expressions = find(selector, {"matchExpressions"});
  if (expressions == nullptr || expressions->empty()) return true;
  return selector_of(Json{{"matchExpressions", *expressions}}).matches(present);
}

void validate_workload(const Json& object, const Json* current, const char* what, FieldErrors& errors)
{
  const auto& spec = object.at("spec");
  if (const auto replicas = number_at(spec, {"replicas"}); replicas < 0) {
    errors.push_back(invalid_value("spec.replicas", replicas, "must be greater than or equal to 0"));
  }
  const auto* selector = find(spec, {"selector"});
  const bool has_selector = selector != nullptr && selector->is_object();
  if (!has_selector) {
    errors.push_back(required_value("spec.selector", ""));
  } else if (selector_of(*selector).everything()) {
    errors.push_back(invalid_value("spec.selector", *selector, std::string("empty selector is invalid for ") + what));
  }
  if (current != nullptr && has_selector && *selector != current->at("spec").at("selector")) {
    errors.push_back(invalid_value("spec.selector", *selector, "field is immutable"));
  }
  const auto* labels = find(spec, {"template", "metadata", "labels"});
  const Json given = labels == nullptr ? Json() : *labels;
  const bool mismatch = !has_selector || (!selector_of(*selector).everything() && !selects(*selector, given));
  if (mismatch) {
    errors.push_back(
        invalid_value("spec.template.metadata.labels", given, "`selector` does not match template `labels`"));
  }
  validate_labels(given, "spec.template.metadata.labels", errors);
  const auto* pod = find(spec, {"template", "spec"});
  validate_pod_spec(pod == nullptr ? Json::object() : *pod, "spec.template.spec", errors);
  if (const auto policy = string_at(spec, {"template", "spec", "restartPolicy"}); policy != "Always") {
    errors.push_back(unsupported_value("spec.template.spec.restartPolicy", policy, {"Always"}));
  }
}

void default_template(Json& spec)
{
  auto& pod_template = ensure_object(spec, "template");
  ensure_object(pod_template, "metadata");
  default_pod_spec(ensure_object(pod_template, "spec"));
}

std::string joined(const Json& object, const char* member)
{
  std::string text;
  const auto* containers = find(object, {"spec", "template", "spec", "containers"});
  if (containers == nullptr || !containers->is_array()) return text;
  for (const auto& container : *containers) text += (text.empty() ? "" : ",") + string_at(container, {member});
  return text;
}

std::string shown_selector(const Json& object)
{
  const auto* selector = find(object, {"spec", "selector"});
  return selector == nullptr ? std::string() : selector_of(*selector).to_string();
}

// What the kinds of this file have in common: replicas of a pod template. `counts` are the columns between name and
// age, `count` makes their cells.
Kind workload(std::string kind_name, std::string plural, const std::string& what, const std::vector<Column>& counts,
              std::function<std::vector<Json>(const Json&)> count)
{
  auto kind = make_kind("apps", std::move(kind_name), std::move(plural));
  kind.categories = {"all"};
  auto& version = kind.versions.front();
  version.status = true;
  version.scale = {".spec.replicas", ".status.replicas", ".spec.selector"};
  version.columns = {name_column(what)};
  version.columns.insert(version.columns.end(), counts.begin(), counts.end());
  version.columns.push_back(age_column(what));
  version.columns.push_back({"Containers", "string", "", "Names of the containers", 1, ""});
  version.columns.push_back({"Images", "string", "", "Images of the containers", 1, ""});
  version.columns.push_back({"Selector", "string", "", "What it selects", 1, ""});
  kind.cells = [count = std::move(count)](const Json& object, WallTime now) {
    auto cells = Json::array({name_cell(object)});
    for (auto& cell : count(object)) cells.push_back(std::move(cell));
    cells.push_back(age_cell(object, now));
    cells.push_back(joined(object, "name"));
    cells.push_back(joined(object, "image"));
    cells.push_back(shown_selector(object));
    return cells;
  };
  return kind;
}

Kind deployments()
{
  const auto count = [](const Json& object) -> std::vector<Json> {
    return {std::to_string(number_at(object, {"status", "readyReplicas"})) + "/" +
                std::to_string(number_at(object, {"spec", "replicas"})),
            number_at(object, {"status", "updatedReplicas"}), number_at(object, {"status", "availableReplicas"})};
  };
  auto kind = workload("Deployment", "deployments", "deployment",
                       {{"Ready", "string", "", "Ready pods of those wanted", 0, ""},
                        {"Up-to-date", "string", "", "Pods that have the latest template", 0, ""},
                        {"Available", "string", "", "Pods that are available", 0, ""}},
                       count);
  kind.short_names = {"deploy"};
  kind.generation = GenerationRule::spec_or_annotations;
  kind.defaults = [](Json& object) {
    auto& spec = ensure_object(object, "spec");
    set_default(spec, "replicas", 1);
    set_default(spec, "revisionHistoryLimit", 10);
    set_default(spec, "progressDeadlineSeconds", 600);
    auto& strategy = ensure_object(spec, "strategy");
    set_default(strategy, "type", "RollingUpdate");
    if (strategy["type"] == "RollingUpdate") {
      auto& rolling = ensure_object(strategy, "rollingUpdate");
      set_default(rolling, "maxSurge", "25%");
      set_default(rolling, "maxUnavailable", "25%");
    }
    default_template(spec);
    ensure_object(object, "status");
  };
  kind.prepare_create = [](Json& object) { object["status"] = Json::object(); };
  kind.validate = [](const Json& object, const Json* current, FieldErrors& errors) {
    validate_workload(object, current, "deployment", errors);
    const auto type = string_at(object, {"spec", "strategy", "type"});
    if (type != "RollingUpdate" && type != "Recreate") {
      errors.push_back(unsupported_value("spec.strategy.type", type, {"Recreate", "RollingUpdate"}));
    }
  };
  return kind;
}

Kind replicasets()
{
  const auto count = [](const Json& object) -> std::vector<Json> {
    return {number_at(object, {"spec", "replicas"}), number_at(object, {"status", "replicas"}),
            number_at(object, {"status", "readyReplicas"})};
  };
  auto kind = workload("ReplicaSet", "replicasets", "replica set",
                       {{"Desired", "integer", "", "Pods wanted", 0, ""},
                        {"Current", "integer", "", "Pods that exist", 0, ""},
                        {"Ready", "integer", "", "Pods that are ready", 0, ""}},
                       count);
  kind.short_names = {"rs"};
  kind.generation = GenerationRule::spec;
  kind.defaults = [](Json& object) {
    auto& spec = ensure_object(object, "spec");
    set_default(spec, "replicas", 1);
    default_template(spec);
    set_default(ensure_object(object, "status"), "replicas", 0);
  };
  kind.prepare_create = [](Json& object) { object["status"] = {{"replicas", 0}}; };
  kind.validate = [](const Json& object, const Json* current, FieldErrors& errors) {
    validate_workload(object, current, "replicaset", errors);
  };
  kind.selectable_fields.emplace("status.replicas", Json::json_pointer("/status/replicas"));
  return kind;
}

}  // namespace

void default_pod_spec(Json& spec)
{
  set_default(spec, "restartPolicy", "Always");
  set_default(spec, "terminationGracePeriodSeconds", 30);
  set_default(spec, "dnsPolicy", "ClusterFirst");
  set_default(spec, "schedulerName", "default-scheduler");
  set_default(spec, "securityContext", Json::object());
  if (const auto account = string_at(spec, {"serviceAccountName"}); !account.empty()) spec["serviceAccount"] = account;
  for (const char* list : {"containers", "initContainers"}) {
    if (const auto* containers = find(spec, {list}); containers == nullptr || !containers->is_array()) continue;
    for (auto& container : spec[list]) default_container(container);
  }
  if (const auto* volumes = find(spec, {"volumes"}); volumes != nullptr && volumes->is_array()) {
    for (auto& volume : spec["volumes"]) default_volume(volume);
  }
}

void validate_pod_spec(const Json& spec, const std::string& field, FieldErrors& errors)
{
  const auto* containers = find(spec, {"containers"});
  if (containers == nullptr || !containers->is_array() || containers->empty()) {
    errors.push_back(required_value(field + ".containers", ""));
  }
  std::set<std::string> names;
  for (const char* list : {"containers", "initContainers"}) {
    const auto* members = find(spec, {list});
    if (members == nullptr || !members->is_array()) continue;
    for (std::size_t index = 0; index < members->size(); ++index) {
      const auto& container = (*members)[index];
      const auto here = field + "." + list + "[" + std::to_string(index) + "]";
      const auto name = string_at(container, {"name"});
      if (name.empty()) {
        errors.push_back(required_value(here + ".name", ""));
      } else if (const auto problem = dns_label_problem(name); !problem.empty()) {
        errors.push_back(invalid_value(here + ".name", name, problem));
      } else if (!names.insert(name).second) {
        errors.push_back(duplicate_value(here + ".name", name));
      }
      if (string_at(container, {"image"}).empty()) errors.push_back(required_value(here + ".image", ""));
    }
  }
}

std::vector<Kind> apps_kinds()
{
  return {deployments(), replicasets()};
}

}  // namespace kubexx::apiserver
