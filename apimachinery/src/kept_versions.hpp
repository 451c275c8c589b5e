// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The annotation of lossless_conversion.hpp.
namespace kubexx::detail {

/// What another version of the object has and the present one does not.
struct KeptVersion {
  std::string version;  // without the group
  nlohmann::json lost;  // lost_members
};

/// Removes the annotation from an object, and returns what it keeps: each version once.
[[nodiscard]] std::vector<KeptVersion> take_kept_versions(nlohmann::json& tree);

/// Adds the annotation with this text. Returns why it could not be added; empty: it was.
[[nodiscard]] std::string add_kept_versions(nlohmann::json& tree, const std::string& text);

}  // namespace kubexx::detail
