// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kubexx/client/typed.hpp"

namespace kubexx {

/// The effect of create_or_update: controller-runtime's controllerutil.OperationResult.
enum class OperationResult : std::uint8_t { unchanged, created, updated };
[[nodiscard]] const char* to_string(OperationResult result) noexcept;

/// The result of create_or_update: its effect, and the object as the server has it.
template <Kind T>
struct CreatedOrUpdated {
  OperationResult result = OperationResult::unchanged;
  Typed<T> object;  ///< as the server has it now
};

namespace detail {

/// Writes the object that create_or_update has changed, or creates it if `object` converts to false.
template <Kind T>
CreatedOrUpdated<T> create_or_patch(const Api<T>& kind, Typed<T> object)
{
  if (!object) return {OperationResult::created, kind.create(*object)};
  const bool sent = object.patch();
  return {sent ? OperationResult::updated : OperationResult::unchanged, std::move(object)};
}
template <Kind T>
awaitable<CreatedOrUpdated<T>> async_create_or_patch(Api<T> kind, Typed<T> object)
{
  CreatedOrUpdated<T> done;
  if (object) {
    const bool sent = co_await object.async_patch();
    if (sent) done.result = OperationResult::updated;
    done.object = std::move(object);
  } else {
    done.object = co_await kind.async_create(*object);
    done.result = OperationResult::created;
  }
  co_return done;
}

}  // namespace detail
}  // namespace kubexx
