// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <utility>

#include "kubexx/controller/context.hpp"

namespace kubexx {

/// Keeps a deleted object until what it has outside the cluster is cleaned up, in two steps that are safe against a
/// crash between any two of their requests (kube-rs: kube::runtime::finalizer):
/// - true: the object lives and has the finalizer `name`, which was written first if need be. Go on, and create what is
///   outside only now.
/// - false: it is being deleted. `cleanup` was called while the finalizer was there, and the finalizer was removed when
///   it had returned; when it throws, the finalizer stays and the key comes back. There is nothing more to do.
///
/// So `cleanup` may be called again for what is cleaned up already. Call this before the object is changed.
///
///     const auto cleanup = [&] { delete_bucket(site->metadata.name); };
///     if (!finalize(ctx, site, "example.com/bucket", cleanup)) return Result::done();
template <Kind T, std::invocable Cleanup>
[[nodiscard]] bool finalize(const Context& context, Typed<T>& object, const std::string& name, Cleanup cleanup)
{
  if (!object.is_deleting()) {
    context.ensure_finalizer(object, name);
    return true;
  }
  if (detail::has_finalizer(object->metadata, name)) {
    cleanup();
    context.remove_finalizer(object, name);
  }
  return false;
}

namespace detail {

template <Kind T, class Cleanup>
awaitable<bool> finalize_awaiting(const Context* context, Typed<T>* object, std::string name, Cleanup cleanup)
{
  if (!object->is_deleting()) {
    static_cast<void>(co_await context->async_ensure_finalizer(*object, name));
    co_return true;
  }
  if (has_finalizer((*object)->metadata, name)) {
    co_await cleanup();
    static_cast<void>(co_await context->async_remove_finalizer(*object, name));
  }
  co_return false;
}

}  // namespace detail

/// The same for coroutines: `cleanup` returns an awaitable<void>. Context and object must live until it ends.
template <Kind T, class Cleanup>
  requires std::is_invocable_r_v<awaitable<void>, Cleanup&>
[[nodiscard]] awaitable<bool> async_finalize(const Context& context, Typed<T>& object, std::string name,
                                             Cleanup cleanup)
{
  return detail::finalize_awaiting(&context, &object, std::move(name), std::move(cleanup));
}

}  // namespace kubexx
