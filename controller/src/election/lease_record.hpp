// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx {

/// coordination.k8s.io/v1, as far as an election needs it.
struct LeaseSpec {
  std::string holderIdentity;
  std::optional<std::int32_t> leaseDurationSeconds;
  std::optional<MicroTime> acquireTime, renewTime;
  std::int32_t leaseTransitions = 0;
};
BOOST_DESCRIBE_STRUCT(LeaseSpec, (), (holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions))
struct Lease {
  static constexpr ResourceInfo kubexx_resource{"coordination.k8s.io", "v1", "Lease", "leases"};
  ObjectMeta metadata;
  LeaseSpec spec;
};
BOOST_DESCRIBE_STRUCT(Lease, (), (metadata, spec))

inline constexpr const char* kLeaseDurationAnnotation = "kubexx.dev/lease-duration";

/// Writes a duration as whole seconds, rounded up, and exactly in the annotation where that says more.
void set_duration(Lease& lease, Duration duration);
/// The annotation's, if it rounds up to the seconds; otherwise the seconds. Zero when there are none.
[[nodiscard]] Duration duration_of(const Lease& lease);

/// What a replica has seen of the Lease, and since when it has not changed, by the replica's own clock: client-go's
/// observedRecord and observedTime. Not thread safe.
class LeaseObservation {
public:
  /// False when it is as it was seen last.
  bool see(const Lease& lease, SteadyTime now);

  [[nodiscard]] const std::string& holder() const noexcept { return holder_; }
  /// Whether a replica of this identity may take it.
  [[nodiscard]] bool is_free_for(const std::string& identity, SteadyTime now) const;
  /// When the holder's time is over if it gives no sign of life.
  [[nodiscard]] SteadyTime expires() const { return saturating_add(since_, duration_); }

private:
  std::string holder_;
  std::string version_;  // that the Lease had: what it says has changed when this has
  SteadyTime since_{};
  Duration duration_{};
};

}  // namespace kubexx
