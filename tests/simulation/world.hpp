// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/client/resource.hpp"

namespace kubexx::simulation {

[[nodiscard]] const ResourceType& foo_type();

/// One run of the sample's operator against the embedded server, in one thread under virtual time.
struct Options {
  std::uint64_t seed = 1;
  int edits = 160;         ///< by the user, before the faults end
  bool keep_text = false;  ///< keep the trace as text
};

struct Outcome {
  bool converged = false;
  std::string why;            ///< when not: what differs
  std::uint64_t hash = 0;     ///< over every request, response, delta, queue operation and virtual time
  std::uint64_t entries = 0;  ///< of the trace
  std::uint64_t calls = 0;    ///< API calls of the operator
  std::uint64_t faults = 0;   ///< injected
  Duration virtual_time{};    ///< that passed
  std::vector<std::string> text;
};

/// Runs until the user has made his edits under faults, then without faults until the world is as it should be or
/// nothing changes any more: the cache equals the server, every Foo has its Deployment, owned by it, with its replicas
/// and its status; no Deployment is left without Foo; no key is left in the queue; no key was held twice at once.
[[nodiscard]] Outcome run(const Options& options);

}  // namespace kubexx::simulation
