// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::admissionregistrationv1 {

/// Variable is the definition of a variable that is used for composition. A variable is defined as a named expression.
struct Variable {
  /// name is the name of the variable. The name must be a valid CEL identifier and unique among all variables. The
  /// variable can be accessed in other expressions through `variables` For example, if name is "foo", the variable will
  /// be available as `variables.foo`
  std::string name{};
  /// expression is the expression that will be evaluated as the value of the variable. The CEL expression has access to
  /// the same identifiers as the CEL expressions in Validation.
  std::string expression{};

  friend bool operator==(const Variable&, const Variable&);
};
BOOST_DESCRIBE_STRUCT(Variable, (), (name, expression))
KUBEXX_COMPILED(Variable)

}  // namespace kubexx::admissionregistrationv1
