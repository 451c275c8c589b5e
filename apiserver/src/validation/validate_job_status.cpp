// SPDX-License-Identifier: Apache-2.0
// ValidateJobUpdateStatus. Most rules apply only to what an update changes: getStatusValidationOptions.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/request.hpp"
#include "core/text.hpp"
#include "validation/validate_containers.hpp"
#include "validation/validate_status.hpp"

namespace kubexx::apiserver {
namespace {

bool is_true(const FieldValue& job, std::string_view type, std::string_view status = "True")
{
  for (const auto& condition : job["status"]["conditions"].items()) {
    if (condition["type"].is(type) && condition["status"].is(status)) return true;
  }
  return false;
}

bool is_finished(const FieldValue& job)
{
  return is_true(job, "Complete") || is_true(job, "Failed");
}

/// Indexes from the first to the last of each pair, below `end`: in order, apart from each other.
using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

Ranges ranges_in(const std::string& text, std::int64_t end)
{
  Ranges all;
  for_each_part(text, ',', [&](std::string_view part) {
    std::int64_t first = 0, last = 0;
    const auto dash = part.find('-');
    if (read_number(part.substr(0, dash), first) != nullptr) return;
    last = first;
    if (dash != std::string_view::npos && read_number(part.substr(dash + 1), last) != nullptr) return;
    if (first <= last && first < end) all.emplace_back(first, last);
  });
  std::sort(all.begin(), all.end());
  Ranges merged;
  for (const auto& range : all) {
    if (!merged.empty() && range.first <= merged.back().second) {
      merged.back().second = std::max(merged.back().second, range.second);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

/// The first index below `end` that both have.
std::optional<std::int64_t> first_common(const Ranges& left, const Ranges& right, std::int64_t end)
{
  for (auto a = left.begin(), b = right.begin(); a != left.end() && b != right.end();) {
    const auto first = std::max(a->first, b->first);
    if (first >= end) break;
    if (first <= std::min(a->second, b->second)) return first;
    a->second < b->second ? ++a : ++b;
  }
  return std::nullopt;
}

/// A job's status, beside the one before.
class JobStatus {
public:
  JobStatus(const FieldValue& job, const FieldValue& old)
      : job_(job), old_(old), status_(job["status"]), finished_(is_finished(job))
  {
  }

  void check() const
  {
    check_counts();
    check_conditions();
    check_finished();
    check_indexes();
    check_rest();
    check_changes();
  }

private:
  [[nodiscard]] bool changed(const char* member) const
  {
    return status_[member].value() != old_["status"][member].value();
  }
  [[nodiscard]] bool has(const char* type) const { return is_true(job_, type); }
  [[nodiscard]] bool turned(const char* type) const { return is_true(job_, type) != is_true(old_, type); }
  [[nodiscard]] bool finish_changed() const { return finished_ != is_finished(old_); }

  /// An error of the conditions, which shows no value.
  void condition(const std::string& detail) const
  {
    status_.errors().push_back({"FieldValueInvalid", "Invalid value: " + detail, "status.conditions"});
  }

  void check_counts() const
  {
    for (const char* count : {"active", "succeeded", "failed", "ready", "terminating"}) status_[count].not_negative();
    std::set<std::string> seen;
    for (const char* list : {"succeeded", "failed"}) {
      for (const auto& uid : status_["uncountedTerminatedPods"][list].items()) {
        if (uid.zero()) {
          uid.invalid("must not be empty");
        } else if (!seen.insert(uid.text()).second) {
          uid.duplicate();
        }
      }
    }
  }

  void check_conditions() const
  {
    const bool complete = has("Complete");
    const bool completes = turned("Complete");
    const auto completion = status_["completionTime"];
    const auto start = status_["startTime"];
    if ((completes || turned("Failed")) && complete && has("Failed")) {
      condition("cannot set Complete=True and Failed=true conditions");
    }
    if ((completes || turned("FailureTarget")) && complete && has("FailureTarget")) {
      condition("cannot set Complete=True and FailureTarget=true conditions");
    }
    if (completes || changed("completionTime")) {
      if (completion.present() && !complete) {
        completion.invalid("cannot set completionTime when there is no Complete=True condition");
      }
      if (!completion.present() && complete) completion.required("completionTime is required for Complete jobs");
    }
    if ((changed("startTime") || changed("completionTime")) && start.present() && completion.present() &&
        completion.text() < start.text()) {
      completion.invalid("must be equal to or after `startTime`");
    }
    if ((turned("Failed") || changed("failedIndexes")) && has("Failed") && !has("FailureTarget")) {
      condition("cannot set Failed=True condition without the FailureTarget=true condition");
    }
    if ((completes || turned("SuccessCriteriaMet")) && complete && !has("SuccessCriteriaMet")) {
      condition("cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
    }
  }

  void check_finished() const
  {
    if (!finished_) return;
    const auto active = status_["active"];
    if ((finish_changed() || changed("active")) && active.number() > 0) {
      active.invalid("active>0 is invalid for finished job");
    }
    const bool never_ran = job_["spec"]["suspend"].value() == true && job_["spec"]["completions"].value() == 0;
    if ((finish_changed() || changed("startTime")) && !never_ran && !status_["startTime"].present()) {
      status_["startTime"].required("startTime is required for finished job");
    }
    const auto uncounted = status_["uncountedTerminatedPods"];
    if ((finish_changed() || changed("uncountedTerminatedPods")) &&
        uncounted["failed"].size() + uncounted["succeeded"].size() > 0) {
      uncounted.invalid("must be empty for finished job");
    }
  }

  void check_indexes() const
  {
    const auto completed = status_["completedIndexes"];
    const auto failed = status_["failedIndexes"];
    const auto completions = job_["spec"]["completions"];
    const bool per_index = job_["spec"]["backoffLimitPerIndex"].present();
    std::int64_t total = 0;
    const auto check_form = [&](const FieldValue& indexes, const std::string& name) {
      const auto problem = indexes_problem(indexes.text(), completions.number(), total);
      if (!problem.empty()) indexes.invalid("error parsing " + name + ": " + problem);
    };
    if (changed("completedIndexes") && completions.present()) check_form(completed, "completedIndexes");
    if (changed("failedIndexes") && completions.present() && per_index && failed.present()) {
      check_form(failed, "failedIndexes");
    }
    if (changed("completedIndexes") && !completed.zero() && !job_["spec"]["completionMode"].is("Indexed")) {
      completed.invalid("cannot set non-empty completedIndexes when non-indexed completion mode");
    }
    if (changed("failedIndexes") && failed.present() && !per_index) {
      failed.invalid("cannot set non-null failedIndexes when backoffLimitPerIndex is null");
    }
    if ((changed("failedIndexes") || changed("completedIndexes")) && completions.present() && failed.present()) {
      constexpr std::int64_t most = 100000;
      const auto end = std::min(completions.number(), most);
      if (const auto both = first_common(ranges_in(completed.text(), end), ranges_in(failed.text(), end), end)) {
        failed.invalid("failedIndexes and completedIndexes overlap at index: " + std::to_string(*both));
      }
    }
  }

  void check_rest() const
  {
    const auto terminating = status_["terminating"];
    if ((finish_changed() || changed("terminating")) && terminating.number() > 0 && finished_) {
      terminating.invalid("terminating>0 is invalid for finished job");
    }
    const auto ready = status_["ready"];
    if ((changed("ready") || changed("active")) && ready.present() && ready.number() > status_["active"].number()) {
      ready.invalid("cannot set more ready pods than active");
    }
    const bool succeeds = has("SuccessCriteriaMet");
    if (succeeds && has("Failed")) condition("cannot set SuccessCriteriaMet=True and Failed=true conditions");
    if (succeeds && has("FailureTarget")) {
      condition("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
    }
    if (job_["spec"]["successPolicy"].present() && !succeeds && has("Complete")) {
      condition("cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
    }
  }

  void check_changes() const
  {
    for (const char* type : {"Failed", "Complete", "FailureTarget"}) {
      if (is_true(old_, type) && !has(type)) {
        condition(std::string("cannot disable the terminal ") + type + "=True condition");
      }
    }
    const auto spec = job_["spec"];
    const bool elastic =
        spec["completionMode"].is("Indexed") && spec["completions"].value() == spec["parallelism"].value();
    for (const char* count : {"failed", "succeeded"}) {
      const bool may_fall = elastic && std::string_view(count) == "succeeded";
      if (!may_fall && status_[count].number() < old_["status"][count].number()) {
        status_[count].invalid(status_[count].number(), std::string("cannot decrease the ") + count + " counter");
      }
    }
    const auto completion = status_["completionTime"];
    if (completion.present() && old_["status"]["completionTime"].present() && changed("completionTime")) {
      completion.invalid("field is immutable");
    }
    const bool resumes = is_true(old_, "Suspended") && is_true(job_, "Suspended", "False");
    if (changed("startTime") && !resumes && old_["status"]["startTime"].present() && spec["suspend"].value() != true) {
      status_["startTime"].invalid("field is immutable for unsuspended job once set");
    }
    const bool had_success = is_true(old_, "SuccessCriteriaMet");
    if (had_success && !has("SuccessCriteriaMet")) {
      condition("cannot disable the SuccessCriteriaMet=True condition");
    }
    if (is_true(old_, "Complete") && !had_success && has("SuccessCriteriaMet")) {
      condition("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
    }
  }

  const FieldValue& job_;
  const FieldValue& old_;
  FieldValue status_;
  bool finished_;
};

}  // namespace

void validate_job_status(const Json& object, const Json& current, FieldErrors& errors)
{
  const FieldValue job(&object, "", errors);
  const FieldValue old(&current, "", errors);
  JobStatus(job, old).check();
}

}  // namespace kubexx::apiserver
