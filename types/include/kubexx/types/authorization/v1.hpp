// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of authorization.k8s.io in version v1.
#include "kubexx/types/authorization/v1/local_subject_access_review.hpp"
#include "kubexx/types/authorization/v1/self_subject_access_review.hpp"
#include "kubexx/types/authorization/v1/self_subject_rules_review.hpp"
#include "kubexx/types/authorization/v1/subject_access_review.hpp"
