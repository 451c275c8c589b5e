// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/enum.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/apimachinery/detail/codec.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/resource.hpp"

/// Converts described structs to and from JSON: `KUBEXX_DESCRIBE(Spec, replicas, template_);`, or
/// `BOOST_DESCRIBE_STRUCT(Spec, (), (replicas, template_))`.
///
/// A member may be a bool, an integer (range checked), a floating-point number, a std::string, a described enum
/// (written as its name), a std::optional, std::vector or std::map<std::string, …>, a described struct, nlohmann::json
/// (any value), or a JsonValue: Quantity, Time, IntOrString, …, or a class of your own. The JSON name of a member is
/// its C++ name, without the trailing `_` that avoids a C++ keyword (`namespace_`, `template_`). A description that
/// omits a member of an aggregate does not compile; a struct with members that are not in its JSON declares
/// `static constexpr bool kubexx_has_other_members = true;`.
///
/// Reading is lenient: unknown and missing members are accepted, and null counts as missing. If a name occurs more than
/// once, the last member counts. A value of the wrong type throws ObjectError with the path:
/// `spec.replicas: expected an integer, got string`; Object::as adds the name of the object.
///
/// Writing leaves out empty strings, containers, optionals and structs, unless the fact `required` (crd_facts.hpp)
/// demands the member; numbers and booleans are written (make them std::optional if "not set" is a meaningful value).
/// Writing over an original (`Object::with`) changes the members that the type knows and keeps everything else: unknown
/// members stay, and a default value that the original does not have is not written, so `o.with(o.as<T>())` equals `o`.
/// A container that was emptied stays, as an empty one:
/// - a map is `{}`, so that a patch deletes its members one by one, and not those that another writer has added;
/// - a list is `[]`, because an empty list and no list may mean different things (an allow list: nothing, and
///   everything), and because a list that the schema requires could not be emptied otherwise. To remove the member,
///   make it a std::optional (none: the member is removed; an empty list: `[]`) or set FieldTraits::omit_zero, which
///   never writes `[]`.
///
/// In a list of structs, an element keeps its unknown members if it is found again in the original list:
/// - by its keys, if they are known: from the schemas of the built-in kinds (a container by its name, a container port
///   by containerPort and protocol), for `Object::with`, or from FieldTraits::merge_keys;
/// - otherwise by the members that the type knows. An unchanged element is found at any index. A changed element is
///   found at its old index if the list is as long as before, nothing moved, and a member that is not its default is
///   still the same, or all members that the type knows had their defaults.
///
/// An element that is not found is new and has no unknown members; it never gets those of another element. So declare
/// merge_keys for lists of your own kinds if the API server adds fields to their elements that your struct does not
/// have, or if elements are changed in a list that gets longer or shorter.
namespace kubexx {

/// A struct with a description, beside it or in a source file of its own (compiled_struct.hpp).
template <class T>
concept Described = detail::is_described_struct<T>;

/// Returns `value` as JSON text. Throws ObjectError, which names the member, for values that JSON cannot hold: text
/// that is not UTF-8, NaN and infinity.
template <Described T>
[[nodiscard]] std::string encode(const T& value)
{
  return detail::write_over(&value, detail::codec_of<T>, {});
}

/// Decodes `json`, which must be valid JSON (a part of an Object). Throws ObjectError.
template <Described T>
[[nodiscard]] T decode(JsonView json)
{
  T value = detail::make_default<T>();
  detail::read_root(&value, detail::codec_of<T>, json);
  return value;
}

/// Decodes JSON text of unknown origin, which is checked first. Throws ObjectError.
template <Described T>
[[nodiscard]] T decode_text(std::string_view text)
{
  return decode<T>(detail::checked(text));
}

/// Returns the JSON text `original`, in which `value` replaces the members that T knows.
template <Described T>
[[nodiscard]] std::string encode_over(const T& value, JsonView original)
{
  return detail::write_over(
      &value, detail::codec_of<T>,
      {.json = original, .type = nullptr, .keys = {}, .kept = nullptr, .initial = nullptr, .before = nullptr});
}

template <class T>
Object Object::from(const T& value)
{
  static_assert(Kind<T>, "Object::from needs `static constexpr ResourceInfo kubexx_resource{…}` in the struct");
  const ResourceType& type = resource_of<T>();
  return parse(detail::write_object(&value, detail::codec_of<T>, {}, type.kind),
               {.keep_managed_fields = true, .type = &type});
}

template <class T>
T Object::as() const
{
  T value = detail::make_default<T>();
  detail::read_object(&value, detail::codec_of<T>, *this);
  return value;
}

template <class T>
Object Object::with(const T& value) const
{
  T before = detail::make_default<T>();
  if (detail::try_read(&before, detail::codec_of<T>, *this)) return with(value, before);
  return parse(detail::write_object(&value, detail::codec_of<T>, detail::original_of(*this), kind()),
               {.keep_managed_fields = true});
}

template <class T>
Object Object::with(const T& value, const T& before) const
{
  detail::Original original = detail::original_of(*this);
  original.before = &before;
  return parse(detail::write_object(&value, detail::codec_of<T>, original, kind()), {.keep_managed_fields = true});
}

}  // namespace kubexx
