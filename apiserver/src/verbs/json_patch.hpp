// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// An operation that cannot be done, in the words of github.com/evanphx/json-patch 4.
class JsonPatchError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Applies the JSON patch of a request or a webhook as gopkg.in/evanphx/json-patch.v4 does, which kube-apiserver uses
/// and which takes more than RFC 6902: `replace` adds a member that is not there, what `move` and `copy` do not find is
/// null, a negative index counts from the end, a value that is missing is null. `operations` is a list of objects.
/// Throws JsonPatchError for a patch that does not apply, or that makes the object too large or too deep.
[[nodiscard]] Json apply_json_patch(Json object, const Json& operations);

}  // namespace kubexx::apiserver
