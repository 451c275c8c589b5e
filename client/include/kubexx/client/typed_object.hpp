// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/detail/write_back.hpp"
#include "kubexx/client/pages.hpp"

namespace kubexx {

/// A described struct together with the object that it was read from. Change the struct and write it back: fields that
/// T does not declare stay as they are. The holder owns the struct; the origin never changes. A value type.
///
/// A Typed that was read through an Api, a Context or an earlier write keeps its client and can write itself back. Each
/// verb has a blocking and an awaitable form (`async_…`; the value must outlive the call). A write
/// - sends nothing and returns false if nothing was changed;
/// - otherwise replaces this value by the server's response, except in a dry run. Throws ObjectError if the response
///   does not fit T; its text states that the object was written;
/// - writes the object that was read, at the version that was read: name, namespace, uid, resourceVersion and the other
///   metadata owned by the server come from the origin, whatever the struct contains. Throws std::invalid_argument,
///   before anything is sent, if the struct has another name or namespace. So `*typed = desired;` is safe: a struct
///   without uid and resourceVersion was not read, and the origin's finalizers and ownerReferences replace empty ones;
/// - throws std::invalid_argument, before anything is sent, if the request would carry a change of `status` to the
///   object or any other change to the status: the API server would ignore it (ResourceInfo::status_subresource);
/// - throws std::logic_error for a value without a client, and the exceptions of the client's verbs.
template <Kind T>
class Typed {
public:
  /// Empty; converts to false.
  Typed() = default;
  /// Empty if `origin` is. `whole` is false for an object of which a cache keeps only a part. Throws ObjectError if a
  /// field of `origin` has another type than in T.
  explicit Typed(Object origin, std::optional<Client> client = std::nullopt, bool whole = true)
      : value_(origin ? origin.template as<T>() : T{}),
        origin_(std::move(origin)),
        client_(std::move(client)),
        whole_(whole && origin_.kind() != "PartialObjectMetadata")
  {
  }
  /// A new object, without an origin.
  explicit Typed(T value) : value_(std::move(value)) {}

  /// Whether the object was read: false if it was not found, and for a new object.
  explicit operator bool() const noexcept { return static_cast<bool>(origin_); }

  [[nodiscard]] T* operator->() noexcept { return &value_; }
  [[nodiscard]] const T* operator->() const noexcept { return &value_; }
  [[nodiscard]] T& operator*() & noexcept { return value_; }
  [[nodiscard]] const T& operator*() const& noexcept { return value_; }
  [[nodiscard]] T operator*() && { return std::move(value_); }

  /// The object as it was read; empty for a new object.
  [[nodiscard]] const Object& origin() const& noexcept { return origin_; }
  [[nodiscard]] Object origin() const&& noexcept { return origin_; }
  [[nodiscard]] ObjectKey key() const
  {
    return origin_ ? origin_.key() : ObjectKey{value_.metadata.namespace_, value_.metadata.name};
  }
  /// Whether metadata.deletionTimestamp was set when the object was read.
  [[nodiscard]] bool is_deleting() const noexcept { return origin_ && origin_.is_deleting(); }
  /// The current value of the label or annotation.
  [[nodiscard]] std::optional<std::string> label(std::string_view name) const
  {
    return value_of(value_.metadata.labels, name);
  }
  [[nodiscard]] std::optional<std::string> annotation(std::string_view name) const
  {
    return value_of(value_.metadata.annotations, name);
  }

  /// The object that an update sends: the origin overlaid with the fields of the value. Throws std::invalid_argument if
  /// the value has another name or namespace than the origin.
  [[nodiscard]] Object object() const
  {
    if (!origin_) return Object::from(value_);
    // Most reconciles change nothing, and reading costs a fraction of writing.
    const T as_read = origin_.template as<T>();
    if (detail::codec_of<T>.same(&value_, &as_read)) return origin_;
    return detail::as_read(origin_, origin_.with(value_));
  }
  /// Only the changes of the value, as a patch. Throws std::invalid_argument for a new object.
  [[nodiscard]] Patch difference() const
  {
    if (!origin_) throw std::invalid_argument("a new object cannot be patched: create it");
    return make_patch(origin_, object());
  }
  /// Whether an update would change anything.
  [[nodiscard]] bool changed() const { return !origin_ || !same_content(object(), origin_); }

  /// Sends only the changes and preserves changes by others (make_patch). A conflict (is_conflict) means that a list
  /// had to be replaced as a whole and the object has changed since it was read; a reconciler lets it propagate. A
  /// value from a cache that keeps only a part of each object can replace a list only if the cache has all of the list:
  /// the object is first read from the server, and std::invalid_argument names a list that is incomplete.
  bool patch(const WriteOptions& options = {}) { return write(detail::WrittenAs::patch, part(), options); }
  [[nodiscard]] awaitable<bool> async_patch(WriteOptions options = {})
  {
    return async_write(detail::WrittenAs::patch, part(), std::move(options));
  }
  bool patch_status(const WriteOptions& options = {}) { return write(detail::WrittenAs::patch, kStatus, options); }
  [[nodiscard]] awaitable<bool> async_patch_status(WriteOptions options = {})
  {
    return async_write(detail::WrittenAs::patch, kStatus, std::move(options));
  }
  /// Sends the full object; a conflict if anything has changed since it was read. Throws std::logic_error for a value
  /// from a cache that keeps only a part of each object (metadata only, a transform): the rest would be lost.
  bool update(const WriteOptions& options = {}) { return write(detail::WrittenAs::update, part(), options); }
  [[nodiscard]] awaitable<bool> async_update(WriteOptions options = {})
  {
    return async_write(detail::WrittenAs::update, part(), std::move(options));
  }
  bool update_status(const WriteOptions& options = {}) { return write(detail::WrittenAs::update, kStatus, options); }
  [[nodiscard]] awaitable<bool> async_update_status(WriteOptions options = {})
  {
    return async_write(detail::WrittenAs::update, kStatus, std::move(options));
  }
  /// Deletes the object that was read; returns false if it no longer exists. Another object that now has its name is
  /// not deleted (the precondition is metadata.uid).
  bool remove(const DeleteOptions& options = {}) const
  {
    return detail::remove_read(client(), resource_of<T>(), read(), options);
  }
  [[nodiscard]] awaitable<bool> async_remove(DeleteOptions options = {}) const
  {
    return detail::async_remove_read(client(), resource_of<T>(), read(), std::move(options));
  }

private:
  static constexpr detail::WrittenPart kStatus = detail::WrittenPart::status;
  static constexpr detail::WrittenPart part()
  {
    return T::kubexx_resource.status_subresource ? detail::WrittenPart::all_but_status : detail::WrittenPart::whole;
  }

  static std::optional<std::string> value_of(const std::map<std::string, std::string>& map, std::string_view name)
  {
    const auto found = map.find(std::string(name));
    return found == map.end() ? std::nullopt : std::optional(found->second);
  }

  [[nodiscard]] const Client& client() const
  {
    if (client_) return *client_;
    throw std::logic_error("this " + resource_of<T>().kind +
                           " was not read through an Api or a Context, so it does not know where to write itself");
  }
  [[nodiscard]] const Object& read() const
  {
    if (origin_) return origin_;
    throw std::logic_error("a new " + resource_of<T>().kind + " cannot be written back: create it");
  }
  [[nodiscard]] detail::WriteBack change(detail::WrittenAs as, detail::WrittenPart what) const
  {
    if (as == detail::WrittenAs::update && !whole_) {
      throw std::logic_error(resource_of<T>().kind + " \"" + origin_.key().to_string() +
                             "\" was read from a cache that keeps only a part of each object: patch it instead");
    }
    return {resource_of<T>(), read(), object(), what, as, whole_};
  }

  bool write(detail::WrittenAs as, detail::WrittenPart what, const WriteOptions& options)
  {
    return take(detail::write_back(client(), change(as, what), options));
  }
  awaitable<bool> async_write(detail::WrittenAs as, detail::WrittenPart what, WriteOptions options)
  {
    const Client& sender = client();
    detail::WriteBack written = change(as, what);
    const bool is_origin = written.changed.bytes().data() == origin_.bytes().data();
    if (is_origin) return nothing_sent();
    return take_later(detail::async_write_back(sender, std::move(written), std::move(options)));
  }
  static awaitable<bool> nothing_sent() { co_return false; }
  awaitable<bool> take_later(awaitable<detail::WrittenBack> work)
  {
    detail::WrittenBack written = co_await std::move(work);
    co_return take(std::move(written));
  }
  bool take(detail::WrittenBack written)
  {
    if (written.answer) *this = detail::written_value<Typed>(std::move(written.answer), client_);
    return written.sent;
  }

  T value_{};
  Object origin_;
  std::optional<Client> client_;  // nullopt: made from just an object
  bool whole_ = true;             // origin_ is the full object
};

/// ObjectPages of one described kind. Leaves out items that do not fit T.
template <Kind T>
class TypedPages {
public:
  /// The items can write themselves back with `client`.
  explicit TypedPages(ObjectPages pages, std::optional<Client> client = std::nullopt)
      : pages_(std::move(pages)), client_(std::move(client))
  {
  }

  /// Returns the next item, or nullopt after the last one.
  [[nodiscard]] awaitable<std::optional<Typed<T>>> async_next()
  {
    for (;;) {
      auto item = co_await pages_.async_next();
      if (!item) co_return std::nullopt;
      if (auto fitting = typed(*item)) co_return fitting;
    }
  }
  [[nodiscard]] std::optional<Typed<T>> next()
  {
    while (auto item = pages_.next()) {
      if (auto fitting = typed(*item)) return fitting;
    }
    return std::nullopt;
  }
  /// Returns the items that were left out since the last call; they are not logged unless the caller does it.
  [[nodiscard]] std::vector<UnreadableObject> take_unreadable() { return std::exchange(unreadable_, {}); }
  /// The untyped pages, with their version and restarts.
  [[nodiscard]] const ObjectPages& pages() const noexcept { return pages_; }

private:
  [[nodiscard]] std::optional<Typed<T>> typed(const Object& item)
  {
    try {
      return Typed<T>(item, client_);
    } catch (const ObjectError& error) {
      unreadable_.push_back({item, error.what()});
      return std::nullopt;
    }
  }

  ObjectPages pages_;
  std::optional<Client> client_;
  std::vector<UnreadableObject> unreadable_;
};

}  // namespace kubexx
