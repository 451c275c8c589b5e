// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

struct AppArmorProfileType : OpenEnum<AppArmorProfileType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Unconfined{"Unconfined"}, RuntimeDefault{"RuntimeDefault"}, Localhost{"Localhost"};
};

/// AppArmorProfile defines a pod or container's AppArmor settings.
struct AppArmorProfile {
  /// type indicates which kind of AppArmor profile will be applied. Valid options are: Localhost - a profile pre-loaded
  /// on the node. RuntimeDefault - the container runtime's default profile. Unconfined - no AppArmor enforcement.
  AppArmorProfileType type{};
  /// localhostProfile indicates a profile loaded on the node that should be used. The profile must be preconfigured on
  /// the node to work. Must match the loaded name of the profile. Must be set if and only if type is "Localhost".
  std::optional<std::string> localhostProfile{};

  friend bool operator==(const AppArmorProfile&, const AppArmorProfile&);
};
BOOST_DESCRIBE_STRUCT(AppArmorProfile, (), (type, localhostProfile))
KUBEXX_COMPILED(AppArmorProfile)

}  // namespace kubexx::corev1
