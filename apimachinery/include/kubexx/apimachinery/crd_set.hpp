// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/described_kind.hpp"
#include "kubexx/apimachinery/error.hpp"

namespace kubexx {

/// The CRDs of a program, for OperatorOptions::crds. `crds<Backup>()` in apimachinery/crds.hpp makes a set without
/// checks, schema::crds<Backup>() in schema/crds.hpp one with all of them. A value type.
struct CrdSet {
  std::vector<std::vector<DescribedKind>> kinds = {};  ///< for each kind its versions
  BuiltinSchemas builtin = nullptr;                    ///< for members of kubexx::types
  /// Returns what an API server would refuse in a CRD. Null: nothing is checked.
  std::vector<StatusCause> (*validate)(const nlohmann::json& crd) = nullptr;
  /// Returns the changes from `old_crd` to `new_crd` that break stored objects or clients, one text for each. Null:
  /// nothing is checked.
  std::vector<std::string> (*breaking_changes)(const nlohmann::json& old_crd, const nlohmann::json& new_crd) = nullptr;
};

}  // namespace kubexx
