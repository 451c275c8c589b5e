// SPDX-License-Identifier: Apache-2.0
#include <kubexx/schema/crds.hpp>
#include <kubexx/types/crd_schemas.hpp>

#include "cron_job.hpp"
#include "reconciler.hpp"
#include "webhooks.hpp"

int main(int argc, char** argv)
{
  kubexx::OperatorOptions options;
  options.name = "cronjob";
  options.description = "Runs the Jobs of CronJobs (batch.tutorial.kubebuilder.io).";
  options.crds =
      kubexx::schema::crds<kubexx::Versions<cronjob::v1::CronJob, cronjob::v2::CronJob>>(&kubexx::builtin_schema);
  return kubexx::run_operator(argc, argv, options, [](kubexx::Manager& manager) {
    cronjob::add_cron_job_controller(manager);
    cronjob::add_cron_job_webhooks(manager);
  });
}
