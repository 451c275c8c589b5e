// SPDX-License-Identifier: Apache-2.0
#pragma once

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
/// Known members, all optional: `name`, `default_value` (anything assignable to the member), `merge_key` (for a vector
/// of structs: the JSON name of the member by which elements are found again).
template <auto Member>
struct FieldTraits {};

}  // namespace kubexx
