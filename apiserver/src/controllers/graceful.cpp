// SPDX-License-Identifier: Apache-2.0
#include "controllers/graceful.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "kubexx/apimachinery/time.hpp"

namespace kubexx::apiserver {
namespace {

/// What a Duration holds of it.
std::chrono::seconds span_of(std::int64_t period)
{
  constexpr std::int64_t longest = 9'000'000'000;
  return std::chrono::seconds(std::clamp(period, -longest, longest));
}

std::int64_t period_of(const Json& pod, std::optional<std::int64_t> grace)
{
  const auto phase = string_at(pod, {"status", "phase"});
  if (string_at(pod, {"spec", "nodeName"}).empty() || phase == "Failed" || phase == "Succeeded") return 0;
  if (grace) return *grace;
  const auto* own = find(pod, {"spec", "terminationGracePeriodSeconds"});
  const auto period = own != nullptr && own->is_number_integer() ? own->get<std::int64_t>() : 0;
  return period < 0 ? 1 : period;
}

}  // namespace

std::int64_t remaining_grace(const Json& object)
{
  const auto* grace = find(object, {"metadata", "deletionGracePeriodSeconds"});
  return grace != nullptr && grace->is_number_integer() ? grace->get<std::int64_t>() : 0;
}

GracefulDelete begin_graceful_delete(Json& pod, std::optional<std::int64_t> grace, WallTime now)
{
  if (grace && *grace < 0) grace = 1;
  auto& meta = pod["metadata"];
  if (const auto marked = string_at(meta, {"deletionTimestamp"}); !marked.empty()) {
    const auto before = remaining_grace(pod);
    if (!grace || *grace >= before) return GracefulDelete::pending;
    meta["deletionTimestamp"] = (Time::parse(marked) - span_of(before) + span_of(*grace)).to_string();
    meta["deletionGracePeriodSeconds"] = *grace;
    return GracefulDelete::marked;
  }
  const auto period = period_of(pod, grace);
  meta["deletionTimestamp"] = (Time(now) + span_of(period)).to_string();
  meta["deletionGracePeriodSeconds"] = period;
  if (const auto* generation = find(meta, {"generation"})) meta["generation"] = generation->get<std::int64_t>() + 1;
  return GracefulDelete::marked;
}

}  // namespace kubexx::apiserver
