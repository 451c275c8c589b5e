// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx {

/// An entry of metadata.ownerReferences: an object on which this one depends (metav1.OwnerReference).
struct OwnerReference {
  std::string apiVersion = {}, kind = {}, name = {}, uid = {};
  std::optional<bool> controller = {}, blockOwnerDeletion = {};

  friend bool operator==(const OwnerReference&, const OwnerReference&);
};
BOOST_DESCRIBE_STRUCT(OwnerReference, (), (apiVersion, kind, name, uid, controller, blockOwnerDeletion))
KUBEXX_COMPILED(OwnerReference)

/// metav1.ObjectMeta without managedFields, which stay in the Object, and without the deprecated selfLink.
struct ObjectMeta {
  std::string name = {}, generateName = {}, namespace_ = {}, uid = {}, resourceVersion = {};
  std::optional<std::int64_t> generation = {};
  std::optional<Time> creationTimestamp = {}, deletionTimestamp = {};
  std::optional<std::int64_t> deletionGracePeriodSeconds = {};
  std::map<std::string, std::string> labels = {}, annotations = {};
  std::vector<OwnerReference> ownerReferences = {};
  std::vector<std::string> finalizers = {};

  friend bool operator==(const ObjectMeta&, const ObjectMeta&);
};
BOOST_DESCRIBE_STRUCT(ObjectMeta, (),
                      (name, generateName, namespace_, uid, resourceVersion, generation, creationTimestamp,
                       deletionTimestamp, deletionGracePeriodSeconds, labels, annotations, ownerReferences, finalizers))
KUBEXX_COMPILED(ObjectMeta)

/// metav1.LabelSelectorRequirement: `operator_` is In, NotIn, Exists or DoesNotExist.
struct LabelSelectorRequirement {
  std::string key = {}, operator_ = {};
  std::vector<std::string> values = {};

  friend bool operator==(const LabelSelectorRequirement&, const LabelSelectorRequirement&);
};
BOOST_DESCRIBE_STRUCT(LabelSelectorRequirement, (), (key, operator_, values))
KUBEXX_COMPILED(LabelSelectorRequirement)

/// metav1.LabelSelector, as specs hold it: both parts must match. LabelSelector::from converts it to a selector that
/// matches objects.
struct MetaLabelSelector {
  std::map<std::string, std::string> matchLabels = {};
  std::vector<LabelSelectorRequirement> matchExpressions = {};

  friend bool operator==(const MetaLabelSelector&, const MetaLabelSelector&);
};
BOOST_DESCRIBE_STRUCT(MetaLabelSelector, (), (matchLabels, matchExpressions))
KUBEXX_COMPILED(MetaLabelSelector)

}  // namespace kubexx
