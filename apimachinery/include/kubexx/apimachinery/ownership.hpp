// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// Another object is the controller already: an object has at most one.
class AlreadyOwnedError : public std::runtime_error {
public:
  AlreadyOwnedError(const std::string& what, OwnerReference owner) : std::runtime_error(what), owner_(std::move(owner))
  {
  }
  [[nodiscard]] const OwnerReference& owner() const noexcept { return owner_; }

private:
  OwnerReference owner_;
};

/// The reference to `owner`, an object as the server returned it (with uid), as controller, whose final deletion waits
/// for the child (metav1.NewControllerRef): for metadata.ownerReferences of what the owner's controller creates. Throws
/// std::invalid_argument when it has no uid, kind or apiVersion.
[[nodiscard]] OwnerReference new_controller_ref(const Object& owner);

/// Makes `owner` the controller of the object whose metadata `child` is; the garbage collector then deletes it after
/// its owner. The rules are those of controller-runtime's SetControllerReference: a reference of the same group, kind
/// and name is brought up to date (the uid of a recreated owner too); AlreadyOwnedError when another object is the
/// controller; std::invalid_argument when the owner is namespaced and the child is in another namespace or in none.
void set_controller_reference(const Object& owner, ObjectMeta& child);

/// As above without being the controller (SetOwnerReference): any number of objects may own one.
void set_owner_reference(const Object& owner, ObjectMeta& child);

/// Removes the reference to `owner` (by group, kind and name); false when there was none.
bool remove_owner_reference(const Object& owner, ObjectMeta& child);

/// Whether `owner`, this very object and not one of the same name, is the controller of `object`
/// (metav1.IsControlledBy).
[[nodiscard]] bool is_controlled_by(const Object& object, const Object& owner);

}  // namespace kubexx
