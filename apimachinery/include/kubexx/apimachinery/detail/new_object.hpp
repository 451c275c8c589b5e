// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/base/object_key.hpp"

namespace kubexx::detail {

/// The bytes of an Object and its key, for those who only send them.
struct NewObject {
  std::string text;
  ObjectKey key;
};

/// The bytes of Object::from, without the Object. Nullopt if only the Object can tell its key, or that it has none.
/// Throws ObjectError, as Object::from does.
[[nodiscard]] std::optional<NewObject> write_new_object(const void* value, const Codec& codec,
                                                        const ResourceType& type);

}  // namespace kubexx::detail
