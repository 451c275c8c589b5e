// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/json.hpp"
#include "kubexx/http/message.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {

/// A decoded PATCH body.
struct Patch {
  enum class Type { merge, json, strategic } type = Type::merge;
  Json body;
  std::vector<std::string> problems;  ///< what strict decoding says of the body itself
};

/// A patch of the content type, without its body. Throws what a real server says before it looks for the object: 415
/// for a type that is not supported for the kind (custom resources know no strategic merge patch), 413, and 400 for a
/// body that is no JSON.
[[nodiscard]] Patch begin_patch(const HttpRequest& request, bool custom);
/// … with its body. Throws 400 for one that is no such patch.
[[nodiscard]] Patch read_patch(Patch patch, const HttpRequest& request);

/// The places of an object that a merge or JSON patch goes through: objects within objects, down to what it changes.
[[nodiscard]] Json touched_by(const Patch& patch);

/// Changes `object`. `schema` tells strategic merge patches how lists merge; null: they are replaced. Throws 422 for a
/// JSON patch that does not apply, and 400 or 500 for a strategic one that is malformed.
void apply_patch(const Patch& patch, Json& object, const Schema* schema);

}  // namespace kubexx::apiserver
