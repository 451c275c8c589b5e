// SPDX-License-Identifier: Apache-2.0
#include "admission/expressions.hpp"

#include "access/access.hpp"

namespace kubexx::apiserver {
namespace {

Json kind_of_request(const GroupVersionKind& kind)
{
  return {{"group", kind.group}, {"version", kind.version}, {"kind", kind.kind}};
}
Json resource_of_request(const Kind& kind, const std::string& version)
{
  return {{"group", kind.group}, {"version", version}, {"resource", kind.plural}};
}

/// The AdmissionRequest of expressions, as Go's encoder writes it.
Json request_value(const AdmissionAttributes& attributes, const Match& match)
{
  Json request{{"uid", ""},
               {"kind", kind_of_request(match.kind)},
               {"resource", resource_of_request(*match.resource, match.version)},
               {"requestKind", kind_of_request(attributes.kind)},
               {"requestResource", resource_of_request(*attributes.resource, attributes.version)},
               {"operation", to_string(attributes.operation)},
               {"userInfo", user_info(attributes.user)},
               {"object", nullptr},
               {"oldObject", nullptr},
               {"dryRun", attributes.dry_run},
               {"options", attributes.options}};
  if (!attributes.name.empty()) request["name"] = attributes.name;
  if (!attributes.namespace_.empty()) request["namespace"] = attributes.namespace_;
  if (!attributes.subresource.empty()) {
    request["subResource"] = attributes.subresource;
    request["requestSubResource"] = attributes.subresource;
  }
  return request;
}

std::shared_ptr<const cel::AuthorizerFunction> authorizer_of(const std::shared_ptr<Server>& server)
{
  return std::make_shared<const cel::AuthorizerFunction>([server](const cel::AuthorizerCheck& check) {
    Attributes wanted;
    wanted.user = check.user;
    wanted.groups = check.groups;
    wanted.verb = check.verb;
    wanted.resource_request = check.resource_request;
    wanted.group = check.group;
    wanted.resource = check.resource;
    wanted.subresource = check.subresource;
    wanted.name = check.name;
    wanted.namespace_ = check.namespace_;
    wanted.path = check.path;
    auto decision = decide(*server, wanted);
    return cel::AuthorizerDecision{decision.allowed, std::move(decision.reason)};
  });
}

}  // namespace

ExpressionRequest::ExpressionRequest(const std::shared_ptr<Server>& server, const AdmissionAttributes& attributes,
                                     const Match& match)
    : request_(request_value(attributes, match))
{
  auto authorizer = std::make_shared<cel::AuthorizerValue>();
  authorizer->ask = authorizer_of(server);
  authorizer->check.user = attributes.user.name;
  authorizer->check.groups = attributes.user.groups;
  auto resource = std::make_shared<cel::AuthorizerValue>(*authorizer);
  resource->kind = cel::AuthorizerValue::Kind::resource;
  resource->check.group = attributes.resource->group;
  resource->check.resource = attributes.resource->plural;
  resource->check.subresource = attributes.subresource;
  resource->check.namespace_ = attributes.namespace_;
  resource->check.name = attributes.name;
  authorizer_ = cel::Value(std::shared_ptr<const cel::AuthorizerValue>(std::move(authorizer)));
  request_resource_ = cel::Value(std::shared_ptr<const cel::AuthorizerValue>(std::move(resource)));
}

AdmissionValues ExpressionRequest::values(const VersionedObjects& objects) const
{
  const auto& any = cel::simple_type(cel::Type::Kind::dyn);
  AdmissionValues values;
  values.object = from_json(objects.object, any);
  values.old_object = from_json(objects.old_object, any);
  values.request = from_json(request_, any);
  values.authorizer = authorizer_;
  values.request_resource = request_resource_;
  return values;
}

bool conditions_hold(const std::vector<AdmissionExpression>& conditions, AdmissionRun run, bool ignore_failures)
{
  std::vector<std::string> problems;
  std::vector<AdmissionRun::Outcome> outcomes;
  try {
    for (const auto& condition : conditions) outcomes.push_back(run.evaluate(condition));
  } catch (const OutOfBudget&) {
    if (ignore_failures) return false;
    throw;
  }
  for (const auto& outcome : outcomes) {
    const auto* flag = outcome.value.get_if<bool>();
    if (outcome.problem.empty() && flag != nullptr && !*flag) return false;
    if (!outcome.problem.empty()) problems.push_back(outcome.problem);
  }
  if (problems.empty()) return true;
  if (ignore_failures) return false;
  if (problems.size() == 1) throw std::runtime_error(problems.front());
  std::string all;
  for (const auto& problem : problems) all += (all.empty() ? "[" : ", ") + problem;
  throw std::runtime_error(all + "]");
}

bool MatchConditions::hold(const AdmissionValues& values, bool ignore_failures) const
{
  std::call_once(once_, [this] {
    const AdmissionScope scope{false, true, false, {}};
    for (const auto& source : sources_) {
      compiled_.push_back(compile_admission(source, scope, Returns::boolean));
    }
  });
  const std::vector<AdmissionExpression> variables;
  const std::vector<std::string> names;
  return conditions_hold(compiled_, {values, variables, names, match_conditions_budget}, ignore_failures);
}

}  // namespace kubexx::apiserver
