// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "kubexx/apimachinery/merge_schema.hpp"

namespace kubexx::test {

/// Compares the built-in merge rules with those of one document of /openapi/v3.
class MergeRulesCheck {
public:
  /// `path` is the document's: "api/v1", "apis/apps/v1".
  MergeRulesCheck(std::string path, const std::string& text)
      : path_(std::move(path)),
        document_(OpenApiDocument::parse(text)),
        schemas_(nlohmann::json::parse(text)["components"]["schemas"])
  {
  }

  /// Every kind of a stable version that the document serves.
  void check_kinds()
  {
    for (const auto& [name, schema] : schemas_.items()) {
      for (const auto& kind : schema.value("x-kubernetes-group-version-kind", nlohmann::json::array())) {
        const ResourceType type(kind["group"], kind["version"], kind["kind"], "");
        if (type.version.find_first_of("ab") != std::string::npos || !schema.contains("properties")) continue;
        // A part of another kind, as a StatefulSet has claims: it is served elsewhere.
        if (path_ != (type.group.empty() ? "api/" : "apis/" + type.group + "/") + type.version) continue;
        if (type.kind == "Scale") continue;  // a subresource, whose paths stand in other documents
        const auto builtin = builtin_merge_schema(type.api_version(), type.kind);
        EXPECT_EQ(document_.takes_strategic_merge(type), builtin != nullptr) << type.api_version() << " " << type.kind;
        if (!builtin) continue;
        ++kinds;
        compare(name, document_.merge_schema(type).get(), builtin.get());
      }
    }
  }

  int kinds = 0, fields = 0;

private:
  /// The name of the type of a property or of its elements; empty for none.
  static std::string type_of(const nlohmann::json& property)
  {
    if (property.contains("allOf")) return type_of(property["allOf"][0]);
    if (property.contains("items")) return type_of(property["items"]);
    if (!property.contains("$ref")) return "";
    const std::string reference = property["$ref"];
    return reference.substr(reference.rfind('/') + 1);
  }

  void compare(const std::string& type, const MergeSchema* served, const MergeSchema* builtin)
  {
    if (!seen_.insert(type).second) return;
    const auto properties = schemas_[type].value("properties", nlohmann::json::object());
    for (const auto& [name, property] : properties.items()) {
      const auto theirs = served->field(name);
      const auto ours = builtin == nullptr ? MergeSchema::Field{} : builtin->field(name);
      ++fields;
      EXPECT_TRUE(ours.strategy == theirs.strategy && ours.merge_key == theirs.merge_key &&
                  ours.retain_keys == theirs.retain_keys &&
                  (theirs.list_keys.empty() || ours.list_keys == theirs.list_keys))
          << type << "." << name << ": \"" << ours.merge_key << "\", the server has \"" << theirs.merge_key << '"';
      const auto value = type_of(property);
      if (theirs.value && !value.empty()) compare(value, theirs.value.get(), ours.value.get());
    }
  }

  std::string path_;
  OpenApiDocument document_;
  nlohmann::json schemas_;
  std::set<std::string> seen_;
};

}  // namespace kubexx::test
