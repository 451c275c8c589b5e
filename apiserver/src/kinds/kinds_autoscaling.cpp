// SPDX-License-Identifier: Apache-2.0
#include "columns/cells.hpp"
#include "kinds/builtin.hpp"
#include "kinds/type_defaults.hpp"
#include "schema/schema.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array autoscaling_rows{
    KindRow{"HorizontalPodAutoscaler", "horizontalpodautoscalers", "status generation", "hpa", "all"},
};

/// What autoscaling/v1 has no fields for travels in annotations.
constexpr std::array<std::pair<const char*, const char*>, 2> annotated_spec{
    {{"metrics", "autoscaling.alpha.kubernetes.io/metrics"}, {"behavior", "autoscaling.alpha.kubernetes.io/behavior"}}};
constexpr std::array<std::pair<const char*, const char*>, 2> annotated_status{
    {{"currentMetrics", "autoscaling.alpha.kubernetes.io/current-metrics"},
     {"conditions", "autoscaling.alpha.kubernetes.io/conditions"}}};

bool is_cpu_utilization(const Json& metric)
{
  return string_at(metric, {"type"}) == "Resource" && string_at(metric, {"resource", "name"}) == "cpu" &&
         find(metric, {"resource", "target", "averageUtilization"}) != nullptr;
}

void annotate(Json& object, const char* name, const Json& value)
{
  if (!value.is_null() && !value.empty()) ensure_object(object["metadata"], "annotations")[name] = dump(value);
}

Json take(Json& object, const char* member)
{
  auto found = object.find(member);
  if (found == object.end()) return nullptr;
  Json value = std::move(*found);
  object.erase(found);
  return value;
}

/// From autoscaling/v2 to v1.
Json to_v1(Json object, std::string_view version)
{
  if (version != "v1") return object;
  auto& spec = object["spec"];
  Json others = Json::array();
  const auto metrics = take(spec, "metrics");
  for (const auto& metric : metrics.is_array() ? metrics : Json::array()) {
    if (is_cpu_utilization(metric) && !spec.contains("targetCPUUtilizationPercentage")) {
      spec["targetCPUUtilizationPercentage"] = metric.at("resource").at("target").at("averageUtilization");
    } else {
      others.push_back(metric);
    }
  }
  annotate(object, annotated_spec[0].second, others);
  annotate(object, annotated_spec[1].second, take(spec, "behavior"));
  if (auto status = object.find("status"); status != object.end() && status->is_object()) {
    for (const auto& [member, annotation] : annotated_status) annotate(object, annotation, take(*status, member));
    status->emplace("currentReplicas", 0);
    status->emplace("desiredReplicas", 0);
  }
  return object;
}

/// From autoscaling/v1 to v2.
Json from_v1(Json object, std::string_view version)
{
  if (version != "v1") return object;
  auto& spec = ensure_object(object, "spec");
  const auto restore = [&object](const char* annotation) -> Json {
    auto* annotations = find(object, {"metadata", "annotations"});
    if (annotations == nullptr || !annotations->contains(annotation)) return nullptr;
    auto value = Json::parse(string_at(*annotations, {annotation}), nullptr, false);
    annotations->erase(annotation);
    if (annotations->empty()) object["metadata"].erase("annotations");
    return value.is_discarded() ? Json() : value;
  };
  Json metrics = restore(annotated_spec[0].second);
  if (!metrics.is_array()) metrics = Json::array();
  if (const auto percent = take(spec, "targetCPUUtilizationPercentage"); !percent.is_null()) {
    const Json target{{"type", "Utilization"}, {"averageUtilization", percent}};
    metrics.insert(metrics.begin(), Json{{"type", "Resource"}, {"resource", {{"name", "cpu"}, {"target", target}}}});
  }
  if (!metrics.empty()) spec["metrics"] = std::move(metrics);
  if (auto behavior = restore(annotated_spec[1].second); behavior.is_object()) spec["behavior"] = std::move(behavior);
  if (auto status = object.find("status"); status != object.end() && status->is_object()) {
    take(*status, "currentCPUUtilizationPercentage");
    for (const auto& [member, annotation] : annotated_status) {
      if (auto value = restore(annotation); value.is_array()) (*status)[member] = std::move(value);
    }
  }
  return object;
}

}  // namespace

std::vector<Kind> autoscaling_kinds()
{
  auto kinds = make_kinds("autoscaling", autoscaling_rows);
  auto& autoscalers = kinds.front();
  autoscalers.versions.push_back(autoscalers.versions.front());
  autoscalers.versions.front().name = "v2";  // preferred, and stored
  autoscalers.versions.back().storage = false;
  autoscalers.from_stored = to_v1;
  autoscalers.to_stored = from_v1;
  autoscalers.validate = validate_autoscaler;
  const auto cells = cells_of(autoscalers.id());
  autoscalers.cells = [cells](const Json& object, WallTime now) {
    const bool old = object.contains("spec") && !object.at("spec").contains("metrics");
    return cells(old ? from_v1(object, "v1") : object, now);
  };
  return kinds;
}

}  // namespace kubexx::apiserver
