// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <utility>

#include "kubexx/controller/context.hpp"

namespace kubexx {

/// Keeps a deleted object until its resources outside the cluster are cleaned up. A crash between any two of the
/// requests is safe (kube-rs: kube::runtime::finalizer). Returns
/// - true if the object is not being deleted and has the finalizer `name`, which is written first if necessary.
///   Continue, and create the resources outside the cluster only now.
/// - false if the object is being deleted. If the finalizer was there, `cleanup` was called, and the finalizer was
///   removed after it had returned; if `cleanup` throws, the finalizer stays and the key is requeued. There is nothing
///   more to do.
///
/// So `cleanup` may be called again for resources that are already cleaned up. Call this before you change the object.
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

/// The same for coroutines: `cleanup` returns an awaitable<void>. The context and the object must live until this ends.
template <Kind T, class Cleanup>
  requires std::is_invocable_r_v<awaitable<void>, Cleanup&>
[[nodiscard]] awaitable<bool> async_finalize(const Context& context, Typed<T>& object, std::string name,
                                             Cleanup cleanup)
{
  return detail::finalize_awaiting(&context, &object, std::move(name), std::move(cleanup));
}

}  // namespace kubexx
