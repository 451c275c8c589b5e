// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/request.hpp"
#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_status.hpp"

namespace kubexx::apiserver {
namespace {

void too_many_items(const FieldValue& list, std::int64_t most)
{
  if (list.size() > static_cast<std::size_t>(most)) {
    list.errors().push_back(too_many(list.path(), list.size(), most));
  }
}

/// An Invalid that shows no value.
void invalid_without_value(const FieldValue& place, const std::string& detail)
{
  place.errors().push_back({"FieldValueInvalid", "Invalid value: " + detail, place.path()});
}

void check_exit_codes(const FieldValue& codes, const std::set<std::string>& containers)
{
  const auto operator_ = codes["operator"];
  if (operator_.zero()) {
    operator_.required("valid values: [\"In\" \"NotIn\"]");
  } else {
    operator_.one_of({"In", "NotIn"});
  }
  const auto name = codes["containerName"];
  if (name.present() && !containers.contains(name.text())) {
    name.invalid("must be one of the container or initContainer names in the pod template");
  }
  const auto values = codes["values"];
  if (values.size() == 0) values.invalid("at least one value is required");
  too_many_items(values, 255);
  std::set<std::int64_t> seen;
  std::int64_t before = 0;
  bool ordered = true;
  for (const auto& value : values.items()) {
    if (operator_.is("In") && value.number() == 0) value.invalid("must not be 0 for the In operator");
    ordered = ordered && (seen.empty() || before <= value.number());
    if (!seen.insert(value.number()).second) value.duplicate();
    before = value.number();
  }
  if (!ordered) values.invalid("must be ordered");
}

void check_failure_rule(const FieldValue& rule, const FieldValue& spec, const std::set<std::string>& containers)
{
  const auto action = rule["action"];
  if (action.zero()) {
    action.required("valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]");
  } else if (action.is("FailIndex")) {
    if (!spec["backoffLimitPerIndex"].present()) action.invalid("requires the backoffLimitPerIndex to be set");
  } else {
    action.one_of({"Count", "FailIndex", "FailJob", "Ignore"});
  }
  const auto codes = rule["onExitCodes"];
  const auto conditions = rule["onPodConditions"];
  if (codes.present()) check_exit_codes(codes, containers);
  too_many_items(conditions, 20);
  for (const auto& condition : conditions.items()) {
    const auto type = condition["type"];
    for (const auto& problem : label_key_problems(type.text())) type.invalid(type.text(), problem);
    const auto status = condition["status"];
    if (status.zero()) {
      status.required("valid values: [\"False\" \"True\" \"Unknown\"]");
    } else {
      status.one_of({"False", "True", "Unknown"});
    }
  }
  if (codes.present() && conditions.size() > 0) {
    invalid_without_value(rule, "specifying both OnExitCodes and OnPodConditions is not supported");
  }
  if (!codes.present() && conditions.size() == 0) {
    invalid_without_value(rule, "specifying one of OnExitCodes and OnPodConditions is required");
  }
}

}  // namespace

std::string indexes_problem(const std::string& text, std::int64_t completions, std::int64_t& total)
{
  total = 0;
  if (text.empty()) return {};
  std::string problem;
  std::int64_t last = -1;
  for_each_part(text, ',', [&](std::string_view part) {
    if (!problem.empty()) return;
    std::int64_t first = 0;
    std::int64_t end = 0;
    const auto dash = part.find('-');
    const auto head = part.substr(0, dash);
    if (std::count(part.begin(), part.end(), '-') > 1) {
      problem = "the fragment " + go_quoted(part) +
                " violates the requirement that an index interval can have at most "
                "two parts separated by '-'";
      return;
    }
    if (read_number(head, first) != nullptr) {
      problem = "cannot convert string to integer for index: " + go_quoted(head);
      return;
    }
    end = first;
    if (dash != std::string_view::npos && read_number(part.substr(dash + 1), end) != nullptr) {
      problem = "cannot convert string to integer for index: " + go_quoted(part.substr(dash + 1));
      return;
    }
    if (first >= completions) {
      problem = "too large index: " + go_quoted(head);
    } else if (last >= first) {
      problem = "non-increasing order, previous: " + std::to_string(last) + ", current: " + std::to_string(first);
    } else if (end >= completions) {
      problem = "too large index: " + go_quoted(part.substr(dash + 1));
    } else if (dash != std::string_view::npos && first >= end) {
      problem = "non-increasing order, previous: " + std::to_string(first) + ", current: " + std::to_string(end);
    }
    total += end - first + 1;
    last = end;
  });
  return problem;
}

namespace {

void check_success_rule(const FieldValue& rule, std::int64_t completions)
{
  const auto count = rule["succeededCount"];
  const auto indexes = rule["succeededIndexes"];
  if (!count.present() && !indexes.present()) {
    rule.required("at least one of succeededCount or succeededIndexes must be specified");
  }
  std::int64_t total = 0;
  if (indexes.present()) {
    const auto problem = indexes_problem(indexes.text(), completions, total);
    if (!problem.empty()) {
      indexes.invalid("error parsing succeededIndexes: " + problem);
      total = 0;
    }
  }
  if (!count.present()) return;
  count.not_negative();
  if (count.number() > completions) {
    count.invalid("must be less than or equal to " + std::to_string(completions) +
                  " (the number of specified completions)");
  }
  if (indexes.present() && count.number() > total) {
    count.invalid("must be less than or equal to " + std::to_string(total) +
                  " (the number of indexes in the specified succeededIndexes field)");
  }
}

}  // namespace

void validate_failure_policy(const FieldValue& spec)
{
  const auto rules = spec["podFailurePolicy"]["rules"];
  too_many_items(rules, 20);
  std::set<std::string> containers;
  for (const char* list : {"containers", "initContainers"}) {
    for (const auto& container : spec["template"]["spec"][list].items()) containers.insert(container["name"].text());
  }
  for (const auto& rule : rules.items()) check_failure_rule(rule, spec, containers);
}

void validate_success_policy(const FieldValue& spec)
{
  const auto rules = spec["successPolicy"]["rules"];
  if (rules.size() == 0) {
    rules.required("at least one rules must be specified when the successPolicy is specified");
  }
  too_many_items(rules, 20);
  for (const auto& rule : rules.items()) check_success_rule(rule, spec["completions"].number());
}

}  // namespace kubexx::apiserver
