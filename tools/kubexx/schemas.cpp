// SPDX-License-Identifier: Apache-2.0
#include "schemas.hpp"

#include <utility>

#include "errors.hpp"
#include "kubexx/apimachinery/error.hpp"

namespace kubexx::cli {
namespace {

bool built_in(const std::string& group)
{
  return group.find('.') == std::string::npos || group.ends_with(".k8s.io");
}

}  // namespace

const std::optional<OpenApiDocument>& Schemas::document(const ResourceType& type)
{
  const std::string path = OpenApiDocument::path_of(type.group, type.version);
  if (const auto known = documents_.find(path); known != documents_.end()) return known->second;
  auto& document = documents_[path];
  try {
    document = OpenApiDocument::parse(session_.client().get_raw(path));
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
  }
  return document;
}

std::shared_ptr<const MergeSchema> Schemas::of(const ResourceType& type)
{
  const auto& found = document(type);
  if (!found) {
    if (!built_in(type.group)) return nullptr;
    throw CommandError("the server has no OpenAPI document for " + type.api_version() +
                       ", which specifies how lists of " + type.kind + " are merged: use --server-side");
  }
  return found->takes_strategic_merge(type) ? found->merge_schema(type) : nullptr;
}

}  // namespace kubexx::cli
