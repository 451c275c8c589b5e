// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of the core group in version v1.
#include "kubexx/types/core/v1/binding.hpp"
#include "kubexx/types/core/v1/config_map.hpp"
#include "kubexx/types/core/v1/endpoints.hpp"
#include "kubexx/types/core/v1/event.hpp"
#include "kubexx/types/core/v1/limit_range.hpp"
#include "kubexx/types/core/v1/namespace.hpp"
#include "kubexx/types/core/v1/node.hpp"
#include "kubexx/types/core/v1/persistent_volume.hpp"
#include "kubexx/types/core/v1/persistent_volume_claim.hpp"
#include "kubexx/types/core/v1/pod.hpp"
#include "kubexx/types/core/v1/pod_template.hpp"
#include "kubexx/types/core/v1/replication_controller.hpp"
#include "kubexx/types/core/v1/resource_quota.hpp"
#include "kubexx/types/core/v1/secret.hpp"
#include "kubexx/types/core/v1/service.hpp"
#include "kubexx/types/core/v1/service_account.hpp"
