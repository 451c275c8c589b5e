// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/post.hpp>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/detail/create_text.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/client/retry.hpp"

namespace kubexx {
namespace {

using test::ClientTest;
using test::failure;
using test::foos;
using test::PassingInterceptor;
using test::web;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using namespace std::chrono_literals;

TEST_F(ClientTest, RetriesWhatTheServerAsksFor)
{
  const Headers after{{"Retry-After", "7"}};
  transport->answer(429, "", after).answer(503, "", after).answer(201, web);
  const auto start = clock.now();
  (void)run(client.async_create(resources::deployments, Object::parse(web)));
  EXPECT_EQ(clock.now() - start, 14s);
  EXPECT_EQ(transport->count(), 3U);
  EXPECT_EQ(transport->request(2).body, transport->request(0).body);
  const auto requests = [&](const char* code) {
    return metrics.value("rest_client_requests_total", {{"code", code}, {"method", "POST"}, {"host", "none"}});
  };
  EXPECT_EQ(requests("429"), 1);
  EXPECT_EQ(requests("201"), 1);
  EXPECT_EQ(metrics.value("rest_client_request_retries_total", {{"code", "503"}, {"verb", "POST"}, {"host", "none"}}),
            1);
  EXPECT_THAT(metrics.observations("rest_client_request_duration_seconds", {{"verb", "POST"}, {"host", "none"}}),
              ::testing::Optional(::testing::SizeIs(1)));
}

TEST_F(ClientTest, ItsSeriesEndWithTheLastClientOfTheServer)
{
  const auto call = [this](const Client& by) {
    transport->answer(429, "", {{"Retry-After", "1"}}).answer(201, web);
    (void)run(by.async_create(resources::deployments, Object::parse(web)));
  };
  auto first = std::make_unique<Client>(make_runtime(), transport);
  auto copy = std::make_unique<Client>(first->with_interceptor(std::make_shared<PassingInterceptor>()));
  auto second = std::make_unique<Client>(make_runtime(), transport);
  call(*first);
  call(*second);
  EXPECT_GE(metrics.series().size(), 6U) << "two codes, a retry, a duration, two sizes";
  const auto both = metrics.series();
  first.reset();
  copy.reset();
  EXPECT_EQ(metrics.series(), both);
  second.reset();
  EXPECT_THAT(metrics.series(), ::testing::IsEmpty());
}

TEST_F(ClientTest, RetriesEndAfterTenAndAtTheDeadline)
{
  for (int attempt = 0; attempt < 20; ++attempt) transport->answer(429, "", {{"Retry-After", "1"}});
  EXPECT_THROW((void)run(client.async_list(resources::pods)), ApiError);
  EXPECT_EQ(transport->count(), 11U);

  transport->answer(429, "", {{"Retry-After", "60"}});
  ListOptions options;
  options.timeout = 20s;
  const auto start = clock.now();
  EXPECT_THROW((void)run(client.async_list(resources::pods, options)), ApiError);
  EXPECT_EQ(transport->count(), 21U) << "nine more of the first script, then the wait that would be too long";
  EXPECT_LT(clock.now() - start, 20s);
}

TEST_F(ClientTest, DoesNotRetryForACallerWhoDoesSoHimself)
{
  transport->answer(429, "", {{"Retry-After", "1"}})
      .fail(TransportErrc::closed)
      .answer(503, "", {{"Retry-After", "1"}});
  ListOptions options;
  options.retry = false;
  EXPECT_THROW((void)run(client.async_list(resources::pods, options)), ApiError);
  EXPECT_THROW((void)run(client.async_list(resources::pods, options)), TransportError);
  WatchOptions watch;
  watch.retry = false;
  EXPECT_THROW((void)run(client.async_watch(resources::pods, watch)), ApiError);
  EXPECT_EQ(transport->count(), 3U);
}

TEST_F(ClientTest, DoesNotRetryWithoutBeingAsked)
{
  transport->answer(503, "").answer(429, "", {{"Retry-After", "soon"}}).answer(429, "", {{"Retry-After", "-1"}});
  for (int call = 0; call < 3; ++call) EXPECT_THROW((void)run(client.async_list(resources::pods)), ApiError);
  EXPECT_EQ(transport->count(), 3U);
}

TEST_F(ClientTest, RetryAfterMayBeADate)
{
  ListOptions short_list;
  short_list.retry = false;
  // The clock starts at 2026-01-01T00:00:00Z.
  for (const char* date :
       {"Thu, 01 Jan 2026 00:00:07 GMT", "Thursday, 01-Jan-26 00:00:14 GMT", "Thu Jan  1 00:00:21 2026"}) {
    transport->answer(503, "", {{"Retry-After", date}}).answer(200, R"({"items":[]})");
    const auto start = clock.now();
    (void)run(client.async_list(resources::pods));
    EXPECT_EQ(clock.now() - start, 7s) << date;
  }
  // The far future, which nanoseconds cannot hold, is a day away.
  for (const char* date : {"Fri, 31 Dec 9999 23:59:59 GMT", "Sat, 01 Jan 2400 00:00:00 GMT"}) {
    transport->answer(503, "", {{"Retry-After", date}});
    try {
      (void)run(client.async_list(resources::pods, short_list));
      ADD_FAILURE() << date;
    } catch (const ApiError& error) {
      EXPECT_EQ(error.status().retry_after, Duration(24h)) << date;
    }
  }
  // The past is at once.
  transport->answer(503, "", {{"Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"}}).answer(200, R"({"items":[]})");
  const auto start = clock.now();
  (void)run(client.async_list(resources::pods));
  EXPECT_EQ(clock.now(), start);
  // No day of a month.
  transport->answer(503, "", {{"Retry-After", "Sun, 31 Feb 2094 08:49:37 GMT"}});
  EXPECT_THROW((void)run(client.async_list(resources::pods)), ApiError);
}

TEST_F(ClientTest, ABrokenConnectionIsRetriedForReadsOnly)
{
  transport->fail(TransportErrc::closed).answer(200, R"({"items":[]})");
  (void)run(client.async_list(resources::pods));
  EXPECT_EQ(transport->count(), 2U);
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
  EXPECT_EQ(transport->count(), 1U);
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
  EXPECT_EQ(transport->count(), 0U);
}

TEST_F(ClientTest, ABlockingVerbOnItsOwnExecutorThrows)
{
  transport->set_inline(false);
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

awaitable<int> create_unread(Client client)
{
  detail::NewObject object{web, {"default", "web"}};
  co_await detail::async_create_unread(client, resources::deployments, std::move(object), {});
  co_return 0;
}

TEST_F(ClientTest, AWriterWhoNeedsNoAnswerTakesAny)
{
  std::vector<std::string> log;
  const Client chained = client.with_interceptor(std::make_shared<Recorder>("it", log));
  transport->answer(201, web);
  run(create_unread(chained));
  EXPECT_THAT(log, ElementsAre("it create default/web", "it 201", "it wrote default/web u-1 5"));
  EXPECT_EQ(transport->request(0).body, web);
  EXPECT_EQ(transport->request(0).target, "/apis/apps/v1/namespaces/default/deployments?fieldManager=kubexx");
  for (const char* answer : {R"({"kind":"Deployment"})", R"({"metadata":{}})", R"({"metadata":7})", "no object", ""}) {
    transport->answer(201, answer);
    run(create_unread(chained));
    EXPECT_EQ(log.back(), "it wrote default/web  ") << answer;
  }
  transport->answer(201, R"({"metadata":{"uid":"u)");
  run(create_unread(chained));
  EXPECT_THAT(log.back(), StartsWith("it wrote default/web "));
  transport->answer(409, failure(409, "AlreadyExists", "there is one"));
  EXPECT_THROW(run(create_unread(chained)), ApiError);
}

TEST_F(ClientTest, WritesPassTheChainInOrder)
{
  std::vector<std::string> log;
  const auto chained = client.with_interceptor(std::make_shared<Recorder>("inner", log))
                           .with_outermost(std::make_shared<Recorder>("outer", log));
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

class ThrowsANumber final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall /*call*/, Next /*next*/) override
  {
    throw 7;  // NOLINT(hicpp-exception-baseclass): it is what is tested
    co_return HttpResponse();
  }
};

TEST_F(ClientTest, WhatAnInterceptorThrowsIsAStdException)
{
  const auto chained = client.with_interceptor(std::make_shared<ThrowsANumber>());
  EXPECT_THAT(
      error_of([&] { (void)chained.get(resources::pods, {"a", "b"}); }),
      HasSubstr("get pods \"b\" in namespace \"a\": an interceptor threw something that is not a std::exception"));
}

TEST_F(ClientTest, AnInterceptorThatIsNullIsRefused)
{
  EXPECT_THROW((void)client.with_interceptor(nullptr), std::invalid_argument);
  Client::Options options;
  options.interceptors.push_back(nullptr);
  EXPECT_THROW((void)Client(client.runtime(), transport, options), std::invalid_argument);
}

TEST_F(ClientTest, AWriteWhoseAnswerCannotBeReadWasWritten)
{
  std::vector<std::string> log;
  const auto chained = client.with_interceptor(std::make_shared<Recorder>("link", log));
  transport->answer(200, "<html>").answer(201, "").answer(201, "[]").answer(200, "{");
  EXPECT_THAT(error_of([&] { (void)chained.update(resources::deployments, Object::parse(web)); }),
              HasSubstr("it was written, but the server's response is not the object"));
  EXPECT_EQ(log.back(), "link wrote default/web  ");
  EXPECT_THAT(error_of([&] { run(chained.async_create(resources::deployments, Object::parse(web))); }),
              HasSubstr("it was written"));
  EXPECT_EQ(log.back(), "link wrote default/web  ");
  EXPECT_THAT(error_of([&] {
                (void)chained.create(resources::deployments,
                                     Object::parse(R"({"metadata":{"namespace":"default","generateName":"a-"}})"));
              }),
              HasSubstr("it was written"));
  EXPECT_EQ(log.back(), "link wrote default/  ") << "the server made a name up, which nobody knows";
  ListOptions all;
  all.namespace_ = "default";
  EXPECT_THAT(error_of([&] { (void)chained.delete_collection(resources::deployments, all); }),
              HasSubstr("they were deleted"));
}

TEST_F(ClientTest, AWriteWhoseAnswerBreaksOffWasWritten)
{
  std::vector<std::string> log;
  const auto chained = client.with_interceptor(std::make_shared<Recorder>("link", log));
  const auto breaks_off = [&](unsigned status) {
    transport->then([status](const testing::ScriptedRequest&) -> HttpResponse {
      throw TransportError(TransportErrc::truncated, "it broke off", true, status);
    });
  };
  breaks_off(200);
  EXPECT_THAT(error_of([&] { (void)chained.update(resources::deployments, Object::parse(web)); }),
              HasSubstr("it broke off; the request itself succeeded"));
  EXPECT_EQ(log.back(), "link wrote default/web  ");
  breaks_off(200);
  EXPECT_THAT(error_of([&] { chained.delete_(resources::deployments, {"default", "web"}); }),
              HasSubstr("the request itself succeeded"));
  EXPECT_EQ(log.back(), "link wrote default/web  ");
  for (const unsigned status : {0U, 409U, 500U}) {
    log.clear();
    breaks_off(status);
    EXPECT_THAT(error_of([&] { (void)chained.update(resources::deployments, Object::parse(web)); }),
                ::testing::EndsWith("it broke off"));
    EXPECT_THAT(log, ElementsAre("link update default/web"));
  }
}

TEST_F(ClientTest, WatchAsksForWhatItNeeds)
{
  transport->stream({R"({"type":"ADDED","object":{"metadata":{"name":"a","namespace":"n","resourceVersion":"3"}}})"
                     "\n"});
  WatchOptions options;
  options.resource_version = "2";
  auto stream = run(client.async_watch(foos, options));
  EXPECT_THAT(transport->last().target,
              ::testing::MatchesRegex("/apis/samplecontroller.k8s.io/v1alpha1/foos\\?watch=true&resourceVersion=2&"
                                      "allowWatchBookmarks=true&timeoutSeconds=[345][0-9][0-9]"));
  const auto target = transport->last().target;
  const auto seconds = std::stoi(target.substr(target.rfind('=') + 1));
  EXPECT_GE(seconds, 300);
  EXPECT_EQ(transport->last().limits.idle_timeout, std::chrono::seconds(seconds + 15));
  EXPECT_TRUE(transport->last().limits.stream);
  EXPECT_EQ(transport->last().headers.find("Accept-Encoding"), "identity");
  const auto event = run(stream->async_next());
  ASSERT_TRUE(event);
  EXPECT_EQ(event->object.kind(), "Foo");
  EXPECT_EQ(event->resource_version, "3");
  EXPECT_FALSE(run(stream->async_next()));
  EXPECT_FALSE(run(stream->async_next())) << "the end stays the end";

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
    (void)run(stream->async_next());
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

awaitable<void> conflict_always(Status status, int* tries)
{
  ++*tries;
  throw ApiError(status, "conflict");
  co_return;
}

awaitable<int> always_conflicting(Client client, Status status, RetryBackoff backoff, int* tries)
{
  const std::function<awaitable<void>()> work = [=] { return conflict_always(status, tries); };
  co_await async_retry_on_conflict(client, work, backoff);
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

TEST_F(ClientTest, ALastFailureTellsOfTheAttemptBefore)
{
  transport->answer(503, "", {{"Retry-After", "1"}}).fail(TransportErrc::connect);
  EXPECT_THAT(error_of([&] { (void)run(client.async_list(resources::pods)); }),
              HasSubstr("the script says so; previous attempt: HTTP status 503"));
  std::stop_source stop;
  ListOptions options;
  options.stop = stop.get_token();
  transport->answer(429, "", {{"Retry-After", "5"}});
  const Timer timer = clock.call_at(clock.now() + 2s, [&] { stop.request_stop(); });
  const auto start = clock.now();
  EXPECT_THAT(error_of([&] { (void)run(client.async_list(resources::pods, options)); }),
              HasSubstr("cancelled while waiting to retry; previous attempt: HTTP status 429"));
  EXPECT_EQ(clock.now() - start, 2s) << "at once";
}

TEST_F(ClientTest, AWatchWhoseConnectionBreaksIsOpenedAgainAStreamedLogIsNot)
{
  transport->fail(TransportErrc::closed).stream({});
  const auto start = clock.now();
  (void)run(client.async_watch(foos));
  EXPECT_EQ(clock.now() - start, 1s);
  transport->fail(TransportErrc::closed);
  EXPECT_THROW((void)run(client.async_stream_logs({"n", "pod"})), TransportError);
  EXPECT_EQ(transport->left(), 0U);
}

TEST_F(ClientTest, AWatchIsSlowedOnlyWhenItIsTriedAgain)
{
  Client::Options options;
  options.budget.per_second = 1;
  options.budget.adaptive = false;
  const Client slow(make_runtime(), transport, options);
  const auto start = clock.now();
  for (int i = 0; i < 3; ++i) {
    transport->stream({});
    (void)run(slow.async_watch(foos));
  }
  EXPECT_EQ(clock.now(), start) << "the first request of a watch is free";
  transport->answer(200, R"({"items":[]})");
  (void)run(slow.async_list(foos));
  transport->answer(429, "", {{"Retry-After", "0"}}).stream({});
  (void)run(slow.async_watch(foos));
  EXPECT_EQ(clock.now() - start, 1s);
}

TEST_F(ClientTest, RetryWaitsHaveTheValuesOfClientGo)
{
  Status busy;
  busy.code = 409;
  busy.reason = "Conflict";
  struct Row {
    RetryBackoff backoff;
    int tries;
    Duration least;  // the jitter adds a tenth at most
  };
  RetryBackoff capped;
  capped.factor = 10;
  capped.cap = 20ms;
  for (const auto& [backoff, expected, least] :
       std::vector<Row>{{{}, 5, 40ms}, {RetryBackoff::contended(), 4, 310ms}, {capped, 5, 70ms}}) {
    int tries = 0;
    const auto start = clock.now();
    EXPECT_THROW((void)run(always_conflicting(client, busy, backoff, &tries)), ApiError);
    EXPECT_EQ(tries, expected);
    EXPECT_GE(clock.now() - start, least);
    EXPECT_LE(clock.now() - start, least + least / 10);
  }
}

TEST_F(ClientTest, RetryOnErrorAsksWhichErrorsItMayTryAgain)
{
  Status status;
  status.code = 500;
  status.reason = "InternalError";
  int tries = 0;
  const auto work = [&] {
    ++tries;
    throw ApiError(status, "no");
  };
  EXPECT_THROW(retry_on_error(client, is_internal_error, work), ApiError);
  EXPECT_EQ(tries, 5);
  EXPECT_THROW(retry_on_error(client, is_conflict, work), ApiError);
  EXPECT_EQ(tries, 6);
}

TEST_F(ClientTest, ABlockingRetryOnConflictCanBeStopped)
{
  transport->set_inline(false);
  Status conflict;
  conflict.code = 409;
  conflict.reason = "Conflict";
  std::stop_source stop;
  EXPECT_THAT(error_of([&] {
                retry_on_conflict(
                    client,
                    [&] {
                      stop.request_stop();
                      throw ApiError(conflict, "the object has been modified");
                    },
                    {}, stop.get_token());
              }),
              HasSubstr("after: the object has been modified"));
}

}  // namespace
}  // namespace kubexx
