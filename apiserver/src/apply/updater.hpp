// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "apply/typed.hpp"

namespace kubexx::apiserver::apply {

/// Whose fields an entry of managedFields lists. An Apply entry's API version is no part of it.
struct ManagerId {
  std::string manager, operation, api_version, subresource;

  friend auto operator<=>(const ManagerId& a, const ManagerId& b) = default;
  friend bool operator==(const ManagerId& a, const ManagerId& b) = default;
};

/// The fields of one manager, in terms of one API version.
struct VersionedSet {
  FieldSet set;
  std::string api_version;
  bool applied = false;

  friend bool operator==(const VersionedSet& a, const VersionedSet& b) = default;
};
using Managers = std::map<ManagerId, VersionedSet>;

/// A field that another manager owns.
struct Conflict {
  ManagerId manager;
  Path path;
};

/// An apply that would take fields from others, and was not forced.
class ConflictError : public std::runtime_error {
public:
  explicit ConflictError(std::vector<Conflict> found);
  std::vector<Conflict> conflicts;  ///< by manager and path
};

/// The served versions of a kind.
class Versions {
public:
  virtual ~Versions() = default;
  /// Nullopt: the version is not known, or no longer.
  [[nodiscard]] virtual std::optional<Type> type(const std::string& api_version) const = 0;
  /// Throws TypeError.
  [[nodiscard]] virtual Json convert(const Json& object, const std::string& from, const std::string& to) const = 0;
  /// What the server resets in writes of that version, so that nobody owns it; null: nothing.
  [[nodiscard]] virtual const FieldSet* reset(const std::string& api_version) const = 0;
};

/// structured-merge-diff's merge.Updater: what a write means for who owns which field. Holds nothing but references.
class Updater {
public:
  explicit Updater(const Versions& versions) : versions_(versions) {}

  /// After a write that was no apply. `live` is the object before, `object` after; both of `api_version`.
  void update(const Json& live, const Json& object, const std::string& api_version, Managers& managers,
              const ManagerId& manager) const;

  /// Merges `config` into `live`, without what the manager applied before, no longer applies, and nobody else owns.
  /// Nullopt: the object stays as it is. Throws ConflictError unless `force`.
  [[nodiscard]] std::optional<Json> apply(const Json& live, const Json& config, const std::string& api_version,
                                          Managers& managers, const ManagerId& manager, bool force) const;

private:
  /// A value of a version, which others may own.
  struct Object {
    std::shared_ptr<const Json> value;
    std::string api_version;
    Type type;
  };
  /// `what` begins the message of what goes wrong.
  [[nodiscard]] std::optional<Object> convert(const Object& object, const std::string& api_version,
                                              const char* what) const;
  void drop_changed(const Object& before, const Object& after, Managers& managers, const ManagerId& manager, bool force,
                    Comparison& comparison) const;
  [[nodiscard]] Comparison compare_objects(const Object& before, const Object& after) const;
  [[nodiscard]] Object prune(Object merged, const Managers& managers, const ManagerId& manager,
                             const VersionedSet* last) const;
  [[nodiscard]] Object add_back_owned(Object merged, Object pruned, const std::string& pruned_version,
                                      const Managers& managers) const;
  [[nodiscard]] bool add_back_owned_at(Object& merged, Object& pruned, const std::string& api_version,
                                       const FieldSet& managed) const;
  void reconcile_all(const Object& live, Managers& managers) const;
  [[nodiscard]] FieldSet without_reset(FieldSet set, const std::string& api_version) const;

  const Versions& versions_;
};

}  // namespace kubexx::apiserver::apply
