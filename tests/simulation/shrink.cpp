// SPDX-License-Identifier: Apache-2.0
#include "shrink.hpp"

#include <algorithm>
#include <utility>

namespace kubexx::simulation {

std::string_view kind_of_reason(std::string_view why)
{
  return why.substr(0, why.find(':'));
}

Outcome shrink(Options options, Outcome failed)
{
  const std::string reason(kind_of_reason(failed.why));
  options.keep_text = false;
  for (std::size_t chunk = std::max<std::size_t>(failed.faults.size() / 2, 1); chunk > 0; chunk /= 2) {
    for (std::size_t at = 0; at < failed.faults.size();) {
      auto fewer = failed.faults;
      const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(chunk, fewer.size() - at)));
      options.faults = std::move(fewer);
      Outcome outcome = run(options);
      if (!outcome.converged && kind_of_reason(outcome.why) == reason) {
        failed = std::move(outcome);
      } else {
        at += chunk;
      }
    }
  }
  return failed;
}

}  // namespace kubexx::simulation
