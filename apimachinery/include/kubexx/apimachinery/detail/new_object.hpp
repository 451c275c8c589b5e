// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/base/object_key.hpp"

namespace kubexx::detail {

/// The JSON text of an object and its key, for a caller that only sends the text.
struct NewObject {
  std::string text;
  ObjectKey key;
};

/// Writes the text that Object::from would have, without creating the Object. Returns nullopt if the key can be found
/// only by parsing the text. Throws ObjectError, as Object::from does.
[[nodiscard]] std::optional<NewObject> write_new_object(const void* value, const Codec& codec,
                                                        const ResourceType& type);

}  // namespace kubexx::detail
