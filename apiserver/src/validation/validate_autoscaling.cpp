// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

/// Sources as a real server looks at them, with the type that wants each.
constexpr std::array<std::pair<const char*, const char*>, 5> metric_sources{
    {{"object", "Object"},
     {"external", "External"},
     {"pods", "Pods"},
     {"resource", "Resource"},
     {"containerResource", "ContainerResource"}}};

void check_segment(const FieldValue& name)
{
  if (!name.zero()) name.problem(path_segment_problem(name.text()));
}

void check_positive(const FieldValue& amount)
{
  if (amount.present() && Quantity::parse(amount.text()) <= Quantity(0)) amount.invalid("must be positive");
}

void check_target(const FieldValue& target)
{
  const auto type = target["type"];
  if (type.zero()) type.required("must specify a metric target type");
  if (!type.is("Utilization") && !type.is("Value") && !type.is("AverageValue")) {
    type.invalid(type.text(), "must be either Utilization, Value, or AverageValue");
  }
  check_positive(target["value"]);
  check_positive(target["averageValue"]);
  const auto percent = target["averageUtilization"];
  if (percent.present() && percent.number() < 1) percent.invalid("must be greater than 0");
}

void check_metric_name(const FieldValue& name)
{
  if (name.zero()) return name.required("must specify a metric name");
  check_segment(name);
}

void check_utilization(const FieldValue& target)
{
  check_target(target);
  const auto percent = target["averageUtilization"];
  const auto value = target["averageValue"];
  if (!percent.present() && !value.present()) {
    percent.required("must set either a target raw value or a target utilization");
  }
  if (percent.present() && value.present()) {
    value.forbidden("may not set both a target raw value and a target utilization");
  }
}

void check_reference(const FieldValue& target)
{
  for (const char* member : {"kind", "name"}) {
    if (target[member].zero()) {
      target[member].required();
    } else {
      check_segment(target[member]);
    }
  }
  const auto version = target["apiVersion"];
  const auto text = version.text();
  if (std::count(text.begin(), text.end(), '/') > 1) {
    version.invalid(text, "unexpected GroupVersion string: " + text);
  } else if (text.find('/') == std::string::npos) {
    version.invalid(text, "apiVersion must specify API group");
  }
}

void check_container_source(const FieldValue& source)
{
  const auto name = source["name"];
  if (name.zero()) {
    name.required("must specify a resource name");
  } else {
    validate_container_resource_name(name, name.text());
  }
  const auto container = source["container"];
  if (container.zero()) {
    container.required("must specify a container");
  } else {
    container.dns_label();
  }
  check_utilization(source["target"]);
}

void check_source(const FieldValue& source, std::string_view kind)
{
  const auto target = source["target"];
  const auto value = target["averageValue"];
  if (kind == "containerResource") return check_container_source(source);
  if (kind == "resource") {
    if (source["name"].zero()) source["name"].required("must specify a resource name");
    return check_utilization(target);
  }
  if (kind == "object") {
    const auto described = source["describedObject"];
    for (const char* member : {"kind", "name"}) {
      if (described[member].zero()) {
        described[member].required();
      } else {
        check_segment(described[member]);
      }
    }
  }
  check_metric_name(source["metric"]["name"]);
  check_target(target);
  if (kind == "pods") {
    if (!value.present()) value.required("must specify a positive target averageValue");
    return;
  }
  const bool object = kind == "object";
  if (!target["value"].present() && !value.present()) {
    value.required(object ? "must set either a target value or averageValue"
                          : "must set either a target value for metric or a per-pod target");
  }
  if (!object && target["value"].present() && value.present()) {
    target["value"].forbidden("may not set both a target value for metric and a per-pod target");
  }
}

void check_metric(const FieldValue& metric)
{
  static const std::vector<std::string> types{"ContainerResource", "External", "Object", "Pods", "Resource"};
  const auto type = metric["type"];
  if (type.zero()) type.required("must specify a metric source type");
  type.one_of(types);
  std::size_t present = 0;
  for (const auto& [kind, wanted] : metric_sources) {
    if (metric[kind].present() && present++ == 0) check_source(metric[kind], kind);
  }
  const auto expected =
      std::find_if(metric_sources.begin(), metric_sources.end(), [&](const auto& one) { return type.is(one.second); });
  if (expected == metric_sources.end()) {
    type.unsupported(types);
  } else if (!metric[expected->first].present()) {
    metric[expected->first].required("must populate information for the given metric source");
  }
  if (present == 1) return;
  for (const auto& [kind, wanted] : metric_sources) {
    if (metric[kind].present() && !type.is(wanted)) {
      metric[kind].forbidden("must populate the given metric source only");
    }
  }
}

void check_scaling(const FieldValue& rules)
{
  if (!rules.present()) return;
  const auto window = rules["stabilizationWindowSeconds"];
  if (window.number() < 0) window.invalid("must be greater than or equal to zero");
  if (window.number() > 3600) window.invalid("must be less than or equal to 3600");
  if (const auto select = rules["selectPolicy"]; select.present()) select.one_of({"Disabled", "Max", "Min"});
  const auto policies = rules["policies"];
  if (policies.size() == 0) policies.required("must specify at least one Policy");
  for (const auto& policy : policies.items()) {
    policy["type"].one_of({"Percent", "Pods"});
    for (const char* member : {"value", "periodSeconds"}) {
      const auto number = policy[member];
      if (number.number() <= 0) number.invalid(number.number(), "must be greater than zero");
    }
    const auto period = policy["periodSeconds"];
    if (period.number() > 1800) period.invalid("must be less than or equal to 1800");
  }
  rules["tolerance"].quantity_not_negative();
}

}  // namespace

void validate_autoscaler(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  const auto least = spec["minReplicas"];
  const auto most = spec["maxReplicas"];
  if (least.present() && most.number() < least.number()) {
    most.invalid(most.number(), "must be greater than or equal to `minReplicas`");
  }
  check_reference(spec["scaleTargetRef"]);
  const auto metrics = spec["metrics"].items();
  for (const auto& metric : metrics) check_metric(metric);
  const bool can_be_zero = std::any_of(metrics.begin(), metrics.end(), [](const FieldValue& metric) {
    return metric["type"].is("Object") || metric["type"].is("External");
  });
  if (least.present() && least.number() == 0 && !can_be_zero) {
    spec["metrics"].forbidden(
        "must specify at least one Object or External metric to support scaling to zero replicas");
  }
  check_scaling(spec["behavior"]["scaleUp"]);
  check_scaling(spec["behavior"]["scaleDown"]);
  // What the real server checks declaratively comes last.
  if (least.present() && least.number() < 0) least.invalid("must be greater than or equal to 0");
  if (most.number() == 0) {
    most.required();
  } else if (most.number() < 0) {
    most.invalid("must be greater than or equal to 1");
  }
}

}  // namespace kubexx::apiserver
