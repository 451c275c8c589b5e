// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of batch in version v1.
#include "kubexx/types/batch/v1/cron_job.hpp"
#include "kubexx/types/batch/v1/job.hpp"
