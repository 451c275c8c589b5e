// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// Decides which changes of a watched kind reach the queue. It sees every transition of an object, even when the
/// controller lags. Functions that are not set pass everything. They must be quick; when one throws, it is called again
/// as mapper.hpp describes. Filtering is safe if the reconciler does not depend on the filtered changes. A value;
/// thread safe when its functions are. controller-runtime's pkg/predicate, with two differences: `of` sees an object
/// that leaves the selection, and `negate` hides no adds and deletes of a predicate that is about updates.
struct Predicate {
  std::function<bool(const Object& object)> on_add;
  std::function<bool(const Object& old, const Object& now)> on_update;
  std::function<bool(const Object& last)> on_delete;
  /// Returns the answer of `negate`. Not set: the functions that are set, each inverted.
  std::function<Predicate()> negation = {};
  std::string name = {};  ///< in errors and logs: "labels_changed", "all(generation_changed, has_label(app=web))"

  /// The same under this name.
  [[nodiscard]] Predicate named(std::string as) const;

  [[nodiscard]] bool add(const Object& object) const { return !on_add || on_add(object); }
  [[nodiscard]] bool update(const Object& old, const Object& now) const { return !on_update || on_update(old, now); }
  [[nodiscard]] bool remove(const Object& last) const { return !on_delete || on_delete(last); }

  /// One test for every event; an update passes when the old or the new state does, so leaving is seen too.
  [[nodiscard]] static Predicate of(std::function<bool(const Object&)> test);
  /// Updates that changed metadata.generation, which updates of status, labels and annotations do not. Every update of
  /// an object without a generation passes: the API server keeps none for ConfigMap, Secret, Service, Node, Lease, the
  /// kinds of RBAC and others.
  [[nodiscard]] static Predicate generation_changed();
  /// Updates that changed anything, unlike those of a relist that found nothing new.
  [[nodiscard]] static Predicate resource_version_changed();
  [[nodiscard]] static Predicate labels_changed();
  [[nodiscard]] static Predicate annotations_changed();
  /// Objects that carry this label with this value.
  [[nodiscard]] static Predicate has_label(std::string name, std::string value);

  [[nodiscard]] static Predicate all(std::vector<Predicate> predicates);
  [[nodiscard]] static Predicate any(std::vector<Predicate> predicates);
  /// Passes what `predicate` rejects. A function that is not set stays unset: negate(labels_changed()) passes every add
  /// and delete. An update passes when `predicate` rejects the old or the new state.
  [[nodiscard]] static Predicate negate(Predicate predicate);
};

}  // namespace kubexx
