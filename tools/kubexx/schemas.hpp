// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "kubexx/apimachinery/merge_schema.hpp"
#include "session.hpp"

namespace kubexx::cli {

/// How kinds are patched, from the server's OpenAPI documents; each is fetched once in a run.
class Schemas {
public:
  explicit Schemas(Session& session) : session_(session) {}

  /// Null for a kind that takes JSON merge patches alone: a custom resource. CommandError when the server does not tell
  /// of a kind that is its own: a merge patch would replace whole lists.
  [[nodiscard]] std::shared_ptr<const MergeSchema> of(const ResourceType& type);

private:
  const std::optional<OpenApiDocument>& document(const ResourceType& type);

  Session& session_;
  std::map<std::string, std::optional<OpenApiDocument>> documents_;
};

}  // namespace kubexx::cli
