// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of authentication.k8s.io in version v1.
#include "kubexx/types/authentication/v1/self_subject_review.hpp"
#include "kubexx/types/authentication/v1/token_request.hpp"
#include "kubexx/types/authentication/v1/token_review.hpp"
