// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::flowcontrolv1 {

/// ExemptPriorityLevelConfiguration describes the configurable aspects of the handling of exempt requests. In the
/// mandatory exempt configuration object the values in the fields here can be modified by authorized users, unlike the
/// rest of the `spec`.
struct ExemptPriorityLevelConfiguration {
  /// `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this
  /// level. This is the number of execution seats nominally reserved for this priority level.
  std::optional<std::int32_t> nominalConcurrencyShares{};
  /// `lendablePercent` prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels.
  /// This value of this field must be between 0 and 100, inclusive, and it defaults to 0.
  std::optional<std::int32_t> lendablePercent{};

  friend bool operator==(const ExemptPriorityLevelConfiguration&, const ExemptPriorityLevelConfiguration&);
};
BOOST_DESCRIBE_STRUCT(ExemptPriorityLevelConfiguration, (), (nominalConcurrencyShares, lendablePercent))
KUBEXX_COMPILED(ExemptPriorityLevelConfiguration)

/// QueuingConfiguration holds the configuration parameters for queuing
struct QueuingConfiguration {
  /// `queues` is the number of queues for this priority level. The queues exist independently at each apiserver. The
  /// value must be positive. Setting it to 1 effectively precludes shufflesharding and thus makes the distinguisher
  /// method of associated flow schemas irrelevant.
  std::int32_t queues = 0;
  /// `handSize` is a small positive number that configures the shuffle sharding of requests into queues.
  std::int32_t handSize = 0;
  /// `queueLengthLimit` is the maximum number of requests allowed to be waiting in a given queue of this priority level
  /// at a time; excess requests are rejected. This value must be positive. If not specified, it will be defaulted to
  /// 50.
  std::int32_t queueLengthLimit = 0;

  friend bool operator==(const QueuingConfiguration&, const QueuingConfiguration&);
};
BOOST_DESCRIBE_STRUCT(QueuingConfiguration, (), (queues, handSize, queueLengthLimit))
KUBEXX_COMPILED(QueuingConfiguration)

/// LimitResponse defines how to handle requests that can not be executed right now.
struct LimitResponse {
  /// `type` is "Queue" or "Reject". "Queue" means that requests that can not be executed upon arrival are held in a
  /// queue until they can be executed or a queuing limit is reached. "Reject" means that requests that can not be
  /// executed upon arrival are rejected. Required.
  std::string type{};
  /// `queuing` holds the configuration parameters for queuing. This field may be non-empty only if `type` is `"Queue"`.
  std::optional<QueuingConfiguration> queuing{};

  friend bool operator==(const LimitResponse&, const LimitResponse&);
};
BOOST_DESCRIBE_STRUCT(LimitResponse, (), (type, queuing))
KUBEXX_COMPILED(LimitResponse)

/// LimitedPriorityLevelConfiguration specifies how to handle requests that are subject to limits. It addresses two
/// issues: - How are requests for this priority level limited? - What should be done with requests that exceed the
/// limit?
struct LimitedPriorityLevelConfiguration {
  /// `nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this
  /// level. This is the number of execution seats available at this priority level.
  std::optional<std::int32_t> nominalConcurrencyShares{};
  /// `limitResponse` indicates what to do with requests that can not be executed right now
  LimitResponse limitResponse{};
  /// `lendablePercent` prescribes the fraction of the level's NominalCL that can be borrowed by other priority levels.
  /// The value of this field must be between 0 and 100, inclusive, and it defaults to 0.
  std::optional<std::int32_t> lendablePercent{};
  /// `borrowingLimitPercent`, if present, configures a limit on how many seats this priority level can borrow from
  /// other priority levels. The limit is known as this level's BorrowingConcurrencyLimit (BorrowingCL) and is a limit
  /// on the total number of seats that this level may borrow at any one time.
  std::optional<std::int32_t> borrowingLimitPercent{};

  friend bool operator==(const LimitedPriorityLevelConfiguration&, const LimitedPriorityLevelConfiguration&);
};
BOOST_DESCRIBE_STRUCT(LimitedPriorityLevelConfiguration, (), (nominalConcurrencyShares, limitResponse, lendablePercent,
    borrowingLimitPercent))
KUBEXX_COMPILED(LimitedPriorityLevelConfiguration)

/// PriorityLevelConfigurationSpec specifies the configuration of a priority level.
struct PriorityLevelConfigurationSpec {
  /// `type` indicates whether this priority level is subject to limitation on request execution. A value of `"Exempt"`
  /// means that requests of this priority level are not subject to a limit (and thus are never queued) and do not
  /// detract from the capacity made available to other priority levels.
  std::string type{};
  /// `limited` specifies how requests are handled for a Limited priority level. This field must be non-empty if and
  /// only if `type` is `"Limited"`.
  std::optional<LimitedPriorityLevelConfiguration> limited{};
  /// `exempt` specifies how requests are handled for an exempt priority level. This field MUST be empty if `type` is
  /// `"Limited"`. This field MAY be non-empty if `type` is `"Exempt"`. If empty and `type` is `"Exempt"` then the
  /// default values for `ExemptPriorityLevelConfiguration` apply.
  std::optional<ExemptPriorityLevelConfiguration> exempt{};

  friend bool operator==(const PriorityLevelConfigurationSpec&, const PriorityLevelConfigurationSpec&);
};
BOOST_DESCRIBE_STRUCT(PriorityLevelConfigurationSpec, (), (type, limited, exempt))
KUBEXX_COMPILED(PriorityLevelConfigurationSpec)

/// PriorityLevelConfigurationCondition defines the condition of priority level.
struct PriorityLevelConfigurationCondition {
  /// `type` is the type of the condition. Required.
  std::string type{};
  /// `status` is the status of the condition. Should be specified and set to one of True, False, Unknown.
  std::string status{};
  /// `lastTransitionTime` is the last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// `reason` is a unique, one-word, CamelCase reason for the condition's last transition.
  std::string reason{};
  /// `message` is a human-readable message indicating details about last transition.
  std::string message{};

  friend bool operator==(const PriorityLevelConfigurationCondition&, const PriorityLevelConfigurationCondition&);
};
BOOST_DESCRIBE_STRUCT(PriorityLevelConfigurationCondition, (), (type, status, lastTransitionTime, reason, message))
KUBEXX_COMPILED(PriorityLevelConfigurationCondition)

/// PriorityLevelConfigurationStatus represents the current state of a "request-priority".
struct PriorityLevelConfigurationStatus {
  /// `conditions` is the current state of "request-priority". Merged by type.
  std::vector<PriorityLevelConfigurationCondition> conditions{};

  friend bool operator==(const PriorityLevelConfigurationStatus&, const PriorityLevelConfigurationStatus&);
};
BOOST_DESCRIBE_STRUCT(PriorityLevelConfigurationStatus, (), (conditions))
KUBEXX_COMPILED(PriorityLevelConfigurationStatus)

/// PriorityLevelConfiguration represents the configuration of a priority level.
struct PriorityLevelConfiguration {
  static constexpr ResourceInfo kubexx_resource{"flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration", "prioritylevelconfigurations", Scope::cluster};
  ObjectMeta metadata{};
  /// `spec` is the specification of the desired behavior of a "request-priority".
  PriorityLevelConfigurationSpec spec{};
  /// `status` is the current status of a "request-priority".
  PriorityLevelConfigurationStatus status{};

  friend bool operator==(const PriorityLevelConfiguration&, const PriorityLevelConfiguration&);
};
BOOST_DESCRIBE_STRUCT(PriorityLevelConfiguration, (), (metadata, spec, status))
KUBEXX_COMPILED(PriorityLevelConfiguration)

}  // namespace kubexx::flowcontrolv1
