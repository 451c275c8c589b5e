// SPDX-License-Identifier: Apache-2.0
#include "columns/cells.hpp"
#include "core/text.hpp"
#include "kubexx/apimachinery/human_duration.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::apiserver {
namespace {

/// Appends names and images of the containers of a pod template.
void add_containers(Json& cells, const Json* containers)
{
  cells.push_back(joined(containers, {"name"}, ","));
  cells.push_back(joined(containers, {"image"}, ","));
}

const Json* template_containers(const Json& object)
{
  return find(object, {"spec", "template", "spec", "containers"});
}

std::string fraction(std::int64_t some, std::int64_t all)
{
  return std::to_string(some) + "/" + std::to_string(all);
}

Json deployment_cells(const Json& object, WallTime now)
{
  auto cells =
      Json::array({name_cell(object),
                   fraction(number_at(object, {"status", "readyReplicas"}), number_at(object, {"spec", "replicas"})),
                   number_at(object, {"status", "updatedReplicas"}), number_at(object, {"status", "availableReplicas"}),
                   age_cell(object, now)});
  add_containers(cells, template_containers(object));
  const auto* selector = find(object, {"spec", "selector"});
  cells.push_back(selector == nullptr || selector->is_null() ? std::string() : shown_selector(selector));
  return cells;
}

Json replica_cells(const Json& object, WallTime now)
{
  auto cells = Json::array({name_cell(object), number_at(object, {"spec", "replicas"}),
                            number_at(object, {"status", "replicas"}), number_at(object, {"status", "readyReplicas"}),
                            age_cell(object, now)});
  add_containers(cells, template_containers(object));
  const auto* selector = find(object, {"spec", "selector"});
  const bool labels =
      selector != nullptr && !selector->contains("matchLabels") && !selector->contains("matchExpressions");
  cells.push_back(labels ? shown_labels(selector) : shown_selector(selector));
  return cells;
}

Json stateful_set_cells(const Json& object, WallTime now)
{
  auto cells =
      Json::array({name_cell(object),
                   fraction(number_at(object, {"status", "readyReplicas"}), number_at(object, {"spec", "replicas"})),
                   age_cell(object, now)});
  add_containers(cells, template_containers(object));
  return cells;
}

Json daemon_set_cells(const Json& object, WallTime now)
{
  auto cells = Json::array({name_cell(object)});
  for (const char* count : {"desiredNumberScheduled", "currentNumberScheduled", "numberReady", "updatedNumberScheduled",
                            "numberAvailable"}) {
    cells.push_back(number_at(object, {"status", count}));
  }
  cells.push_back(shown_labels(find(object, {"spec", "template", "spec", "nodeSelector"})));
  cells.push_back(age_cell(object, now));
  add_containers(cells, template_containers(object));
  cells.push_back(shown_selector(find(object, {"spec", "selector"})));
  return cells;
}

std::string job_status(const Json& object)
{
  if (has_condition(object, "Complete")) return "Complete";
  if (has_condition(object, "Failed")) return "Failed";
  if (find(object, {"metadata", "deletionTimestamp"}) != nullptr) return "Terminating";
  for (const char* type : {"Suspended", "FailureTarget", "SuccessCriteriaMet"}) {
    if (has_condition(object, type)) return type;
  }
  return "Running";
}

Json job_cells(const Json& object, WallTime now)
{
  const auto done = number_at(object, {"status", "succeeded"});
  const auto* wanted = find(object, {"spec", "completions"});
  std::string completions = std::to_string(done) + "/1";
  const auto parallelism = number_at(object, {"spec", "parallelism"});
  if (wanted != nullptr && wanted->is_number_integer()) {
    completions = fraction(done, wanted->get<std::int64_t>());
  } else if (parallelism > 1) {
    completions += " of " + std::to_string(parallelism);
  }
  const auto started = string_at(object, {"status", "startTime"});
  const auto ended = string_at(object, {"status", "completionTime"});
  std::string duration;
  if (!started.empty()) duration = human_age(started, ended.empty() ? now : Time::parse(ended).wall_time());
  auto cells = Json::array({name_cell(object), job_status(object), completions, duration, age_cell(object, now)});
  add_containers(cells, template_containers(object));
  cells.push_back(shown_selector(find(object, {"spec", "selector"})));
  return cells;
}

Json cron_job_cells(const Json& object, WallTime now)
{
  const auto last = string_at(object, {"status", "lastScheduleTime"});
  auto cells = Json::array({name_cell(object), string_at(object, {"spec", "schedule"}),
                            text_or(object, {"spec", "timeZone"}, "<none>"),
                            shown_bool(find(object, {"spec", "suspend"})), size_at(object, {"status", "active"}),
                            last.empty() ? "<none>" : human_age(last, now), age_cell(object, now)});
  add_containers(cells, find(object, {"spec", "jobTemplate", "spec", "template", "spec", "containers"}));
  cells.push_back(shown_selector(find(object, {"spec", "jobTemplate", "spec", "selector"})));
  return cells;
}

std::string controller_of(const Json& object)
{
  const auto* owners = find(object, {"metadata", "ownerReferences"});
  if (owners == nullptr || !owners->is_array()) return "<none>";
  for (const auto& owner : *owners) {
    if (const auto* flag = find(owner, {"controller"}); flag == nullptr || *flag != true) continue;
    auto kind = string_at(owner, {"kind"});
    kind = lower(kind);
    const auto version = string_at(owner, {"apiVersion"});
    if (const auto slash = version.find('/'); slash != std::string::npos) kind += "." + version.substr(0, slash);
    return kind + "/" + string_at(owner, {"name"});
  }
  return "<none>";
}

std::string shown_amount(const Json& metric, const char* source, const Json* status, const char* field)
{
  std::string current = "<unknown>";
  if (status != nullptr) {
    const auto* value = find(*status, {source, "current", field});
    if (value != nullptr && !value->is_null())
      current = value->is_string() ? value->get<std::string>() : dump(*value) + "%";
  }
  const auto* target = find(metric, {source, "target", field});
  std::string wanted = "<auto>";
  if (target != nullptr) wanted = target->is_string() ? target->get<std::string>() : dump(*target) + "%";
  return current + "/" + wanted;
}

std::string shown_metric(const Json& metric, const Json* status)
{
  const auto type = string_at(metric, {"type"});
  for (const auto& [name, source] : {std::pair("Resource", "resource"), {"ContainerResource", "containerResource"}}) {
    if (type != name) continue;
    const bool average = find(metric, {source, "target", "averageValue"}) != nullptr;
    return string_at(metric, {source, "name"}) + ": " +
           shown_amount(metric, source, status, average ? "averageValue" : "averageUtilization");
  }
  if (type == "Pods") return shown_amount(metric, "pods", status, "averageValue");
  for (const auto& [name, source] : {std::pair("External", "external"), {"Object", "object"}}) {
    if (type != name) continue;
    if (find(metric, {source, "target", "averageValue"}) == nullptr)
      return shown_amount(metric, source, status, "value");
    return shown_amount(metric, source, status, "averageValue") + " (avg)";
  }
  return "<unknown type>";
}

std::string shown_metrics(const Json& object)
{
  const auto* metrics = find(object, {"spec", "metrics"});
  if (metrics == nullptr || !metrics->is_array() || metrics->empty()) return "<none>";
  const auto* statuses = find(object, {"status", "currentMetrics"});
  constexpr std::size_t most = 2;
  std::string text;
  for (std::size_t index = 0; index < std::min(most, metrics->size()); ++index) {
    const bool known = statuses != nullptr && statuses->is_array() && index < statuses->size();
    text += (index == 0 ? "" : ", ") + shown_metric((*metrics)[index], known ? &(*statuses)[index] : nullptr);
  }
  if (metrics->size() > most) text += " + " + std::to_string(metrics->size() - most) + " more...";
  return text;
}

/// `object` in the form of autoscaling/v2, which is stored.
Json autoscaler_cells(const Json& object, WallTime now)
{
  const auto* least = find(object, {"spec", "minReplicas"});
  return Json::array({name_cell(object),
                      string_at(object, {"spec", "scaleTargetRef", "kind"}) + "/" +
                          string_at(object, {"spec", "scaleTargetRef", "name"}),
                      shown_metrics(object), least == nullptr ? "<unset>" : dump(*least),
                      number_at(object, {"spec", "maxReplicas"}), number_at(object, {"status", "currentReplicas"}),
                      age_cell(object, now)});
}

}  // namespace

void add_workload_cells(CellTable& table)
{
  table["apps/deployments"] = deployment_cells;
  table["apps/replicasets"] = replica_cells;
  table["/replicationcontrollers"] = replica_cells;
  table["apps/statefulsets"] = stateful_set_cells;
  table["apps/daemonsets"] = daemon_set_cells;
  table["batch/jobs"] = job_cells;
  table["batch/cronjobs"] = cron_job_cells;
  table["autoscaling/horizontalpodautoscalers"] = autoscaler_cells;
  table["apps/controllerrevisions"] = [](const Json& object, WallTime now) {
    return Json::array(
        {name_cell(object), controller_of(object), number_at(object, {"revision"}), age_cell(object, now)});
  };
  table["/podtemplates"] = [](const Json& object, WallTime) {
    const auto* containers = find(object, {"template", "spec", "containers"});
    auto cells = Json::array({name_cell(object)});
    add_containers(cells, containers);
    cells.push_back(shown_labels(find(object, {"template", "metadata", "labels"})));
    return cells;
  };
}

}  // namespace kubexx::apiserver
