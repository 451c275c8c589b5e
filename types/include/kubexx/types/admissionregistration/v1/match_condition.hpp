// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::admissionregistrationv1 {

/// MatchCondition represents a condition which must by fulfilled for a request to be sent to a webhook.
struct MatchCondition {
  /// name is an identifier for this match condition, used for strategic merging of MatchConditions, as well as
  /// providing an identifier for logging purposes. A good name should be descriptive of the associated expression.
  std::string name{};
  /// expression represents the expression which will be evaluated by CEL. Must evaluate to bool. CEL expressions have
  /// access to the contents of the AdmissionRequest and Authorizer, organized into CEL variables: 'object' - The object
  /// from the incoming request. The value is null for DELETE requests.
  std::string expression{};

  friend bool operator==(const MatchCondition&, const MatchCondition&);
};
BOOST_DESCRIBE_STRUCT(MatchCondition, (), (name, expression))
KUBEXX_COMPILED(MatchCondition)

}  // namespace kubexx::admissionregistrationv1
