// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/base/object_key.hpp"

namespace kubexx {

namespace detail {
struct ObjectAccess;
class ObjectRep;
void intrusive_ptr_add_ref(const ObjectRep* rep) noexcept;
void intrusive_ptr_release(const ObjectRep* rep) noexcept;
}  // namespace detail

/// The text is not a Kubernetes object: it is not JSON, or it lacks what the caller needs. The message names the place.
class ObjectError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// One entry of metadata.ownerReferences, read from an Object.
template <class Text>
struct OwnerOf {
  Text api_version, kind, name, uid;
  bool controller = false;
  bool block_owner_deletion = false;
};
using OwnerView = OwnerOf<std::string_view>;  ///< valid as long as the object
using Owner = OwnerOf<std::string>;           ///< owns its text

class OwningJsonView;

/// An immutable, reference-counted view of one object of any kind: a small header over the object's own JSON bytes.
/// Copies share the bytes, which never change. Views into it are valid as long as any copy lives. Thread safe. A
/// default-constructed Object is empty: it has no fields, and `json` throws. An Object is a single pointer, with one
/// allocation for header and bytes.
///
/// On a temporary (`client.get(type, key).name()`), the accessors return types that own their text: std::string, Owner,
/// OwningJsonView.
///
/// Parsing is one pass over the bytes that checks the JSON grammar. It accepts what Go's decoder accepts, and so
/// whatever an API server may deliver: nesting of 10,000, strings that are not UTF-8 or contain unpaired surrogates (as
/// text they have U+FFFD there), numbers of any size. If a name occurs more than once, the last member counts. The
/// bytes are kept as received, but `managedFields` is dropped unless requested.
class Object {
public:
  /// The maximum nesting of a value that becomes a tree or a struct, or that is patched or printed as YAML.
  static constexpr unsigned max_tree_depth = 256;

  /// The optional parts that `parse` keeps.
  struct ParseOptions {
    bool keep_managed_fields = false;
    /// Items of a list carry no apiVersion and kind. If set, these are written into an object that lacks them, except
    /// an empty kind.
    const ResourceType* type = nullptr;
  };

  Object() noexcept = default;
  /// Throws ObjectError.
  [[nodiscard]] static Object parse(std::string_view bytes, ParseOptions options);
  [[nodiscard]] static Object parse(std::string_view bytes);
  /// Throws ObjectError, which names object and place, for values that JSON cannot hold and for values that are not an
  /// object.
  [[nodiscard]] static Object from_json(const nlohmann::json& value);
  /// Converts a described struct; apiVersion and kind come from its type.
  template <class T>
  [[nodiscard]] static Object from(const T& value);

  explicit operator bool() const noexcept { return rep_ != nullptr; }

  [[nodiscard]] std::string_view api_version() const& noexcept;
  [[nodiscard]] std::string api_version() const&& { return std::string(api_version()); }
  [[nodiscard]] std::string_view kind() const& noexcept;
  [[nodiscard]] std::string kind() const&& { return std::string(kind()); }
  [[nodiscard]] std::string_view name() const& noexcept;
  [[nodiscard]] std::string name() const&& { return std::string(name()); }
  [[nodiscard]] std::string_view namespace_() const& noexcept;
  [[nodiscard]] std::string namespace_() const&& { return std::string(namespace_()); }
  [[nodiscard]] std::string_view uid() const& noexcept;
  [[nodiscard]] std::string uid() const&& { return std::string(uid()); }
  [[nodiscard]] std::string_view resource_version() const& noexcept;
  [[nodiscard]] std::string resource_version() const&& { return std::string(resource_version()); }
  [[nodiscard]] std::int64_t generation() const noexcept;  ///< 0 if absent
  [[nodiscard]] bool is_deleting() const noexcept;         ///< metadata.deletionTimestamp is set
  [[nodiscard]] ObjectKey key() const { return {std::string(namespace_()), std::string(name())}; }

  /// nullopt if the object does not have it.
  [[nodiscard]] std::optional<std::string> label(std::string_view name) const;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> labels() const;
  /// nullopt if the object does not have it.
  [[nodiscard]] std::optional<std::string> annotation(std::string_view name) const;
  [[nodiscard]] std::vector<OwnerView> owners() const&;
  [[nodiscard]] std::vector<Owner> owners() const&&;
  /// The owner reference with controller: true.
  [[nodiscard]] std::optional<OwnerView> controller_owner() const&;
  [[nodiscard]] std::optional<Owner> controller_owner() const&&;
  [[nodiscard]] std::vector<std::string> finalizers() const;

  /// The object's JSON, without managedFields unless they were kept.
  [[nodiscard]] std::string_view bytes() const& noexcept;
  [[nodiscard]] std::string bytes() const&& { return std::string(bytes()); }
  /// Returns the value at an RFC 6901 pointer ("/spec/replicas"), found by scanning; an absent view if there is none.
  [[nodiscard]] JsonView at(std::string_view pointer) const&;
  [[nodiscard]] OwningJsonView at(std::string_view pointer) const&&;
  /// Returns a tree that the caller owns, parsed anew by each call. Throws ObjectError, which names the object, if it
  /// is nested deeper than max_tree_depth or holds a number beyond a double's range. Needs nlohmann/json.hpp.
  template <class Json = nlohmann::json>
  [[nodiscard]] Json json() const
  {
    Json tree;
    parse_into(tree);
    return tree;
  }
  /// Returns the described struct, parsed anew by each call; fields that it does not know are not lost when it is
  /// written back with `with`. Throws ObjectError if the type of a field does not fit, which it names, or if the object
  /// is nested deeper than max_tree_depth. Needs kubexx/apimachinery/describe.hpp.
  template <class T>
  [[nodiscard]] T as() const;
  /// Returns this object with the fields that `value`'s type knows taken from `value`; every other field stays as it is
  /// here, byte for byte. Throws ObjectError, which names the object and the field, for values that JSON cannot hold.
  template <class T>
  [[nodiscard]] Object with(const T& value) const;
  /// The same, faster, if `before` is what as<T>() returned.
  template <class T>
  [[nodiscard]] Object with(const T& value, const T& before) const;

  /// Bytes held by this object, including the header; stores add these up.
  [[nodiscard]] std::size_t memory() const noexcept;

  /// Whether both have the same uid and resource version.
  [[nodiscard]] friend bool same_version(const Object& a, const Object& b) noexcept
  {
    return a.uid() == b.uid() && a.resource_version() == b.resource_version();
  }

  /// Whether both are the same JSON value: white space, the order of members and the spelling of numbers and strings do
  /// not matter. Fast if the bytes are equal; otherwise it parses both. Objects that cannot be parsed (see `json`) are
  /// the same only if their bytes are.
  [[nodiscard]] friend bool same_content(const Object& a, const Object& b) { return a.same_content_as(b); }

private:
  // The mangled name of a function contains its parameter types, not its return type: a program with another
  // nlohmann/json than the library's, or another JSON_DIAGNOSTICS, does not link.
  void parse_into(nlohmann::json& tree) const;
  [[nodiscard]] bool same_content_as(const Object& other) const;
  friend struct detail::ObjectAccess;
  explicit Object(boost::intrusive_ptr<const detail::ObjectRep> rep) noexcept : rep_(std::move(rep)) {}
  boost::intrusive_ptr<const detail::ObjectRep> rep_;
};

/// A JsonView that keeps its object alive; `at` of a temporary Object returns one. A temporary OwningJsonView returns
/// values that keep the object, too, and does not convert to a JsonView, which would not keep it. A value type.
class OwningJsonView {
public:
  OwningJsonView() noexcept = default;
  /// `view` must be inside `object`.
  OwningJsonView(Object object, JsonView view) noexcept : object_(std::move(object)), view_(view) {}

  operator JsonView() const& noexcept { return view_; }
  operator JsonView() const&& = delete;

  [[nodiscard]] JsonView::Type type() const noexcept { return view_.type(); }
  explicit operator bool() const noexcept { return static_cast<bool>(view_); }
  [[nodiscard]] std::string_view bytes() const& noexcept { return view_.bytes(); }
  [[nodiscard]] std::string bytes() const&& { return std::string(view_.bytes()); }
  /// These are JsonView's. On a temporary they return a view that keeps the bytes itself.
  [[nodiscard]] JsonView at(std::string_view pointer) const& { return view_.at(pointer); }
  [[nodiscard]] OwningJsonView at(std::string_view pointer) const&& { return {object_, view_.at(pointer)}; }
  [[nodiscard]] JsonView member(std::string_view name) const& { return view_.member(name); }
  [[nodiscard]] OwningJsonView member(std::string_view name) const&& { return {object_, view_.member(name)}; }
  [[nodiscard]] std::optional<std::string> as_string() const { return view_.as_string(); }
  [[nodiscard]] std::optional<std::int64_t> as_int() const { return view_.as_int(); }
  [[nodiscard]] std::optional<double> as_double() const { return view_.as_double(); }
  [[nodiscard]] std::optional<bool> as_bool() const { return view_.as_bool(); }
  [[nodiscard]] bool equals(std::string_view text) const { return view_.equals(text); }

  /// Like JsonView::Children.
  class Children {
  public:
    Children(Object object, JsonView::Children walk) noexcept : object_(std::move(object)), walk_(walk) {}
    /// Goes to the next child; false: there is none.
    bool next() { return walk_.next(); }
    [[nodiscard]] std::string key() const { return walk_.key(); }
    [[nodiscard]] JsonView value() const& noexcept { return walk_.value(); }
    [[nodiscard]] OwningJsonView value() const&& { return {object_, walk_.value()}; }

  private:
    Object object_;
    JsonView::Children walk_;
  };
  [[nodiscard]] Children children() const { return {object_, view_.children()}; }

private:
  Object object_;
  JsonView view_;
};

inline OwningJsonView Object::at(std::string_view pointer) const&&
{
  return {*this, at(pointer)};
}

}  // namespace kubexx
