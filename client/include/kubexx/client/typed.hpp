// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/client/logs.hpp"
#include "kubexx/client/scale.hpp"
#include "kubexx/client/table.hpp"
#include "kubexx/client/typed_object.hpp"

namespace kubexx {

/// The verbs of a Client for one described kind: `api<Foo>(client).get({"default", "a"})`. A cheap handle, as thread
/// safe as the Client, whose comments say what each verb does. Errors are those of the Client, and ObjectError when an
/// answer does not fit T.
template <Kind T>
class Api {
  static constexpr bool is_pod = T::kubexx_resource.group.empty() && T::kubexx_resource.kind == "Pod";

public:
  explicit Api(Client client) : client_(std::move(client)) {}

  [[nodiscard]] Typed<T> get(const ObjectKey& key, const GetOptions& options = {}) const
  {
    return Typed<T>(client_.get(type(), key, options));
  }
  /// One page; its continue token is not handed on: `pages` and `list_all` go on from page to page.
  [[nodiscard]] std::vector<Typed<T>> list(const ListOptions& options = {}) const
  {
    return all_of(client_.list(type(), options));
  }
  [[nodiscard]] std::vector<Typed<T>> list_all(const ListOptions& options = {},
                                               OnExpired on_expired = OnExpired::full_list) const
  {
    return all_of(client_.list_all(type(), options, on_expired));
  }
  [[nodiscard]] TypedPages<T> pages(ListOptions options = {}, OnExpired on_expired = OnExpired::fail) const
  {
    return TypedPages<T>(client_.pages(type(), std::move(options), on_expired));
  }
  [[nodiscard]] Table get_table(const ObjectKey& key, const GetOptions& options = {},
                                IncludeObject include = IncludeObject::metadata) const
  {
    return client_.get_table(type(), key, options, include);
  }
  [[nodiscard]] Table list_table(const ListOptions& options = {}, IncludeObject include = IncludeObject::metadata) const
  {
    return client_.list_table(type(), options, include);
  }
  Typed<T> create(const T& value, const WriteOptions& options = {}) const
  {
    return Typed<T>(client_.create(type(), Object::from(value), options));
  }
  Typed<T> update(const Typed<T>& value, const WriteOptions& options = {}) const
  {
    return Typed<T>(client_.update(type(), value.object(), options));
  }
  Typed<T> update_status(const Typed<T>& value, const WriteOptions& options = {}) const
  {
    return Typed<T>(client_.update_status(type(), value.object(), options));
  }
  Typed<T> patch(const ObjectKey& key, std::string_view patch, const PatchOptions& options = {},
                 std::string_view subresource = {}) const
  {
    return Typed<T>(client_.patch(type(), key, patch, options, subresource));
  }
  /// Server-side apply of the fields that `value` has.
  Typed<T> apply(const T& value, const PatchOptions& options = {}, std::string_view subresource = {}) const
  {
    return Typed<T>(client_.apply(type(), Object::from(value), options, subresource));
  }
  void delete_(const ObjectKey& key, const DeleteOptions& options = {}) const { client_.delete_(type(), key, options); }
  ObjectList delete_collection(const ListOptions& which, const DeleteOptions& options = {}) const
  {
    return client_.delete_collection(type(), which, options);
  }
  [[nodiscard]] Scale get_scale(const ObjectKey& key, const GetOptions& options = {}) const
  {
    return client_.get_scale(type(), key, options);
  }
  Scale update_scale(const Scale& scale, const WriteOptions& options = {}) const
  {
    return client_.update_scale(type(), scale, options);
  }
  Scale patch_scale(const ObjectKey& key, std::string_view patch, const PatchOptions& options = {}) const
  {
    return client_.patch_scale(type(), key, patch, options);
  }
  void evict(const ObjectKey& key, const DeleteOptions& options = {}) const
    requires is_pod
  {
    client_.evict(key, options);
  }
  [[nodiscard]] std::string logs(const ObjectKey& key, const LogOptions& options = {}) const
    requires is_pod
  {
    return client_.logs(key, options);
  }
  [[nodiscard]] LogStream stream_logs(const ObjectKey& key, const LogOptions& options = {}) const
    requires is_pod
  {
    return client_.stream_logs(key, options);
  }

  [[nodiscard]] awaitable<Typed<T>> async_get(ObjectKey key, GetOptions options = {}) const
  {
    return typed(client_.async_get(type(), std::move(key), std::move(options)));
  }
  [[nodiscard]] awaitable<std::vector<Typed<T>>> async_list(ListOptions options = {}) const
  {
    return all_typed(client_.async_list(type(), std::move(options)));
  }
  [[nodiscard]] awaitable<std::vector<Typed<T>>> async_list_all(ListOptions options = {},
                                                                OnExpired on_expired = OnExpired::full_list) const
  {
    return all_typed(client_.async_list_all(type(), std::move(options), on_expired));
  }
  [[nodiscard]] awaitable<std::unique_ptr<WatchStream>> async_watch(WatchOptions options = {}) const
  {
    return client_.async_watch(type(), std::move(options));
  }
  [[nodiscard]] awaitable<Table> async_get_table(ObjectKey key, GetOptions options = {},
                                                 IncludeObject include = IncludeObject::metadata) const
  {
    return client_.async_get_table(type(), std::move(key), std::move(options), include);
  }
  [[nodiscard]] awaitable<Table> async_list_table(ListOptions options = {},
                                                  IncludeObject include = IncludeObject::metadata) const
  {
    return client_.async_list_table(type(), std::move(options), include);
  }
  [[nodiscard]] awaitable<Typed<T>> async_create(const T& value, WriteOptions options = {}) const
  {
    return typed(client_.async_create(type(), Object::from(value), std::move(options)));
  }
  [[nodiscard]] awaitable<Typed<T>> async_update(const Typed<T>& value, WriteOptions options = {}) const
  {
    return typed(client_.async_update(type(), value.object(), std::move(options)));
  }
  [[nodiscard]] awaitable<Typed<T>> async_update_status(const Typed<T>& value, WriteOptions options = {}) const
  {
    return typed(client_.async_update_status(type(), value.object(), std::move(options)));
  }
  [[nodiscard]] awaitable<Typed<T>> async_patch(ObjectKey key, std::string patch, PatchOptions options = {},
                                                std::string subresource = {}) const
  {
    return typed(
        client_.async_patch(type(), std::move(key), std::move(patch), std::move(options), std::move(subresource)));
  }
  [[nodiscard]] awaitable<void> async_delete(ObjectKey key, DeleteOptions options = {}) const
  {
    return client_.async_delete(type(), std::move(key), std::move(options));
  }

  [[nodiscard]] awaitable<Typed<T>> async_apply(const T& value, PatchOptions options = {},
                                                std::string subresource = {}) const
  {
    return typed(client_.async_apply(type(), Object::from(value), std::move(options), std::move(subresource)));
  }
  [[nodiscard]] awaitable<ObjectList> async_delete_collection(ListOptions which, DeleteOptions options = {}) const
  {
    return client_.async_delete_collection(type(), std::move(which), std::move(options));
  }
  [[nodiscard]] awaitable<Scale> async_get_scale(ObjectKey key, GetOptions options = {}) const
  {
    return client_.async_get_scale(type(), std::move(key), std::move(options));
  }
  [[nodiscard]] awaitable<Scale> async_update_scale(Scale scale, WriteOptions options = {}) const
  {
    return client_.async_update_scale(type(), std::move(scale), std::move(options));
  }
  [[nodiscard]] awaitable<Scale> async_patch_scale(ObjectKey key, std::string patch, PatchOptions options = {}) const
  {
    return client_.async_patch_scale(type(), std::move(key), std::move(patch), std::move(options));
  }
  [[nodiscard]] awaitable<void> async_evict(ObjectKey key, DeleteOptions options = {}) const
    requires is_pod
  {
    return client_.async_evict(std::move(key), std::move(options));
  }
  [[nodiscard]] awaitable<std::string> async_logs(ObjectKey key, LogOptions options = {}) const
    requires is_pod
  {
    return client_.async_logs(std::move(key), std::move(options));
  }
  [[nodiscard]] awaitable<LogStream> async_stream_logs(ObjectKey key, LogOptions options = {}) const
    requires is_pod
  {
    return client_.async_stream_logs(std::move(key), std::move(options));
  }

  [[nodiscard]] static const ResourceType& type() { return resource_of<T>(); }
  [[nodiscard]] const Client& client() const noexcept { return client_; }

private:
  static std::vector<Typed<T>> all_of(ObjectList list)
  {
    std::vector<Typed<T>> values;
    values.reserve(list.items.size());
    for (Object& item : list.items) values.emplace_back(std::move(item));
    return values;
  }
  static awaitable<Typed<T>> typed(awaitable<Object> work)
  {
    Object object = co_await std::move(work);
    co_return Typed<T>(std::move(object));
  }
  static awaitable<std::vector<Typed<T>>> all_typed(awaitable<ObjectList> work)
  {
    ObjectList list = co_await std::move(work);
    co_return all_of(std::move(list));
  }

  Client client_;
};

template <Kind T>
[[nodiscard]] Api<T> api(Client client)
{
  return Api<T>(std::move(client));
}

}  // namespace kubexx
