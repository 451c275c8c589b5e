// SPDX-License-Identifier: Apache-2.0
#include "lease_record.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "kubexx/apimachinery/meta_duration.hpp"

namespace kubexx {

namespace {

std::int32_t rounded_up(Duration duration)
{
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(duration).count();
  constexpr auto most = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::min<std::int64_t>(std::max<std::int64_t>(seconds, 1), most));
}

}  // namespace

void set_duration(Lease& lease, Duration duration)
{
  const std::int32_t seconds = rounded_up(duration);
  lease.spec.leaseDurationSeconds = seconds;
  if (duration == std::chrono::seconds(seconds)) {
    lease.metadata.annotations.erase(kLeaseDurationAnnotation);
  } else {
    lease.metadata.annotations[kLeaseDurationAnnotation] = MetaDuration(duration).to_string();
  }
}

Duration duration_of(const Lease& lease)
{
  const std::int32_t seconds = lease.spec.leaseDurationSeconds.value_or(0);
  const auto exact = lease.metadata.annotations.find(kLeaseDurationAnnotation);
  if (exact != lease.metadata.annotations.end()) {
    try {
      const MetaDuration duration = MetaDuration::parse(exact->second);
      if (duration > Duration::zero() && rounded_up(duration) == seconds) return duration;
    } catch (const ValueError&) {  // of somebody else
    }
  }
  return std::chrono::seconds(seconds);
}

bool LeaseObservation::see(const Lease& lease, SteadyTime now)
{
  const LeaseSpec& spec = lease.spec;
  Record record{spec.holderIdentity, duration_of(lease), spec.acquireTime, spec.renewTime, spec.leaseTransitions};
  if (record_ == record) return false;
  record_ = std::move(record);
  since_ = now;
  return true;
}

bool LeaseObservation::is_free_for(const std::string& identity, SteadyTime now) const
{
  const std::string holder = this->holder();
  return holder.empty() || holder == identity || now >= expires();
}

}  // namespace kubexx
