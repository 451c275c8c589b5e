// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of networking.k8s.io in version v1.
#include "kubexx/types/networking/v1/ingress.hpp"
#include "kubexx/types/networking/v1/ingress_class.hpp"
#include "kubexx/types/networking/v1/ip_address.hpp"
#include "kubexx/types/networking/v1/network_policy.hpp"
#include "kubexx/types/networking/v1/service_cidr.hpp"
