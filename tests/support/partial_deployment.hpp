// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/field_traits.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

/// A Deployment as a program describes the part of a kind that it needs: for tests of what happens to the rest.
namespace kubexx::test {

struct Container {
  std::string name, image;
  std::vector<std::string> command, args;

  friend bool operator==(const Container&, const Container&) = default;
};
BOOST_DESCRIBE_STRUCT(Container, (), (name, image, command, args))

struct PodSpec {
  std::vector<Container> containers;

  friend bool operator==(const PodSpec&, const PodSpec&) = default;
};
BOOST_DESCRIBE_STRUCT(PodSpec, (), (containers))

struct PodTemplateSpec {
  ObjectMeta metadata;
  PodSpec spec;

  friend bool operator==(const PodTemplateSpec&, const PodTemplateSpec&) = default;
};
BOOST_DESCRIBE_STRUCT(PodTemplateSpec, (), (metadata, spec))

struct DeploymentSpec {
  std::optional<std::int32_t> replicas;  ///< the server's default is 1
  MetaLabelSelector selector;
  PodTemplateSpec template_;

  friend bool operator==(const DeploymentSpec&, const DeploymentSpec&) = default;
};
BOOST_DESCRIBE_STRUCT(DeploymentSpec, (), (replicas, selector, template_))

/// The server leaves zeros out.
struct DeploymentStatus {
  std::int64_t observedGeneration = 0;
  std::int32_t replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0;

  friend bool operator==(const DeploymentStatus&, const DeploymentStatus&) = default;
};
BOOST_DESCRIBE_STRUCT(DeploymentStatus, (),
                      (observedGeneration, replicas, updatedReplicas, readyReplicas, availableReplicas))

struct Deployment {
  static constexpr ResourceInfo kubexx_resource{"apps", "v1", "Deployment", "deployments"};
  ObjectMeta metadata;
  DeploymentSpec spec;
  DeploymentStatus status;

  friend bool operator==(const Deployment&, const Deployment&) = default;
};
BOOST_DESCRIBE_STRUCT(Deployment, (), (metadata, spec, status))

}  // namespace kubexx::test
