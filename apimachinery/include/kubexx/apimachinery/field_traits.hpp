// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace kubexx {

/// Specifies what the C++ declaration of a described member cannot express. Specialise it for a member pointer before
/// the struct is first converted:
///
///     template <>
///     struct kubexx::FieldTraits<&FooSpec::replicas> {
///       static constexpr std::string_view name = "replicaCount";     // the JSON name
///       static constexpr int default_value = 1;                      // used if the JSON has none
///     };
///
/// Known members, all optional:
/// - `name`;
/// - `default_value`: anything assignable to the member;
/// - `omit_zero = true`: the value of a new member (0, false, an emptied list) is left out when written, like omitempty
///   in Go;
/// - `text_limit`, for a std::string that holds text for people, like Condition::message: when it is written, bytes
///   that are not UTF-8 become U+FFFD, and it is cut to at most this number of bytes at the end of a character;
/// - `merge_keys`, for a vector of structs: the JSON names of the fields that together identify an element, like
///   x-kubernetes-list-map-keys. describe.hpp explains their use. The fact list_map_key of KUBEXX_DESCRIBE does the
///   same.
///
///     template <>
///     struct kubexx::FieldTraits<&FooSpec::ports> {
///       static constexpr std::array<std::string_view, 2> merge_keys{"port", "protocol"};
///     };
///
/// If the elements of a struct type have the same keys in every list, the struct declares them itself, as Condition
/// does: `static constexpr std::array<std::string_view, 1> kubexx_merge_keys{"type"};`
template <auto Member>
struct FieldTraits {};

}  // namespace kubexx
