// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

/// All kinds of storage.k8s.io in version v1.
#include "kubexx/types/storage/v1/csi_driver.hpp"
#include "kubexx/types/storage/v1/csi_node.hpp"
#include "kubexx/types/storage/v1/csi_storage_capacity.hpp"
#include "kubexx/types/storage/v1/storage_class.hpp"
#include "kubexx/types/storage/v1/volume_attachment.hpp"
#include "kubexx/types/storage/v1/volume_attributes_class.hpp"
