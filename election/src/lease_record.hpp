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
  /// False when its record is as it was seen last, whatever else of the object has changed.
  bool see(const Lease& lease, SteadyTime now);

  /// Empty: nobody, as far as is known.
  [[nodiscard]] std::string holder() const { return record_ ? record_->holder : std::string(); }
  /// Whether a replica of this identity may take it.
  [[nodiscard]] bool is_free_for(const std::string& identity, SteadyTime now) const;
  /// When the holder's time is over if it gives no sign of life.
  [[nodiscard]] SteadyTime expires() const { return saturating_add(since_, record_ ? record_->duration : Duration()); }

private:
  // A sign of life of the holder changes one of these. Others may touch the Lease's metadata.
  struct Record {
    std::string holder;
    Duration duration{};
    std::optional<MicroTime> acquired, renewed;
    std::int32_t transitions = 0;
    friend bool operator==(const Record&, const Record&) = default;
  };
  std::optional<Record> record_;  // nullopt: it has not been seen
  SteadyTime since_{};
};

}  // namespace kubexx
