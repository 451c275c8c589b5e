// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <kubexx/controller.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <string>
#include <vector>

namespace configmap_sync {

using kubexx::corev1::ConfigMap;

struct ConfigMapSyncSpec {
  std::string source;
  std::vector<std::string> targets;
};
KUBEXX_DESCRIBE(ConfigMapSyncSpec, (source, required, min_length(1), description("A ConfigMap of the same namespace.")),
                (targets, required, max_items(20), description("The names of its copies.")));

struct ConfigMapSyncStatus {
  std::int64_t copies = 0;
  std::vector<kubexx::Condition> conditions;
};
KUBEXX_DESCRIBE(ConfigMapSyncStatus, copies, conditions);

/// Asks for copies of a ConfigMap. crd.yaml is its CRD, as the program prints it.
struct ConfigMapSync {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.com", "v1", "ConfigMapSync", "configmapsyncs"};
  kubexx::ObjectMeta metadata;
  ConfigMapSyncSpec spec;
  ConfigMapSyncStatus status;
};
KUBEXX_DESCRIBE(ConfigMapSync, metadata, (spec, required), status);
KUBEXX_SCHEMA(ConfigMapSync, description("A ConfigMapSync asks for copies of a ConfigMap."));
KUBEXX_CRD(ConfigMapSync, column("Source", "string", ".spec.source"), column("Copies", "integer", ".status.copies"),
           column("Ready", "string", ".status.conditions[?(@.type==\"Ready\")].status"));

}  // namespace configmap_sync
