// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/client.hpp"

#include <stdexcept>
#include <utility>

#include "requests/client_impl.hpp"
#include "requests/verb.hpp"

namespace kubexx {

using detail::VerbCall;

namespace {

using Impl = detail::ClientAccess::Impl;

VerbCall<Object> get_verb(Impl::Self impl, const char* name, ResourceType type, ObjectKey key, std::string subresource,
                          const GetOptions& options)
{
  return {std::move(impl), name, detail::get_call(std::move(type), std::move(key), std::move(subresource), options),
          options,
          [keep = options.keep_managed_fields](Impl::Self self, Impl::CallPtr call, CallOptions bounds, bool may_wait) {
            return Impl::read_object(std::move(self), std::move(call), std::move(bounds), may_wait, keep);
          }};
}

VerbCall<ObjectList> list_verb(Impl::Self impl, ResourceType type, const ListOptions& options)
{
  return {std::move(impl), "async_list", detail::list_call(std::move(type), options), options,
          [keep = options.keep_managed_fields](Impl::Self self, Impl::CallPtr call, CallOptions bounds, bool may_wait) {
            return Impl::list(std::move(self), std::move(call), std::move(bounds), may_wait, keep);
          }};
}

VerbCall<std::string> raw_verb(Impl::Self impl, std::string target, const CallOptions& options)
{
  return {std::move(impl), "async_get_raw", detail::raw_call(std::move(target)), options, Impl::raw};
}

Client::Options with_defaults(Client::Options options)
{
  if (options.user_agent.empty()) options.user_agent = "kubexx/" KUBEXX_VERSION;
  return options;
}

}  // namespace

Client::Client(Runtime runtime, std::shared_ptr<Transport> transport, Options options)
    : impl_(Impl::make(std::move(runtime), std::move(transport), with_defaults(std::move(options)), Impl::Endpoint{}))
{
}

Client::Client(Runtime runtime, std::shared_ptr<Transport> transport)
    : Client(std::move(runtime), std::move(transport), Options{})
{
}

Client Client::with_interceptor(std::shared_ptr<Interceptor> interceptor) const
{
  if (!interceptor) throw std::invalid_argument("with_interceptor: the interceptor is null");
  Client copy(*this);
  copy.impl_ = Impl::with(*impl_, std::move(interceptor));
  return copy;
}

Client Client::with_outermost(std::shared_ptr<Interceptor> interceptor) const
{
  Client copy(*this);
  copy.impl_ = Impl::with_outermost(*impl_, std::move(interceptor));
  return copy;
}

Client Client::with_innermost(std::shared_ptr<Interceptor> interceptor) const
{
  Client copy(*this);
  copy.impl_ = Impl::with_innermost(*impl_, std::move(interceptor));
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
  return get_verb(impl_, "async_get", std::move(type), std::move(key), {}, options).async();
}
Object Client::get(const ResourceType& type, const ObjectKey& key, const GetOptions& options) const
{
  return get_verb(impl_, "async_get", type, key, {}, options).run();
}

awaitable<Object> Client::async_get_subresource(ResourceType type, ObjectKey key, std::string subresource,
                                                GetOptions options) const
{
  return get_verb(impl_, "async_get_subresource", std::move(type), std::move(key), std::move(subresource), options)
      .async();
}
Object Client::get_subresource(const ResourceType& type, const ObjectKey& key, std::string_view subresource,
                               const GetOptions& options) const
{
  return get_verb(impl_, "async_get_subresource", type, key, std::string(subresource), options).run();
}

awaitable<ObjectList> Client::async_list(ResourceType type, ListOptions options) const
{
  return list_verb(impl_, std::move(type), options).async();
}
ObjectList Client::list(const ResourceType& type, const ListOptions& options) const
{
  return list_verb(impl_, type, options).run();
}

awaitable<std::string> Client::async_get_raw(std::string target, CallOptions options) const
{
  return raw_verb(impl_, std::move(target), options).async();
}
std::string Client::get_raw(std::string_view target, const CallOptions& options) const
{
  return raw_verb(impl_, std::string(target), options).run();
}

}  // namespace kubexx
