// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// What expressions in admission ask with `authorizer`: k8s.io/apiserver/pkg/cel/library/authz.go.
namespace kubexx::cel::detail {

/// Whether a user may do something.
struct AuthorizerCheck {
  std::string user;
  std::vector<std::string> groups;
  std::string verb;
  bool resource_request = true;
  std::string group, resource, subresource, namespace_, name;
  std::string path;  ///< when it is no request for a resource
};
struct AuthorizerDecision {
  bool allowed = false;
  std::string reason;
};
using AuthorizerFunction = std::function<AuthorizerDecision(const AuthorizerCheck&)>;

/// `authorizer` and what its functions give. Immutable.
struct AuthorizerValue {
  enum class Kind { authorizer, path, group, resource, decision };
  Kind kind = Kind::authorizer;
  std::shared_ptr<const AuthorizerFunction> ask;
  AuthorizerCheck check;
  AuthorizerDecision decision;
};
/// "kubernetes.authorization.Authorizer", …
[[nodiscard]] const char* authorizer_type_name(AuthorizerValue::Kind kind) noexcept;

}  // namespace kubexx::cel::detail
