// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/cel/detail/time_zone.hpp"
#include "validation/cron.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* uid_label = "batch.kubernetes.io/controller-uid";

void check_indexed(const FieldValue& spec)
{
  const auto mode = spec["completionMode"];
  mode.one_of({"NonIndexed", "Indexed"});
  if (mode.is("Indexed")) {
    if (!spec["completions"].present()) spec["completions"].required("when completion mode is Indexed");
    constexpr std::int64_t most = 100000;
    if (spec["parallelism"].number() > most) {
      spec["parallelism"].invalid("must be less than or equal to " + std::to_string(most) +
                                  " when completion mode is Indexed");
    }
    const auto failures = spec["maxFailedIndexes"];
    if (failures.present() && spec["completions"].present() && failures.number() > spec["completions"].number()) {
      failures.invalid("must be less than or equal to completions");
    }
    return;
  }
  if (!mode.is("NonIndexed")) return;
  for (const char* member : {"backoffLimitPerIndex", "maxFailedIndexes"}) {
    if (spec[member].present()) spec[member].invalid("requires indexed completion mode");
  }
}

void check_manager(const FieldValue& manager)
{
  manager.domain_prefixed_path();
  if (manager.text().size() > 63) manager.errors().push_back(too_long(manager.path(), 63));
}

/// Of a Job, or of the template of a CronJob.
void check_job_spec(const FieldValue& spec)
{
  for (const char* count : {"parallelism", "completions", "activeDeadlineSeconds", "backoffLimit",
                            "ttlSecondsAfterFinished", "backoffLimitPerIndex", "maxFailedIndexes"}) {
    spec[count].not_negative();
  }
  if (spec["maxFailedIndexes"].present() && !spec["backoffLimitPerIndex"].present()) {
    spec["backoffLimitPerIndex"].required("when maxFailedIndexes is specified");
  }
  if (const auto manager = spec["managedBy"]; manager.present()) check_manager(manager);
  if (spec["completionMode"].present()) check_indexed(spec);
  if (!spec["completionMode"].present() || spec["completionMode"].is("NonIndexed")) {
    for (const char* member : {"backoffLimitPerIndex", "maxFailedIndexes"}) {
      if (spec[member].present()) spec[member].invalid("requires indexed completion mode");
    }
  }
  if (spec["podFailurePolicy"].present()) validate_failure_policy(spec);
  if (spec["successPolicy"].present()) {
    if (spec["completionMode"].is("Indexed")) {
      validate_success_policy(spec);
    } else {
      spec["successPolicy"].invalid_text(internal_text("batch.SuccessPolicy", spec["successPolicy"].value()),
                                         "requires indexed completion mode");
    }
  }
  if (const auto policy = spec["podReplacementPolicy"]; policy.present()) {
    if (spec["podFailurePolicy"].present()) {
      policy.one_of({"Failed"});
    } else {
      policy.one_of({"Failed", "TerminatingOrFailed"});
    }
  }
  validate_pod_template(spec["template"]);
  const auto restart = spec["template"]["spec"]["restartPolicy"];
  if (restart.is("Always")) {
    restart.required("valid values: \"OnFailure\", \"Never\"");
  } else if (!restart.is("OnFailure") && !restart.is("Never")) {
    restart.unsupported({"OnFailure", "Never"});
  } else if (spec["podFailurePolicy"].present() && !restart.is("Never")) {
    restart.invalid("only \"Never\" is supported when podFailurePolicy is specified");
  }
}

void check_time_zone(const FieldValue& zone)
{
  if (!zone.present()) return;
  const auto name = zone.text();
  if (name.empty()) {
    zone.invalid("timeZone must be nil or non-empty string");
    return;
  }
  bool good = true;
  for_each_part(name, '/', [&good](std::string_view part) {
    const bool characters = std::all_of(part.begin(), part.end(), [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
             c == '_' || c == '+';
    });
    good = good && characters && !part.empty() && part.size() <= 14 && part != "." && part != ".." &&
           !part.starts_with('-');
  });
  if (!good) {
    zone.invalid("unknown time zone " + name);
    return;
  }
  if (lower(name) == "local") {
    zone.invalid("timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
  }
  std::string problem;
  if (!cel::TimeZone::load(name, problem)) zone.invalid(problem);
}

/// A value that a message shows as the internal type.
void immutable_as(const FieldValue& value, const FieldValue& current, const char* type)
{
  if (value.value() == current.value()) return;
  const auto shown = value.present() ? internal_text(type, value.value()) : std::string("null");
  value.invalid_text(shown, "field is immutable");
}

void check_name_of_indexed(const FieldValue& job)
{
  const auto completions = job["spec"]["completions"];
  if (!job["spec"]["completionMode"].is("Indexed") || completions.number() <= 0) return;
  const auto name = job["metadata"]["name"];
  const auto host = name.text() + "-" + std::to_string(completions.number() - 1);
  if (dns_label_problems(host).empty()) return;
  name.invalid("will not able to create pod with invalid DNS label: " + host);
}

/// validateGeneratedSelector, as far as the user can get it wrong.
void check_generated_selector(const FieldValue& spec)
{
  const auto selector = spec["selector"];
  FieldErrors unseen;
  const bool usable = FieldValue(&selector.value(), "", unseen).label_selector();
  if (usable && !selects(selector.value(), spec["template"]["metadata"]["labels"].value())) {
    selector.invalid("`selector` not auto-generated");
  }
}

}  // namespace

void prepare_job(Json& job)
{
  auto& spec = ensure_object(job, "spec");
  if (const auto* manual = find(spec, {"manualSelector"}); manual != nullptr && *manual == true) return;
  const auto uid = string_at(job, {"metadata", "uid"});
  const auto name = string_at(job, {"metadata", "name"});
  auto& labels = ensure_object(ensure_object(ensure_object(spec, "template"), "metadata"), "labels");
  for (const char* label : {uid_label, "controller-uid"}) set_default(labels, label, uid);
  for (const char* label : {"batch.kubernetes.io/job-name", "job-name"}) set_default(labels, label, name);
  auto& selector = ensure_object(spec, "selector");
  set_default(ensure_object(selector, "matchLabels"), uid_label, uid);
}

void validate_job(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto spec = place["spec"];
  if (current != nullptr && object.value("status", Json()) != current->value("status", Json())) {
    for (const char* count : {"active", "succeeded", "failed"}) place["status"][count].not_negative();
    return;
  }
  if (current == nullptr && spec["manualSelector"].value() != true) check_generated_selector(spec);
  check_job_spec(spec);
  const auto selector = spec["selector"];
  if (!selector.present()) selector.required();
  if (selector.label_selector()) {
    const auto labels = spec["template"]["metadata"]["labels"];
    if (!selects(selector.value(), labels.value())) {
      labels.invalid("`selector` does not match template `labels`");
    }
  }
  if (current == nullptr) return check_name_of_indexed(place);
  const auto old = FieldValue(current, "", errors)["spec"];
  const auto completions = spec["completions"];
  if (!spec["completionMode"].is("Indexed")) {
    completions.immutable(old["completions"]);
  } else if (completions.present() && completions.value() != old["completions"].value() &&
             completions.number() != spec["parallelism"].number()) {
    completions.invalid("can only be modified in tandem with spec.parallelism");
  }
  spec["selector"].immutable(old["selector"]);
  immutable_as(spec["template"], old["template"], "core.PodTemplateSpec");
  spec["completionMode"].immutable(old["completionMode"]);
  immutable_as(spec["podFailurePolicy"], old["podFailurePolicy"], "batch.PodFailurePolicy");
  for (const char* member : {"backoffLimitPerIndex", "managedBy"}) spec[member].immutable(old[member]);
  immutable_as(spec["successPolicy"], old["successPolicy"], "batch.SuccessPolicy");
}

void validate_cron_job(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto spec = place["spec"];
  const auto schedule = spec["schedule"];
  if (!schedule.zero()) {
    schedule.problem(cron_problem(schedule.text()));
    if (schedule.text().find("TZ") != std::string::npos) {
      schedule.invalid("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    }
  }
  spec["startingDeadlineSeconds"].not_negative();
  const auto* old_zone = current == nullptr ? nullptr : find(*current, {"spec", "timeZone"});
  if (old_zone == nullptr || *old_zone != spec["timeZone"].value()) check_time_zone(spec["timeZone"]);
  spec["concurrencyPolicy"].one_of({"Allow", "Forbid", "Replace"});
  const auto job = spec["jobTemplate"]["spec"];
  check_job_spec(job);
  if (const auto selector = job["selector"]; selector.present()) selector.invalid("`selector` will be auto-generated");
  if (job["manualSelector"].value() == true) {
    job["manualSelector"].unsupported({"nil", "false"});
  }
  spec["successfulJobsHistoryLimit"].not_negative();
  spec["failedJobsHistoryLimit"].not_negative();
  const auto name = place["metadata"]["name"];
  if (current == nullptr && name.text().size() > 52) name.invalid("must be no more than 52 characters");
  if (schedule.zero()) schedule.required();  // declaratively, so it comes last
}

}  // namespace kubexx::apiserver
