// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// A node selector operator is the set of operators that can be used in a node selector requirement.
struct NodeSelectorOperator : OpenEnum<NodeSelectorOperator> {
  using OpenEnum::OpenEnum;
  static constexpr Name In{"In"}, NotIn{"NotIn"}, Exists{"Exists"}, DoesNotExist{"DoesNotExist"}, Gt{"Gt"}, Lt{"Lt"};
};

/// A node selector requirement is a selector that contains values, a key, and an operator that relates the key and
/// values.
struct NodeSelectorRequirement {
  /// The label key that the selector applies to.
  std::string key{};
  /// Represents a key's relationship to a set of values. Valid operators are In, NotIn, Exists, DoesNotExist. Gt, and
  /// Lt.
  NodeSelectorOperator operator_{};
  /// An array of string values. If the operator is In or NotIn, the values array must be non-empty. If the operator is
  /// Exists or DoesNotExist, the values array must be empty. If the operator is Gt or Lt, the values array must have a
  /// single element, which will be interpreted as an integer.
  std::vector<std::string> values{};

  friend bool operator==(const NodeSelectorRequirement&, const NodeSelectorRequirement&);
};
BOOST_DESCRIBE_STRUCT(NodeSelectorRequirement, (), (key, operator_, values))
KUBEXX_COMPILED(NodeSelectorRequirement)

/// A null or empty node selector term matches no objects. The requirements of them are ANDed. The TopologySelectorTerm
/// type implements a subset of the NodeSelectorTerm.
struct NodeSelectorTerm {
  /// A list of node selector requirements by node's labels.
  std::vector<NodeSelectorRequirement> matchExpressions{};
  /// A list of node selector requirements by node's fields.
  std::vector<NodeSelectorRequirement> matchFields{};

  friend bool operator==(const NodeSelectorTerm&, const NodeSelectorTerm&);
};
BOOST_DESCRIBE_STRUCT(NodeSelectorTerm, (), (matchExpressions, matchFields))
KUBEXX_COMPILED(NodeSelectorTerm)

}  // namespace kubexx::corev1
