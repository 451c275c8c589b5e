// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx::admissionregistrationv1 {

/// ParamRef describes how to locate the params to be used as input to expressions of rules applied by a policy binding.
struct ParamRef {
  /// name is the name of the resource being referenced. One of `name` or `selector` must be set, but `name` and
  /// `selector` are mutually exclusive properties. If one is set, the other must be unset.
  std::string name{};
  /// namespace is the namespace of the referenced resource. Allows limiting the search for params to a specific
  /// namespace. Applies to both `name` and `selector` fields. A per-namespace parameter may be used by specifying a
  /// namespace-scoped `paramKind` in the policy and leaving this field empty.
  std::string namespace_{};
  /// selector can be used to match multiple param objects based on their labels. Supply selector: {} to match all
  /// resources of the ParamKind. If multiple params are found, they are all evaluated with the policy expressions and
  /// the results are ANDed together.
  std::optional<MetaLabelSelector> selector{};
  /// parameterNotFoundAction controls the behavior of the binding when the resource exists, and name or selector is
  /// valid, but there are no parameters matched by the binding. If the value is set to `Allow`, then no matched
  /// parameters will be treated as successful validation by the binding.
  std::optional<std::string> parameterNotFoundAction{};

  friend bool operator==(const ParamRef&, const ParamRef&);
};
BOOST_DESCRIBE_STRUCT(ParamRef, (), (name, namespace_, selector, parameterNotFoundAction))
KUBEXX_COMPILED(ParamRef)

}  // namespace kubexx::admissionregistrationv1
