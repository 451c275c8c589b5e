// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/crd_set.hpp"
#include "kubexx/apimachinery/described_kind.hpp"

namespace kubexx::schema {

/// A kind with several versions, for `crds`, by their structs: `Versions<v1beta1::Backup, v1::Backup>`.
template <Kind... T>
struct Versions {};

namespace detail {

template <class T>
struct VersionsOf {
  static std::vector<DescribedKind> get() { return {described_kind<T>()}; }
};
template <class... T>
struct VersionsOf<Versions<T...>> {
  static std::vector<DescribedKind> get() { return {described_kind<T>()...}; }
};

[[nodiscard]] std::vector<std::string> breaking_changes(const nlohmann::json& old_crd, const nlohmann::json& new_crd);

/// A set with all checks.
[[nodiscard]] CrdSet make_crd_set(std::vector<std::vector<DescribedKind>> kinds, BuiltinSchemas builtin);

}  // namespace detail

/// The CRDs of these kinds, for OperatorOptions::crds. They are checked before they are printed or installed: by the
/// rules of an API server (crd_validation.hpp), and for changes that break what a cluster has (crd_changes.hpp).
/// `builtin`: pass kubexx::builtin_schema if the kinds contain structs of kubexx::types, such as PodTemplateSpec.
///
///     run_operator(argc, argv, {.crds = schema::crds<Backup, Versions<v1beta1::Site, v1::Site>>()}, setup);
template <class... Kinds>
[[nodiscard]] CrdSet crds(BuiltinSchemas builtin = nullptr)
{
  return detail::make_crd_set({detail::VersionsOf<Kinds>::get()...}, builtin);
}

}  // namespace kubexx::schema
