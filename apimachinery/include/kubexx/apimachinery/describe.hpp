// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/enum.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "kubexx/apimachinery/detail/codec.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/resource.hpp"

/// Described structs to and from JSON: `BOOST_DESCRIBE_STRUCT(Spec, (), (replicas, template_))`.
///
/// Members: bool, integers (range checked), floating point, std::string, described enums (written as their names),
/// std::optional, std::vector, std::map<std::string, …>, described structs, nlohmann::json (any value), and what is a
/// JsonValue: Quantity, Time, IntOrString, …, or a class of your own. A member has the JSON name that it has in C++,
/// without the trailing `_` of a C++ keyword (`namespace_`, `template_`). A description that forgets a member of an
/// aggregate does not compile; a struct that holds something besides its JSON has
/// `static constexpr bool kubexx_has_other_members = true;`.
///
/// Reading is lenient: unknown and missing members are fine, null counts as missing; of members with one name the last
/// one counts. A value of the wrong type throws ObjectError, which names the path: `spec.replicas: expected an integer,
/// got string`; Object::as names the object too.
///
/// Writing leaves out empty strings, containers, optionals and structs; numbers and booleans are written (make them
/// std::optional where "not set" is an answer). Writing over an original (`Object::with`) changes what the type knows
/// and keeps all else: unknown members stay, and a value that the original lacks and that is the default is not
/// written, so `o.with(o.as<T>())` equals `o`. A container that was emptied stays as an empty one:
/// - a map is `{}`, so that a patch deletes its members one by one, and not those that another writer has added;
/// - a list is `[]`, because an empty list and none may mean different things (an allow list: nothing, and all), and a
///   list that the schema requires could not be emptied otherwise. Where the member shall go, make it a std::optional
///   (none: it goes; an empty list: `[]`), or let FieldTraits say omit_zero, after which `[]` is never written.
///
/// An element of a list of structs keeps its unknown members when it is found again in the original list:
/// - by its keys, where these are known: from the schemas of the built-in kinds (a container by its name, a container
///   port by containerPort and protocol), for `Object::with`, or from FieldTraits::merge_keys;
/// - else by what the type knows of it. An unchanged element is found wherever it stands. A changed one is found in its
///   place when the list is as long as before, nothing moved, and a field that is not its default is still the same.
/// An element that is not found is new and has no unknown members; none is ever given those of another element. So
/// declare merge_keys for the lists of your own kinds that the API server gives more fields than your struct has.
namespace kubexx {

template <class T>
concept Described = boost::describe::has_describe_members<T>::value && std::is_class_v<T>;

/// `value` as JSON text. Throws ObjectError, which names the member, for what JSON cannot hold: text that is not UTF-8,
/// NaN and infinity.
template <Described T>
[[nodiscard]] std::string encode(const T& value)
{
  return detail::write_over(&value, detail::codec_of<T>, {});
}

/// The value of `json`, which must be valid JSON (a part of an Object). Throws ObjectError.
template <Described T>
[[nodiscard]] T decode(JsonView json)
{
  T value = detail::make_default<T>();
  detail::read_root(&value, detail::codec_of<T>, json);
  return value;
}

/// The value of JSON text of unknown origin, checked first. Throws ObjectError.
template <Described T>
[[nodiscard]] T decode_text(std::string_view text)
{
  return decode<T>(detail::checked(text));
}

/// The JSON text `original` with what T knows taken from `value`.
template <Described T>
[[nodiscard]] std::string encode_over(const T& value, JsonView original)
{
  return detail::write_over(&value, detail::codec_of<T>,
                            {.json = original, .type = nullptr, .keys = {}, .kept = nullptr, .initial = nullptr});
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
  return parse(detail::write_object(&value, detail::codec_of<T>, detail::original_of(*this), kind()),
               {.keep_managed_fields = true});
}

}  // namespace kubexx
