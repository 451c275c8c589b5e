// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/server.hpp"

/// The admission plugins that are on in a real kube-apiserver and whose effect is seen without nodes: Priority,
/// RuntimeClass, LimitRanger, DefaultTolerationSeconds, DefaultStorageClass and DefaultIngressClass.
/// (NamespaceLifecycle, the protection of storage objects and taints of nodes stand where the kinds are prepared.)
namespace kubexx::apiserver {

/// What the plugins look at for one create, taken at a moment. Immutable; thread safe.
class Plugins {
public:
  /// Whether any of them looks at creates of this kind. For the others `Plugins()` will do.
  [[nodiscard]] static bool concern(const Kind& kind);

  Plugins() = default;
  /// Wants the lock held. `object` is what is to be created, in its stored form.
  Plugins(Server& server, const Kind& kind, const std::string& namespace_, const Json& object);

  /// Before the validation: completes the object, or throws the 403 of a plugin.
  void admit(const Kind& kind, Json& object) const;
  /// Of an update, before mutating webhooks; `before` is what is there.
  static void admit_update(const Kind& kind, const std::string& subresource, Json& object, const Json& before);
  /// After it, in this order, with others between: each throws the 403 of a plugin.
  void validate_limits(const Kind& kind, const Json& object) const;
  void validate_runtime_class(const Kind& kind, const Json& object) const;

private:
  std::vector<Json> limit_ranges_;
  std::optional<Json> priority_class_, runtime_class_;
  std::string default_class_;  ///< of storage, or of an ingress
};

}  // namespace kubexx::apiserver
