// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/client/client.hpp"
#include "kubexx/client/describe.hpp"

namespace kubexx {

/// A described struct together with the object that it was read from, so that writing it back loses no field that T
/// does not know. The struct is the holder's own and may be changed; the origin stays as it was read. A value.
template <Kind T>
class Typed {
public:
  Typed() = default;
  /// Throws ObjectError when a field of `origin` has another type than T says.
  explicit Typed(Object origin) : value_(origin.template as<T>()), origin_(std::move(origin)) {}
  /// A new object, which comes from nowhere.
  explicit Typed(T value) : value_(std::move(value)) {}

  [[nodiscard]] T* operator->() noexcept { return &value_; }
  [[nodiscard]] const T* operator->() const noexcept { return &value_; }
  [[nodiscard]] T& operator*() noexcept { return value_; }
  [[nodiscard]] const T& operator*() const noexcept { return value_; }

  /// As it was read; empty for a new object.
  [[nodiscard]] const Object& origin() const noexcept { return origin_; }
  /// What an update sends: the origin with the value's fields laid over it.
  [[nodiscard]] Object object() const { return origin_ ? origin_.with(value_) : Object::from(value_); }
  /// Whether an update would change anything.
  [[nodiscard]] bool changed() const { return !origin_ || !same_content(object(), origin_); }

private:
  T value_{};
  Object origin_;
};

/// The verbs of a Client for one described kind: `api<Foo>(client).get({"default", "a"})`. A cheap handle, as thread
/// safe as the Client. Errors are those of the Client, and ObjectError when an answer does not fit T.
template <Kind T>
class Api {
public:
  explicit Api(Client client) : client_(std::move(client)) {}

  [[nodiscard]] Typed<T> get(const ObjectKey& key, const GetOptions& options = {}) const
  {
    return Typed<T>(client_.get(type(), key, options));
  }
  /// One page; `continue_` of the untyped list is not handed on: use Client::list to page.
  [[nodiscard]] std::vector<Typed<T>> list(const ListOptions& options = {}) const
  {
    return all_of(client_.list(type(), options));
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
  void delete_(const ObjectKey& key, const DeleteOptions& options = {}) const { client_.delete_(type(), key, options); }

  [[nodiscard]] awaitable<Typed<T>> async_get(ObjectKey key, GetOptions options = {}) const
  {
    return typed(client_.async_get(type(), std::move(key), std::move(options)));
  }
  [[nodiscard]] awaitable<std::vector<Typed<T>>> async_list(ListOptions options = {}) const
  {
    return all_typed(client_.async_list(type(), std::move(options)));
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
