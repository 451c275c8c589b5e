// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/scale.hpp"

#include <utility>

#include "requests/verb.hpp"

/// The subresources that have verbs of their own: scale, eviction, token.
namespace kubexx {

namespace {

using Impl = detail::ClientAccess::Impl;

awaitable<Scale> scale_of(awaitable<Object> work)
{
  const Object object = co_await std::move(work);
  co_return object.as<Scale>();
}

ObjectKey key_of(const Scale& scale)
{
  return {scale.metadata.namespace_, scale.metadata.name};
}

awaitable<IssuedToken> token_of(awaitable<Object> work)
{
  const Object answer = co_await std::move(work);
  auto token = answer.at("/status/token").as_string();
  if (!token || token->empty()) throw ObjectError("the server's response to a TokenRequest contains no token");
  co_return IssuedToken{std::move(*token), answer.at("/status/expirationTimestamp").as_string().value_or("")};
}

/// An eviction says nothing of the pod, so it is announced to nobody.
awaitable<void> send_eviction(Impl::Self impl, Impl::CallPtr call, CallOptions bounds, bool may_wait)
{
  (void)co_await Impl::raw(std::move(impl), std::move(call), std::move(bounds), may_wait);
}

detail::VerbCall<void> evict_verb(const Impl::Self& impl, ObjectKey pod, const DeleteOptions& options)
{
  return {impl, "async_evict", detail::evict_call(std::move(pod), options, impl->options.field_manager), options,
          send_eviction};
}

detail::VerbCall<IssuedToken> token_verb(const Impl::Self& impl, ObjectKey account, const TokenOptions& options)
{
  return {impl, "async_create_token", detail::token_call(std::move(account), options, impl->options.field_manager),
          options, [](Impl::Self self, Impl::CallPtr call, CallOptions bounds, bool may_wait) {
            return token_of(Impl::write(std::move(self), std::move(call), std::move(bounds), may_wait));
          }};
}

}  // namespace

awaitable<Scale> Client::async_get_scale(ResourceType type, ObjectKey key, GetOptions options) const
{
  return scale_of(async_get_subresource(std::move(type), std::move(key), "scale", std::move(options)));
}

Scale Client::get_scale(const ResourceType& type, const ObjectKey& key, const GetOptions& options) const
{
  return get_subresource(type, key, "scale", options).as<Scale>();
}

awaitable<Scale> Client::async_update_scale(ResourceType type, Scale scale, WriteOptions options) const
{
  return scale_of(
      async_update_subresource(std::move(type), key_of(scale), "scale", Object::from(scale), std::move(options)));
}

Scale Client::update_scale(const ResourceType& type, const Scale& scale, const WriteOptions& options) const
{
  return update_subresource(type, key_of(scale), "scale", Object::from(scale), options).as<Scale>();
}

awaitable<Scale> Client::async_patch_scale(ResourceType type, ObjectKey key, Patch patch, PatchOptions options) const
{
  return scale_of(async_patch(std::move(type), std::move(key), std::move(patch), std::move(options), "scale"));
}

Scale Client::patch_scale(const ResourceType& type, const ObjectKey& key, const Patch& change,
                          const PatchOptions& options) const
{
  return patch(type, key, change, options, "scale").as<Scale>();
}

awaitable<void> Client::async_evict(ObjectKey pod, DeleteOptions options) const
{
  return evict_verb(impl_, std::move(pod), options).async();
}
void Client::evict(const ObjectKey& pod, const DeleteOptions& options) const
{
  evict_verb(impl_, pod, options).run();
}

awaitable<IssuedToken> Client::async_create_token(ObjectKey account, TokenOptions options) const
{
  return token_verb(impl_, std::move(account), options).async();
}
IssuedToken Client::create_token(const ObjectKey& account, const TokenOptions& options) const
{
  return token_verb(impl_, account, options).run();
}

}  // namespace kubexx
