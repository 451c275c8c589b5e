// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/apimachinery/crds.hpp"

namespace kubexx::schema {

/// Adds all checks to a set: the rules of an API server (crd_validation.hpp), and changes that break what a cluster has
/// (crd_changes.hpp).
[[nodiscard]] CrdSet with_checks(CrdSet crds);

/// The CRDs of these kinds with all checks, for OperatorOptions::crds: the program gets --print-crd, which fails for a
/// CRD that an API server would refuse, and --install-crds.
///
///     run_operator(argc, argv, {.crds = schema::crds<Backup, Versions<v1beta1::Site, v1::Site>>()}, setup);
template <class... Kinds>
[[nodiscard]] CrdSet crds(BuiltinSchemas builtin = nullptr)
{
  return with_checks(kubexx::crds<Kinds...>(builtin));
}

}  // namespace kubexx::schema
