// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/client.hpp"

#include <utility>

#include "requests/client_impl.hpp"

namespace kubexx {

namespace {

Client::Options with_defaults(Client::Options options)
{
  if (options.user_agent.empty()) options.user_agent = "kubexx/" KUBEXX_VERSION;
  return options;
}

}  // namespace

using detail::bounds_of;

Client::Client(Runtime runtime, std::shared_ptr<Transport> transport, Options options)
    : impl_(std::make_shared<const Impl>(std::move(runtime), std::move(transport), with_defaults(std::move(options)),
                                         Impl::Endpoint{}))
{
}

Client::Client(Runtime runtime, std::shared_ptr<Transport> transport)
    : Client(std::move(runtime), std::move(transport), Options{})
{
}

Client Client::with_interceptor(std::shared_ptr<Interceptor> interceptor) const
{
  Options options = impl_->options;
  options.interceptors.push_back(std::move(interceptor));
  Client copy(*this);
  copy.impl_ = std::make_shared<const Impl>(impl_->runtime, impl_->transport, std::move(options), impl_->endpoint);
  return copy;
}

const std::string& Client::default_namespace() const noexcept
{
  return impl_->options.default_namespace;
}

const Runtime& Client::runtime() const noexcept
{
  return impl_->runtime;
}

bool Client::answers_inline() const noexcept
{
  return impl_->transport->completes_inline();
}

awaitable<Object> Client::async_get(ResourceType type, ObjectKey key, GetOptions options) const
{
  auto call = detail::get_call(std::move(type), std::move(key), {}, options);
  return Impl::read_object(impl_, std::move(call), bounds_of(options), true, options.keep_managed_fields);
}

awaitable<ObjectList> Client::async_list(ResourceType type, ListOptions options) const
{
  auto call = detail::list_call(std::move(type), options);
  return Impl::list(impl_, std::move(call), bounds_of(options), true, options.keep_managed_fields);
}

awaitable<Object> Client::async_create(ResourceType type, Object object, WriteOptions options) const
{
  auto call = detail::create_call(std::move(type), object, options, impl_->options.field_manager);
  return Impl::write(impl_, std::move(call), bounds_of(options), true);
}

awaitable<Object> Client::async_update(ResourceType type, Object object, WriteOptions options) const
{
  auto call = detail::update_call(std::move(type), object, {}, options, impl_->options.field_manager);
  return Impl::write(impl_, std::move(call), bounds_of(options), true);
}

awaitable<Object> Client::async_update_status(ResourceType type, Object object, WriteOptions options) const
{
  auto call = detail::update_call(std::move(type), object, "status", options, impl_->options.field_manager);
  return Impl::write(impl_, std::move(call), bounds_of(options), true);
}

awaitable<Object> Client::async_patch(ResourceType type, ObjectKey key, Patch patch, PatchOptions options,
                                      std::string subresource) const
{
  auto call = detail::patch_call(std::move(type), std::move(key), std::move(patch), std::move(subresource), options,
                                 impl_->options.field_manager);
  return Impl::write(impl_, std::move(call), bounds_of(options), true);
}

awaitable<Object> Client::async_apply(ResourceType type, Object object, PatchOptions options,
                                      std::string subresource) const
{
  auto call =
      detail::apply_call(std::move(type), object, std::move(subresource), options, impl_->options.field_manager);
  return Impl::write(impl_, std::move(call), bounds_of(options), true);
}

awaitable<ObjectList> Client::async_delete_collection(ResourceType type, ListOptions which, DeleteOptions options) const
{
  auto call = detail::delete_collection_call(std::move(type), options, which);
  return Impl::remove_many(impl_, std::move(call), bounds_of(options), true);
}

awaitable<Object> Client::async_update_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                   Object body, WriteOptions options) const
{
  auto call = detail::update_subresource_call(std::move(type), std::move(key), std::move(subresource), body, options,
                                              impl_->options.field_manager);
  return Impl::write(impl_, std::move(call), bounds_of(options), true);
}

awaitable<void> Client::async_delete(ResourceType type, ObjectKey key, DeleteOptions options) const
{
  auto call = detail::delete_call(std::move(type), std::move(key), options);
  return Impl::remove(impl_, std::move(call), bounds_of(options), true);
}

awaitable<Object> Client::async_get_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                GetOptions options) const
{
  auto call = detail::get_call(std::move(type), std::move(key), std::move(subresource), options);
  return Impl::read_object(impl_, std::move(call), bounds_of(options), true, options.keep_managed_fields);
}

awaitable<Object> Client::async_create_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                   Object body, WriteOptions options) const
{
  auto call = detail::create_subresource_call(std::move(type), std::move(key), std::move(subresource), body, options,
                                              impl_->options.field_manager);
  return Impl::write(impl_, std::move(call), bounds_of(options), true);
}

awaitable<std::string> Client::async_get_raw(std::string target, CallOptions options) const
{
  return Impl::raw(impl_, detail::raw_call(std::move(target)), std::move(options), true);
}

}  // namespace kubexx
