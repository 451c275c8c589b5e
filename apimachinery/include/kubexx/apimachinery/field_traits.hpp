// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace kubexx {

/// What a described member needs to say beyond its C++ declaration; specialise it for a member pointer before the
/// struct is first converted:
///
///     template <>
///     struct kubexx::FieldTraits<&FooSpec::replicas> {
///       static constexpr std::string_view name = "replicaCount";     // the JSON name
///       static constexpr int default_value = 1;                      // taken when the JSON has none
///     };
///
/// Known members, all optional:
/// - `name`;
/// - `default_value`: anything assignable to the member;
/// - `omit_zero = true`: what a new value holds (0, false, an emptied list) is left out when written, as Go's omitempty
///   does;
/// - `text_limit`, for a std::string that is text for people, as Condition::message is: when it is written, what is not
///   UTF-8 becomes U+FFFD, and it is cut to so many bytes at the end of a character;
/// - `merge_keys`, for a vector of structs: the JSON names of the fields that together tell its elements apart, as
///   x-kubernetes-list-map-keys does. describe.hpp says what they are for.
///
///     template <>
///     struct kubexx::FieldTraits<&FooSpec::ports> {
///       static constexpr std::array<std::string_view, 2> merge_keys{"port", "protocol"};
///     };
///
/// A struct whose elements are told apart in the same way in every list declares that itself, as Condition does:
/// `static constexpr std::array<std::string_view, 1> kubexx_merge_keys{"type"};`
template <auto Member>
struct FieldTraits {};

}  // namespace kubexx
