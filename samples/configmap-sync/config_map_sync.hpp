// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <kubexx/controller.hpp>
#include <map>
#include <string>
#include <vector>

namespace configmap_sync {

/// What the operator reads and writes of a ConfigMap. Everything else of it survives.
struct ConfigMap {
  static constexpr kubexx::ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  kubexx::ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(ConfigMap, (), (metadata, data))

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
