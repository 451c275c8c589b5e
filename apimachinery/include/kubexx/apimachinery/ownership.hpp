// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// Another object is already the controller: an object has at most one.
class AlreadyOwnedError : public std::runtime_error {
public:
  AlreadyOwnedError(const std::string& what, OwnerReference owner) : std::runtime_error(what), owner_(std::move(owner))
  {
  }
  [[nodiscard]] const OwnerReference& owner() const noexcept { return owner_; }

private:
  OwnerReference owner_;
};

/// Returns a reference to `owner` as the controller, for metadata.ownerReferences of the objects that the owner's
/// controller creates. The final deletion of the owner waits for them (metav1.NewControllerRef). `owner` is an object
/// as the server returned it (with uid). Throws std::invalid_argument if it has no uid, kind or apiVersion.
[[nodiscard]] OwnerReference new_controller_ref(const Object& owner);

/// Makes `owner` the controller of the object with the metadata `child`; the garbage collector then deletes that object
/// after its owner. The rules are those of controller-runtime's SetControllerReference: a reference with the same
/// group, kind and name is updated (including the uid of a recreated owner). Throws AlreadyOwnedError if another object
/// is the controller, and std::invalid_argument if the owner is namespaced and the child is in another namespace or in
/// none.
void set_controller_reference(const Object& owner, ObjectMeta& child);

/// As above, but not as the controller (SetOwnerReference): an object may have any number of owners.
void set_owner_reference(const Object& owner, ObjectMeta& child);

/// Removes the reference to `owner` (by group, kind and name); returns false if there was none.
bool remove_owner_reference(const Object& owner, ObjectMeta& child);

/// Whether `owner`, this very object and not one with the same name, is the controller of `object`
/// (metav1.IsControlledBy).
[[nodiscard]] bool is_controlled_by(const Object& object, const Object& owner);

}  // namespace kubexx
