// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// Decides which changes of a watched kind enqueue keys. It sees every transition of an object, even if the controller
/// lags. Functions that are not set pass everything. They must be quick; if one throws, it is called again as
/// mapper.hpp describes. Filtering is safe if the reconciler does not depend on the filtered changes. A value type;
/// thread safe if its functions are. Like controller-runtime's pkg/predicate, with two differences: `of` also passes
/// the update with which an object leaves the selection, and `negate` of a predicate that only filters updates still
/// passes adds and deletes.
struct Predicate {
  std::function<bool(const Object& object)> on_add = {};
  std::function<bool(const Object& old, const Object& now)> on_update = {};
  std::function<bool(const Object& last)> on_delete = {};
  /// Returns the result of `negate`. If it is not set, `negate` inverts each function that is set.
  std::function<Predicate()> negation = {};
  std::string name = {};  ///< in errors and logs: "labels_changed", "all(generation_changed, has_label(app=web))"

  /// Returns the same predicate with this name.
  [[nodiscard]] Predicate named(std::string as) const;

  /// Returns the result of the function for this type of event, or true if it is not set.
  [[nodiscard]] bool add(const Object& object) const { return !on_add || on_add(object); }
  [[nodiscard]] bool update(const Object& old, const Object& now) const { return !on_update || on_update(old, now); }
  [[nodiscard]] bool remove(const Object& last) const { return !on_delete || on_delete(last); }

  /// One test for every event. An update passes if the old or the new state does, so an object that leaves the
  /// selection is seen, too.
  [[nodiscard]] static Predicate of(std::function<bool(const Object&)> test);
  /// Passes updates that changed metadata.generation; updates of status, labels and annotations do not change it. Every
  /// update of an object without a generation passes: the API server sets none for ConfigMap, Secret, Service, Node,
  /// Lease, the RBAC kinds and others.
  [[nodiscard]] static Predicate generation_changed();
  /// Passes updates that changed anything, unlike the updates of a relist that found nothing new.
  [[nodiscard]] static Predicate resource_version_changed();
  [[nodiscard]] static Predicate labels_changed();
  [[nodiscard]] static Predicate annotations_changed();
  /// Passes objects that have this label with this value.
  [[nodiscard]] static Predicate has_label(std::string name, std::string value);

  /// Passes the events that all of them pass, or at least one of them.
  [[nodiscard]] static Predicate all(std::vector<Predicate> predicates);
  [[nodiscard]] static Predicate any(std::vector<Predicate> predicates);
  /// Passes the events that `predicate` rejects. A function that is not set stays unset: negate(labels_changed())
  /// passes every add and delete. If `predicate` is from `of`, an update passes if it rejects the old or the new state.
  [[nodiscard]] static Predicate negate(Predicate predicate);
};

}  // namespace kubexx
