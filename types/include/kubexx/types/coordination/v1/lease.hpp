// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::coordinationv1 {

/// LeaseSpec is a specification of a Lease.
struct LeaseSpec {
  /// holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the
  /// holder identity must be equal to the elected LeaseCandidate.metadata.name field.
  std::optional<std::string> holderIdentity{};
  /// leaseDurationSeconds is a duration that candidates for a lease need to wait to force acquire it. This is measured
  /// against the time of last observed renewTime.
  std::optional<std::int32_t> leaseDurationSeconds{};
  /// acquireTime is a time when the current lease was acquired.
  std::optional<MicroTime> acquireTime{};
  /// renewTime is a time when the current holder of a lease has last updated the lease.
  std::optional<MicroTime> renewTime{};
  /// leaseTransitions is the number of transitions of a lease between holders.
  std::optional<std::int32_t> leaseTransitions{};
  /// strategy indicates the strategy for picking the leader for coordinated leader election. If the field is not
  /// specified, there is no active coordination for this lease. (Alpha) Using this field requires the
  /// CoordinatedLeaderElection feature gate to be enabled.
  std::optional<std::string> strategy{};
  /// preferredHolder signals to a lease holder that the lease has a more optimal holder and should be given up. This
  /// field can only be set if Strategy is also set.
  std::optional<std::string> preferredHolder{};

  friend bool operator==(const LeaseSpec&, const LeaseSpec&);
};
BOOST_DESCRIBE_STRUCT(LeaseSpec, (), (holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions,
    strategy, preferredHolder))
KUBEXX_COMPILED(LeaseSpec)

/// Lease defines a lease concept.
struct Lease {
  static constexpr ResourceInfo kubexx_resource{"coordination.k8s.io", "v1", "Lease", "leases"};
  ObjectMeta metadata{};
  /// spec contains the specification of the Lease.
  LeaseSpec spec{};

  friend bool operator==(const Lease&, const Lease&);
};
BOOST_DESCRIBE_STRUCT(Lease, (), (metadata, spec))
KUBEXX_COMPILED(Lease)

}  // namespace kubexx::coordinationv1
