// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "apply/fields_v1.hpp"
#include "apply/updater.hpp"

namespace kubexx::apiserver::apply {

/// metadata.managedFields, decoded.
struct Managed {
  Managers fields;
  std::map<ManagerId, std::string> times;  ///< RFC 3339 in UTC
};

/// `list` null: none. Throws FieldsError.
[[nodiscard]] Managed decode_managed(const Json* list);
/// In the order of a real server: applies first, then by time, manager, API version and subresource. Null when there is
/// no entry.
[[nodiscard]] Json encode_managed(const Managed& managed);

/// Whether a client asks to forget them: an empty list, or a list of one empty entry.
[[nodiscard]] bool resets_managed(const Json* list);

/// Merges the oldest entries of updates into "ancient-changes" until there are at most `most`.
void cap_updates(Managed& managed, std::size_t most);

/// The entries of the object as those of its scale, and back. `paths`: where the object has its replicas, by API
/// version; empty in a version without a scale. Entries of other versions are dropped.
/// managedfields.ScaleHandler.
class ScaleFields {
public:
  ScaleFields(const Json* parent, std::string api_version, std::map<std::string, Path> paths);
  /// Throws FieldsError.
  [[nodiscard]] Json to_scale() const;
  [[nodiscard]] Json to_parent(const Json* scale) const;

private:
  Managed parent_;
  std::string api_version_;
  std::map<std::string, Path> paths_;
};

}  // namespace kubexx::apiserver::apply
