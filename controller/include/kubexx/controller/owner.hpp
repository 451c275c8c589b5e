// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/client/meta.hpp"
#include "kubexx/client/object.hpp"

namespace kubexx {

/// The owner reference that makes `owner` the controller of another object, and lets nobody delete `owner` for good
/// before that object is gone (metav1.NewControllerRef): put it into metadata.ownerReferences of what the owner's
/// controller creates. The garbage collector deletes the object after its owner. `owner` comes from the server (it has
/// a uid); throws std::invalid_argument otherwise.
[[nodiscard]] OwnerReference controller_reference(const Object& owner);

/// Whether `owner`, this very object and not one of the same name, is the controller of `object`
/// (metav1.IsControlledBy).
[[nodiscard]] bool is_controlled_by(const Object& object, const Object& owner);

}  // namespace kubexx
