// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/client/typed_async.hpp"

namespace kubexx {

/// The verbs of a Client for one described kind: `api<Foo>(client).get({"default", "a"})`. A cheap handle, as thread
/// safe as the Client, which documents each verb. Errors are those of the Client, and ObjectError if a response does
/// not fit T; after a write, its text states that the object was written. A list leaves out objects that do not fit T
/// or cannot be read: they are logged, or returned by the overloads that take `unreadable`.
template <Kind T>
class Api : public AsyncApi<T> {
  using AsyncApi<T>::is_pod;
  using AsyncApi<T>::all_of;
  using AsyncApi<T>::bound;
  using AsyncApi<T>::written;

public:
  using AsyncApi<T>::client;
  using AsyncApi<T>::type;

  explicit Api(Client untyped) : AsyncApi<T>(std::move(untyped)) {}

  /// These are the blocking forms of AsyncApi's functions.
  [[nodiscard]] Typed<T> get(const ObjectKey& key, const GetOptions& options = {}) const
  {
    return bound(client().get(type(), key, options));
  }
  /// Returns nullopt if there is no such object.
  [[nodiscard]] std::optional<Typed<T>> try_get(const ObjectKey& key, const GetOptions& options = {}) const
  {
    try {
      return get(key, options);
    } catch (const ApiError& error) {
      if (!is_not_found(error)) throw;
      return std::nullopt;
    }
  }
  /// One page, without its continue token: use `pages` or `list_all` for the other pages.
  [[nodiscard]] std::vector<Typed<T>> list(const ListOptions& options = {}) const
  {
    return all_of(client().list(type(), options), nullptr);
  }
  [[nodiscard]] std::vector<Typed<T>> list(const ListOptions& options, std::vector<UnreadableObject>& unreadable) const
  {
    return all_of(client().list(type(), options), &unreadable);
  }
  [[nodiscard]] std::vector<Typed<T>> list_all(const ListOptions& options = {},
                                               OnExpired on_expired = OnExpired::full_list) const
  {
    return all_of(client().list_all(type(), options, on_expired), nullptr);
  }
  [[nodiscard]] std::vector<Typed<T>> list_all(const ListOptions& options, std::vector<UnreadableObject>& unreadable,
                                               OnExpired on_expired = OnExpired::full_list) const
  {
    return all_of(client().list_all(type(), options, on_expired), &unreadable);
  }
  [[nodiscard]] TypedPages<T> pages(ListOptions options = {}, OnExpired on_expired = OnExpired::fail) const
  {
    return TypedPages<T>(client().pages(type(), std::move(options), on_expired), client());
  }
  [[nodiscard]] Table get_table(const ObjectKey& key, const GetOptions& options = {},
                                IncludeObject include = IncludeObject::metadata) const
  {
    return client().get_table(type(), key, options, include);
  }
  [[nodiscard]] Table list_table(const ListOptions& options = {}, IncludeObject include = IncludeObject::metadata) const
  {
    return client().list_table(type(), options, include);
  }
  [[nodiscard]] TypedWatch<T> watch(const WatchOptions& options = {}) const
  {
    return TypedWatch<T>(client().watch(type(), options), client());
  }
  [[nodiscard]] TableStream watch_table(const WatchOptions& options = {},
                                        IncludeObject include = IncludeObject::metadata) const
  {
    return client().watch_table(type(), options, include);
  }
  Typed<T> create(const T& value, const WriteOptions& options = {}) const
  {
    return written(client().create(type(), Object::from(value), options));
  }
  Typed<T> patch(const ObjectKey& key, const Patch& patch, const PatchOptions& options = {},
                 std::string_view subresource = {}) const
  {
    return written(client().patch(type(), key, patch, options, subresource));
  }
  /// Server-side apply of the fields that are set in `value` or named by `kept`; see applied_object.
  Typed<T> apply(const T& value, const PatchOptions& options = {}, std::string_view subresource = {},
                 const KeptFields& kept = {}) const
  {
    return written(client().apply(type(), applied_object(value, kept), options, subresource));
  }
  void delete_(const ObjectKey& key, const DeleteOptions& options = {}) const
  {
    client().delete_(type(), key, options);
  }
  ObjectList delete_collection(const ListOptions& which, const DeleteOptions& options = {}) const
  {
    return client().delete_collection(type(), which, options);
  }
  [[nodiscard]] Scale get_scale(const ObjectKey& key, const GetOptions& options = {}) const
  {
    return client().get_scale(type(), key, options);
  }
  Scale update_scale(const Scale& scale, const WriteOptions& options = {}) const
  {
    return client().update_scale(type(), scale, options);
  }
  Scale patch_scale(const ObjectKey& key, const Patch& patch, const PatchOptions& options = {}) const
  {
    return client().patch_scale(type(), key, patch, options);
  }
  void evict(const ObjectKey& key, const DeleteOptions& options = {}) const
    requires is_pod
  {
    client().evict(key, options);
  }
  [[nodiscard]] std::string logs(const ObjectKey& key, const LogOptions& options = {}) const
    requires is_pod
  {
    return client().logs(key, options);
  }
  [[nodiscard]] LogStream stream_logs(const ObjectKey& key, const LogOptions& options = {}) const
    requires is_pod
  {
    return client().stream_logs(key, options);
  }
};

/// Returns the typed calls for T: `api<Backup>(client).get(key)`.
template <Kind T>
[[nodiscard]] Api<T> api(Client client)
{
  return Api<T>(std::move(client));
}

}  // namespace kubexx
