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

/// What an API server that lags behind would answer: lists as they were. A list with resourceVersion=0 may be answered
/// with any of them, and one with another version with any that is not older (API concepts, "Semantics for get and
/// list"). One thread at a time.
class StaleLists {
public:
  /// Keeps the answer `body` to a whole list of `path`, and forgets the oldest beyond a few.
  void remember(std::string_view path, std::string body);

  /// An older answer that the request `target` allows, at random; nullopt when there is none, or it must be consistent,
  /// or it selects or continues.
  [[nodiscard]] std::optional<std::string> answer(std::string_view target, Random& random) const;

private:
  struct Kept {
    std::uint64_t version = 0;
    std::string body;
  };
  std::map<std::string, std::deque<Kept>, std::less<>> by_path_;
};

}  // namespace kubexx::testing
