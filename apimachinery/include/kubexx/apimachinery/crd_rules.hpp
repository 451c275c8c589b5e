// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/apimachinery/crd_facts.hpp"
#include "kubexx/apimachinery/detail/crd_rule_text.hpp"

/// CEL rules that many kinds have, as facts for KUBEXX_DESCRIBE and KUBEXX_SCHEMA (describe_struct.hpp):
///
///     KUBEXX_DESCRIBE(Source, git, image, (url, immutable));
///     KUBEXX_SCHEMA(Source, exactly_one_of<"git", "image">, immutable_once_set<"url">);
///
/// Members have their names in JSON.
namespace kubexx::crd {

namespace detail {

template <const Group& group, MemberName... names>
inline constexpr Fact about_group{.kind = Fact::Kind::rule,
                                  .value = Fact::Value::group,
                                  .text = StaticText<group_rule<group, names...>>::view,
                                  .second = StaticText<group_message<group, names...>>::view};

}  // namespace detail

/// Of these members, at most one is set. They must not be `required`, and their types must leave them out while they
/// are not set: std::optional, std::string, a container or a struct, not a number. crd_of and schema_of check both.
template <detail::MemberName... names>
  requires(sizeof...(names) > 1)
inline constexpr Fact at_most_one_of = detail::about_group<detail::at_most_one, names...>;
template <detail::MemberName... names>
  requires(sizeof...(names) > 1)
inline constexpr Fact exactly_one_of = detail::about_group<detail::exactly_one, names...>;
template <detail::MemberName... names>
  requires(sizeof...(names) > 1)
inline constexpr Fact at_least_one_of = detail::about_group<detail::at_least_one, names...>;

/// An update does not change the value. It can still remove a member that is not required, and set it anew; state
/// `immutable_once_set` of the struct against that.
inline constexpr Fact immutable = rule("self == oldSelf", "field is immutable");
/// An update does not remove this member of the struct. It can still remove the struct, unless that is required or kept
/// in the same way.
template <detail::MemberName name>
inline constexpr Fact immutable_once_set =
    rule(detail::StaticText<detail::kept_rule<name>>::view, detail::StaticText<detail::kept_message<name>>::view);

}  // namespace kubexx::crd
