// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds.
#include "kubexx/types/admissionregistration/v1.hpp"
#include "kubexx/types/apiextensions/v1.hpp"
#include "kubexx/types/apiregistration/v1.hpp"
#include "kubexx/types/apps/v1.hpp"
#include "kubexx/types/authentication/v1.hpp"
#include "kubexx/types/authorization/v1.hpp"
#include "kubexx/types/autoscaling/v1.hpp"
#include "kubexx/types/autoscaling/v2.hpp"
#include "kubexx/types/batch/v1.hpp"
#include "kubexx/types/certificates/v1.hpp"
#include "kubexx/types/coordination/v1.hpp"
#include "kubexx/types/core/v1.hpp"
#include "kubexx/types/discovery/v1.hpp"
#include "kubexx/types/events/v1.hpp"
#include "kubexx/types/flowcontrol/v1.hpp"
#include "kubexx/types/networking/v1.hpp"
#include "kubexx/types/node/v1.hpp"
#include "kubexx/types/policy/v1.hpp"
#include "kubexx/types/rbac/v1.hpp"
#include "kubexx/types/resource/v1.hpp"
#include "kubexx/types/scheduling/v1.hpp"
#include "kubexx/types/storage/v1.hpp"
#include "kubexx/types/storagemigration/v1.hpp"
