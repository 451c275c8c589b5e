// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array batch_rows{
    KindRow{"CronJob", "cronjobs", "status generation", "cj", "all"},
    KindRow{"Job", "jobs", "status generation", "", "all"},
};

}  // namespace

std::vector<Kind> batch_kinds()
{
  auto kinds = make_kinds("batch", batch_rows);
  auto& jobs = kind_among(kinds, "jobs");
  jobs.selectable_fields.emplace("status.successful", Json::json_pointer("/status/succeeded"));
  jobs.prepare_create = prepare_job;
  jobs.validate = validate_job;
  kind_among(kinds, "cronjobs").validate = validate_cron_job;
  return kinds;
}

}  // namespace kubexx::apiserver
