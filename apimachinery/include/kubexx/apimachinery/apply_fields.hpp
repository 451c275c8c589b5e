// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "kubexx/apimachinery/describe.hpp"

namespace kubexx {

namespace detail {

/// A member of a described struct.
struct KeptField {
  const StructInfo* (*of)();
  const void* (*in)(const void* object);
};

template <class T, class Member>
T class_of(Member T::*);

template <auto Member>
[[nodiscard]] constexpr KeptField kept_field()
{
  using T = decltype(class_of(Member));
  static_assert(is_described_struct<T>, "keep<> takes pointers to members of described structs: keep<&Spec::replicas>");
  return {[] { return struct_info<T>(); },
          [](const void* object) -> const void* { return &(static_cast<const T*>(object)->*Member); }};
}
template <auto... Members>
inline constexpr std::array<KeptField, sizeof...(Members)> kept_fields{kept_field<Members>()...};

[[nodiscard]] std::string write_applied(const void* value, const Codec& codec, const ResourceType& type,
                                        const KeptFields& kept);

}  // namespace detail

/// Members that an apply always sends, wherever their struct is in the value: `keep<&FooSpec::replicas>`. An empty
/// std::optional is never sent. A value that refers to constants.
class KeptFields {
public:
  constexpr KeptFields() noexcept = default;
  constexpr explicit KeptFields(std::span<const detail::KeptField> fields) noexcept : fields_(fields) {}

  /// Returns whether `member`, which is inside `object`, is one of them.
  [[nodiscard]] bool has(const detail::StructInfo& of, const void* object, const void* member) const;

private:
  std::span<const detail::KeptField> fields_;
};

/// `ctx.apply(foo, keep<&FooSpec::replicas, &FooSpec::paused>)`.
template <auto... Members>
inline constexpr KeptFields keep{detail::kept_fields<Members...>};

/// Returns what a server-side apply sends for `value`: the members that were set. A member that is as in a
/// value-initialised T (0, false, an empty string, or its default member initializer) is left out, so that the apply
/// does not take it from its owner. It is sent nevertheless if it is an engaged std::optional, if `kept` names it, or
/// if it identifies the elements of a list (describe.hpp).
template <class T>
[[nodiscard]] Object applied_object(const T& value, const KeptFields& kept = {})
{
  static_assert(Kind<T>, "applying needs `static constexpr ResourceInfo kubexx_resource{…}` in the struct");
  const ResourceType& type = resource_of<T>();
  return Object::parse(detail::write_applied(&value, detail::codec_of<T>, type, kept),
                       {.keep_managed_fields = true, .type = &type});
}

}  // namespace kubexx
