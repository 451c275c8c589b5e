// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "blocking.hpp"
#include "client_impl.hpp"

namespace kubexx {

namespace {

CallOptions bounds_until(const CallOptions& options, std::stop_token stop)
{
  CallOptions bounds = options;
  bounds.stop = std::move(stop);
  return bounds;
}

/// Runs `start(bounds, may_wait)` to its end on behalf of a blocking verb and returns its result.
template <class T, class Impl, class Start>
T run(const Impl& impl, const CallOptions& options, const char* verb, Start start)
{
  std::optional<T> result;
  const detail::BlockingWork work = [&](std::stop_token stop, bool may_wait) {
    return detail::store_result(&result, start(bounds_until(options, std::move(stop)), may_wait));
  };
  detail::run_blocking(impl.runtime, *impl.transport, options.stop, work, verb);
  return std::move(*result);
}

}  // namespace

Object Client::get(const ResourceType& type, const ObjectKey& key, const GetOptions& options) const
{
  auto call = detail::get_call(type, key, {}, options);
  return run<Object>(*impl_, options, "async_get", [&](CallOptions bounds, bool may_wait) {
    return Impl::read_object(impl_, std::move(call), std::move(bounds), may_wait, options.keep_managed_fields);
  });
}

ObjectList Client::list(const ResourceType& type, const ListOptions& options) const
{
  auto call = detail::list_call(type, options);
  return run<ObjectList>(*impl_, options, "async_list", [&](CallOptions bounds, bool may_wait) {
    return Impl::list(impl_, std::move(call), std::move(bounds), may_wait, options.keep_managed_fields);
  });
}

Object Client::create(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  auto call = detail::create_call(type, object, options, impl_->options.field_manager);
  return run<Object>(*impl_, options, "async_create", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::update(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  auto call = detail::update_call(type, object, {}, options, impl_->options.field_manager);
  return run<Object>(*impl_, options, "async_update", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::update_status(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  auto call = detail::update_call(type, object, "status", options, impl_->options.field_manager);
  return run<Object>(*impl_, options, "async_update_status", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::patch(const ResourceType& type, const ObjectKey& key, std::string_view patch,
                     const PatchOptions& options, std::string_view subresource) const
{
  auto call = detail::patch_call(type, key, std::string(patch), std::string(subresource), options,
                                 impl_->options.field_manager);
  return run<Object>(*impl_, options, "async_patch", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::get_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                               const GetOptions& options) const
{
  auto call = detail::get_call(type, key, std::string(subresource), options);
  return run<Object>(*impl_, options, "async_get_subresource", [&](CallOptions bounds, bool may_wait) {
    return Impl::read_object(impl_, std::move(call), std::move(bounds), may_wait, options.keep_managed_fields);
  });
}

Object Client::create_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                                  const Object& body, const WriteOptions& options) const
{
  auto call =
      detail::create_subresource_call(type, key, std::string(subresource), body, options, impl_->options.field_manager);
  return run<Object>(*impl_, options, "async_create_subresource", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

std::string Client::get_raw(std::string_view target, const CallOptions& options) const
{
  auto call = detail::raw_call(std::string(target));
  return run<std::string>(*impl_, options, "async_get_raw", [&](CallOptions bounds, bool may_wait) {
    return Impl::raw(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

void Client::delete_(const ResourceType& type, const ObjectKey& key, const DeleteOptions& options) const
{
  auto call = detail::delete_call(type, key, options);
  const detail::BlockingWork work = [&](std::stop_token stop, bool may_wait) {
    return Impl::remove(impl_, std::move(call), bounds_until(options, std::move(stop)), may_wait);
  };
  detail::run_blocking(impl_->runtime, *impl_->transport, options.stop, work, "async_delete");
}

}  // namespace kubexx
