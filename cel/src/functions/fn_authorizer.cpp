// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/cel/library/authz.go.
#include <algorithm>

#include "kubexx/cel/detail/functions.hpp"
#include "kubexx/cel/detail/names.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;
using AuthorizerPtr = std::shared_ptr<const AuthorizerValue>;
using AuthorizerKind = AuthorizerValue::Kind;

const AuthorizerValue& authorizer_receiver(Args args)
{
  return **args[0].get_if<AuthorizerPtr>();
}
const std::string& authorizer_argument(Args args, std::size_t index = 1)
{
  return *args[index].text_if();
}
bool is_blank_argument(const std::string& text)
{
  return text.find_first_not_of(" \t\n\v\f\r") == std::string::npos;
}

/// The receiver as a value of `kind`, with one part of the check set.
Value with(Args args, AuthorizerKind kind, std::string AuthorizerCheck::* part)
{
  auto value = std::make_shared<AuthorizerValue>(authorizer_receiver(args));
  value->kind = kind;
  value->check.*part = authorizer_argument(args);
  return {AuthorizerPtr(std::move(value))};
}

Value authorizer_path(Session& /*session*/, Args args)
{
  if (is_blank_argument(authorizer_argument(args))) return Value::error("path must not be empty");
  return with(args, AuthorizerKind::path, &AuthorizerCheck::path);
}
Value authorizer_group(Session& /*session*/, Args args)
{
  return with(args, AuthorizerKind::group, &AuthorizerCheck::group);
}
Value authorizer_resource(Session& /*session*/, Args args)
{
  if (is_blank_argument(authorizer_argument(args))) return Value::error("resource must not be empty");
  return with(args, AuthorizerKind::resource, &AuthorizerCheck::resource);
}
Value check_subresource(Session& /*session*/, Args args)
{
  return with(args, AuthorizerKind::resource, &AuthorizerCheck::subresource);
}
Value check_namespace(Session& /*session*/, Args args)
{
  return with(args, AuthorizerKind::resource, &AuthorizerCheck::namespace_);
}
Value check_name(Session& /*session*/, Args args)
{
  return with(args, AuthorizerKind::resource, &AuthorizerCheck::name);
}
/// RBAC, which decides here, does not look at selectors.
Value check_selector(Session& /*session*/, Args args)
{
  return args[0];
}

Value service_account(Session& /*session*/, Args args)
{
  const auto& space = authorizer_argument(args);
  const auto& name = authorizer_argument(args, 2);
  if (!dns_subdomain_problem(name).empty()) return Value::error("Invalid service account name");
  if (!dns_label_problem(space).empty()) return Value::error("Invalid service account namespace");
  auto value = std::make_shared<AuthorizerValue>(authorizer_receiver(args));
  value->check.user = "system:serviceaccount:" + space + ":" + name;
  value->check.groups = {"system:serviceaccounts", "system:serviceaccounts:" + space};
  return {AuthorizerPtr(std::move(value))};
}

Value check_verb(Session& /*session*/, Args args)
{
  auto value = std::make_shared<AuthorizerValue>(authorizer_receiver(args));
  value->check.verb = authorizer_argument(args);
  value->check.resource_request = value->kind == AuthorizerKind::resource;
  value->kind = AuthorizerKind::decision;
  value->decision = (*value->ask)(value->check);
  return {AuthorizerPtr(std::move(value))};
}

Value decision_allowed(Session& /*session*/, Args args)
{
  return {authorizer_receiver(args).decision.allowed};
}
Value decision_reason(Session& /*session*/, Args args)
{
  return Value::text(authorizer_receiver(args).decision.reason);
}
/// The authorizers of this server do not fail.
Value decision_errored(Session& /*session*/, Args /*args*/)
{
  return {false};
}
Value decision_error(Session& /*session*/, Args /*args*/)
{
  return Value::text({});
}

}  // namespace

const char* authorizer_type_name(AuthorizerValue::Kind kind) noexcept
{
  switch (kind) {
    case AuthorizerKind::path:
      return "kubernetes.authorization.PathCheck";
    case AuthorizerKind::group:
      return "kubernetes.authorization.GroupCheck";
    case AuthorizerKind::resource:
      return "kubernetes.authorization.ResourceCheck";
    case AuthorizerKind::decision:
      return "kubernetes.authorization.Decision";
    case AuthorizerKind::authorizer:
      break;
  }
  return "kubernetes.authorization.Authorizer";
}

std::span<const Function> authorizer_functions()
{
  using enum CostRule;
  static constexpr Function rows[] = {
      {"path", "authorizer.(string) pathcheck", authorizer_path},
      {"group", "authorizer.(string) groupcheck", authorizer_group},
      {"serviceAccount", "authorizer.(string,string) authorizer", service_account},
      {"resource", "groupcheck.(string) resourcecheck", authorizer_resource},
      {"subresource", "resourcecheck.(string) resourcecheck", check_subresource},
      {"namespace", "resourcecheck.(string) resourcecheck", check_namespace},
      {"name", "resourcecheck.(string) resourcecheck", check_name},
      {"fieldSelector", "resourcecheck.(string) resourcecheck", check_selector, selector},
      {"labelSelector", "resourcecheck.(string) resourcecheck", check_selector, selector},
      {"check", "pathcheck.(string) decision", check_verb, authorization},
      {"check", "resourcecheck.(string) decision", check_verb, authorization},
      {"errored", "decision.() bool", decision_errored},
      {"error", "decision.() string", decision_error},
      {"allowed", "decision.() bool", decision_allowed},
      {"reason", "decision.() string", decision_reason},
  };
  return rows;
}

}  // namespace kubexx::cel::detail
