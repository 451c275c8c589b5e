// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/owner.hpp"

#include <stdexcept>
#include <string>

namespace kubexx {

OwnerReference controller_reference(const Object& owner)
{
  if (!owner || owner.uid().empty()) {
    throw std::invalid_argument("an owner reference needs an owner with a uid, as the API server returned it");
  }
  OwnerReference reference;
  reference.apiVersion = owner.api_version();
  reference.kind = owner.kind();
  reference.name = owner.name();
  reference.uid = owner.uid();
  reference.controller = true;
  reference.blockOwnerDeletion = true;
  return reference;
}

bool is_controlled_by(const Object& object, const Object& owner)
{
  const auto controller = object.controller_owner();
  return controller && controller->uid == owner.uid();
}

}  // namespace kubexx
