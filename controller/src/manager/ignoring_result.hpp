// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// `work`, for spawn().
[[nodiscard]] inline awaitable<void> ignoring_result(awaitable<bool> work)
{
  static_cast<void>(co_await std::move(work));
}

}  // namespace kubexx
