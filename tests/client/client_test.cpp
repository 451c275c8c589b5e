// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <map>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/client/resources.hpp"
#include "kubexx/client/retry.hpp"
#include "scripted_transport.hpp"

namespace kubexx {
namespace {

using test::ScriptedTransport;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace std::chrono_literals;

const ResourceType foos{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos", Scope::namespaced};

constexpr const char* web = R"({"apiVersion":"apps/v1","kind":"Deployment",
  "metadata":{"name":"web","namespace":"default","uid":"u-1","resourceVersion":"5"}})";

std::string failure(unsigned code, const std::string& reason, const std::string& message,
                    const std::string& details = "{}")
{
  return R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":")" + message + R"(","reason":")" + reason +
         R"(","details":)" + details + R"(,"code":)" + std::to_string(code) + "}";
}

/// Adds up counters and observations by name and labels.
class TestMetrics final : public MetricsProvider {
public:
  std::map<std::string, double> values;

  std::shared_ptr<Counter> counter(std::string_view name, std::string_view, MetricLabels labels) override
  {
    return std::make_shared<Series>(*this, key(name, labels));
  }
  std::shared_ptr<Gauge> gauge(std::string_view, std::string_view, MetricLabels) override { return nullptr; }
  std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view, MetricLabels labels,
                                       std::span<const double>) override
  {
    return std::make_shared<Series>(*this, key(name, labels));
  }
  std::unique_ptr<MetricRegistration> gauge_callback(std::string_view, std::string_view, MetricLabels,
                                                     std::function<double()>) override
  {
    return nullptr;
  }

private:
  struct Series final : Counter, Histogram {
    Series(TestMetrics& owner_, std::string key_) : owner(owner_), name(std::move(key_)) {}
    void increment(double by) noexcept override { owner.values[name] += by; }
    void observe(double) noexcept override { owner.values[name] += 1; }
    TestMetrics& owner;
    std::string name;
  };
  static std::string key(std::string_view name, const MetricLabels& labels)
  {
    std::string text(name);
    for (const auto& [label, value] : labels) text += "," + label + "=" + value;
    return text;
  }
};

class ClientTest : public testing::Test {
protected:
  Runtime make_runtime()
  {
    Runtime runtime;
    runtime.clock = &clock;
    runtime.random = &random;
    runtime.executor = context.get_executor();
    runtime.metrics = &metrics;
    return runtime;
  }

  /// Runs `work` and moves the clock to whatever it waits for.
  template <class T>
  T run(awaitable<T> work)
  {
    std::optional<T> result;
    std::exception_ptr error;
    bool done = false;
    asio::co_spawn(context, std::move(work), [&](std::exception_ptr failed, T value) {
      error = failed;
      if (!failed) result.emplace(std::move(value));
      done = true;
    });
    for (;;) {
      context.restart();
      context.poll();
      if (done) break;
      if (!clock.advance_to_next()) throw std::runtime_error("waits for nothing");
    }
    if (error) std::rethrow_exception(error);
    return std::move(*result);
  }

  template <class Call>
  std::string error_of(Call call)
  {
    try {
      call();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no error";
  }

  ManualClock clock;
  SeededRandom random{7};
  TestMetrics metrics;
  asio::io_context context;
  std::shared_ptr<ScriptedTransport> transport = std::make_shared<ScriptedTransport>();
  Client client{make_runtime(), transport};
};

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
            "get pods \"a/b\" in namespace \"default\": name \"a/b\" must not hold '/' or '%'");
  EXPECT_THAT(get(resources::pods, {"default", "a%2fb"}), HasSubstr("must not hold"));
  EXPECT_THAT(get(resources::pods, {"default", ".."}), HasSubstr("name \"..\" is not allowed"));
  EXPECT_THAT(get(resources::pods, {"..", "a"}), HasSubstr("namespace \"..\" is not allowed"));
  EXPECT_THAT(get(resources::pods, {"", "a"}), HasSubstr("the namespace is empty, but pods are namespaced"));
  EXPECT_THAT(get(resources::namespaces, {"x", "a"}), HasSubstr("namespaces are cluster-scoped"));
  EXPECT_THAT(
      error_of([&] { (void)client.create(resources::pods, Object::parse(R"({"metadata":{"namespace":"a"}})")); }),
      HasSubstr("neither metadata.name nor metadata.generateName"));
  EXPECT_THAT(error_of([&] { (void)client.get_raw("version"); }), HasSubstr("must begin with '/'"));
  EXPECT_THAT(error_of([&] { (void)client.get_raw("/a b"); }), HasSubstr("must be encoded"));
  EXPECT_TRUE(transport->requests.empty());
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
    options.type = type;
    options.force = force;
    (void)client.patch(resources::deployments, {"default", "web"}, "{}", options, "scale");
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
            "foos.samplecontroller.k8s.io/v1alpha1: install its CRD");
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
    EXPECT_EQ(error.reason(), "Unknown");
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
  EXPECT_TRUE(is_gone(error(410, "Expired")));
  EXPECT_TRUE(is_gone(error(410, "Gone")));
  EXPECT_TRUE(is_gone(error(410, "SomethingNew")));
  EXPECT_TRUE(is_timeout(error(500, "ServerTimeout")));
  EXPECT_TRUE(is_timeout(error(504, "Timeout")));
  EXPECT_TRUE(is_not_found(error(404, "")));
  EXPECT_FALSE(is_not_found(std::runtime_error("x")));
  EXPECT_TRUE(is_too_many_requests(error(429, "TooManyRequests")));
  Status terminating;
  terminating.causes.push_back({"NamespaceTerminating", "", ""});
  EXPECT_TRUE(is_namespace_terminating(ApiError(terminating, "x")));
}

TEST_F(ClientTest, AnswersThatAreNoObjectsAreErrors)
{
  transport->answer(200, "<html>").answer(200, R"({"kind":"Pod"})");
  EXPECT_THAT(error_of([&] { (void)client.get(resources::pods, {"a", "b"}); }),
              HasSubstr("get pods \"b\" in namespace \"a\": the server's answer is not an object: not valid JSON"));
  EXPECT_THAT(error_of([&] { (void)client.list(resources::pods); }), HasSubstr("it has no items"));
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

TEST_F(ClientTest, RetriesWhatTheServerAsksFor)
{
  const Headers after{{"Retry-After", "7"}};
  transport->answer(429, "", after).answer(503, "", after).answer(201, web);
  const auto start = clock.now();
  (void)run(client.async_create(resources::deployments, Object::parse(web)));
  EXPECT_EQ(clock.now() - start, 14s);
  EXPECT_EQ(transport->requests.size(), 3U);
  EXPECT_EQ(transport->requests[2].body, transport->requests[0].body);
  EXPECT_EQ(metrics.values["rest_client_requests_total,code=429,method=POST,host=none"], 1);
  EXPECT_EQ(metrics.values["rest_client_requests_total,code=201,method=POST,host=none"], 1);
  EXPECT_EQ(metrics.values["rest_client_request_retries_total,code=503,verb=POST,host=none"], 1);
  EXPECT_EQ(metrics.values["rest_client_request_duration_seconds,verb=POST,host=none"], 1);
}

TEST_F(ClientTest, RetriesEndAfterTenAndAtTheDeadline)
{
  for (int attempt = 0; attempt < 20; ++attempt) transport->answer(429, "", {{"Retry-After", "1"}});
  EXPECT_THROW((void)run(client.async_list(resources::pods)), ApiError);
  EXPECT_EQ(transport->requests.size(), 11U);

  transport->requests.clear();
  transport->answer(429, "", {{"Retry-After", "60"}});
  ListOptions options;
  options.timeout = 20s;
  const auto start = clock.now();
  EXPECT_THROW((void)run(client.async_list(resources::pods, options)), ApiError);
  EXPECT_EQ(transport->requests.size(), 10U) << "nine more of the first script, then the wait that would be too long";
  EXPECT_LT(clock.now() - start, 20s);
}

TEST_F(ClientTest, DoesNotRetryWithoutBeingAsked)
{
  transport->answer(503, "").answer(429, "", {{"Retry-After", "Fri, 31 Dec 2027 23:59:59 GMT"}});
  EXPECT_THROW((void)run(client.async_list(resources::pods)), ApiError);
  EXPECT_THROW((void)run(client.async_list(resources::pods)), ApiError);
  EXPECT_EQ(transport->requests.size(), 2U);
}

TEST_F(ClientTest, ABrokenConnectionIsRetriedForReadsOnly)
{
  transport->fail(TransportErrc::closed).answer(200, R"({"items":[]})");
  (void)run(client.async_list(resources::pods));
  EXPECT_EQ(transport->requests.size(), 2U);
  transport->fail(TransportErrc::closed);
  EXPECT_THROW((void)run(client.async_create(resources::deployments, Object::parse(web))), TransportError);
  transport->fail(TransportErrc::connect);
  EXPECT_THROW((void)run(client.async_list(resources::pods)), TransportError);
  EXPECT_EQ(transport->left(), 0U);
}

TEST_F(ClientTest, AnAtomicStepIsNotRetriedButAnswered)
{
  transport->answer(429, failure(429, "TooManyRequests", "slow down"), {{"Retry-After", "1"}});
  EXPECT_THROW((void)client.list(resources::pods), ApiError);
  EXPECT_EQ(transport->requests.size(), 1U);
}

class Sleeper final : public Interceptor {
public:
  explicit Sleeper(Clock& clock) : clock_(clock) {}
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    const std::stop_token stop = call.limits.stop;
    if (!co_await async_sleep(clock_, 1s, stop)) throw TransportError(TransportErrc::cancelled, "woken");
    co_return co_await next(std::move(call));
  }

private:
  Clock& clock_;
};

TEST_F(ClientTest, AStepThatWouldHaveToWaitSaysSo)
{
  const auto sleepy = client.with_interceptor(std::make_shared<Sleeper>(clock));
  EXPECT_THAT(error_of([&] { (void)sleepy.list(resources::pods); }), HasSubstr("use async_list"));
  clock.advance(10s);
  EXPECT_TRUE(transport->requests.empty());
}

TEST_F(ClientTest, ABlockingVerbOnItsOwnExecutorThrows)
{
  transport->inline_answers = false;
  std::string error;
  asio::post(context, [&] { error = error_of([&] { (void)client.list(resources::pods); }); });
  context.run();
  EXPECT_THAT(error, HasSubstr("async_list"));
}

TEST_F(ClientTest, AStopEndsACallBeforeItIsSent)
{
  std::stop_source source;
  source.request_stop();
  ListOptions options;
  options.stop = source.get_token();
  try {
    (void)client.list(resources::pods, options);
    FAIL();
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::cancelled);
  }
}

class Recorder final : public Interceptor {
public:
  Recorder(std::string name, std::vector<std::string>& log) : name_(std::move(name)), log_(log) {}
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    log_.push_back(name_ + " " + to_string(call.verb) + " " + call.key.to_string());
    HttpResponse response = co_await next(std::move(call));
    log_.push_back(name_ + " " + std::to_string(response.status));
    co_return response;
  }
  void written(const WriteReceipt& receipt) noexcept override
  {
    log_.push_back(name_ + " wrote " + receipt.key.to_string() + " " + receipt.uid + " " + receipt.resource_version);
  }

private:
  std::string name_;
  std::vector<std::string>& log_;
};

TEST_F(ClientTest, WritesPassTheChainInOrder)
{
  std::vector<std::string> log;
  const auto chained = client.with_interceptor(std::make_shared<Recorder>("outer", log))
                           .with_interceptor(std::make_shared<Recorder>("inner", log));
  transport->answer(200, web);
  (void)chained.update(resources::deployments, Object::parse(web));
  EXPECT_THAT(log, ElementsAre("outer update default/web", "inner update default/web", "inner 200", "outer 200",
                               "outer wrote default/web u-1 5", "inner wrote default/web u-1 5"));
  log.clear();
  transport->answer(200, R"({"kind":"Status","status":"Success","details":{"uid":"u-1"}})");
  chained.delete_(resources::deployments, {"default", "web"});
  EXPECT_EQ(log.back(), "inner wrote default/web u-1 ");
  log.clear();
  transport->answer(409, failure(409, "Conflict", "old"));
  EXPECT_THROW((void)chained.update(resources::deployments, Object::parse(web)), ApiError);
  EXPECT_THAT(log, ElementsAre("outer update default/web", "inner update default/web", "inner 409", "outer 409"));
}

TEST_F(ClientTest, WatchAsksForWhatItNeeds)
{
  transport->stream({R"({"type":"ADDED","object":{"metadata":{"name":"a","namespace":"n","resourceVersion":"3"}}})"
                     "\n"});
  WatchOptions options;
  options.resource_version = "2";
  auto stream = run(client.async_watch(foos, options));
  EXPECT_THAT(transport->last().target,
              testing::MatchesRegex("/apis/samplecontroller.k8s.io/v1alpha1/foos\\?watch=true&resourceVersion=2&"
                                    "allowWatchBookmarks=true&timeoutSeconds=[345][0-9][0-9]"));
  const auto target = transport->last().target;
  const auto seconds = std::stoi(target.substr(target.rfind('=') + 1));
  EXPECT_GE(seconds, 300);
  EXPECT_EQ(transport->limits.back().idle, std::chrono::seconds(seconds + 15));
  EXPECT_TRUE(transport->limits.back().stream);
  EXPECT_EQ(transport->last().headers.find("Accept-Encoding"), "identity");
  const auto event = run(stream->next());
  ASSERT_TRUE(event);
  EXPECT_EQ(event->object.kind(), "Foo");
  EXPECT_EQ(event->resource_version, "3");
  EXPECT_FALSE(run(stream->next()));
  EXPECT_FALSE(run(stream->next())) << "the end stays the end";

  transport->stream({});
  options = {};
  options.send_initial_events = true;
  options.server_timeout = 60s;
  options.namespace_ = "n";
  (void)run(client.async_watch(foos, options));
  EXPECT_EQ(transport->last().target,
            "/apis/samplecontroller.k8s.io/v1alpha1/namespaces/n/foos?watch=true&sendInitialEvents=true&"
            "resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=60");
}

TEST_F(ClientTest, WatchThatIsRefusedIsAnApiError)
{
  transport->stream({failure(410, "Expired", "too old").substr(0, 20), failure(410, "Expired", "too old").substr(20)},
                    {}, 410);
  try {
    (void)run(client.async_watch(foos));
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_gone(error));
    EXPECT_STREQ(error.what(), "watch foos.samplecontroller.k8s.io in all namespaces: 410 Expired: too old");
  }
}

TEST_F(ClientTest, WatchThatBreaksSaysWhichAndHow)
{
  transport->stream({"\n"}, TransportErrc::idle);
  auto stream = run(client.async_watch(foos));
  try {
    (void)run(stream->next());
    FAIL();
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::idle);
    EXPECT_THAT(error.what(), StartsWith("watch foos.samplecontroller.k8s.io in all namespaces: "));
  }
}

TEST_F(ClientTest, RetryOnConflictReadsAgain)
{
  int tries = 0;
  Status conflict;
  conflict.code = 409;
  conflict.reason = "Conflict";
  retry_on_conflict(client, [&] {
    if (++tries < 3) throw ApiError(conflict, "conflict");
  });
  EXPECT_EQ(tries, 3);
  tries = 0;
  EXPECT_THROW(retry_on_conflict(client,
                                 [&] {
                                   ++tries;
                                   throw ApiError(conflict, "conflict");
                                 }),
               ApiError);
  EXPECT_EQ(tries, 5);
  tries = 0;
  EXPECT_THROW(retry_on_conflict(client,
                                 [&] {
                                   ++tries;
                                   throw std::runtime_error("other");
                                 }),
               std::runtime_error);
  EXPECT_EQ(tries, 1);
}

awaitable<void> conflict_twice(int* tries)
{
  Status conflict;
  conflict.code = 409;
  conflict.reason = "Conflict";
  if (++*tries < 3) throw ApiError(conflict, "conflict");
  co_return;
}

awaitable<int> retried(Client client, int* tries)
{
  const std::function<awaitable<void>()> work = [tries] { return conflict_twice(tries); };
  co_await async_retry_on_conflict(client, work);
  co_return *tries;
}

TEST_F(ClientTest, AsyncRetryOnConflictWaitsALittle)
{
  int tries = 0;
  const auto start = clock.now();
  EXPECT_EQ(run(retried(client, &tries)), 3);
  EXPECT_GE(clock.now() - start, 20ms);
  EXPECT_LT(clock.now() - start, 23ms);
}

}  // namespace
}  // namespace kubexx
