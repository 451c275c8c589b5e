// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "protobuf/table.hpp"

namespace kubexx::apiserver::protobuf {

/// How many values the JSON form of a body may have.
inline constexpr std::size_t max_values = 1'000'000;

/// The JSON that Go writes of the object that it reads from `bytes`. Throws WireError, also for what is nested deeper
/// than `max_depth`, and TooManyValues.
[[nodiscard]] Json decode_message(const Message& message, std::string_view bytes);

class TooManyValues : public std::exception {
public:
  [[nodiscard]] const char* what() const noexcept override { return "the object has too many fields"; }
};

}  // namespace kubexx::apiserver::protobuf
