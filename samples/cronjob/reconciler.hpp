// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <kubexx/controller.hpp>

namespace cronjob {

/// Creates a Job for each run of a CronJob that is due, and deletes old ones.
kubexx::Controller add_cron_job_controller(kubexx::Manager& manager);

}  // namespace cronjob
