// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kinds/cron.hpp"
#include "kinds/names.hpp"
#include "kinds/validate.hpp"

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
  for (const char* member : {"backoffLimitPerIndex", "maxFailedIndexes"}) {
    if (spec[member].present()) spec[member].invalid("requires indexed completion mode");
  }
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
  if (spec["completionMode"].present()) check_indexed(spec);
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
  } else {
    restart.one_of({"OnFailure", "Never"});
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
  if (current == nullptr && spec["manualSelector"].value() != true) {
    const auto wanted = place["metadata"]["uid"].text();
    const auto given = spec["selector"]["matchLabels"];
    if (given.size() != 1 || given[uid_label].text() != wanted) {
      spec["selector"].invalid("`selector` not auto-generated");
    }
  }
  check_job_spec(spec);
  const auto selector = spec["selector"];
  if (!selector.present()) selector.required();
  if (selector.label_selector()) {
    const auto labels = spec["template"]["metadata"]["labels"];
    if (!selects(selector.value(), labels.value())) {
      labels.invalid("`selector` does not match template `labels`");
    }
  }
  if (current == nullptr) return;
  const auto old = FieldValue(current, "", errors)["spec"];
  const bool indexed = spec["completionMode"].is("Indexed");
  if (!indexed || spec["completions"].number() != spec["parallelism"].number()) {
    spec["completions"].immutable(old["completions"]);
  }
  spec["selector"].immutable(old["selector"]);
  spec["template"].immutable(old["template"]);
  for (const char* member :
       {"completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"}) {
    spec[member].immutable(old[member]);
  }
}

void validate_cron_job(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto spec = place["spec"];
  const auto schedule = spec["schedule"];
  if (schedule.zero()) {
    schedule.required();
  } else {
    schedule.problem(cron_problem(schedule.text()));
    if (schedule.text().find("TZ") != std::string::npos) {
      schedule.invalid("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    }
  }
  spec["startingDeadlineSeconds"].not_negative();
  spec["concurrencyPolicy"].one_of({"Allow", "Forbid", "Replace"});
  const auto job = spec["jobTemplate"]["spec"];
  check_job_spec(job);
  if (job["manualSelector"].value() == true) {
    job["manualSelector"].unsupported({"nil", "false"});
  }
  spec["successfulJobsHistoryLimit"].not_negative();
  spec["failedJobsHistoryLimit"].not_negative();
  const auto name = place["metadata"]["name"];
  if (current == nullptr && name.text().size() > 52) name.invalid("must be no more than 52 characters");
}

}  // namespace kubexx::apiserver
