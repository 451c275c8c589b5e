// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/client/pages.hpp"

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
  /// The value's changes alone: make_patch says how they leave others' changes alone. Throws std::invalid_argument for
  /// a new object.
  [[nodiscard]] Patch patch() const
  {
    if (!origin_) throw std::invalid_argument("a new object cannot be patched: create it");
    return make_patch(origin_, object());
  }
  /// Whether an update would change anything.
  [[nodiscard]] bool changed() const { return !origin_ || !same_content(object(), origin_); }

private:
  T value_{};
  Object origin_;
};

/// ObjectPages of one described kind. Errors are also ObjectError, for an item that does not fit T: it is passed over
/// by the next call.
template <Kind T>
class TypedPages {
public:
  explicit TypedPages(ObjectPages pages) : pages_(std::move(pages)) {}

  /// The next item; nullopt after the last one.
  [[nodiscard]] awaitable<std::optional<Typed<T>>> async_next()
  {
    auto item = co_await pages_.async_next();
    if (!item) co_return std::nullopt;
    co_return Typed<T>(std::move(*item));
  }
  [[nodiscard]] std::optional<Typed<T>> next()
  {
    auto item = pages_.next();
    if (!item) return std::nullopt;
    return Typed<T>(std::move(*item));
  }
  /// What the untyped pages know: version, restarts.
  [[nodiscard]] const ObjectPages& pages() const noexcept { return pages_; }

private:
  ObjectPages pages_;
};

}  // namespace kubexx
