// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/types/core/v1/node_selector_term.hpp"

namespace kubexx::corev1 {

/// A node selector represents the union of the results of one or more label queries over a set of nodes; that is, it
/// represents the OR of the selectors represented by the node selector terms.
struct NodeSelector {
  /// Required. A list of node selector terms. The terms are ORed.
  std::vector<NodeSelectorTerm> nodeSelectorTerms{};

  friend bool operator==(const NodeSelector&, const NodeSelector&);
};
BOOST_DESCRIBE_STRUCT(NodeSelector, (), (nodeSelectorTerms))
KUBEXX_COMPILED(NodeSelector)

}  // namespace kubexx::corev1
