// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <kubexx/controller.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <string>
#include <vector>

namespace configmap_sync {

using kubexx::corev1::ConfigMap;

struct ConfigMapSyncSpec {
  std::string source;                ///< a ConfigMap of the same namespace
  std::vector<std::string> targets;  ///< the names of its copies
};
BOOST_DESCRIBE_STRUCT(ConfigMapSyncSpec, (), (source, targets))

struct ConfigMapSyncStatus {
  std::int64_t copies = 0;
  std::vector<kubexx::Condition> conditions;
};
BOOST_DESCRIBE_STRUCT(ConfigMapSyncStatus, (), (copies, conditions))

/// Asks for copies of a ConfigMap. crd.yaml has its schema.
struct ConfigMapSync {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.com", "v1", "ConfigMapSync", "configmapsyncs"};
  kubexx::ObjectMeta metadata;
  ConfigMapSyncSpec spec;
  ConfigMapSyncStatus status;
};
BOOST_DESCRIBE_STRUCT(ConfigMapSync, (), (metadata, spec, status))

}  // namespace configmap_sync
