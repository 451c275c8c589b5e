// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/merge_schema.hpp"

/// Client-side apply as kubectl does it: a manifest is compared with what was applied last and with what the server
/// has, and the difference is a patch that leaves the fields of other writers alone. Pure functions, no network. The
/// rules are those of k8s.io/apimachinery/pkg/util/strategicpatch and jsonmergepatch, 0.32.
namespace kubexx {

/// Three documents that cannot be made into a patch, or a patch that cannot be applied: a list of lists, an element
/// without its merge key, an unknown directive, a path that is not there.
class PatchError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The server's object was changed where the manifest changes it too, and `Overwrite::no` was asked for.
class PatchConflict : public PatchError {
public:
  using PatchError::PatchError;
};

/// Where `kubectl apply` and we keep what was applied.
inline constexpr std::string_view last_applied_annotation = "kubectl.kubernetes.io/last-applied-configuration";

/// The bytes that Go's encoder makes of a value: members sorted, no white space, `<`, `>` and `&` escaped, numbers in
/// Go's spelling. No line end.
[[nodiscard]] std::string go_json(const nlohmann::json& value);

/// fmt's %v of what a Go program decoded a JSON value into: "map[a:1 b:[x y]]". What lies deeper than `depth` levels is
/// written as JSON.
[[nodiscard]] std::string go_shown(const nlohmann::json& value, std::size_t depth = 1000);

/// What `manifest`'s annotation has to say: the manifest without that annotation (and with `annotations`, be it empty),
/// as go_json with a line end.
[[nodiscard]] std::string last_applied_text(nlohmann::json manifest);
/// `manifest` with its annotation: the "modified" document of a three-way patch.
[[nodiscard]] nlohmann::json with_last_applied(nlohmann::json manifest);
/// What the live object's annotation says was applied; nullopt when it has none. Throws PatchError when it is no JSON.
[[nodiscard]] std::optional<nlohmann::json> last_applied(const nlohmann::json& live);
/// `value` without members that are null, at any depth: what a manifest creates.
[[nodiscard]] nlohmann::json without_nulls(nlohmann::json value);

/// Whether the manifest's values win over changes that were made since the last apply.
enum class Overwrite { no, yes };

/// A strategic merge patch: changes and additions from `live` to `modified`, deletions from `original` (null: none) to
/// `modified`. An empty object when there is nothing to do. Without a schema maps are merged and lists replaced. Throws
/// PatchError, and PatchConflict with Overwrite::no.
[[nodiscard]] nlohmann::json three_way_strategic_patch(const nlohmann::json& original, const nlohmann::json& modified,
                                                       const nlohmann::json& live, const MergeSchema* schema,
                                                       Overwrite overwrite = Overwrite::yes);
/// The same as a JSON merge patch (RFC 7386), in which lists are replaced: for custom resources. Throws PatchError when
/// apiVersion, kind or name would change.
[[nodiscard]] nlohmann::json three_way_merge_patch(const nlohmann::json& original, const nlohmann::json& modified,
                                                   const nlohmann::json& live);

/// `object` after a strategic merge patch, as the server would answer. Throws PatchError.
[[nodiscard]] nlohmann::json apply_strategic_patch(nlohmann::json object, nlohmann::json patch,
                                                   const MergeSchema* schema);

/// `object` after a JSON patch, as kube-apiserver applies it, with the words of its errors: it takes more than RFC
/// 6902. `replace` adds a member that is not there, what `move` and `copy` do not find is null, a negative index counts
/// from the end, a value that is missing is null. Throws PatchError for a patch that does not apply, or that makes the
/// object too large or too deep.
[[nodiscard]] nlohmann::json apply_json_patch(nlohmann::json object, const nlohmann::json& operations);

}  // namespace kubexx
