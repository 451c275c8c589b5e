// SPDX-License-Identifier: Apache-2.0
#include "coverage.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace kubexx::simulation {

void Coverage::add(const std::string& situation, std::uint64_t count)
{
  const auto found =
      std::find_if(counts_.begin(), counts_.end(), [&](const auto& entry) { return entry.first == situation; });
  if (found == counts_.end()) {
    counts_.emplace_back(situation, count);
  } else {
    found->second += count;
  }
}

void Coverage::add(const Coverage& other)
{
  for (const auto& [situation, count] : other.counts_) add(situation, count);
}

std::string Coverage::missing() const
{
  std::string names;
  for (const auto& [situation, count] : counts_) {
    if (count == 0) names.append(names.empty() ? "" : ", ").append(situation);
  }
  return names;
}

void Coverage::print(std::ostream& to) const
{
  for (const auto& [situation, count] : counts_) to << std::setw(10) << count << "  " << situation << '\n';
}

}  // namespace kubexx::simulation
