// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of certificates.k8s.io in version v1.
#include "kubexx/types/certificates/v1/certificate_signing_request.hpp"
#include "kubexx/types/certificates/v1/cluster_trust_bundle.hpp"
#include "kubexx/types/certificates/v1/pod_certificate_request.hpp"
