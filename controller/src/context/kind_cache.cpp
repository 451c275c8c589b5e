// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/kind_cache.hpp"

#include <utility>

#include "kubexx/controller/not_watched.hpp"

namespace kubexx {

struct KindCache::Impl {
  const SharedInformer informer;
  const std::string cluster;

  // Of what is not watched the store knows nothing: not even that it is absent.
  void check_watched(std::string_view namespace_) const
  {
    if (informer.is_watched(namespace_)) return;
    const ResourceType& type = informer.type();
    throw NotWatched(type.group_resource() + " (" + type.api_version() + ") in namespace \"" + std::string(namespace_) +
                     "\" are not in the cache, which watches them" + in_namespaces(informer.namespaces()) +
                     " alone: add it to ManagerOptions::namespaces, or leave that empty to watch all namespaces; set "
                     "InformerOptions::namespaces of this kind in ManagerOptions::configure_informer; or ask the API "
                     "server with client()");
  }
};

KindCache::KindCache(SharedInformer informer, Options options)
    : impl_(std::make_shared<Impl>(Impl{std::move(informer), std::move(options.cluster)}))
{
}
KindCache::KindCache(SharedInformer informer) : KindCache(std::move(informer), Options{}) {}

const SharedInformer& KindCache::informer() const noexcept
{
  return impl_->informer;
}
const ResourceType& KindCache::type() const
{
  return impl_->informer.type();
}

const std::string& KindCache::cluster() const noexcept
{
  return impl_->cluster;
}

std::string KindCache::name() const
{
  return type().group_resource() + in_namespaces(impl_->informer.namespaces());
}

Object KindCache::get(const ObjectKey& key) const
{
  impl_->check_watched(key.namespace_);
  return impl_->informer.store().get(key);
}
ObjectSnapshot KindCache::list(std::string_view namespace_) const
{
  if (namespace_.empty()) return impl_->informer.store().list();
  impl_->check_watched(namespace_);
  return impl_->informer.store().list(namespace_);
}
ObjectSnapshot KindCache::by_index(std::string_view index, std::string_view value, std::string_view namespace_) const
{
  ObjectSnapshot found = impl_->informer.store().by_index(index, value);
  if (namespace_.empty()) return found;
  impl_->check_watched(namespace_);
  return found.where([&](const Object& object) { return object.namespace_() == namespace_; });
}
bool KindCache::holds_all() const
{
  const InformerOptions& options = impl_->informer.options();
  return options.label_selector.empty() && options.field_selector.empty() && options.shard.everything();
}
bool KindCache::holds_whole() const
{
  const InformerOptions& options = impl_->informer.options();
  return !options.metadata_only && !options.transform;
}
std::size_t KindCache::own_writes() const
{
  return impl_->informer.own_writes();
}

}  // namespace kubexx
