// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kubexx/apimachinery/crd_set.hpp"

namespace kubexx {

/// A kind with several versions, for `crds`, by their structs: `Versions<v1beta1::Backup, v1::Backup>`.
template <Kind... T>
struct Versions {};

namespace detail {

template <class T>
struct VersionsOf {
  static std::vector<DescribedKind> get() { return {described_kind<T>()}; }
};
template <class... T>
struct VersionsOf<kubexx::Versions<T...>> {
  static std::vector<DescribedKind> get() { return {described_kind<T>()...}; }
};

}  // namespace detail

/// The CRDs of these kinds, for OperatorOptions::crds: the program gets --print-crd. They are not checked when they are
/// printed; kubexx_crds in CMake does that with the tool `kubexx`. Use schema::crds (kubexx/schema/crds.hpp) for a
/// program that checks and installs them itself, which makes it about 3 MB larger.
///
///     run_operator(argc, argv, {.crds = crds<Backup, Versions<v1beta1::Site, v1::Site>>()}, setup);
///
/// `builtin`: pass kubexx::builtin_schema (kubexx/types/crd_schemas.hpp) if the kinds contain structs of kubexx::types,
/// such as PodTemplateSpec.
template <class... Kinds>
[[nodiscard]] CrdSet crds(BuiltinSchemas builtin = nullptr)
{
  return {.kinds = {detail::VersionsOf<Kinds>::get()...}, .builtin = builtin};
}

}  // namespace kubexx
