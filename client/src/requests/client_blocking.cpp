// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "requests/blocking_verb.hpp"

namespace kubexx {

using detail::bounds_until;
using detail::run_verb;

Object Client::get(const ResourceType& type, const ObjectKey& key, const GetOptions& options) const
{
  auto call = detail::get_call(type, key, {}, options);
  return run_verb<Object>(*impl_, options, "async_get", [&](CallOptions bounds, bool may_wait) {
    return Impl::read_object(impl_, std::move(call), std::move(bounds), may_wait, options.keep_managed_fields);
  });
}

ObjectList Client::list(const ResourceType& type, const ListOptions& options) const
{
  auto call = detail::list_call(type, options);
  return run_verb<ObjectList>(*impl_, options, "async_list", [&](CallOptions bounds, bool may_wait) {
    return Impl::list(impl_, std::move(call), std::move(bounds), may_wait, options.keep_managed_fields);
  });
}

Object Client::create(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  auto call = detail::create_call(type, object, options, impl_->options.field_manager);
  return run_verb<Object>(*impl_, options, "async_create", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::update(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  auto call = detail::update_call(type, object, {}, options, impl_->options.field_manager);
  return run_verb<Object>(*impl_, options, "async_update", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::update_status(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  auto call = detail::update_call(type, object, "status", options, impl_->options.field_manager);
  return run_verb<Object>(*impl_, options, "async_update_status", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::patch(const ResourceType& type, const ObjectKey& key, const Patch& patch, const PatchOptions& options,
                     std::string_view subresource) const
{
  auto call = detail::patch_call(type, key, patch, std::string(subresource), options, impl_->options.field_manager);
  return run_verb<Object>(*impl_, options, "async_patch", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::get_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                               const GetOptions& options) const
{
  auto call = detail::get_call(type, key, std::string(subresource), options);
  return run_verb<Object>(*impl_, options, "async_get_subresource", [&](CallOptions bounds, bool may_wait) {
    return Impl::read_object(impl_, std::move(call), std::move(bounds), may_wait, options.keep_managed_fields);
  });
}

Object Client::create_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                                  const Object& body, const WriteOptions& options) const
{
  auto call =
      detail::create_subresource_call(type, key, std::string(subresource), body, options, impl_->options.field_manager);
  return run_verb<Object>(*impl_, options, "async_create_subresource", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::update_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                                  const Object& body, const WriteOptions& options) const
{
  auto call =
      detail::update_subresource_call(type, key, std::string(subresource), body, options, impl_->options.field_manager);
  return run_verb<Object>(*impl_, options, "async_update_subresource", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

Object Client::apply(const ResourceType& type, const Object& object, const PatchOptions& options,
                     std::string_view subresource) const
{
  auto call = detail::apply_call(type, object, std::string(subresource), options, impl_->options.field_manager);
  return run_verb<Object>(*impl_, options, "async_apply", [&](CallOptions bounds, bool may_wait) {
    return Impl::write(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

ObjectList Client::delete_collection(const ResourceType& type, const ListOptions& which,
                                     const DeleteOptions& options) const
{
  auto call = detail::delete_collection_call(type, options, which);
  return run_verb<ObjectList>(*impl_, options, "async_delete_collection", [&](CallOptions bounds, bool may_wait) {
    return Impl::remove_many(impl_, std::move(call), std::move(bounds), may_wait);
  });
}

std::string Client::get_raw(std::string_view target, const CallOptions& options) const
{
  auto call = detail::raw_call(std::string(target));
  return run_verb<std::string>(*impl_, options, "async_get_raw", [&](CallOptions bounds, bool may_wait) {
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
