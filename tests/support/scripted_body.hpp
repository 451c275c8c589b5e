// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/http/transport.hpp"

namespace kubexx::test {

/// Hands out pieces, then ends in order or throws.
class ScriptedBody final : public BodyStream {
public:
  explicit ScriptedBody(std::vector<std::string> pieces, std::optional<TransportErrc> ending = {})
      : pieces_(pieces.begin(), pieces.end()), ending_(ending)
  {
  }
  awaitable<std::string> read() override
  {
    if (pieces_.empty()) {
      if (ending_) throw TransportError(*ending_, "the script says so");
      co_return std::string();
    }
    std::string piece = std::move(pieces_.front());
    pieces_.pop_front();
    co_return piece;
  }

private:
  std::deque<std::string> pieces_;
  std::optional<TransportErrc> ending_;
};

}  // namespace kubexx::test
