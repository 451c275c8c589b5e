// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/client/object.hpp"

namespace kubexx {

/// The JSON merge patch (RFC 7386) that turns `from` into `to`: only what differs, members that are gone as null,
/// arrays as a whole. "{}" when nothing differs. It names metadata.uid as well when anything differs, so that the API
/// server refuses it for another object of the same name; it does not name the resourceVersion, so a change of
/// something else meanwhile is no conflict.
[[nodiscard]] std::string merge_patch(const Object& from, const Object& to);

}  // namespace kubexx
