// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/types/core/v1/taint_effect.hpp"

namespace kubexx::corev1 {

/// A toleration operator is the set of operators that can be used in a toleration.
struct TolerationOperator : OpenEnum<TolerationOperator> {
  using OpenEnum::OpenEnum;
  static constexpr Name Exists{"Exists"}, Equal{"Equal"}, Lt{"Lt"}, Gt{"Gt"};
};

/// The pod this Toleration is attached to tolerates any taint that matches the triple <key,value,effect> using the
/// matching operator <operator>.
struct Toleration {
  /// Key is the taint key that the toleration applies to. Empty means match all taint keys. If the key is empty,
  /// operator must be Exists; this combination means to match all values and all keys.
  std::string key{};
  /// Operator represents a key's relationship to the value. Valid operators are Exists, Equal, Lt, and Gt. Defaults to
  /// Equal. Exists is equivalent to wildcard for value, so that a pod can tolerate all taints of a particular category.
  TolerationOperator operator_{};
  /// Value is the taint value the toleration matches to. If the operator is Exists, the value should be empty,
  /// otherwise just a regular string.
  std::string value{};
  /// Effect indicates the taint effect to match. Empty means match all taint effects. When specified, allowed values
  /// are NoSchedule, PreferNoSchedule and NoExecute.
  TaintEffect effect{};
  /// TolerationSeconds represents the period of time the toleration (which must be of effect NoExecute, otherwise this
  /// field is ignored) tolerates the taint. By default, it is not set, which means tolerate the taint forever (do not
  /// evict).
  std::optional<std::int64_t> tolerationSeconds{};

  friend bool operator==(const Toleration&, const Toleration&);
};
BOOST_DESCRIBE_STRUCT(Toleration, (), (key, operator_, value, effect, tolerationSeconds))
KUBEXX_COMPILED(Toleration)

}  // namespace kubexx::corev1
