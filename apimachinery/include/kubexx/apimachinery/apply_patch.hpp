// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/merge_schema.hpp"

/// Client-side apply as in kubectl: the manifest is compared with the last applied manifest and with the object on the
/// server, and the difference is a patch that does not touch the fields of other writers. Pure functions, no network.
/// The rules are those of k8s.io/apimachinery/pkg/util/strategicpatch and jsonmergepatch, 0.32.
namespace kubexx {

/// No patch can be made from the three documents, or a patch cannot be applied: a list of lists, an element without its
/// merge key, an unknown directive, a path that does not exist.
class PatchError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// With `Overwrite::no`: the object on the server was changed in a place that the manifest changes, too.
class PatchConflict : public PatchError {
public:
  using PatchError::PatchError;
};

/// The annotation in which `kubectl apply` and kubexx keep the last applied manifest.
inline constexpr std::string_view last_applied_annotation = "kubectl.kubernetes.io/last-applied-configuration";

/// Returns the bytes that Go's encoder writes for a value: members sorted, no white space, `<`, `>` and `&` escaped,
/// numbers in Go's format. No line end.
[[nodiscard]] std::string go_json(const nlohmann::json& value);

/// Returns what fmt's %v prints for a JSON value that a Go program has decoded: "map[a:1 b:[x y]]". Values that are
/// nested deeper than `depth` levels are written as JSON.
[[nodiscard]] std::string go_shown(const nlohmann::json& value, std::size_t depth = 1000);

/// Returns the text for `manifest`'s annotation: the manifest without that annotation (but with `annotations`, even if
/// it is empty), as go_json with a line end.
[[nodiscard]] std::string last_applied_text(nlohmann::json manifest);
/// Returns `manifest` with its annotation: the "modified" document of a three-way patch.
[[nodiscard]] nlohmann::json with_last_applied(nlohmann::json manifest);
/// Returns the manifest in the annotation of the live object; nullopt if it has no such annotation. Throws PatchError
/// if the text is not a JSON object.
[[nodiscard]] std::optional<nlohmann::json> last_applied(const nlohmann::json& live);
/// Returns `value` without null members, at any depth: what a manifest creates.
[[nodiscard]] nlohmann::json without_nulls(nlohmann::json value);

/// Whether the manifest's values win over changes made since the last apply.
enum class Overwrite { no, yes };

/// Returns a strategic merge patch: changes and additions from `live` to `modified`, deletions from `original` (null:
/// none) to `modified`; an empty object if nothing is to be done. Without a schema, maps are merged and lists are
/// replaced. Throws PatchError, and PatchConflict with Overwrite::no.
[[nodiscard]] nlohmann::json three_way_strategic_patch(const nlohmann::json& original, const nlohmann::json& modified,
                                                       const nlohmann::json& live, const MergeSchema* schema,
                                                       Overwrite overwrite = Overwrite::yes);
/// Returns the same as a JSON merge patch (RFC 7386), which replaces lists: for custom resources. Throws PatchError if
/// apiVersion, kind or name would change.
[[nodiscard]] nlohmann::json three_way_merge_patch(const nlohmann::json& original, const nlohmann::json& modified,
                                                   const nlohmann::json& live);

/// Returns `object` after a strategic merge patch, as the server would return it. Throws PatchError.
[[nodiscard]] nlohmann::json apply_strategic_patch(nlohmann::json object, nlohmann::json patch,
                                                   const MergeSchema* schema);

/// Returns `object` after a JSON patch, as kube-apiserver applies it, with the same error texts. It accepts more than
/// RFC 6902: `replace` adds a missing member, `copy` of a missing member yields null, a negative index counts from the
/// end, and an operation without a value uses null. Throws PatchError if the patch does not apply, or if it makes the
/// object too large or too deep.
[[nodiscard]] nlohmann::json apply_json_patch(nlohmann::json object, const nlohmann::json& operations);

}  // namespace kubexx
