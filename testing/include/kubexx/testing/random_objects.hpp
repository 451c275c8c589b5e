// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "kubexx/apimachinery/crd.hpp"

namespace kubexx::testing {

/// The seed of the objects, and the values that they may have.
struct RandomObjectsOptions {
  std::uint64_t seed = 1;
  double mistakes = 0;     ///< 0 to 1: how many values break the schema on purpose
  bool has_status = true;  ///< false: `status` is left out, as a server does when an object is created
  BuiltinSchemas builtin_schemas = nullptr;  ///< for kinds with members of kubexx::types: kubexx::builtin_schema
};

/// Draws random objects of a kind from its schema: members present and absent, values at the ends of their ranges,
/// lists with their fewest elements and some more. Without mistakes a value obeys type, enum, bounds, lengths, format,
/// required members and the uniqueness of sets and keys. CEL rules, oneOf and its kin are ignored, and a pattern is met
/// only if one of some common texts matches it. The same seed gives the same objects. Not thread safe.
class RandomObjects {
public:
  /// Objects of a described kind. Throws CrdError if it has no schema.
  explicit RandomObjects(const DescribedKind& kind, RandomObjectsOptions options = {});
  /// Objects of one version of a CustomResourceDefinition object. Throws std::invalid_argument if it does not
  /// have that version, or if the version has no schema.
  RandomObjects(const nlohmann::json& crd, const std::string& version, RandomObjectsOptions options = {});

  /// Returns the next object. It is called "random-1", "random-2" and so on, and has no namespace.
  [[nodiscard]] nlohmann::json next();

private:
  nlohmann::json schema_;
  std::string api_version_, kind_;
  RandomObjectsOptions options_;
  std::mt19937_64 random_;
  const kubexx::detail::Codec* codec_ = nullptr;  // of a described kind
  std::uint64_t drawn_ = 0;
};

}  // namespace kubexx::testing
