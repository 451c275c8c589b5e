// SPDX-License-Identifier: Apache-2.0
#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/logs.hpp"

namespace kubexx {
namespace {

using test::ClientTest;
using test::failure;
using test::foos;
using test::web;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using namespace std::chrono_literals;

TEST_F(ClientTest, GetBuildsTheUrl)
{
  transport->answer(200, web);
  const auto object = client.get(resources::deployments, {"default", "web"});
  EXPECT_EQ(object.uid(), "u-1");
  EXPECT_EQ(transport->last().method, "GET");
  EXPECT_EQ(transport->last().target, "/apis/apps/v1/namespaces/default/deployments/web");
  EXPECT_EQ(transport->last().headers.find("Accept"), "application/json");
  EXPECT_THAT(std::string(*transport->last().headers.find("User-Agent")), StartsWith("kubexx/"));

  transport->answer(200, R"({"metadata":{"name":"a"}})");
  GetOptions options;
  options.resource_version = "0";
  (void)client.get(resources::namespaces, {"", "a:b c"}, options);
  EXPECT_EQ(transport->last().target, "/api/v1/namespaces/a:b%20c?resourceVersion=0");
}

TEST_F(ClientTest, IllegalNamesAreRefusedBeforeAnythingIsSent)
{
  const auto get = [&](const ResourceType& type, ObjectKey key) {
    return error_of([&] { (void)client.get(type, key); });
  };
  EXPECT_EQ(get(resources::pods, {"default", ""}), "get pods in namespace \"default\": the name is empty");
  EXPECT_EQ(get(resources::pods, {"default", "a/b"}),
            "get pods \"a/b\" in namespace \"default\": name \"a/b\" must not contain '/' or '%'");
  EXPECT_THAT(get(resources::pods, {"default", "a%2fb"}), HasSubstr("must not contain"));
  EXPECT_THAT(get(resources::pods, {"default", ".."}), HasSubstr("name \"..\" is not allowed"));
  EXPECT_THAT(get(resources::pods, {"..", "a"}), HasSubstr("namespace \"..\" is not allowed"));
  EXPECT_THAT(get(resources::pods, {"", "a"}), HasSubstr("the namespace is empty, but pods are namespaced"));
  EXPECT_THAT(get(resources::namespaces, {"x", "a"}), HasSubstr("namespaces are cluster-scoped"));
  EXPECT_THAT(
      error_of([&] { (void)client.create(resources::pods, Object::parse(R"({"metadata":{"namespace":"a"}})")); }),
      HasSubstr("neither metadata.name nor metadata.generateName"));
  EXPECT_THAT(error_of([&] { (void)client.get_raw("version"); }), HasSubstr("must begin with '/'"));
  EXPECT_THAT(error_of([&] { (void)client.get_raw("/a b"); }), HasSubstr("must be encoded"));
  EXPECT_EQ(transport->count(), 0U);
}

TEST_F(ClientTest, ListEncodesSelectorsAndTypesItems)
{
  transport->answer(200, R"({"kind":"FooList","metadata":{"resourceVersion":"77","continue":"c=="},
                             "items":[{"metadata":{"name":"a","managedFields":[]}},{"metadata":{"name":"b"}}]})");
  ListOptions options;
  options.label_selector = "app in (a, b),x!=y";
  options.field_selector = "metadata.name=a&b";
  options.limit = 2;
  options.continue_ = "+/=";
  const auto list = client.list(foos, options);
  EXPECT_EQ(transport->last().target,
            "/apis/samplecontroller.k8s.io/v1alpha1/foos?labelSelector=app%20in%20%28a%2C%20b%29%2Cx%21%3Dy"
            "&fieldSelector=metadata.name%3Da%26b&limit=2&continue=%2B%2F%3D");
  EXPECT_EQ(list.resource_version, "77");
  EXPECT_EQ(list.continue_, "c==");
  ASSERT_EQ(list.items.size(), 2U);
  EXPECT_EQ(list.items[0].kind(), "Foo");
  EXPECT_EQ(list.items[0].api_version(), "samplecontroller.k8s.io/v1alpha1");

  transport->answer(200, R"({"items":[]})");
  options = {};
  options.namespace_ = "prod";
  (void)client.list(foos, options);
  EXPECT_EQ(transport->last().target, "/apis/samplecontroller.k8s.io/v1alpha1/namespaces/prod/foos");
}

TEST_F(ClientTest, WritesSendTheObjectAndItsOptions)
{
  const auto object = Object::parse(web);
  transport->answer(201, web).answer(200, web).answer(200, web).answer(200, web);
  (void)client.create(resources::deployments, object);
  EXPECT_EQ(transport->last().method, "POST");
  EXPECT_EQ(transport->last().target, "/apis/apps/v1/namespaces/default/deployments?fieldManager=kubexx");
  EXPECT_EQ(transport->last().body, object.bytes());
  EXPECT_EQ(transport->last().headers.find("Content-Type"), "application/json");

  WriteOptions options;
  options.dry_run = true;
  options.field_manager = "me";
  options.field_validation = "Strict";
  (void)client.update(resources::deployments, object, options);
  EXPECT_EQ(transport->last().method, "PUT");
  EXPECT_EQ(transport->last().target,
            "/apis/apps/v1/namespaces/default/deployments/web?dryRun=All&fieldManager=me&fieldValidation=Strict");
  (void)client.update_status(resources::deployments, object);
  EXPECT_EQ(transport->last().target, "/apis/apps/v1/namespaces/default/deployments/web/status?fieldManager=kubexx");

  (void)client.create(resources::deployments,
                      Object::parse(R"({"metadata":{"generateName":"w-","namespace":"default"}})"));
  EXPECT_EQ(transport->last().body,
            R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"generateName":"w-","namespace":"default"}})");
}

TEST_F(ClientTest, PatchesNameTheirType)
{
  const auto patch = [&](PatchType type, bool force) {
    transport->answer(200, web);
    PatchOptions options;
    options.force = force;
    (void)client.patch(resources::deployments, {"default", "web"}, {type, "{}"}, options, "scale");
    return std::string(*transport->last().headers.find("Content-Type"));
  };
  EXPECT_EQ(patch(PatchType::merge, false), "application/merge-patch+json");
  EXPECT_EQ(transport->last().method, "PATCH");
  EXPECT_EQ(patch(PatchType::json, false), "application/json-patch+json");
  EXPECT_EQ(patch(PatchType::strategic, false), "application/strategic-merge-patch+json");
  EXPECT_EQ(patch(PatchType::apply, true), "application/apply-patch+yaml");
  EXPECT_EQ(transport->last().target,
            "/apis/apps/v1/namespaces/default/deployments/web/scale?fieldManager=kubexx&force=true");
  EXPECT_THAT(error_of([&] { patch(PatchType::merge, true); }), HasSubstr("for PatchType::apply only"));
}

TEST_F(ClientTest, DeleteSendsItsOptions)
{
  DeleteOptions options;
  options.grace_period_seconds = 0;
  options.propagation_policy = "Foreground";
  options.precondition_uid = "u-1";
  options.dry_run = true;
  transport->answer(200, R"({"kind":"Status","status":"Success"})");
  client.delete_(resources::pods, {"default", "a"}, options);
  EXPECT_EQ(transport->last().method, "DELETE");
  EXPECT_EQ(transport->last().body,
            R"({"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0,"propagationPolicy":"Foreground",)"
            R"("preconditions":{"uid":"u-1"},"dryRun":["All"]})");
}

TEST_F(ClientTest, SubresourcesAndRawPaths)
{
  transport->answer(201, R"({"kind":"TokenRequest","status":{"token":"t"}})").answer(200, "ok");
  const auto token = client.create_subresource(resources::service_accounts, {"default", "sa"}, "token",
                                               Object::parse(R"({"spec":{}})"));
  EXPECT_EQ(token.at("/status/token").as_string(), "t");
  EXPECT_EQ(transport->last().target, "/api/v1/namespaces/default/serviceaccounts/sa/token?fieldManager=kubexx");
  EXPECT_EQ(client.get_raw("/readyz?verbose"), "ok");
  EXPECT_EQ(transport->last().target, "/readyz?verbose");
}

TEST_F(ClientTest, ErrorsAreTypedAndSayWhatToDo)
{
  transport->answer(403, failure(403, "Forbidden", "User x cannot create"));
  try {
    (void)client.create(resources::deployments, Object::parse(web));
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_forbidden(error));
    EXPECT_FALSE(error.retryable());
    EXPECT_STREQ(error.what(),
                 "create deployments.apps \"web\" in namespace \"default\": 403 Forbidden: User x cannot create (grant "
                 "verb \"create\" on resource \"deployments\" in API group \"apps\" to this identity)");
  }
  transport->answer(403, failure(403, "Forbidden", "no"));
  EXPECT_THAT(
      error_of([&] { (void)client.list(resources::pods); }),
      HasSubstr("list pods in all namespaces: 403 Forbidden: no (grant verb \"list\" on resource \"pods\" in the "
                "core API group"));
  transport->answer(403, failure(403, "Forbidden", "exceeded quota: q"));
  EXPECT_THAT(error_of([&] { (void)client.create(resources::pods, Object::parse(web)); }), Not(HasSubstr("grant")));
  transport->answer(401, failure(401, "Unauthorized", "Unauthorized"));
  EXPECT_THAT(error_of([&] { (void)client.list(resources::nodes); }), HasSubstr("expired: rotate the token"));
}

TEST_F(ClientTest, StatusIsKeptWhole)
{
  transport->answer(422, failure(422, "Invalid", "m", R"({"name":"web","group":"apps","kind":"Deployment","uid":"u",
      "causes":[{"reason":"FieldValueInvalid","message":"bad","field":"spec.replicas"}],"retryAfterSeconds":3})"));
  try {
    (void)client.update(resources::deployments, Object::parse(web));
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_invalid(error));
    const Status& status = error.status();
    EXPECT_EQ(status.name, "web");
    EXPECT_EQ(status.kind, "Deployment");
    ASSERT_EQ(status.causes.size(), 1U);
    EXPECT_EQ(status.causes[0].field, "spec.replicas");
    EXPECT_EQ(status.retry_after, Duration(3s));
  }
}

TEST_F(ClientTest, MissingCrdIsNamed)
{
  transport->answer(404, "404 page not found\n");
  EXPECT_EQ(error_of([&] { (void)client.list(foos); }),
            "list foos.samplecontroller.k8s.io in all namespaces: 404 NotFound: the server has no resource "
            "foos.samplecontroller.k8s.io/v1alpha1: install its CRD, or correct the plural");
  transport->answer(404, "default backend - 404");
  EXPECT_THAT(error_of([&] { (void)client.list(resources::pods); }),
              HasSubstr("it does not serve this version (the server responded: default backend - 404)"));
  transport->answer(404, failure(404, "NotFound", "foos \\\"a\\\" not found", R"({"name":"a","kind":"foos"})"));
  try {
    (void)client.get(foos, {"default", "a"});
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_not_found(error));
    EXPECT_STREQ(error.what(),
                 "get foos.samplecontroller.k8s.io \"a\" in namespace \"default\": 404 NotFound: foos \"a\" not found");
  }
}

TEST_F(ClientTest, BodiesThatAreNoStatusAreTrimmed)
{
  transport->answer(502, "<html>" + std::string(5000, 'x') + "\n");
  try {
    (void)client.list(resources::pods);
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_EQ(error.code(), 502U);
    EXPECT_EQ(error.reason(), "InternalError");
    EXPECT_TRUE(error.retryable());
    EXPECT_LT(error.status().message.size(), 2100U);
    EXPECT_THAT(error.status().message, StartsWith("<html>xxx"));
  }
}

TEST_F(ClientTest, PredicatesFollowReasonThenCode)
{
  const auto error = [](unsigned code, const char* reason) {
    Status status;
    status.code = code;
    status.reason = reason;
    return ApiError(status, "x");
  };
  EXPECT_TRUE(is_conflict(error(409, "Conflict")));
  EXPECT_FALSE(is_conflict(error(409, "AlreadyExists")));
  EXPECT_TRUE(is_already_exists(error(409, "AlreadyExists")));
  Status other;  // a write that names the uid of an object that was replaced by another one
  other.code = 422;
  other.reason = "Invalid";
  EXPECT_FALSE(is_conflict(ApiError(other, "x")));
  other.causes = {{"FieldValueInvalid", "field is immutable", "metadata.uid"}};
  EXPECT_TRUE(is_conflict(ApiError(other, "x")));
  EXPECT_TRUE(is_gone(error(410, "Expired")));
  EXPECT_TRUE(is_gone(error(410, "Gone")));
  EXPECT_TRUE(is_gone(error(410, "SomethingNew")));
  EXPECT_TRUE(is_timeout(error(500, "ServerTimeout")));
  EXPECT_TRUE(is_timeout(error(504, "Timeout")));
  EXPECT_TRUE(is_not_found(error(404, "")));
  EXPECT_FALSE(is_not_found(std::runtime_error("x")));
  EXPECT_TRUE(is_too_many_requests(error(429, "TooManyRequests")));
  struct Row {
    bool (*is)(const std::exception&) noexcept;
    unsigned code;
    const char* reason;
  };
  for (const auto& [is, code, reason] : std::vector<Row>{{is_method_not_allowed, 405, "MethodNotAllowed"},
                                                         {is_not_acceptable, 406, "NotAcceptable"},
                                                         {is_request_too_large, 413, "RequestEntityTooLarge"},
                                                         {is_unsupported_media_type, 415, "UnsupportedMediaType"},
                                                         {is_internal_error, 500, "InternalError"},
                                                         {is_service_unavailable, 503, "ServiceUnavailable"}}) {
    EXPECT_TRUE(is(error(code, reason))) << reason;
    EXPECT_TRUE(is(error(code, "SomethingNew"))) << code;
    EXPECT_FALSE(is(error(code, "NotFound"))) << "a known reason comes before the code";
    EXPECT_FALSE(is(error(400, "BadRequest")));
  }
  EXPECT_TRUE(is_server_timeout(error(500, "ServerTimeout")));
  EXPECT_FALSE(is_server_timeout(error(504, "Timeout")));
  Status terminating;
  terminating.causes.push_back({"NamespaceTerminating", "", ""});
  EXPECT_TRUE(is_namespace_terminating(ApiError(terminating, "x")));
}

TEST_F(ClientTest, AnswersThatAreNoObjectsAreErrors)
{
  transport->answer(200, "<html>").answer(200, R"({"kind":"Pod"})");
  EXPECT_THAT(error_of([&] { (void)client.get(resources::pods, {"a", "b"}); }),
              HasSubstr("get pods \"b\" in namespace \"a\": the server's response is not the object: not valid JSON"));
  EXPECT_THAT(error_of([&] { (void)client.list(resources::pods); }), HasSubstr("it has no items"));
}

TEST_F(ClientTest, AnswersThatAreOtherObjectsAreErrors)
{
  using ::testing::AllOf;
  const std::string secret = R"({"kind":"Secret","apiVersion":"v1","metadata":{"name":"a"}})";
  const std::string status = R"({"kind":"Status","apiVersion":"v1","status":"Success"})";
  const std::string list = R"({"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{},"items":[]})";
  const Object object = Object::parse(web);
  for (const auto& [body, problem] :
       std::vector<std::pair<std::string, std::string>>{{"{}", "it has neither a kind nor a name"},
                                                        {R"({"status":"ok"})", "it has neither a kind nor a name"},
                                                        {status, "expected kind Deployment, not Status"},
                                                        {list, "expected kind Deployment, not DeploymentList"},
                                                        {secret, "expected kind Deployment, not Secret"}}) {
    transport->answer(200, body).answer(200, body).answer(201, body);
    const auto is_told = AllOf(HasSubstr("the server's response is not the object: "), HasSubstr(problem));
    EXPECT_THAT(error_of([&] { (void)client.get(resources::deployments, {"default", "web"}); }), is_told);
    EXPECT_THAT(error_of([&] { (void)client.update(resources::deployments, object); }),
                AllOf(is_told, HasSubstr("it was written")));
    EXPECT_THAT(error_of([&] { (void)client.create(resources::deployments, object); }),
                AllOf(is_told, HasSubstr("it was written")));
  }
  transport->answer(200, R"({"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"web"}})");
  EXPECT_EQ(client.get_subresource(resources::deployments, {"default", "web"}, "scale").kind(), "Scale");
  transport->answer(201, status);
  const ResourceType bindings("", "v1", "Binding", "bindings");
  const Object binding =
      Object::parse(R"({"kind":"Binding","apiVersion":"v1","metadata":{"namespace":"n","name":"a"}})");
  EXPECT_EQ(client.create(bindings, binding).kind(), "Status");
}

TEST_F(ClientTest, EachDeadlineOfACallReachesTheTransport)
{
  using namespace std::chrono_literals;
  const auto bounds = [&] {
    return std::pair(transport->last().limits.head_timeout, transport->last().limits.idle_timeout);
  };
  using Bounds = std::pair<std::optional<Duration>, std::optional<Duration>>;
  transport->answer(200, web).answer(200, web).answer(200, web).stream({}).stream({}).stream({});
  (void)client.get(resources::deployments, {"a", "b"});
  EXPECT_EQ(bounds(), Bounds(std::nullopt, 30s));

  Client::Options options;
  options.head_timeout = 4s;
  options.idle_timeout = 5s;
  const Client other(make_runtime(), transport, options);
  (void)other.get(resources::deployments, {"a", "b"});
  EXPECT_EQ(bounds(), Bounds(4s, 5s));
  GetOptions own;
  own.head_timeout = 1s;
  own.idle_timeout = 2s;
  (void)other.get(resources::deployments, {"a", "b"}, own);
  EXPECT_EQ(bounds(), Bounds(1s, 2s));

  WatchOptions watch;
  watch.server_timeout = 300s;
  (void)run(other.async_watch(resources::pods, watch));
  EXPECT_EQ(bounds(), Bounds(4s, 315s)) << "a watch's own follows from what it asked for";
  watch.idle_timeout = 90s;
  (void)run(other.async_watch(resources::pods, watch));
  EXPECT_EQ(bounds(), Bounds(4s, 90s));
  (void)run(other.async_stream_logs({"n", "a"}));
  EXPECT_EQ(bounds(), Bounds(4s, std::nullopt)) << "a log may be silent for as long as it likes";
}

TEST_F(ClientTest, TransportErrorsNameTheCall)
{
  transport->fail(TransportErrc::connect);
  try {
    (void)client.list(resources::pods);
    FAIL();
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::connect);
    EXPECT_STREQ(error.what(), "list pods in all namespaces: the script says so");
  }
}

}  // namespace
}  // namespace kubexx
