// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/resource.hpp"

namespace kubexx {

/// Specifies how the members of one JSON object of a kind are patched, according to its OpenAPI schema
/// (x-kubernetes-patch-strategy and x-kubernetes-patch-merge-key). Immutable; thread safe.
class MergeSchema {
public:
  /// How one member is patched.
  struct Field {
    /// The effect of a patch on the value.
    enum class Strategy {
      none,     ///< a map is merged, a list is replaced
      merge,    ///< a list is merged too
      replace,  ///< a map is replaced
    };
    Strategy strategy = Strategy::none;
    bool retain_keys = false;  ///< a patch of the map names all members that stay
    std::string merge_key;     ///< the member that identifies an element; empty: the elements are not objects
    /// x-kubernetes-list-map-keys: the members that really identify an element; empty: not declared. A port has
    /// containerPort and protocol; a strategic merge patch, which knows only containerPort, takes two ports with the
    /// same number for one.
    std::vector<std::string> list_keys;
    std::shared_ptr<const MergeSchema> value;  ///< schema of the map or of the list elements; null: unknown
  };

  MergeSchema() = default;
  MergeSchema(const MergeSchema&) = delete;
  MergeSchema& operator=(const MergeSchema&) = delete;
  virtual ~MergeSchema() = default;
  /// Returns the rules for a member; the defaults for a member that the schema does not have.
  [[nodiscard]] virtual Field field(std::string_view name) const = 0;
};

/// Returns the rules that are compiled into kubexx, for the built-in kinds of stable versions in Kubernetes 1.37, which
/// accept strategic merge patches on every server that has them. Null for every other kind. Merge keys of a released
/// version do not change, so they are valid for older and newer servers; only a server's own document knows its newest
/// fields.
[[nodiscard]] std::shared_ptr<const MergeSchema> builtin_merge_schema(std::string_view api_version,
                                                                      std::string_view kind);

/// One document of /openapi/v3/…: the schemas of a group version. A handle that is cheap to copy; thread safe. The
/// document is not parsed into a tree but kept as text with an index of its schemas.
class OpenApiDocument {
public:
  /// Throws ObjectError if `text` is not a JSON object.
  [[nodiscard]] static OpenApiDocument parse(std::string text);
  /// Returns the path of a group version's document: "/openapi/v3/apis/apps/v1".
  [[nodiscard]] static std::string path_of(std::string_view group, std::string_view version);

  /// Whether the server accepts strategic merge patches for the kind: false for custom resources and for kinds that the
  /// document does not have.
  [[nodiscard]] bool takes_strategic_merge(const ResourceType& type) const;
  /// Returns null if the document has no schema for the kind. The result keeps the document alive.
  [[nodiscard]] std::shared_ptr<const MergeSchema> merge_schema(const ResourceType& type) const;

  class Index;  ///< internal

private:
  explicit OpenApiDocument(std::shared_ptr<const Index> index) : index_(std::move(index)) {}
  std::shared_ptr<const Index> index_;
};

}  // namespace kubexx
