// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

/// The kind of the sample: a Foo wants a Deployment of a name of its choice. manifests/crd.yaml is its CRD, as the
/// program prints it.
namespace sample {

struct FooSpec {
  std::string deploymentName;
  std::optional<std::int32_t> replicas;  ///< 1 to 10; the Deployment's default when absent
};
KUBEXX_DESCRIBE(FooSpec,
                (deploymentName, description("The name of the Deployment, in the namespace of the Foo. The controller "
                                             "does not change a Deployment that the Foo does not own.")),
                (replicas, minimum(1), maximum(10), description("The replicas of the Deployment.")));
KUBEXX_SCHEMA(FooSpec, description("What is asked for."));

struct FooStatus {
  std::int32_t availableReplicas = 0;
};
KUBEXX_DESCRIBE(FooStatus, (availableReplicas, description("The available replicas of the Deployment.")));
KUBEXX_SCHEMA(FooStatus, description("What was observed; written by the controller."));

struct Foo {
  static constexpr kubexx::ResourceInfo kubexx_resource{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos"};
  kubexx::ObjectMeta metadata;
  FooSpec spec;
  FooStatus status;
};
KUBEXX_DESCRIBE(Foo, metadata, spec, status);
KUBEXX_SCHEMA(Foo, description("A Foo asks for one Deployment of nginx."));
KUBEXX_CRD(Foo,
           // A group below k8s.io is refused without this annotation.
           annotation("api-approved.kubernetes.io", "unapproved, experimental-only"),
           column("Deployment", "string", ".spec.deploymentName",
                  {.description = "The Deployment that this Foo owns."}),
           column("Replicas", "integer", ".spec.replicas", {.description = "The replicas that are asked for."}),
           column("Available", "integer", ".status.availableReplicas",
                  {.description = "The replicas that are available."}),
           column("Age", "date", ".metadata.creationTimestamp"));

}  // namespace sample
