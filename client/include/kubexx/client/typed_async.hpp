// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/apply_fields.hpp"
#include "kubexx/client/detail/create_text.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/client/scale.hpp"
#include "kubexx/client/table.hpp"
#include "kubexx/client/typed_object.hpp"
#include "kubexx/client/typed_watch.hpp"

namespace kubexx {

/// The awaitable verbs of Api. Use Api, which also has the blocking ones.
template <Kind T>
class AsyncApi {
protected:
  static constexpr bool is_pod = T::kubexx_resource.group.empty() && T::kubexx_resource.kind == "Pod";

  [[nodiscard]] Typed<T> bound(Object object) const { return Typed<T>(std::move(object), client_); }
  [[nodiscard]] Typed<T> written(Object answer) const
  {
    return detail::written_value<Typed<T>>(std::move(answer), client_);
  }
  /// Leaves out objects that do not fit T, and logs them unless `unreadable` receives them. It also receives objects
  /// that cannot be read at all, which the client has logged.
  [[nodiscard]] std::vector<Typed<T>> all_of(const ObjectList& list, std::vector<UnreadableObject>* unreadable) const
  {
    std::vector<Typed<T>> values;
    values.reserve(list.items.size());
    std::vector<UnreadableObject> left_out;
    for (const Object& item : list.items) {
      try {
        values.push_back(bound(item));
      } catch (const ObjectError& error) {
        left_out.push_back({item, error.what()});
      }
    }
    if (unreadable == nullptr) {
      detail::log_unreadable(client_.runtime().log, "list " + type().group_resource(), left_out);
      return values;
    }
    *unreadable = list.unreadable;
    unreadable->insert(unreadable->end(), left_out.begin(), left_out.end());
    return values;
  }

public:
  explicit AsyncApi(Client client) : client_(std::move(client)) {}

  /// Returns one object; async_try_get returns nullopt if it does not exist.
  [[nodiscard]] awaitable<Typed<T>> async_get(ObjectKey key, GetOptions options = {}) const
  {
    return typed(client_.async_get(type(), std::move(key), std::move(options)));
  }
  [[nodiscard]] awaitable<std::optional<Typed<T>>> async_try_get(ObjectKey key, GetOptions options = {}) const
  {
    return found(client_.async_get(type(), std::move(key), std::move(options)), client_);
  }
  [[nodiscard]] awaitable<std::vector<Typed<T>>> async_list(ListOptions options = {}) const
  {
    return all_typed(client_.async_list(type(), std::move(options)), nullptr);
  }
  /// `unreadable` must outlive the call.
  [[nodiscard]] awaitable<std::vector<Typed<T>>> async_list(ListOptions options,
                                                            std::vector<UnreadableObject>& unreadable) const
  {
    return all_typed(client_.async_list(type(), std::move(options)), &unreadable);
  }
  [[nodiscard]] awaitable<std::vector<Typed<T>>> async_list_all(ListOptions options = {},
                                                                OnExpired on_expired = OnExpired::full_list) const
  {
    return all_typed(client_.async_list_all(type(), std::move(options), on_expired), nullptr);
  }
  /// `unreadable` must outlive the call.
  [[nodiscard]] awaitable<std::vector<Typed<T>>> async_list_all(ListOptions options,
                                                                std::vector<UnreadableObject>& unreadable,
                                                                OnExpired on_expired = OnExpired::full_list) const
  {
    return all_typed(client_.async_list_all(type(), std::move(options), on_expired), &unreadable);
  }
  [[nodiscard]] awaitable<TypedWatch<T>> async_watch(WatchOptions options = {}) const
  {
    return typed_watch(client_.async_watch(type(), std::move(options)));
  }
  [[nodiscard]] awaitable<TableStream> async_watch_table(WatchOptions options = {},
                                                         IncludeObject include = IncludeObject::metadata) const
  {
    return client_.async_watch_table(type(), std::move(options), include);
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
    auto object = detail::write_new_object(&value, detail::codec_of<T>, type());
    return written_later(object ? detail::async_create_text(client_, type(), *std::move(object), options)
                                : client_.async_create(type(), Object::from(value), options));
  }
  [[nodiscard]] awaitable<Typed<T>> async_patch(ObjectKey key, Patch patch, PatchOptions options = {},
                                                std::string subresource = {}) const
  {
    return written_later(
        client_.async_patch(type(), std::move(key), std::move(patch), std::move(options), std::move(subresource)));
  }
  [[nodiscard]] awaitable<void> async_delete(ObjectKey key, DeleteOptions options = {}) const
  {
    return client_.async_delete(type(), std::move(key), std::move(options));
  }

  /// Server-side apply of the fields that are set in `value` and those that `kept` names.
  [[nodiscard]] awaitable<Typed<T>> async_apply(const T& value, PatchOptions options = {}, std::string subresource = {},
                                                KeptFields kept = {}) const
  {
    return written_later(
        client_.async_apply(type(), applied_object(value, kept), std::move(options), std::move(subresource)));
  }
  /// The same as the function of Client with that name, for the resource of T.
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
  [[nodiscard]] awaitable<Scale> async_patch_scale(ObjectKey key, Patch patch, PatchOptions options = {}) const
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

  /// The resource of T, and the client of the calls.
  [[nodiscard]] static const ResourceType& type() { return resource_of<T>(); }
  [[nodiscard]] const Client& client() const noexcept { return client_; }

private:
  [[nodiscard]] awaitable<Typed<T>> typed(awaitable<Object> work) const { return typed_of(std::move(work), client_); }
  static awaitable<Typed<T>> typed_of(awaitable<Object> work, Client client)
  {
    Object object = co_await std::move(work);
    co_return Typed<T>(std::move(object), std::move(client));
  }
  [[nodiscard]] awaitable<Typed<T>> written_later(awaitable<Object> work) const
  {
    return written_of(std::move(work), *this);
  }
  static awaitable<Typed<T>> written_of(awaitable<Object> work, AsyncApi self)
  {
    Object answer = co_await std::move(work);
    co_return self.written(std::move(answer));
  }
  static awaitable<std::optional<Typed<T>>> found(awaitable<Object> work, Client client)
  {
    try {
      Object object = co_await std::move(work);
      co_return Typed<T>(std::move(object), std::move(client));
    } catch (const ApiError& error) {
      if (!is_not_found(error)) throw;
    }
    co_return std::nullopt;
  }
  [[nodiscard]] awaitable<std::vector<Typed<T>>> all_typed(awaitable<ObjectList> work,
                                                           std::vector<UnreadableObject>* unreadable) const
  {
    return all_typed_of(std::move(work), *this, unreadable);
  }
  static awaitable<std::vector<Typed<T>>> all_typed_of(awaitable<ObjectList> work, AsyncApi self,
                                                       std::vector<UnreadableObject>* unreadable)
  {
    ObjectList list = co_await std::move(work);
    co_return self.all_of(list, unreadable);
  }
  [[nodiscard]] awaitable<TypedWatch<T>> typed_watch(awaitable<std::unique_ptr<WatchStream>> work) const
  {
    return typed_watch_of(std::move(work), client_);
  }
  static awaitable<TypedWatch<T>> typed_watch_of(awaitable<std::unique_ptr<WatchStream>> work, Client client)
  {
    auto events = co_await std::move(work);
    co_return TypedWatch<T>(std::move(events), std::move(client));
  }

  Client client_;
};

}  // namespace kubexx
