// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "kubexx/base/random.hpp"

namespace kubexx::testing {

/// Earlier lists, as an API server that lags behind would return them. A list with resourceVersion=0 may return any of
/// them; a list with another version may return any that is not older than that (API concepts, "Semantics for get and
/// list"). One thread at a time.
class StaleLists {
public:
  /// Keeps `body`, the response to a complete list of `path`; at most four per path, the oldest are dropped.
  void remember(std::string_view path, std::string body);

  /// Returns a random earlier response that the request `target` allows. nullopt if there is none, or if the request
  /// requires a consistent list, has a selector or a continue token.
  [[nodiscard]] std::optional<std::string> answer(std::string_view target, Random& random) const;

private:
  struct Kept {
    std::uint64_t version = 0;
    std::string body;
  };
  std::map<std::string, std::deque<Kept>, std::less<>> by_path_;
};

}  // namespace kubexx::testing
