// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "access/user.hpp"
#include "core/kind.hpp"

namespace kubexx::apiserver {

enum class Operation { create, update, delete_, connect };
/// "CREATE", "UPDATE", "DELETE", "CONNECT".
[[nodiscard]] const char* to_string(Operation operation) noexcept;

struct GroupVersionKind {
  std::string group, version, kind;
  friend bool operator==(const GroupVersionKind&, const GroupVersionKind&) = default;
};

/// A write on its way into the store, as admission sees it: admission.Attributes.
struct AdmissionAttributes {
  Operation operation = Operation::create;
  KindPtr resource;         ///< whose objects are written
  std::string version;      ///< of the resource, in the request
  std::string subresource;  ///< "status", "eviction", …; empty: the object itself
  GroupVersionKind kind;    ///< of `object`: the resource's, or what a subresource takes, as autoscaling/v1 Scale
  std::string name, namespace_;
  /// Null when there is none. Those of the resource's kind are in its stored form, without apiVersion and kind; others
  /// are as they come, likewise without them.
  Json object, old_object;
  Json options;  ///< CreateOptions, UpdateOptions or DeleteOptions; null for CONNECT
  User user;
  bool dry_run = false;
  SteadyTime deadline = SteadyTime::max();  ///< of the request: nobody is asked for longer

  /// Whether the objects are of a subresource's own kind, which has one version alone.
  [[nodiscard]] bool own_kind() const { return kind.kind != resource->kind || kind.group != resource->group; }
};

}  // namespace kubexx::apiserver
