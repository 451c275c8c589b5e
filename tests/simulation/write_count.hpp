// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "kubexx/http/transport.hpp"

namespace kubexx::simulation {

struct WriteCounts {
  std::uint64_t all = 0;
  std::size_t in_flight = 0;
};

/// Counts in `counts`, which outlives it, the writes whose target `counted` accepts.
[[nodiscard]] std::shared_ptr<Transport> make_write_count(std::shared_ptr<Transport> server, WriteCounts& counts,
                                                          std::function<bool(std::string_view target)> counted);

}  // namespace kubexx::simulation
