// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/ownership.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kubexx {

namespace {

std::string_view group_of(std::string_view api_version) noexcept
{
  const auto slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

/// The version and the uid do not count: a recreated owner is the same one, and kinds change their version.
bool same_owner(const OwnerReference& left, const OwnerReference& right) noexcept
{
  return left.kind == right.kind && left.name == right.name && group_of(left.apiVersion) == group_of(right.apiVersion);
}

OwnerReference reference_to(const Object& owner)
{
  if (!owner || owner.uid().empty() || owner.kind().empty() || owner.api_version().empty()) {
    throw std::invalid_argument(
        "an owner reference needs an owner with apiVersion, kind and uid, as the API server returned it");
  }
  OwnerReference reference;
  reference.apiVersion = owner.api_version();
  reference.kind = owner.kind();
  reference.name = owner.name();
  reference.uid = owner.uid();
  return reference;
}

void check_namespaces(const Object& owner, const ObjectMeta& child)
{
  if (owner.namespace_().empty() || owner.namespace_() == child.namespace_) return;
  const std::string which = std::string(owner.kind()) + " \"" + owner.key().to_string() + "\"";
  throw std::invalid_argument(
      which + " cannot own \"" + child.name + "\", which is " +
      (child.namespace_.empty() ? "cluster-scoped" : "in namespace \"" + child.namespace_ + "\"") +
      ": a namespaced owner and its child must be in the same namespace");
}

void put(OwnerReference reference, ObjectMeta& child)
{
  auto& all = child.ownerReferences;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const OwnerReference& other) { return same_owner(other, reference); });
  if (found == all.end()) {
    all.push_back(std::move(reference));
  } else {
    *found = std::move(reference);
  }
}

}  // namespace

OwnerReference new_controller_ref(const Object& owner)
{
  OwnerReference reference = reference_to(owner);
  reference.controller = true;
  reference.blockOwnerDeletion = true;
  return reference;
}

void set_controller_reference(const Object& owner, ObjectMeta& child)
{
  check_namespaces(owner, child);
  OwnerReference reference = new_controller_ref(owner);
  for (const OwnerReference& other : child.ownerReferences) {
    if (other.controller.value_or(false) && !same_owner(other, reference)) {
      throw AlreadyOwnedError(
          "\"" + child.name + "\" is already controlled by " + other.kind + " \"" + other.name + "\"", other);
    }
  }
  put(std::move(reference), child);
}

void set_owner_reference(const Object& owner, ObjectMeta& child)
{
  check_namespaces(owner, child);
  put(reference_to(owner), child);
}

bool remove_owner_reference(const Object& owner, ObjectMeta& child)
{
  const OwnerReference reference = reference_to(owner);
  return std::erase_if(child.ownerReferences,
                       [&](const OwnerReference& other) { return same_owner(other, reference); }) > 0;
}

bool is_controlled_by(const Object& object, const Object& owner)
{
  const auto controller = object.controller_owner();
  return controller && controller->uid == owner.uid();
}

}  // namespace kubexx
