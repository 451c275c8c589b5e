// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/client/client.hpp"

namespace kubexx::e2e {

/// Creates a CRD, unless there is one of this name, and waits until its objects can be created. Returns what the server
/// stored. Throws std::runtime_error when that takes too long.
nlohmann::json install_crd(const Client& admin, const nlohmann::json& crd);

/// The spec of a CRD without what a server fills in.
[[nodiscard]] nlohmann::json spec_as_sent(const nlohmann::json& crd);

struct RandomComparison {
  std::size_t accepted = 0, refused = 0;  ///< by the server
  std::vector<std::string> differences;   ///< at most ten
};
/// Creates random objects of a version of the CRD with a dry run, and compares what the server answers with what
/// StructuralSchema says: the object with its defaults and without pruned members, or its causes, with or without their
/// messages.
[[nodiscard]] RandomComparison compare_random_objects(const Client& admin, const std::string& namespace_,
                                                      const nlohmann::json& crd, const std::string& version,
                                                      std::size_t count, std::uint64_t seed, double mistakes,
                                                      bool messages);

}  // namespace kubexx::e2e
