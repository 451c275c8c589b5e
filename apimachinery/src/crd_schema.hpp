// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/described_kind.hpp"

namespace kubexx::detail {

/// In a schema that is only compared: no other values can be read.
inline constexpr const char* closed_enum = "closed";

/// Makes schemas of types, and collects what makes that impossible.
class SchemaWriter {
public:
  enum class Builtin { required, by_table };
  /// `root`: the kind, in the texts of problems. `without`: what becomes of a built-in struct that `builtin` does not
  /// know.
  SchemaWriter(std::string root, BuiltinSchemas builtin, Builtin without)
      : root_(std::move(root)), builtin_(builtin), without_(without)
  {
  }

  [[nodiscard]] nlohmann::json root_schema(const DescribedKind& kind);
  [[nodiscard]] const std::vector<std::string>& problems() const noexcept { return problems_; }

private:
  [[nodiscard]] nlohmann::json schema_of(const Codec& codec, const std::string& path);
  [[nodiscard]] nlohmann::json struct_schema(const StructInfo& info, const std::string& path, bool is_root);
  [[nodiscard]] nlohmann::json scalar_schema(const Codec& codec, const std::string& path);
  [[nodiscard]] std::optional<nlohmann::json> builtin_schema(const StructInfo& info, const std::string& path);
  [[nodiscard]] nlohmann::json expanded(nlohmann::json schema, const std::string& path);
  [[nodiscard]] nlohmann::json referenced(const std::string& type, const std::string& path);
  void add_keys(nlohmann::json& list, std::span<const std::string_view> keys, const std::string& path);
  void apply(std::span<const crd::Fact> facts, nlohmann::json& schema, bool& required, const std::string& path);
  void restrict_values(const crd::Fact& fact, nlohmann::json& schema, const nlohmann::json& values_of_type,
                       const std::string& path);
  void apply_of_bases(const StructInfo& info, nlohmann::json& schema, const std::string& path);
  void check_groups(const StructInfo& info, const StructInfo& stated_by, const nlohmann::json& schema,
                    const std::string& path);
  void apply_one(const crd::Fact& fact, nlohmann::json& schema, bool& required, const std::string& path);
  [[nodiscard]] nlohmann::json parsed(std::string_view text, const std::string& path, const char* fact);
  void problem(const std::string& path, const std::string& text);

  const std::string root_;
  const BuiltinSchemas builtin_;
  const Builtin without_;
  std::vector<std::string> problems_;
  std::vector<const StructInfo*> open_;  // the structs around the present one, to find cycles
};

}  // namespace kubexx::detail
