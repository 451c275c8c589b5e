// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

namespace kubexx {

/// One token for two; requested as soon as either is, while this lives.
class EitherStop {
public:
  EitherStop(const std::stop_token& a, const std::stop_token& b) : on_a_(a, end()), on_b_(b, end()) {}

  [[nodiscard]] std::stop_token token() const { return both_.get_token(); }

private:
  // The source is copied for the call: a callback that ends the stream destroys this meanwhile.
  [[nodiscard]] std::function<void()> end() const
  {
    return [both = both_] { std::stop_source(both).request_stop(); };
  }

  const std::stop_source both_;
  const std::stop_callback<std::function<void()>> on_a_, on_b_;
};

}  // namespace kubexx
