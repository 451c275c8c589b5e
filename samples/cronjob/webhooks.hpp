// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <kubexx/apimachinery/conversion.hpp>

#include "cron_job.hpp"

namespace cronjob {

/// v1 and v2, which write the schedule in two ways.
[[nodiscard]] kubexx::Conversions conversions();

/// Defaults and validates CronJobs of v1, and converts both versions.
void add_cron_job_webhooks(kubexx::Manager& manager);

}  // namespace cronjob
