// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/kind_cache.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "context/served_kind.hpp"
#include "kubexx/controller/not_synced.hpp"
#include "kubexx/controller/not_watched.hpp"

namespace kubexx {

namespace {

constexpr unsigned kNotFound = 404;

awaitable<void> nothing()
{
  co_return;
}

std::string in_namespace(std::string_view namespace_)
{
  return namespace_.empty() ? std::string() : " in namespace \"" + std::string(namespace_) + "\"";
}

}  // namespace

struct KindCache::Impl {
  const std::shared_ptr<const SharedInformer> informer;
  const std::string cluster;
  const std::shared_ptr<ServedKind> discovery;  // null: the kind is not optional

  // The client's error for the same call (request_parts.cpp).
  [[noreturn]] void refuse(const char* verb, const ObjectKey& key, const std::string& why) const
  {
    throw std::invalid_argument(verb + (" " + informer->type().group_resource()) +
                                (key.name.empty() ? "" : " \"" + key.name + "\"") + in_namespace(key.namespace_) +
                                ": " + why);
  }
  void check_scope(const char* verb, const ObjectKey& key) const
  {
    const ResourceType& type = informer->type();
    if (!type.namespaced() && !key.namespace_.empty()) {
      refuse(verb, key, "a namespace is given, but " + type.group_resource() + " are cluster-scoped");
    }
  }
  void check_key(const ObjectKey& key) const
  {
    check_scope("get", key);
    if (key.name.empty()) refuse("get", key, "the name is empty");
    const ResourceType& type = informer->type();
    if (type.namespaced() && key.namespace_.empty()) {
      refuse("get", key, "the namespace is empty, but " + type.group_resource() + " are namespaced");
    }
    check_watched(key.namespace_);
  }
  // Empty: all that are watched.
  void check_list(std::string_view namespace_) const
  {
    check_scope("list", {std::string(namespace_), {}});
    if (!namespace_.empty()) return check_watched(namespace_);
    if (watches_all() || !informer->namespaces().empty()) return;
    throw NotWatched(
        informer->type().group_resource() +
        " are not in the cache: the last of its namespaces was removed (SharedInformer::remove_namespace)");
  }

  // Of what is not watched the store knows nothing: not even that it is absent.
  void check_watched(std::string_view namespace_) const
  {
    if (informer->is_watched(namespace_)) return;
    const ResourceType& type = informer->type();
    throw NotWatched(type.group_resource() + " (" + type.api_version() + ") in namespace \"" + std::string(namespace_) +
                     "\" are not in the cache, which watches them only" + in_namespaces(informer->namespaces()) +
                     ": add it to ManagerOptions::namespaces, or leave that empty to watch all namespaces; set "
                     "InformerOptions::namespaces of this kind in ManagerOptions::configure_informer; or ask the API "
                     "server with client()");
  }

  [[nodiscard]] bool watches_all() const { return informer->options().namespaces.empty(); }
  // Empty: all that are watched.
  [[nodiscard]] bool synced(std::string_view namespace_) const
  {
    if (informer->has_ended()) return false;
    if (!namespace_.empty() || watches_all()) return informer->has_synced(namespace_);
    const Namespaces watched = informer->namespaces();
    return !watched.empty() &&
           std::all_of(watched.begin(), watched.end(), [&](const auto& name) { return informer->has_synced(name); });
  }
  [[nodiscard]] bool answers_not_found() const { return informer->status().last_error_code == kNotFound; }

  // Whether there can be no object, because the API server does not have the kind. Throws NotSynced when an answer is
  // not possible.
  [[nodiscard]] bool is_absent(std::string_view namespace_) const
  {
    const bool missing = discovery && !informer->has_ended() && answers_not_found();
    if (!missing && synced(namespace_)) return false;
    const char* why = nullptr;
    if (missing) {
      const std::optional<bool> served = discovery->served();
      discovery->look_later();
      if (served == false) return true;
      why = served ? "the API server has the kind now, but its first list has not arrived yet"
                   : "it is not known yet whether the API server has the kind";
    }
    throw_not_synced(namespace_, why);
  }
  [[noreturn]] void throw_not_synced(std::string_view namespace_, const char* why) const
  {
    const ResourceType& type = informer->type();
    std::string text = type.group_resource() + " (" + type.api_version() + ")" + in_namespace(namespace_) +
                       (cluster.empty() ? "" : " of cluster '" + cluster + "'") + " have not synced: ";
    const WatchStatus status = informer->status();
    if (why != nullptr) {
      text += why;
    } else if (informer->has_ended()) {
      text += "their watch has ended";
    } else {
      text += status.last_error.empty() ? to_string(status.state) : status.last_error;
    }
    throw NotSynced(text);
  }
};

KindCache::KindCache(std::shared_ptr<const SharedInformer> informer, std::string cluster,
                     std::shared_ptr<ServedKind> served)
    : impl_(std::make_shared<Impl>(Impl{std::move(informer), std::move(cluster), std::move(served)}))
{
}
KindCache::KindCache(SharedInformer informer, Options options)
    : KindCache(
          std::make_shared<const SharedInformer>(informer), std::move(options.cluster),
          options.discovery ? std::make_shared<ServedKind>(std::move(*options.discovery), informer.type()) : nullptr)
{
}
KindCache::KindCache(SharedInformer informer) : KindCache(std::move(informer), Options{}) {}

const SharedInformer& KindCache::informer() const noexcept
{
  return *impl_->informer;
}
const ResourceType& KindCache::type() const
{
  return impl_->informer->type();
}

const std::string& KindCache::cluster() const noexcept
{
  return impl_->cluster;
}

std::string KindCache::name() const
{
  return type().group_resource() + in_namespaces(impl_->informer->namespaces());
}

Object KindCache::get(const ObjectKey& key) const
{
  impl_->check_key(key);
  if (impl_->is_absent(key.namespace_)) return {};
  return impl_->informer->store().get(key);
}
ObjectSnapshot KindCache::list(std::string_view namespace_) const
{
  impl_->check_list(namespace_);
  if (impl_->is_absent(namespace_)) return {};
  return namespace_.empty() ? impl_->informer->store().list() : impl_->informer->store().list(namespace_);
}
ObjectSnapshot KindCache::by_index(std::string_view index, std::string_view value, std::string_view namespace_) const
{
  impl_->check_list(namespace_);
  if (impl_->is_absent(namespace_)) return {};
  ObjectSnapshot found = impl_->informer->store().by_index(index, value);
  if (namespace_.empty()) return found;
  return found.where([&](const Object& object) { return object.namespace_() == namespace_; });
}
bool KindCache::synced(std::string_view namespace_) const
{
  return impl_->synced(namespace_) && !is_missing();
}
bool KindCache::served() const
{
  if (!impl_->answers_not_found()) return true;
  return impl_->discovery && impl_->discovery->served().value_or(false);
}
bool KindCache::is_missing() const
{
  return impl_->discovery && impl_->answers_not_found();
}
awaitable<void> KindCache::async_check_served() const
{
  return is_missing() ? impl_->discovery->async_check_served() : nothing();
}
bool KindCache::holds_all() const
{
  const InformerOptions& options = impl_->informer->options();
  return options.label_selector.empty() && options.field_selector.empty() && options.shard.everything();
}
bool KindCache::holds_whole() const
{
  const InformerOptions& options = impl_->informer->options();
  return !options.metadata_only && !options.transform;
}
std::size_t KindCache::pending_writes() const
{
  return impl_->informer->pending_writes();
}

}  // namespace kubexx
