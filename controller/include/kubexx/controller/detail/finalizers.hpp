// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/client/typed_object.hpp"

/// How a reconciler writes finalizers: without other changes, in a copy that replaces the object after it is written,
/// so that an object never shows a finalizer that the server does not have.
namespace kubexx::detail {

[[nodiscard]] bool has_finalizer(const ObjectMeta& metadata, std::string_view name);
/// Throws std::logic_error if the object has other changes.
void check_unchanged(bool changed, std::string_view finalizer);

/// The object to write; nullopt if nothing has to be written.
template <Kind T>
[[nodiscard]] std::optional<Typed<T>> with_finalizer(const Typed<T>& object, std::string_view name)
{
  if (object.is_deleting() || has_finalizer(object->metadata, name)) return std::nullopt;
  check_unchanged(object.changed(), name);
  Typed<T> next = object;
  next->metadata.finalizers.emplace_back(name);
  return next;
}
template <Kind T>
[[nodiscard]] std::optional<Typed<T>> without_finalizer(const Typed<T>& object, std::string_view name)
{
  if (!has_finalizer(object->metadata, name)) return std::nullopt;
  check_unchanged(object.changed(), name);
  Typed<T> next = object;
  std::erase(next->metadata.finalizers, name);
  return next;
}

template <Kind T>
bool patch_into(Typed<T>& object, std::optional<Typed<T>> next)
{
  if (!next) return false;
  const bool sent = next->patch();
  object = std::move(*next);
  return sent;
}
template <Kind T>
awaitable<bool> async_patch_into(Typed<T>* object, std::optional<Typed<T>> next)
{
  if (!next) co_return false;
  const bool sent = co_await next->async_patch();
  *object = std::move(*next);
  co_return sent;
}

/// If the object no longer exists, there is nothing to write: returns false and leaves `object` as it is.
template <Kind T>
bool patch_if_there(Typed<T>& object, std::optional<Typed<T>> next)
{
  try {
    return patch_into(object, std::move(next));
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
    return false;
  }
}
template <Kind T>
awaitable<bool> async_patch_if_there(Typed<T>* object, std::optional<Typed<T>> next)
{
  try {
    co_return co_await async_patch_into(object, std::move(next));
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
  }
  co_return false;
}

}  // namespace kubexx::detail
