// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/time.hpp"

namespace kubexx {

/// metav1.OwnerReference.
struct OwnerReference {
  std::string apiVersion, kind, name, uid;
  std::optional<bool> controller, blockOwnerDeletion;

  friend bool operator==(const OwnerReference&, const OwnerReference&) = default;
};
BOOST_DESCRIBE_STRUCT(OwnerReference, (), (apiVersion, kind, name, uid, controller, blockOwnerDeletion))

/// metav1.ObjectMeta without what only servers write (managedFields stay in the Object).
struct ObjectMeta {
  std::string name, generateName, namespace_, uid, resourceVersion;
  std::optional<std::int64_t> generation;
  std::optional<Time> creationTimestamp, deletionTimestamp;
  std::optional<std::int64_t> deletionGracePeriodSeconds;
  std::map<std::string, std::string> labels, annotations;
  std::vector<OwnerReference> ownerReferences;
  std::vector<std::string> finalizers;

  friend bool operator==(const ObjectMeta&, const ObjectMeta&) = default;
};
BOOST_DESCRIBE_STRUCT(ObjectMeta, (),
                      (name, generateName, namespace_, uid, resourceVersion, generation, creationTimestamp,
                       deletionTimestamp, deletionGracePeriodSeconds, labels, annotations, ownerReferences, finalizers))

/// metav1.LabelSelectorRequirement: `operator_` is In, NotIn, Exists or DoesNotExist.
struct LabelSelectorRequirement {
  std::string key, operator_;
  std::vector<std::string> values;

  friend bool operator==(const LabelSelectorRequirement&, const LabelSelectorRequirement&) = default;
};
BOOST_DESCRIBE_STRUCT(LabelSelectorRequirement, (), (key, operator_, values))

/// metav1.LabelSelector, as specs hold it: both parts must hold. What matches is a LabelSelector.
struct MetaLabelSelector {
  std::map<std::string, std::string> matchLabels;
  std::vector<LabelSelectorRequirement> matchExpressions;

  friend bool operator==(const MetaLabelSelector&, const MetaLabelSelector&) = default;
};
BOOST_DESCRIBE_STRUCT(MetaLabelSelector, (), (matchLabels, matchExpressions))

}  // namespace kubexx
