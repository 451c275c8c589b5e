// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/schema/structural_schema.hpp"

namespace kubexx::schema {

namespace detail {

/// TypedSchema without the C++ type. Objects have the apiVersion and kind of the kind.
class KindSchema {
public:
  KindSchema(const DescribedKind& kind, BuiltinSchemas builtin);
  [[nodiscard]] Object defaulted(const Object& object) const;
  [[nodiscard]] std::vector<StatusCause> validate(const Object& object) const;
  [[nodiscard]] std::vector<StatusCause> validate(const Object& old_object, const Object& object) const;
  [[nodiscard]] const StructuralSchema& structural() const noexcept { return schema_; }

private:
  StructuralSchema schema_;
};

}  // namespace detail

/// The schema of a described kind, applied to its structs without a server: in a webhook, in a test, or before a write.
/// Immutable and cheap to copy; thread safe.
///
/// The user makes it once and keeps it, because the constructor compiles the CEL rules and throws the mistakes of the
/// schema, which then show when the operator starts and not at its first object. A hidden static would compile at an
/// unexpected time and could not be freed.
///
///     const TypedSchema<Backup> schema;
///     Backup backup = schema.defaulted(Backup{.metadata = {.name = "daily"}});
///     std::vector<StatusCause> causes = schema.validate(backup);
///
/// The functions throw ObjectError for a value that JSON cannot hold (NaN, text that is not UTF-8).
template <Kind T>
  requires Described<T>
class TypedSchema {
public:
  /// Throws CrdError if T has no schema, and SchemaError if a server would not accept a pattern, a rule or a default in
  /// it. Pass kubexx::builtin_schema (kubexx/types/crd_schemas.hpp) if T contains structs of kubexx::types.
  explicit TypedSchema(BuiltinSchemas builtin = nullptr) : schema_(described_kind<T>(), builtin) {}

  /// Returns `value` with the defaults that a server sets. A server sets a default only where the JSON of the struct
  /// has no member: a number or boolean that is not a std::optional is always there.
  [[nodiscard]] T defaulted(const T& value) const { return schema_.defaulted(Object::from(value)).template as<T>(); }

  /// Returns the causes with which a server would refuse to create `value`; empty: it is valid. Like a server, sets the
  /// defaults first. Does not check metadata.
  [[nodiscard]] std::vector<StatusCause> validate(const T& value) const
  {
    return schema_.validate(Object::from(value));
  }

  /// Likewise for an update from `old_value`: rules compare both with `oldSelf`, and a value that does not change is
  /// accepted even if it is invalid.
  [[nodiscard]] std::vector<StatusCause> validate(const T& old_value, const T& value) const
  {
    return schema_.validate(Object::from(old_value), Object::from(value));
  }

  /// The schema for JSON objects.
  [[nodiscard]] const StructuralSchema& structural() const noexcept { return schema_.structural(); }

private:
  detail::KindSchema schema_;
};

}  // namespace kubexx::schema
