// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// Reads an informer's store, as of its last event; sends no requests. A copyable handle that keeps the informer alive;
/// thread safe. Objects are shared with the store, never copied. Lists are sorted by key.
class Lister {
public:
  explicit Lister(SharedInformer informer) : informer_(std::move(informer)) {}

  /// Returns an empty Object if there is none.
  [[nodiscard]] Object find(const ObjectKey& key) const { return informer_.store().get(key); }
  /// Throws the NotFound ApiError that the server would return (so `is_not_found` recognizes it).
  [[nodiscard]] Object get(const ObjectKey& key) const;
  /// Returns all matching objects, in every namespace. A field is read at its path in the object ("spec.nodeName"),
  /// whether or not the server can select by it; a field that is absent or not a scalar has the empty value. Selectors
  /// are matched against every object: to visit fewer, use an index.
  [[nodiscard]] ObjectSnapshot list(const LabelSelector& labels = {}, const FieldSelector& fields = {}) const;
  [[nodiscard]] ObjectSnapshot list(std::string_view namespace_, const LabelSelector& labels = {},
                                    const FieldSelector& fields = {}) const;
  /// Throws std::invalid_argument if there is no such index.
  [[nodiscard]] ObjectSnapshot by_index(std::string_view index, std::string_view value) const;
  [[nodiscard]] const SharedInformer& informer() const noexcept { return informer_; }

private:
  SharedInformer informer_;
};

/// A Lister that returns values of a described type. **Each call decodes the objects that it returns: `list()` decodes
/// all of them.** For a hot path, derive a value with Snapshot (snapshot.hpp). Throws ObjectError, which names the
/// object, if a stored object does not fit the type. Include kubexx/apimachinery/describe.hpp where it is used.
template <Kind T>
class TypedLister {
public:
  /// Throws std::invalid_argument if `informer` does not watch T's resource.
  explicit TypedLister(SharedInformer informer) : lister_(checked(std::move(informer))) {}

  /// These are the functions of Lister; the objects are returned as T.
  [[nodiscard]] std::optional<T> find(const ObjectKey& key) const
  {
    const Object object = lister_.find(key);
    if (!object) return std::nullopt;
    return object.as<T>();
  }
  [[nodiscard]] T get(const ObjectKey& key) const { return lister_.get(key).template as<T>(); }
  [[nodiscard]] std::vector<T> list(const LabelSelector& labels = {}, const FieldSelector& fields = {}) const
  {
    return typed(lister_.list(labels, fields));
  }
  [[nodiscard]] std::vector<T> list(std::string_view namespace_, const LabelSelector& labels = {},
                                    const FieldSelector& fields = {}) const
  {
    return typed(lister_.list(namespace_, labels, fields));
  }
  [[nodiscard]] std::vector<T> by_index(std::string_view index, std::string_view value) const
  {
    return typed(lister_.by_index(index, value));
  }
  [[nodiscard]] const Lister& dynamic() const noexcept { return lister_; }

private:
  static SharedInformer checked(SharedInformer informer)
  {
    if (informer.type() == resource_of<T>()) return informer;
    throw std::invalid_argument("TypedLister of " + resource_of<T>().group_resource() + ": the informer watches " +
                                informer.type().group_resource());
  }
  static std::vector<T> typed(const ObjectSnapshot& objects)
  {
    std::vector<T> values;
    values.reserve(objects.size());
    for (const auto& object : objects) values.push_back(object.as<T>());
    return values;
  }

  Lister lister_;
};

}  // namespace kubexx
