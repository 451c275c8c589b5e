// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

/// The kind of the sample: a Foo wants a Deployment of a name of its choice. manifests/crd.yaml has its schema.
namespace sample {

struct FooSpec {
  std::string deploymentName;
  std::optional<std::int32_t> replicas;  ///< 1 to 10; the Deployment's default when absent
};
BOOST_DESCRIBE_STRUCT(FooSpec, (), (deploymentName, replicas))

struct FooStatus {
  std::int32_t availableReplicas = 0;
};
BOOST_DESCRIBE_STRUCT(FooStatus, (), (availableReplicas))

struct Foo {
  static constexpr kubexx::ResourceInfo kubexx_resource{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos"};
  kubexx::ObjectMeta metadata;
  FooSpec spec;
  FooStatus status;
};
BOOST_DESCRIBE_STRUCT(Foo, (), (metadata, spec, status))

}  // namespace sample
