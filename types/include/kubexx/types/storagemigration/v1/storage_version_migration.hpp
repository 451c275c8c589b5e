// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::metav1 {

/// GroupResource specifies a Group and a Resource, but does not force a version. This is useful for identifying
/// concepts during lookup stages without having partially valid types
struct GroupResource {
  std::string group{};
  std::string resource{};

  friend bool operator==(const GroupResource&, const GroupResource&);
};
BOOST_DESCRIBE_STRUCT(GroupResource, (), (group, resource))
KUBEXX_COMPILED(GroupResource)

}  // namespace kubexx::metav1

namespace kubexx::storagemigrationv1 {

/// Spec of the storage version migration.
struct StorageVersionMigrationSpec {
  /// The resource that is being migrated. The migrator sends requests to the endpoint serving the resource. Immutable.
  metav1::GroupResource resource{};

  friend bool operator==(const StorageVersionMigrationSpec&, const StorageVersionMigrationSpec&);
};
BOOST_DESCRIBE_STRUCT(StorageVersionMigrationSpec, (), (resource))
KUBEXX_COMPILED(StorageVersionMigrationSpec)

/// Status of the storage version migration.
struct StorageVersionMigrationStatus {
  /// The latest available observations of the migration's current state. Merged by type.
  std::vector<Condition> conditions{};
  /// ResourceVersion to compare with the GC cache for performing the migration. This is the current resource version of
  /// given group, version and resource when kube-controller-manager first observes this StorageVersionMigration
  /// resource.
  std::string resourceVersion{};

  friend bool operator==(const StorageVersionMigrationStatus&, const StorageVersionMigrationStatus&);
};
BOOST_DESCRIBE_STRUCT(StorageVersionMigrationStatus, (), (conditions, resourceVersion))
KUBEXX_COMPILED(StorageVersionMigrationStatus)

/// StorageVersionMigration represents a migration of stored data to the latest storage version.
struct StorageVersionMigration {
  static constexpr ResourceInfo kubexx_resource{"storagemigration.k8s.io", "v1", "StorageVersionMigration", "storageversionmigrations", Scope::cluster};
  ObjectMeta metadata{};
  /// Specification of the migration.
  StorageVersionMigrationSpec spec{};
  /// Status of the migration.
  StorageVersionMigrationStatus status{};

  friend bool operator==(const StorageVersionMigration&, const StorageVersionMigration&);
};
BOOST_DESCRIBE_STRUCT(StorageVersionMigration, (), (metadata, spec, status))
KUBEXX_COMPILED(StorageVersionMigration)

}  // namespace kubexx::storagemigrationv1
