// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/types/authorization/v1/non_resource_attributes.hpp"
#include "kubexx/types/authorization/v1/resource_attributes.hpp"

namespace kubexx::authorizationv1 {

/// SubjectAccessReviewSpec is a description of the access request. Exactly one of resourceAttributes and
/// nonResourceAttributes must be set
struct SubjectAccessReviewSpec {
  /// resourceAttributes describes information for a resource access request
  std::optional<ResourceAttributes> resourceAttributes{};
  /// nonResourceAttributes describes information for a non-resource access request
  std::optional<NonResourceAttributes> nonResourceAttributes{};
  /// user is the user you're testing for. If you specify "User" but not "Groups", then is it interpreted as "What if
  /// User were not a member of any groups
  std::string user{};
  /// groups is the groups you're testing for.
  std::vector<std::string> groups{};
  /// extra corresponds to the user.Info.GetExtra() method from the authenticator. Since that is input to the authorizer
  /// it needs a reflection here.
  std::map<std::string, std::vector<std::string>> extra{};
  /// uid information about the requesting user.
  std::string uid{};

  friend bool operator==(const SubjectAccessReviewSpec&, const SubjectAccessReviewSpec&);
};
BOOST_DESCRIBE_STRUCT(SubjectAccessReviewSpec, (), (resourceAttributes, nonResourceAttributes, user, groups, extra,
    uid))
KUBEXX_COMPILED(SubjectAccessReviewSpec)

}  // namespace kubexx::authorizationv1
