// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/crd.hpp"

namespace kubexx::testing {

/// The number and the seed of the objects that are converted.
struct RoundTripOptions {
  std::uint64_t seed = 1;
  std::size_t objects = 200;                 ///< of each version, for each other version
  BuiltinSchemas builtin_schemas = nullptr;  ///< for kinds with members of kubexx::types: kubexx::builtin_schema
};

/// Converts random objects of each version into every other version and back. Returns what the way there and back
/// changed, and what could not be converted: one text for each member and pair of versions, with the first example.
/// Empty: the conversions lose nothing.
///
///     Site v1 to v1beta1 and back: spec.hosts: ["a","b"] became ["a"] (object 3 of seed 1)
///
/// Throws CrdError if a version has no schema.
[[nodiscard]] std::vector<std::string> lost_in_round_trips(const Conversions& conversions,
                                                           const RoundTripOptions& options = {});

}  // namespace kubexx::testing
