// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kubexx/client/object.hpp"

namespace kubexx {

/// Decides which changes of a watched kind reach the queue. It sees every transition of an object, also when the
/// controller lags. Functions that are not set let everything through. They must be quick; when one throws, it is asked
/// again as mapper.hpp says. Filtering is safe if the reconciler does not depend on the filtered changes. A value;
/// thread safe when its functions are. controller-runtime's pkg/predicate, with two differences: `of` sees an object
/// that leaves the selection, and `negate` hides no adds and deletes of a predicate that is about updates.
struct Predicate {
  std::function<bool(const Object& object)> on_add;
  std::function<bool(const Object& old, const Object& now)> on_update;
  std::function<bool(const Object& last)> on_delete;
  /// Gives what `negate` answers. Not set: the functions that are set, each turned round.
  std::function<Predicate()> negation = {};

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
  /// Lets through what `predicate` does not. A function that is not set stays so: negate(labels_changed()) lets every
  /// add and delete through. An update passes when `predicate` does not want the old or the new state.
  [[nodiscard]] static Predicate negate(Predicate predicate);
};

}  // namespace kubexx
