// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "protobuf/table.hpp"

/// Answers in protobuf: the JSON of built-in kinds, as Kubernetes' generated code would write the same objects. Fields
/// that are not set are left out, which decoders do not tell from zero values.
namespace kubexx::apiserver::protobuf {

/// The message of `value`, an object in the JSON form of `message`. Values that its type does not take are left out.
[[nodiscard]] std::string encode_message(const Message& message, const Json& value);

/// An object or list that names its type, in the envelope that bodies have; nullopt for kinds without a message, such
/// as custom resources and tables.
[[nodiscard]] std::optional<std::string> encode_body(const Json& object);

/// One event of a watch, with its length in front: WatchEvent with `object` in its own envelope. nullopt likewise.
[[nodiscard]] std::optional<std::string> encode_event(std::string_view type, const Json& object);

}  // namespace kubexx::apiserver::protobuf
