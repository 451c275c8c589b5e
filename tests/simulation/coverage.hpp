// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace kubexx::simulation {

/// How often a run went through each of the situations that the simulation exists for, by name.
class Coverage {
public:
  /// Names a situation, with a count that may be 0.
  void add(const std::string& situation, std::uint64_t count);
  void add(const Coverage& other);

  [[nodiscard]] const std::vector<std::pair<std::string, std::uint64_t>>& counts() const noexcept { return counts_; }
  /// Those that never occurred, separated by commas.
  [[nodiscard]] std::string missing() const;
  void print(std::ostream& to) const;

private:
  std::vector<std::pair<std::string, std::uint64_t>> counts_;  // in the order in which they were named
};

}  // namespace kubexx::simulation
