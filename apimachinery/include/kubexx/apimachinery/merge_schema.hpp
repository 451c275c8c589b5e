// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/resource.hpp"

namespace kubexx {

/// How the members of one object of a kind are patched, as its OpenAPI schema says (x-kubernetes-patch-strategy and
/// x-kubernetes-patch-merge-key). Immutable; thread safe.
class MergeSchema {
public:
  struct Field {
    enum class Strategy {
      none,     ///< a map is merged, a list is replaced
      merge,    ///< a list is merged too
      replace,  ///< a map is replaced
    };
    Strategy strategy = Strategy::none;
    bool retain_keys = false;  ///< a patch of the map names all members that stay
    std::string merge_key;     ///< the member that tells elements apart; empty: elements are no objects
    /// x-kubernetes-list-map-keys: what really tells them apart; empty: not declared. A port has containerPort and
    /// protocol, and a strategic merge patch, which knows containerPort alone, takes two of one number for the same.
    std::vector<std::string> list_keys;
    std::shared_ptr<const MergeSchema> value;  ///< of the map, or of the list's elements; null: unknown
  };

  MergeSchema() = default;
  MergeSchema(const MergeSchema&) = delete;
  MergeSchema& operator=(const MergeSchema&) = delete;
  virtual ~MergeSchema() = default;
  /// What is known of a member; the defaults for a member that the schema does not have.
  [[nodiscard]] virtual Field field(std::string_view name) const = 0;
};

/// The rules that kubexx was built with, of the built-in kinds of stable versions in Kubernetes 1.37: what takes
/// strategic merge patches on every server that has it. Null for every other kind. Merge keys of a released version do
/// not change, so they hold for older and newer servers; a server's own document knows its newest fields.
[[nodiscard]] std::shared_ptr<const MergeSchema> builtin_merge_schema(std::string_view api_version,
                                                                      std::string_view kind);

/// One document of /openapi/v3/…: the schemas of a group version. A cheap copyable handle; thread safe. Nothing is
/// parsed into a tree: the document is kept as text with an index of its schemas.
class OpenApiDocument {
public:
  /// Throws ObjectError for what is no JSON object.
  [[nodiscard]] static OpenApiDocument parse(std::string text);
  /// The path of the document that has a group version: "/openapi/v3/apis/apps/v1".
  [[nodiscard]] static std::string path_of(std::string_view group, std::string_view version);

  /// Whether the server takes strategic merge patches for the kind: false for custom resources and for what the
  /// document does not have.
  [[nodiscard]] bool takes_strategic_merge(const ResourceType& type) const;
  /// Null when the document has no schema of the kind. Keeps the document alive.
  [[nodiscard]] std::shared_ptr<const MergeSchema> merge_schema(const ResourceType& type) const;

  class Index;  ///< of the implementation alone

private:
  explicit OpenApiDocument(std::shared_ptr<const Index> index) : index_(std::move(index)) {}
  std::shared_ptr<const Index> index_;
};

}  // namespace kubexx
