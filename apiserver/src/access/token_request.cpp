// SPDX-License-Identifier: Apache-2.0
#include "access/token_request.hpp"

#include "kubexx/apimachinery/time.hpp"
#include "verbs/admitted.hpp"
#include "verbs/decode.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* token_group = "authentication.k8s.io";
constexpr const char* token_kind = "TokenRequest";
constexpr std::int64_t shortest_token = 600;
constexpr std::int64_t longest_token = std::int64_t{1} << 32U;
constexpr std::int64_t usual_token = 3600;
/// The expiry that the kubelet asks for: such tokens of Pods go on for a year, and their use is noted.
constexpr std::int64_t warned_token = 60 * 60 + 7;
constexpr std::int64_t extended_token = std::int64_t{60} * 60 * 24 * 365;

Json decoded_request(const Call& call)
{
  auto request = parse_body(call.http, token_kind, "authentication.k8s.io/v1");
  const auto kind = string_at(request, {"kind"});
  if (!kind.empty() && kind != token_kind) {
    throw bad_request(kind + " in version \"v1\" cannot be handled as a TokenRequest: no kind " + go_quoted(kind) +
                      " is registered for version \"authentication.k8s.io/v1\" in scheme "
                      "\"pkg/runtime/scheme.go:111\"");
  }
  try {
    decode_builtin("authentication.v1.TokenRequest", request);
  } catch (const DecodeError& error) {
    throw unreadable(token_kind, "v1", error);
  }
  auto& spec = ensure_object(request, "spec");
  set_default(spec, "expirationSeconds", usual_token);
  for (const char* member : {"audiences", "boundObjectRef"}) set_default(spec, member, nullptr);
  request["status"] = {{"token", ""}, {"expirationTimestamp", nullptr}};
  return request;
}

/// Name and uid are those of the account if they are said at all.
void check_account(const Call& call, const Json& request, const Stored& account)
{
  const auto name = string_at(request, {"metadata", "name"});
  if (!name.empty() && name != account.name) {
    throw invalid(token_group, token_kind, call.path.name,
                  {invalid_value("metadata.name", name, "must match the service account name if specified")});
  }
  const auto uid = string_at(request, {"metadata", "uid"});
  if (uid.empty() || uid == account.uid) return;
  throw conflict(
      token_group, token_kind, call.path.name,
      "the UID in the token request (" + uid + ") does not match the UID of the service account (" + account.uid + ")");
}

void check_token_spec(const Json& spec)
{
  FieldErrors errors;
  const auto seconds = spec.at("expirationSeconds").get<std::int64_t>();
  if (seconds < shortest_token) {
    errors.push_back(
        invalid_value("spec.expirationSeconds", seconds, "may not specify a duration less than 10 minutes"));
  } else if (seconds > longest_token) {
    errors.push_back(
        invalid_value("spec.expirationSeconds", seconds, "may not specify a duration larger than 2^32 seconds"));
  }
  const auto* attestations = find(spec, {"attestations"});
  if (attestations != nullptr && !attestations->empty()) {
    errors = {invalid_value("spec.attestations", *attestations,
                            "attestations may only be specified with a webhook bound object reference")};
  }
  if (!errors.empty()) throw invalid(token_group, token_kind, "", errors);
}

StoredPtr find_object(Server& server, const std::string& plural, const std::string& namespace_, const std::string& name)
{
  auto found = server.store.collection("/" + plural)->objects.get(key_of(namespace_, name));
  if (!found) throw not_found("", plural, name);
  return found;
}

/// The Pod's node, which may not be there.
void note_node(Server& server, const Stored& pod, IssuedToken& token)
{
  token.node_name = string_at(pod.json(), {"spec", "nodeName"});
  if (token.node_name.empty()) return;
  const auto node = server.store.collection("/nodes")->objects.get(token.node_name);
  if (node) token.node_uid = node->uid;
}

void bind_token(Server& server, const Call& call, const Json& reference, IssuedToken& token)
{
  const auto kind = string_at(reference, {"kind"});
  const auto api_version = string_at(reference, {"apiVersion"});
  const auto name = string_at(reference, {"name"});
  const auto slash = api_version.find('/');
  const auto group = slash == std::string::npos ? std::string() : api_version.substr(0, slash);
  StoredPtr object;
  if (group.empty() && kind == "Pod") {
    object = find_object(server, "pods", call.path.namespace_, name);
    if (string_at(object->json(), {"spec", "serviceAccountName"}) != call.path.name) {
      throw bad_request("cannot bind token for serviceaccount " + go_quoted(call.path.name) +
                        " to pod running with different serviceaccount name.");
    }
    note_node(server, *object, token);
  } else if (group.empty() && kind == "Node") {
    object = find_object(server, "nodes", "", name);
    token.node_name = object->name;
    token.node_uid = object->uid;
  } else if (group.empty() && kind == "Secret") {
    object = find_object(server, "secrets", call.path.namespace_, name);
  } else {
    throw bad_request("cannot bind token to object of type " + (slash == std::string::npos ? "/" : std::string()) +
                      api_version + ", Kind=" + kind);
  }
  const auto uid = string_at(reference, {"uid"});
  if (!uid.empty() && uid != object->uid) {
    throw conflict(group, kind, name,
                   "the UID in the bound object reference (" + uid +
                       ") does not match the UID in record. The object might have been deleted and then recreated");
  }
  token.bound = {kind, name, object->uid};
}

/// Wants the lock held.
HttpResponse issued(Server& server, const Call& call, Json request)
{
  const auto account = current_object(call);
  check_account(call, request, *account);
  auto& spec = request["spec"];
  if (!spec.is_object()) spec = Json::object();
  set_default(spec, "expirationSeconds", usual_token);
  if (!spec.contains("audiences") || spec["audiences"].empty()) {
    spec["audiences"] = Json::array({server.options.issuer});
  }
  set_default(spec, "boundObjectRef", nullptr);
  check_token_spec(spec);

  const auto now = server.options.clock->wall_now();
  const auto seconds = spec["expirationSeconds"].get<std::int64_t>();
  const auto expires = now + std::chrono::seconds(seconds);
  IssuedToken token{
      account->namespace_, account->name, account->uid, spec["audiences"].get<std::vector<std::string>>(), {}, expires};
  if (spec["boundObjectRef"].is_object()) bind_token(server, call, spec["boundObjectRef"], token);
  const bool for_us = token.audiences == std::vector<std::string>{server.options.issuer};
  if (token.bound.kind == "Pod" && seconds == warned_token && for_us) {
    token.warn_after = expires;
    token.expires = now + std::chrono::seconds(extended_token);
  }

  request["kind"] = token_kind;
  request["apiVersion"] = "authentication.k8s.io/v1";
  auto& meta = request["metadata"];
  if (!meta.is_object()) meta = Json::object();
  meta["name"] = account->name;
  meta["namespace"] = account->namespace_;
  meta["uid"] = account->uid;
  meta["creationTimestamp"] = Time(now).to_string();
  request["status"] = {
      {"token", server.tokens.issue(std::move(token), server.options.issuer, *server.options.random, now)},
      {"expirationTimestamp", Time(expires).to_string()}};
  return json_response(201, dump(request));
}

}  // namespace

awaitable<HttpResponse> issue_token(std::shared_ptr<Server> server, Call& call)
{
  auto request = decoded_request(call);
  const auto namespace_ = string_at(request, {"metadata", "namespace"});
  if (!namespace_.empty() && namespace_ != call.path.namespace_) {
    throw bad_request("the namespace of the provided object does not match the namespace sent on the request");
  }
  const GroupVersionKind kind{token_group, "v1", token_kind};
  const auto admission = admission_now(*server);
  co_await admit_posted(server, call, admission, kind, request);
  co_await validate_posted(server, call, admission, kind, request);
  const Locked locked(*server);
  co_return issued(*server, call, std::move(request));
}

}  // namespace kubexx::apiserver
