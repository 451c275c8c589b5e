// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::appsv1 {

/// ControllerRevision implements an immutable snapshot of state data. Clients are responsible for serializing and
/// deserializing the objects that contain their internal state. Once a ControllerRevision has been successfully
/// created, it can not be updated.
struct ControllerRevision {
  static constexpr ResourceInfo kubexx_resource{"apps", "v1", "ControllerRevision", "controllerrevisions"};
  ObjectMeta metadata{};
  /// Data is the serialized representation of the state.
  RawJson data{};
  /// Revision indicates the revision of the state represented by Data.
  std::int64_t revision = 0;

  friend bool operator==(const ControllerRevision&, const ControllerRevision&);
};
BOOST_DESCRIBE_STRUCT(ControllerRevision, (), (metadata, data, revision))
KUBEXX_COMPILED(ControllerRevision)

}  // namespace kubexx::appsv1
