// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "core/kind.hpp"
#include "schema/schema.hpp"
#include "serve/builtin_descriptions.hpp"

namespace kubexx::apiserver {

/// The schemas of an OpenAPI document by name, filled as they are referred to.
class OpenApiSchemas {
public:
  /// `prefix` comes before a name in a $ref: "#/components/schemas/" in version 3, "#/definitions/" in version 2.
  /// `descriptions` outlives this; null: the schemas of built-in types have none.
  explicit OpenApiSchemas(std::string prefix, const BuiltinDescriptions* descriptions = nullptr)
      : prefix_(std::move(prefix)), version_two_(prefix_ == "#/definitions/"), descriptions_(descriptions)
  {
  }

  /// Adds the schema of a kind's version; returns its name.
  std::string add_kind(const Kind& kind, const ServedVersion& version);
  /// Adds a built-in type and all that it refers to; returns the name.
  std::string add_type(const Schema& type);
  [[nodiscard]] Json ref(const std::string& name) const { return {{"$ref", prefix_ + name}}; }
  [[nodiscard]] const std::map<std::string, Json>& all() const noexcept { return all_; }

private:
  [[nodiscard]] Json value_schema(const Schema& schema);
  [[nodiscard]] Json members(const Schema& schema);
  /// The schema of a field with what BuiltinDescriptions has of it.
  [[nodiscard]] Json described(Json schema, std::string_view type, std::string_view field);
  void describe(Json& schema, std::string_view type) const;
  /// A type without fields; returns its name.
  std::string add_value_type(const std::string& type, Json schema);
  /// Text or of the type `other`, which version 2 cannot say.
  [[nodiscard]] Json text_or(const char* other) const;

  std::string prefix_;
  bool version_two_;
  const BuiltinDescriptions* descriptions_;
  std::map<std::string, Json> all_;
};

/// "io.k8s.api.apps.v1.Deployment" for "apps.v1.Deployment".
[[nodiscard]] std::string full_type_name(const std::string& type_name);

}  // namespace kubexx::apiserver
