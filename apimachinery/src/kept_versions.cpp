// SPDX-License-Identifier: Apache-2.0
#include "kept_versions.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "json_tree.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/lossless_conversion.hpp"

namespace kubexx::detail {

using nlohmann::json;

namespace {

// The sum of names and values that an API server accepts: TotalAnnotationSizeLimitB.
constexpr std::size_t kMaxAnnotations = std::size_t{256} << 10U;

}  // namespace

std::vector<KeptVersion> take_kept_versions(json& tree)
{
  std::vector<KeptVersion> all;
  const auto metadata = tree.find("metadata");
  if (metadata == tree.end() || !metadata->is_object()) return all;
  const auto annotations = metadata->find("annotations");
  if (annotations == metadata->end() || !annotations->is_object()) return all;
  const auto found = annotations->find(std::string(conversion_data_annotation));
  if (found == annotations->end()) return all;
  json kept;
  try {
    if (found->is_string()) kept = parse_tree(found->get_ref<const std::string&>());
  } catch (const ObjectError&) {  // written by somebody else: nothing is kept
    kept = nullptr;
  }
  annotations->erase(found);
  if (annotations->empty()) metadata->erase(annotations);
  if (!kept.is_array()) return all;
  for (json& one : kept) {
    if (!one.is_object() || !one.contains("version") || !one["version"].is_string()) continue;
    const auto& version = one["version"].get_ref<const std::string&>();
    const bool known = std::any_of(all.begin(), all.end(), [&](const auto& other) { return other.version == version; });
    if (!known) all.push_back({version, std::move(one["lost"])});
  }
  return all;
}

std::string add_kept_versions(json& tree, const std::string& text)
{
  std::size_t size = conversion_data_annotation.size() + text.size();
  json& metadata = tree["metadata"];
  const json annotations = metadata.value("annotations", json::object());
  if (annotations.is_object()) {
    for (const auto& [name, value] : annotations.items()) {
      size += name.size() + (value.is_string() ? value.get_ref<const std::string&>().size() : 0);
    }
  }
  if (size > kMaxAnnotations) {
    return "the annotations would have " + std::to_string(size) + " bytes, and an API server accepts " +
           std::to_string(kMaxAnnotations);
  }
  if (nested_deeper(text, Object::max_tree_depth)) return "the object is nested too deep";
  metadata["annotations"][std::string(conversion_data_annotation)] = text;
  return {};
}

}  // namespace kubexx::detail
