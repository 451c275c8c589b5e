// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/client/interceptor.hpp"

namespace kubexx::testing {

/// What the API server asks its roles about a call.
struct AskedPermission {
  Verb verb = Verb::get;
  ResourceType type;
  std::string subresource;
  ObjectKey key;
};

/// nullopt: whoever is authenticated may make the call, or it reads no resource.
[[nodiscard]] std::optional<AskedPermission> asked_permission(const ApiCall& call);

/// What to add to the program so that its role grants it: ".writes<Secret>({Verb::create})".
[[nodiscard]] std::string declaration_of(Verb verb, const ResourceType& type, std::string_view subresource);

}  // namespace kubexx::testing
