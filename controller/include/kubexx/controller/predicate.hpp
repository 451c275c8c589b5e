// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kubexx/client/object.hpp"

namespace kubexx {

/// Decides which events of a watched kind reach the queue; functions that are not set let everything through. They must
/// be quick and must not throw. Filtering never harms what an event would have brought to light later, as long as the
/// reconciler does not depend on what is filtered out. A value; thread safe when its functions are.
struct Predicate {
  std::function<bool(const Object& object)> on_add;
  std::function<bool(const Object& old, const Object& now)> on_update;
  std::function<bool(const Object& last)> on_delete;

  [[nodiscard]] bool add(const Object& object) const { return !on_add || on_add(object); }
  [[nodiscard]] bool update(const Object& old, const Object& now) const { return !on_update || on_update(old, now); }
  [[nodiscard]] bool remove(const Object& last) const { return !on_delete || on_delete(last); }

  /// One test for every event; an update passes when the old or the new state does, so leaving is seen too.
  [[nodiscard]] static Predicate of(std::function<bool(const Object&)> test);
  /// Updates that changed metadata.generation: not those of status, labels or annotations.
  [[nodiscard]] static Predicate generation_changed();
  /// Updates that changed anything: not those of a relist that found nothing new.
  [[nodiscard]] static Predicate resource_version_changed();
  [[nodiscard]] static Predicate labels_changed();
  [[nodiscard]] static Predicate annotations_changed();
  /// Objects that carry this label with this value.
  [[nodiscard]] static Predicate has_label(std::string name, std::string value);

  [[nodiscard]] static Predicate all(std::vector<Predicate> predicates);
  [[nodiscard]] static Predicate any(std::vector<Predicate> predicates);
  [[nodiscard]] static Predicate negate(Predicate predicate);
};

}  // namespace kubexx
