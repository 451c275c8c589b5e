// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "kubexx/client/detail/create_text.hpp"
#include "requests/verb.hpp"

namespace kubexx {

using detail::VerbCall;
using detail::write_verb;

namespace {

using Impl = detail::ClientAccess::Impl;

const std::string& manager_of(const Impl::Self& impl)
{
  return impl->options.field_manager;
}

VerbCall<Object> create_verb(const Impl::Self& impl, ResourceType type, const Object& object,
                             const WriteOptions& options)
{
  return write_verb(impl, "async_create", detail::create_call(std::move(type), object, options, manager_of(impl)),
                    options);
}

VerbCall<Object> create_subresource_verb(const Impl::Self& impl, ResourceType type, ObjectKey key,
                                         std::string subresource, const Object& body, const WriteOptions& options)
{
  return write_verb(impl, "async_create_subresource",
                    detail::create_subresource_call(std::move(type), std::move(key), std::move(subresource), body,
                                                    options, manager_of(impl)),
                    options);
}

VerbCall<Object> update_verb(const Impl::Self& impl, const char* name, ResourceType type, const Object& object,
                             const char* subresource, const WriteOptions& options)
{
  return write_verb(impl, name, detail::update_call(std::move(type), object, subresource, options, manager_of(impl)),
                    options);
}

VerbCall<Object> update_subresource_verb(const Impl::Self& impl, ResourceType type, ObjectKey key,
                                         std::string subresource, const Object& body, const WriteOptions& options)
{
  return write_verb(impl, "async_update_subresource",
                    detail::update_subresource_call(std::move(type), std::move(key), std::move(subresource), body,
                                                    options, manager_of(impl)),
                    options);
}

VerbCall<Object> patch_verb(const Impl::Self& impl, ResourceType type, ObjectKey key, Patch patch,
                            std::string subresource, const PatchOptions& options)
{
  return write_verb(impl, "async_patch",
                    detail::patch_call(std::move(type), std::move(key), std::move(patch), std::move(subresource),
                                       options, manager_of(impl)),
                    options);
}

VerbCall<Object> apply_verb(const Impl::Self& impl, ResourceType type, const Object& object, std::string subresource,
                            const PatchOptions& options)
{
  return write_verb(impl, "async_apply",
                    detail::apply_call(std::move(type), object, std::move(subresource), options, manager_of(impl)),
                    options);
}

VerbCall<void> delete_verb(const Impl::Self& impl, ResourceType type, ObjectKey key, const DeleteOptions& options)
{
  return {impl, "async_delete", detail::delete_call(std::move(type), std::move(key), options), options, Impl::remove};
}

VerbCall<ObjectList> delete_collection_verb(const Impl::Self& impl, ResourceType type, const ListOptions& which,
                                            const DeleteOptions& options)
{
  return {impl, "async_delete_collection", detail::delete_collection_call(std::move(type), options, which), options,
          Impl::remove_many};
}

}  // namespace

awaitable<Object> detail::async_create_text(const Client& client, ResourceType type, NewObject object,
                                            const WriteOptions& options)
{
  const Impl::Self& impl = ClientAccess::impl(client);
  return write_verb(impl, "async_create",
                    create_text_call(std::move(type), std::move(object), options, manager_of(impl)), options)
      .async();
}

awaitable<void> detail::async_create_unread(const Client& client, ResourceType type, NewObject object,
                                            const WriteOptions& options)
{
  const Impl::Self& impl = ClientAccess::impl(client);
  auto call = create_text_call(std::move(type), std::move(object), options, manager_of(impl));
  return VerbCall<void>(impl, "async_create", std::move(call), options, Impl::write_only).async();
}

awaitable<Object> Client::async_create(ResourceType type, Object object, WriteOptions options) const
{
  return create_verb(impl_, std::move(type), object, options).async();
}
Object Client::create(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  return create_verb(impl_, type, object, options).run();
}

awaitable<Object> Client::async_update(ResourceType type, Object object, WriteOptions options) const
{
  return update_verb(impl_, "async_update", std::move(type), object, "", options).async();
}
Object Client::update(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  return update_verb(impl_, "async_update", type, object, "", options).run();
}

awaitable<Object> Client::async_update_status(ResourceType type, Object object, WriteOptions options) const
{
  return update_verb(impl_, "async_update_status", std::move(type), object, "status", options).async();
}
Object Client::update_status(const ResourceType& type, const Object& object, const WriteOptions& options) const
{
  return update_verb(impl_, "async_update_status", type, object, "status", options).run();
}

awaitable<Object> Client::async_patch(ResourceType type, ObjectKey key, Patch patch, PatchOptions options,
                                      std::string subresource) const
{
  return patch_verb(impl_, std::move(type), std::move(key), std::move(patch), std::move(subresource), options).async();
}
Object Client::patch(const ResourceType& type, const ObjectKey& key, const Patch& patch, const PatchOptions& options,
                     std::string_view subresource) const
{
  return patch_verb(impl_, type, key, patch, std::string(subresource), options).run();
}

awaitable<Object> Client::async_apply(ResourceType type, Object object, PatchOptions options,
                                      std::string subresource) const
{
  return apply_verb(impl_, std::move(type), object, std::move(subresource), options).async();
}
Object Client::apply(const ResourceType& type, const Object& object, const PatchOptions& options,
                     std::string_view subresource) const
{
  return apply_verb(impl_, type, object, std::string(subresource), options).run();
}

awaitable<void> Client::async_delete(ResourceType type, ObjectKey key, DeleteOptions options) const
{
  return delete_verb(impl_, std::move(type), std::move(key), options).async();
}
void Client::delete_(const ResourceType& type, const ObjectKey& key, const DeleteOptions& options) const
{
  delete_verb(impl_, type, key, options).run();
}

awaitable<ObjectList> Client::async_delete_collection(ResourceType type, ListOptions which, DeleteOptions options) const
{
  return delete_collection_verb(impl_, std::move(type), which, options).async();
}
ObjectList Client::delete_collection(const ResourceType& type, const ListOptions& which,
                                     const DeleteOptions& options) const
{
  return delete_collection_verb(impl_, type, which, options).run();
}

awaitable<Object> Client::async_create_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                   Object body, WriteOptions options) const
{
  return create_subresource_verb(impl_, std::move(type), std::move(key), std::move(subresource), body, options).async();
}
Object Client::create_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                                  const Object& body, const WriteOptions& options) const
{
  return create_subresource_verb(impl_, type, key, std::string(subresource), body, options).run();
}

awaitable<Object> Client::async_update_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                   Object body, WriteOptions options) const
{
  return update_subresource_verb(impl_, std::move(type), std::move(key), std::move(subresource), body, options).async();
}
Object Client::update_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                                  const Object& body, const WriteOptions& options) const
{
  return update_subresource_verb(impl_, type, key, std::string(subresource), body, options).run();
}

}  // namespace kubexx
