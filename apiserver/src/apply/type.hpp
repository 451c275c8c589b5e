// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/schema.hpp"

namespace kubexx::apiserver::apply {

class Type;

enum class Scalar { numeric, string, boolean, untyped };

/// What a value of a type may be, and how its parts merge: structured-merge-diff's Atom. As kube-openapi's schemaconv
/// makes it of an OpenAPI v3 schema.
struct Atom;

/// A view of a Schema, which must outlive it, as structured-merge-diff sees types. Made on the way, nothing is built.
class Type {
public:
  /// No type: no value is allowed.
  Type() = default;
  /// The objects of a kind. Those of custom kinds have apiVersion, kind and metadata whatever the schema says.
  [[nodiscard]] static Type of_object(const Schema& schema, bool custom);
  /// Values of a custom schema that are no objects of the API.
  [[nodiscard]] static Type of_value(const Schema& schema);
  /// Objects without a schema: scalars as they are, maps member by member, lists as one value.
  [[nodiscard]] static Type deduced() { return {Mode::deduced, nullptr}; }
  /// Anything, as one value.
  [[nodiscard]] static Type untyped() { return {Mode::untyped, nullptr}; }

  [[nodiscard]] bool none() const noexcept { return mode_ == Mode::none; }
  [[nodiscard]] bool is_deduced() const noexcept { return mode_ == Mode::deduced; }
  [[nodiscard]] Atom resolve() const;

private:
  friend struct Atom;
  enum class Mode { none, schema, untyped, deduced };
  Type(Mode mode, const Schema* schema) : mode_(mode), schema_(schema) {}
  [[nodiscard]] Type inside(const Schema& schema) const;
  [[nodiscard]] bool preserves() const noexcept
  {
    return preserve_ || schema_->preserve_unknown || schema_->any_additional;
  }
  [[nodiscard]] Atom resolve_any() const;

  Mode mode_ = Mode::none;
  const Schema* schema_ = nullptr;
  bool custom_ = false;
  bool preserve_ = false;  // an outer schema preserves unknown fields
  bool object_ = false;    // apiVersion, kind and metadata are known
};

struct Atom {
  std::optional<Scalar> scalar;
  bool list = false;
  bool associative = false;  ///< a list: a set, or with keys a map
  const std::vector<std::string>* keys = nullptr;
  bool map = false;
  bool atomic_map = false;
  Type type;

  /// Of the items of the list.
  [[nodiscard]] Type element() const;
  /// Of the member of the map: the declared field, or what the others are; no type when it may not be.
  [[nodiscard]] Type member(const std::string& name) const;
  [[nodiscard]] bool declares(const std::string& name) const;
  /// Only members without a declaration, of any type.
  [[nodiscard]] bool anything() const;
  /// The default of the declared field, when it is a key of an associative list; null: none.
  [[nodiscard]] Json key_default(const std::string& name) const;

  /// Only what `value` is, if it may be that; all of it otherwise, and for null.
  [[nodiscard]] Atom for_value(const Json* value) const;
  /// Of two that for_value() made of one atom.
  [[nodiscard]] bool same(const Atom& other) const
  {
    return scalar.has_value() == other.scalar.has_value() && list == other.list && map == other.map;
  }
};

}  // namespace kubexx::apiserver::apply
