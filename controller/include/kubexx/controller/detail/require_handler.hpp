// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <type_traits>

namespace kubexx::detail {

/// Throws std::invalid_argument for an empty std::function and for a null pointer.
template <class F>
void require_handler(const F& function)
{
  if constexpr (std::is_pointer_v<F> || requires { function.operator bool(); }) {
    if (!function) throw std::invalid_argument("a handler of the webhook server is empty");
  }
}

}  // namespace kubexx::detail
