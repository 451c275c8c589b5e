// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// The annotation that keeps what the version of an object cannot express.
inline constexpr std::string_view conversion_data_annotation = "kubexx.io/conversion-data";

/// An object in another version.
struct LosslessConversion {
  Object object;
  /// Why something is lost after all; empty: nothing is.
  std::string loss = {};
};

/// Returns `object` in `api_version`, with an annotation that keeps the members which the way back would lose.
/// Converted back, the object is as it was, and the annotation is gone.
///
/// If the object was changed in between, the change is made to the original: a member that was changed, added or
/// removed is as the change has it, and the others come back. An element of a list is known by its list_map_key or its
/// "name", otherwise by its value, and, if the list is as long as before, by its place. Restored members never alter
/// what the changed object shows in its own version; those that would are left out.
///
/// Members that no struct knows, e.g. because the CRD is newer than this program, are carried if their place is the
/// same in both versions and not in a list or map; an API server removes those that the schema of the version does not
/// have. The others are kept in the annotation. Values come back as the struct writes them ("1000m" as "1").
///
/// An API server refuses annotations of more than 256 KiB. If the annotation does not fit, it is left out, `loss` has
/// the reason, and a change in this version loses the members: a failure would make the object unreadable, and with it
/// every list of its kind. Likewise if somebody removes the annotation.
///
/// Throws ConversionError as Conversions::convert does. As thread safe as that.
[[nodiscard]] LosslessConversion convert_lossless(const Conversions& conversions, const Object& object,
                                                  std::string_view api_version);

}  // namespace kubexx
