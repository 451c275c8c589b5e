// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/describe/bases.hpp>
#include <boost/describe/class.hpp>
#include <boost/describe/members.hpp>

#include "kubexx/apimachinery/crd_facts.hpp"
#include "kubexx/apimachinery/crd_kind_facts.hpp"
#include "kubexx/apimachinery/detail/crd_shape.hpp"
#include "kubexx/apimachinery/detail/for_each.hpp"

/// Describes a struct, as BOOST_DESCRIBE_STRUCT does, with up to 200 members instead of 52, and adds facts to the
/// schema of its CRD. Write it after the struct, in its namespace:
///
///     struct BackupSpec {
///       std::string schedule;
///       int keep = 3;
///       std::vector<Target> targets;
///     };
///     KUBEXX_DESCRIBE(BackupSpec,
///                     (schedule, required, min_length(1), description("When to back up, in the format of cron.")),
///                     (keep, default_value(3), minimum(1), maximum(100)),
///                     (targets, list_map_key("name"), max_items(16), items, rule("self.name != ''")))
///
/// A member with facts is in parentheses: crd_facts.hpp has the facts. Facts that contradict each other or the type of
/// the member do not compile. If a name of your own namespace hides a fact, write kubexx::crd::pattern("…").
#define KUBEXX_DESCRIBE(Struct, ...) KUBEXX_DESCRIBE_DERIVED(Struct, () __VA_OPT__(, ) __VA_ARGS__)

/// The same for a struct with described bases: `KUBEXX_DESCRIBE_DERIVED(Foo, (Base), a, b)`.
#define KUBEXX_DESCRIBE_DERIVED(Struct, Bases, ...)                                                               \
  __VA_OPT__(                                                                                                     \
      KUBEXX_DETAIL_BEYOND_200(static_assert(sizeof(Struct) == 0,                                                 \
                                             "KUBEXX_DESCRIBE takes up to 200 members: move some of them into a " \
                                             "described base, see KUBEXX_DESCRIBE_DERIVED");                      \
                               , __VA_ARGS__))                                                                    \
  BOOST_DESCRIBE_MAYBE_UNUSED BOOST_DESCRIBE_BASES_(Struct BOOST_DESCRIBE_PP_UNPACK Bases)                        \
      BOOST_DESCRIBE_MAYBE_UNUSED BOOST_DESCRIBE_PROTECTED_MEMBERS_(Struct)                                       \
  BOOST_DESCRIBE_MAYBE_UNUSED BOOST_DESCRIBE_PRIVATE_MEMBERS_(Struct)                                             \
  BOOST_DESCRIBE_MAYBE_UNUSED inline auto boost_public_member_descriptor_fn(Struct**)                             \
  {                                                                                                               \
    return ::boost::describe::detail::member_descriptor_fn_impl<::boost::describe::mod_public>(                   \
        0 KUBEXX_DETAIL_EACH(KUBEXX_DETAIL_MEMBER, Struct __VA_OPT__(, ) __VA_ARGS__));                           \
  }                                                                                                               \
  constexpr auto kubexx_member_facts(Struct**)                                                                    \
  {                                                                                                               \
    using namespace ::kubexx::crd;                                                                                \
    return ::std::to_array<::kubexx::crd::Fact>(                                                                  \
        {{} KUBEXX_DETAIL_EACH(KUBEXX_DETAIL_FACTS, Struct __VA_OPT__(, ) __VA_ARGS__)});                         \
  }                                                                                                               \
  static_assert(true)

/// States facts about the objects of a struct: `KUBEXX_SCHEMA(BackupSpec, rule("self.keep < 10 || has(self.size)"))`;
/// description, rule, nullable, min_properties, max_properties, map_atomic, map_granular, embedded_resource,
/// preserve_unknown_fields, keywords and raw_schema. They apply wherever the struct is a member; rules, keywords and
/// preserve_unknown_fields also to structs derived from it. The facts of the member hold beside them.
#define KUBEXX_SCHEMA(Struct, ...)                              \
  constexpr auto kubexx_object_facts(Struct**)                  \
  {                                                             \
    using namespace ::kubexx::crd;                              \
    return ::std::to_array<::kubexx::crd::Fact>({__VA_ARGS__}); \
  }                                                             \
  static_assert(true)

/// States facts about a kind, besides its `kubexx_resource`: `KUBEXX_CRD(Backup, short_name("bk"), category("all"))`.
/// crd_kind_facts.hpp has them. State it, like KUBEXX_SCHEMA, before the kind is used, e.g. by described_kind or
/// TypedSchema: a compiler may ignore facts that follow the first use.
#define KUBEXX_CRD(Struct, ...)                                 \
  constexpr auto kubexx_kind_facts(Struct**)                    \
  {                                                             \
    using namespace ::kubexx::crd;                              \
    return ::std::to_array<::kubexx::crd::Fact>({__VA_ARGS__}); \
  }                                                             \
  static_assert(true)

#define KUBEXX_DETAIL_MEMBER(Struct, member) KUBEXX_DETAIL_LIST_OR_NAME(KUBEXX_DETAIL_MEMBER_, member)(Struct, member)
#define KUBEXX_DETAIL_MEMBER_NAME(Struct, member) BOOST_DESCRIBE_MEMBER_IMPL(Struct, member)
#define KUBEXX_DETAIL_MEMBER_LIST(Struct, list) KUBEXX_DETAIL_MEMBER_FIRST(Struct, KUBEXX_DETAIL_FIRST list)
#define KUBEXX_DETAIL_MEMBER_FIRST(Struct, member) BOOST_DESCRIBE_MEMBER_IMPL(Struct, member)
#define KUBEXX_DETAIL_FIRST(first, ...) first

#define KUBEXX_DETAIL_FACTS(Struct, member) KUBEXX_DETAIL_LIST_OR_NAME(KUBEXX_DETAIL_FACTS_, member)(Struct, member)
#define KUBEXX_DETAIL_FACTS_NAME(Struct, member)
#define KUBEXX_DETAIL_FACTS_LIST(Struct, list) KUBEXX_DETAIL_FACTS_NOW(Struct, KUBEXX_DETAIL_UNPACK list)
#define KUBEXX_DETAIL_UNPACK(...) __VA_ARGS__
#define KUBEXX_DETAIL_FACTS_NOW(...) KUBEXX_DETAIL_FACTS_OF(__VA_ARGS__)
#define KUBEXX_DETAIL_FACTS_OF(Struct, member, ...) \
  , ::kubexx::crd::detail::about<decltype(Struct::member)>(#member) __VA_OPT__(, ) __VA_ARGS__
