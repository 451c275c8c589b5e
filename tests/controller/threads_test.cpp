// SPDX-License-Identifier: Apache-2.0
// The same with real threads, real time and a real port: what a program sees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdlib>
#include <ctime>
#include <future>
#include <latch>
#include <map>
#include <mutex>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "harness.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/client/client_config.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct RealWorld {
  explicit RealWorld(ManagerOptions options = {}) : manager(Client(system.runtime(), transport), std::move(options)) {}

  static SystemRuntime::Options services(const std::shared_ptr<RecordingLog>& log, PrometheusMetrics& metrics)
  {
    SystemRuntime::Options out;
    out.io_threads = 2;
    out.pool_threads = 4;
    out.log = Log(log);
    out.metrics = &metrics;
    return out;
  }
  static ApiServer::Options server_options(const Runtime& runtime)
  {
    ApiServer::Options out;
    out.clock = runtime.clock;
    out.random = runtime.random;
    return out;
  }

  std::shared_ptr<RecordingLog> log = make_recording_log();
  PrometheusMetrics metrics;
  SystemRuntime system{services(log, metrics)};
  ApiServer server{server_options(system.runtime())};
  std::shared_ptr<Transport> transport = make_in_process_transport(system.runtime(), server);
  Client user{system.runtime(), transport};
  Manager manager;
};

Object config_map(int number)
{
  return Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":"c)" +
                       std::to_string(number) + R"("}})");
}

awaitable<void> fetch(std::shared_ptr<Transport> transport, std::string method, std::string target, std::string& body)
{
  HttpRequest request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.headers.add("Host", "localhost");
  ExchangeLimits limits;
  const HttpResponse response = co_await transport->exchange(std::move(request), std::move(limits));
  body = std::to_string(response.status) + " " + response.body;
}

std::string get(const Runtime& runtime, std::uint16_t port, std::string target, std::string method = "GET")
{
  ClientTransportOptions options;
  options.host = "127.0.0.1";
  options.port = port;
  const std::shared_ptr<Transport> transport = make_client_transport(runtime, std::move(options));
  std::string body;
  std::function<awaitable<void>()> work = [&] { return fetch(transport, std::move(method), std::move(target), body); };
  block_on(runtime.executor, work, "fetch");
  return body;
}

void wait_for(const std::function<bool()>& done)
{
  for (int i = 0; i < 3000 && !done(); ++i) usleep(10000);
  ASSERT_TRUE(done());
}

TEST(Threads, ManyKeysManyWorkersSignalsProbesAndMetrics)
{
  ManagerOptions options;
  options.metrics_address = "127.0.0.1:0";
  options.health_address = "127.0.0.1:0";
  RealWorld world(options);
  std::atomic<int> reconciled{0};
  world.manager.controller()
      .for_(kConfigMaps)
      .reads(kSecrets)
      .workers(4)
      .build([&](Context& context, const Request& request) {
        if (context.get(kSecrets, request.key())) return Result::done();
        context.client().create(kSecrets, Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":")" +
                                                        request.name + R"(","namespace":"default"}})"));
        context.events().normal(context.get(kConfigMaps, request.key()), "Made", "Make", "made a secret");
        ++reconciled;
        return Result::done();
      });

  std::thread watcher([&] {
    wait_for([&] { return world.manager.ready(); });
    for (int i = 0; i < 200; ++i) (void)world.user.create(kConfigMaps, config_map(i));
    wait_for([&] { return reconciled == 200; });
    const Runtime runtime = world.system.runtime();
    EXPECT_EQ(get(runtime, world.manager.health_port(), "/healthz"), "200 ok");
    EXPECT_THAT(get(runtime, world.manager.health_port(), "/readyz?verbose"), HasSubstr("[+]watch-configmaps ok"));
    EXPECT_THAT(get(runtime, world.manager.metrics_port(), "/metrics"),
                HasSubstr("controller_runtime_reconcile_total{controller=\"configmap\",result=\"success\"}"));
    kill(getpid(), SIGTERM);
  });
  EXPECT_EQ(world.manager.run(), 0);
  watcher.join();
  EXPECT_EQ(reconciled, 200);
  EXPECT_EQ(world.user.list(kSecrets).items.size(), 200U) << "each made once";
  EXPECT_EQ(world.user.list(kEvents).items.size(), 200U) << "events are sent before the end";
  EXPECT_EQ(world.log->count({"info stopping on a signal", "SIGTERM"}), 1U);
  EXPECT_EQ(world.log->count({"info stopped"}), 1U);
}

awaitable<void> stop_manager(Manager& manager)
{
  EXPECT_TRUE(co_await manager.async_stop());
}

awaitable<void> stop_from_elsewhere(Manager& manager)
{
  (void)co_await manager.async_stop();
}

// Runs `manager` on a thread of its own; a signal ends it when it does not end by itself.
int run_bounded(Manager& manager, const std::function<void()>& meanwhile)
{
  auto result = std::async(std::launch::async, [&] { return manager.run(); });
  meanwhile();
  if (result.wait_for(std::chrono::seconds(20)) != std::future_status::ready) {
    ADD_FAILURE() << "run() waits for signals alone";
    kill(getpid(), SIGTERM);
  }
  return result.get();
}

// What a key shall become, and what its last reconcile that came to its end has seen.
struct Versions {
  std::array<std::atomic<int>, 8> wanted{};
  std::array<std::atomic<int>, 8> seen{};
};

awaitable<Result> see(Versions* versions, Clock* clock, std::size_t number)
{
  const int version = versions->wanted.at(number);
  (void)co_await async_sleep(*clock, std::chrono::microseconds(200));
  versions->seen.at(number) = version;
  co_return Result::done();
}

TEST(Threads, TheLastChangeOfEachKeyIsReconciledToItsEndAlthoughChangesEndReconciles)
{
  constexpr int kRounds = 150;
  RealWorld world;
  Versions versions;
  const Runtime runtime = world.system.runtime();
  const Controller controller =
      world.manager.controller()
          .named("versions")
          .watches(EventChannel())
          .workers(4)
          .cancel_superseded()
          .build([&](Context&, const Request& request) {
            return see(&versions, runtime.clock, static_cast<std::size_t>(request.name.front() - '0'));
          });
  std::thread user([&] {
    wait_for([&] { return world.manager.ready(); });
    for (int round = 1; round <= kRounds; ++round) {
      std::vector<std::thread> threads;
      for (std::size_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
          for (std::size_t number = thread; number < 8; number += 4) {
            for (int change = 0; change < 3; ++change) {
              ++versions.wanted.at(number);
              controller.enqueue(Request(ObjectKey{"", std::to_string(number)}));
            }
          }
        });
      }
      for (auto& thread : threads) thread.join();
      wait_for([&] {
        for (std::size_t number = 0; number < 8; ++number) {
          if (versions.seen.at(number) != versions.wanted.at(number)) return false;
        }
        return true;
      });
      if (::testing::Test::HasFailure()) break;
    }
    kill(getpid(), SIGTERM);
  });
  EXPECT_EQ(world.manager.run(), 0);
  user.join();
}

// Notes the threads on which reconciles begin and end; ends on `elsewhere`.
struct Hops {
  asio::thread_pool elsewhere{1};
  std::mutex mutex;
  std::set<std::thread::id> began, ended;  // guarded by mutex
  std::atomic<int> count{0};
};

awaitable<Result> end_elsewhere(Hops* hops)
{
  {
    const std::lock_guard lock(hops->mutex);
    hops->began.insert(std::this_thread::get_id());
  }
  co_await asio::post(asio::bind_executor(hops->elsewhere, asio::use_awaitable));
  const std::lock_guard lock(hops->mutex);
  hops->ended.insert(std::this_thread::get_id());
  ++hops->count;
  co_return Result::done();
}

TEST(Threads, AReconcileThatEndsOnAnotherExecutorDoesNotTakeItsWorkerThere)
{
  RealWorld world;
  Hops hops;
  world.manager.controller()
      .for_(kConfigMaps)
      .workers(2)
      .build([&hops](Context& /*context*/, const Request& /*request*/) { return end_elsewhere(&hops); });
  for (int i = 0; i < 20; ++i) (void)world.user.create(kConfigMaps, config_map(i));
  EXPECT_EQ(run_bounded(world.manager,
                        [&] {
                          wait_for([&] { return hops.count == 20; });
                          kill(getpid(), SIGTERM);
                        }),
            0);
  for (const auto thread : hops.ended) {
    EXPECT_FALSE(hops.began.contains(thread)) << "a worker has stayed on the thread of its reconciler";
  }
}

// A reconciler that never waits, and always wants its key again.
struct Busy {
  std::optional<Controller> controller;
  std::atomic<int> count{0};
};

awaitable<Result> come_back(Busy* busy, Request request)
{
  ++busy->count;
  busy->controller->enqueue(request);
  co_return Result::done();
}

TEST(Threads, ReconcilesThatNeverWaitLeaveOthersTheirTurn)
{
  RealWorld world;
  Busy busy;
  busy.controller =
      world.manager.controller().named("busy").watches(EventChannel()).workers(1).build([&](Context&, Request request) {
        return come_back(&busy, std::move(request));
      });
  std::atomic<bool> ran{false};
  EXPECT_EQ(run_bounded(world.manager,
                        [&] {
                          wait_for([&] { return world.manager.ready(); });
                          busy.controller->enqueue(Request(ObjectKey{"", "key"}));
                          wait_for([&] { return busy.count > 50'000; });  // more than fit on a stack
                          asio::post(world.system.runtime().executor, [&] { ran = true; });
                          wait_for([&] { return ran.load(); });
                          kill(getpid(), SIGTERM);
                        }),
            0);
  EXPECT_TRUE(ran);
}

TEST(Threads, RunEndsWhenTheManagerIsStoppedFromElsewhere)
{
  RealWorld world;
  world.manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) {
    spawn(world.system.runtime().executor, stop_from_elsewhere(world.manager));
    return Result::done();
  });
  EXPECT_EQ(run_bounded(world.manager, [&] { (void)world.user.create(kConfigMaps, config_map(1)); }), 0);
  EXPECT_EQ(world.log->count({"info stopped"}), 1U) << world.log->text();
}

// The runtime's pool has four threads.
TEST(Threads, FunctionsThatBlockHaveThreadsOfTheirOwnController)
{
  RealWorld world;
  constexpr int keys = 6;
  std::latch all(keys), release(1);
  std::atomic<int> others{0};
  world.manager.controller().for_(kConfigMaps).workers(keys).build([&](Context&, const Request&) {
    all.count_down();
    release.wait();
    return Result::done();
  });
  world.manager.controller().for_(kConfigMaps).named("other").build([&](Context&, const Request&) {
    ++others;
    return Result::done();
  });
  for (int i = 0; i < keys; ++i) (void)world.user.create(kConfigMaps, config_map(i));
  world.manager.start();
  wait_for([&] { return all.try_wait() && others == keys; });
  std::latch ran(1);
  world.system.runtime().pool->post([&] { ran.count_down(); });
  wait_for([&] { return ran.try_wait(); });
  release.count_down();
  block_on(world.system.runtime().executor, [&] { return stop_manager(world.manager); }, "async_stop");
}

ManagerOptions replica(const std::string& identity)
{
  ManagerOptions options;
  options.leader_election.emplace();
  options.leader_election->lease = "demo";
  options.leader_election->identity = identity;
  options.leader_election->retry_period = std::chrono::milliseconds(20);
  return options;
}

// Outside the unnamed namespace, so that no optimisation gives it another name.
}  // namespace
[[gnu::noinline]] void burn_time(const std::atomic<bool>* end)
{
  while (!*end) {
  }
}
namespace {

// "name type label,label" of each family of an exposition, by its first sample.
std::vector<std::string> families_of(const std::string& text)
{
  std::map<std::string, std::string> types;
  std::set<std::string> families;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string hash, keyword, name, type;
    if (line.starts_with("# TYPE ") && fields >> hash >> keyword >> name >> type) types[name] = type;
    if (line.starts_with("#")) continue;
    name = line.substr(0, line.find_first_of("{ "));
    for (const char* suffix : {"_bucket", "_sum", "_count"}) {
      const std::string base = name.substr(0, name.rfind(suffix));
      if (name.ends_with(suffix) && types.contains(base)) name = base;
    }
    std::set<std::string> labels;
    static const std::regex label("([a-z_]+)=\"");
    for (std::sregex_iterator at(line.begin(), line.end(), label), end; at != end; ++at) labels.insert((*at)[1]);
    labels.erase("le");
    std::string family = name + " " + types[name] + " ";
    for (const auto& one : labels) family += (family.ends_with(" ") ? "" : ",") + one;
    families.insert(std::move(family));
  }
  return {families.begin(), families.end()};
}

// What controller-runtime v0.24 exposes for a manager with one controller and a leader election, but for go_*, which
// are of Go's runtime, and certwatcher_* and controller_runtime_webhook_*, which are of its webhook server.
TEST(Threads, TheExpositionHasTheFamiliesOfControllerRuntime)
{
  ManagerOptions options = replica("a");
  options.metrics_address = "127.0.0.1:0";
  RealWorld world(options);
  world.manager.controller().for_(kConfigMaps).build([](Context&, const Request&) { return Result::done(); });
  world.manager.start();
  (void)world.user.create(kConfigMaps, config_map(1));
  const auto exposition = [&] { return get(world.system.runtime(), world.manager.metrics_port(), "/metrics"); };
  const std::string done = "controller_runtime_reconcile_total{controller=\"configmap\",result=\"success\"} 1";
  wait_for([&] { return exposition().find(done) != std::string::npos; });
  const std::string text = exposition();
  const std::vector<std::string> families = families_of(text.substr(text.find('#')));
  for (const char* family : {
           "controller_runtime_active_workers gauge controller",
           "controller_runtime_max_concurrent_reconciles gauge controller",
           "controller_runtime_reconcile_errors_total counter controller",
           "controller_runtime_reconcile_panics_total counter controller",
           "controller_runtime_reconcile_time_seconds histogram controller",
           "controller_runtime_reconcile_timeouts_total counter controller",
           "controller_runtime_reconcile_total counter controller,result",
           "controller_runtime_terminal_reconcile_errors_total counter controller",
           "leader_election_master_status gauge name",
           "process_cpu_seconds_total counter ",
           "process_max_fds gauge ",
           "process_network_receive_bytes_total counter ",
           "process_network_transmit_bytes_total counter ",
           "process_open_fds gauge ",
           "process_resident_memory_bytes gauge ",
           "process_start_time_seconds gauge ",
           "process_virtual_memory_bytes gauge ",
           "process_virtual_memory_max_bytes gauge ",
           "rest_client_requests_total counter code,host,method",
           "workqueue_adds_total counter controller,name",
           "workqueue_depth gauge controller,name,priority",
           "workqueue_longest_running_processor_seconds gauge controller,name",
           "workqueue_queue_duration_seconds histogram controller,name",
           "workqueue_retries_total counter controller,name",
           "workqueue_unfinished_work_seconds gauge controller,name",
           "workqueue_work_duration_seconds histogram controller,name",
       }) {
    EXPECT_THAT(families, ::testing::Contains(family));
  }
  const auto value = [&](const std::string& name) {
    const auto at = text.find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 2));
  };
  const double now = static_cast<double>(std::time(nullptr));
  EXPECT_GT(value("process_start_time_seconds"), now - 600);
  EXPECT_LE(value("process_start_time_seconds"), now + 1);
  EXPECT_GT(value("process_cpu_seconds_total"), 0);
  EXPECT_GT(value("process_open_fds"), 5);
  EXPECT_LT(value("process_open_fds"), 200);
  EXPECT_GT(value("process_resident_memory_bytes"), 1e6);
  EXPECT_GT(value("process_virtual_memory_bytes"), value("process_resident_memory_bytes"));
  block_on(world.system.runtime().executor, [&] { return stop_manager(world.manager); }, "async_stop");
}

awaitable<void> scrape(std::shared_ptr<Transport> transport, std::string token, unsigned* status, std::string* body)
{
  HttpRequest request;
  request.target = "/metrics";
  request.headers.add("Host", "localhost");
  if (!token.empty()) request.headers.add("Authorization", "Bearer " + token);
  ExchangeLimits limits;
  const HttpResponse response = co_await transport->exchange(std::move(request), std::move(limits));
  *status = response.status;
  *body = response.body;
}

// An API server that knows the tokens "good", whose user may scrape, and "other", whose user may not.
std::unique_ptr<HttpResponse> answer_review(const HttpRequest& request)
{
  const auto has = [&](const char* text) { return request.body.find(text) != std::string::npos; };
  std::string status;
  if (request.target.find("tokenreviews") != std::string::npos) {
    if (has("\"lost\"")) return status_answer(503, "ServiceUnavailable", "not now");
    status = has("\"good\"")    ? R"({"authenticated":true,"user":{"username":"prom","groups":["g"]}})"
             : has("\"other\"") ? R"({"authenticated":true,"user":{"username":"eve"}})"
                                : R"({"authenticated":false})";
  } else if (request.target.find("subjectaccessreviews") != std::string::npos) {
    const bool asked = has(R"("nonResourceAttributes":{"path":"/metrics","verb":"get"})");
    status = asked && has("\"prom\"") && has(R"("groups":["g"])") ? R"({"allowed":true})" : R"({"allowed":false})";
  } else {
    return nullptr;
  }
  auto response = std::make_unique<HttpResponse>();
  response->status = 201;
  response->headers.add("Content-Type", "application/json");
  response->body = request.body.substr(0, request.body.rfind('}')) + ",\"status\":" + status + "}";
  return response;
}

TEST(Threads, MetricsAreShownOverHttpsToThoseAloneWhoMayGetThem)
{
  RealWorld world;
  const Runtime runtime = world.system.runtime();
  const CertificateAuthority authority(*runtime.clock);
  CertificateRequest request;
  request.ip_addresses = {"127.0.0.1"};
  const CertificateAndKey certificate = authority.issue(request);
  ManagerOptions options;
  options.metrics_address = "127.0.0.1:0";
  options.metrics_tls.emplace();
  options.metrics_tls->cert_chain_pem = certificate.cert_pem;
  options.metrics_tls->key_pem = certificate.key_pem;
  options.metrics_token_review = true;
  const auto transport = std::make_shared<ControlledTransport>(runtime, world.transport);
  transport->on_request = answer_review;
  Manager manager(Client(runtime, transport), options);
  manager.start();
  ClientTransportOptions there;
  there.host = "127.0.0.1";
  there.port = manager.metrics_port();
  there.tls.emplace();
  there.tls->ca_pem = authority.cert_pem();
  const std::shared_ptr<Transport> scraper = make_client_transport(runtime, there);
  std::string body;
  const auto status_of = [&](const std::string& token) {
    unsigned status = 0;
    std::function<awaitable<void>()> work = [&] { return scrape(scraper, token, &status, &body); };
    block_on(runtime.executor, work, "scrape");
    return status;
  };
  EXPECT_EQ(status_of(""), 401U);
  EXPECT_EQ(status_of("bad"), 401U);
  EXPECT_EQ(status_of("other"), 403U);
  EXPECT_THAT(body, HasSubstr("grant the verb get on nonResourceURLs"));
  EXPECT_EQ(status_of("lost"), 500U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(status_of("good"), 200U);
  EXPECT_THAT(body, HasSubstr("process_open_fds"));
  EXPECT_EQ(transport->requests["POST /apis/authorization.k8s.io/v1/subjectaccessreviews"], 2) << "one of each user";
  for (const char* token : {"good", "lost", "other", "bad"}) {
    EXPECT_EQ(world.log->text().find(token), std::string::npos) << world.log->text();
  }
  block_on(runtime.executor, [&] { return stop_manager(manager); }, "async_stop");
}

TEST(Threads, ARenewedCertificateOfTheMetricsIsUsed)
{
  ManualClock clock;
  RealWorld world;
  Runtime runtime = world.system.runtime();
  runtime.clock = &clock;
  const CertificateAuthority first(clock);
  const CertificateAuthority second(clock);
  const auto issued = [](const CertificateAuthority& authority) {
    CertificateRequest request;
    request.ip_addresses = {"127.0.0.1"};
    const CertificateAndKey made = authority.issue(request);
    return TlsServerConfig{made.cert_pem, made.key_pem, ""};
  };
  std::mutex mutex;
  TlsServerConfig file = issued(first);
  bool readable = true;
  int reads = 0;
  ManagerOptions options;
  options.metrics_address = "127.0.0.1:0";
  options.metrics_tls = file;
  options.renew_metrics_tls = [&] {
    const std::lock_guard lock(mutex);
    ++reads;
    if (!readable) throw std::runtime_error("cannot read tls.crt");
    return file;
  };
  Manager manager(Client(runtime, world.transport), options);
  manager.start();
  const auto served_by = [&](const CertificateAuthority& authority) {
    ClientTransportOptions there;
    there.host = "127.0.0.1";
    there.port = manager.metrics_port();
    there.tls.emplace();
    there.tls->ca_pem = authority.cert_pem();
    const std::shared_ptr<Transport> scraper = make_client_transport(runtime, there);
    unsigned status = 0;
    std::string body;
    std::function<awaitable<void>()> work = [&] { return scrape(scraper, "any", &status, &body); };
    try {
      block_on(runtime.executor, work, "scrape");
    } catch (const TransportError&) {
      return false;
    }
    return status == 200;
  };
  const auto next_read = [&] {
    int before = 0;
    {
      const std::lock_guard lock(mutex);
      before = reads;
    }
    wait_for([&] {
      clock.advance(std::chrono::seconds(1));
      const std::lock_guard lock(mutex);
      return reads > before;
    });
  };
  EXPECT_TRUE(served_by(first));
  next_read();
  {
    const std::lock_guard lock(mutex);
    readable = false;
    file = issued(second);
  }
  next_read();
  next_read();
  EXPECT_TRUE(served_by(first)) << "the old one stays";
  EXPECT_EQ(world.log->count({"cannot renew the certificate", "cannot read tls.crt"}), 1U) << "once for a reason";
  {
    const std::lock_guard lock(mutex);
    readable = true;
  }
  next_read();
  wait_for([&] { return served_by(second); });
  EXPECT_FALSE(served_by(first));
  block_on(runtime.executor, [&] { return stop_manager(manager); }, "async_stop");
}

TEST(Threads, MetricsOverHttpsNeedAnAddressOfTheirOwn)
{
  RealWorld world;
  ManagerOptions options;
  options.metrics_address = options.health_address = "127.0.0.1:0";
  options.metrics_tls.emplace();
  EXPECT_THROW(Manager(world.user, options), std::invalid_argument);
}

TEST(Threads, WhyIsAnsweredByTheDebugAddress)
{
  ManagerOptions options;
  options.debug_address = "127.0.0.1:0";
  RealWorld world(options);
  world.manager.controller().for_(kConfigMaps).workers(2).build([](Context& context, const Request& request) {
    (void)context.client().get(kConfigMaps, request.key());
    return Result::done();
  });
  world.manager.start();
  for (int number = 0; number < 20; ++number) (void)world.user.create(kConfigMaps, config_map(number));
  const Runtime runtime = world.system.runtime();
  const auto why = [&](const std::string& query) {
    return get(runtime, world.manager.debug_port(), "/debug/why" + query);
  };
  const std::string key = "default/" + std::string(config_map(19).name());
  wait_for([&] { return why("?key=" + key).find("\"status\": 200") != std::string::npos; });
  EXPECT_THAT(why("?key=" + key), HasSubstr("\"verb\": \"get\""));
  EXPECT_THAT(why("?format=text&key=" + key), HasSubstr("get configmaps " + key + ": 200 after "));
  EXPECT_THAT(why("?format=text&key=default%2Fnobody"), HasSubstr("nothing is known about this key"));
  EXPECT_THAT(why("?key=a&controller=none"), HasSubstr("404 no such controller"));
  for (const char* bad : {"", "?key=", "?key=a&format=xml", "?key=a&other=1", "?key=%zz", "?key"}) {
    EXPECT_THAT(why(bad), AllOf(HasSubstr("400 "), HasSubstr("/debug/why?key="))) << bad;
  }
  block_on(runtime.executor, [&] { return stop_manager(world.manager); }, "async_stop");
}

TEST(Threads, TheDebugAddressAnswersGetAlone)
{
  ManagerOptions options;
  options.debug_address = "127.0.0.1:0";
  RealWorld world(options);
  world.manager.start();
  for (const char* target : {"/debug/why?key=default/a", "/debug/pprof/profile?seconds=1", "/debug/pprof/", "/"}) {
    for (const char* method : {"POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
      EXPECT_THAT(get(world.system.runtime(), world.manager.debug_port(), target, method),
                  HasSubstr("405 only GET is allowed"))
          << method << " " << target;
    }
  }
  EXPECT_THAT(get(world.system.runtime(), world.manager.debug_port(), "/debug/pprof/"), HasSubstr("200 "));
  block_on(world.system.runtime().executor, [&] { return stop_manager(world.manager); }, "async_stop");
}

TEST(Threads, ACpuProfileNamesTheFunctionsThatRan)
{
  ManagerOptions options;
  options.debug_address = "127.0.0.1:0";
  RealWorld world(options);
  world.manager.start();
  std::atomic<bool> end{false};
  std::thread busy(burn_time, &end);
  const Runtime runtime = world.system.runtime();
  const auto debug = [&](const std::string& target) { return get(runtime, world.manager.debug_port(), target); };
  auto profile = std::async(std::launch::async, [&] { return debug("/debug/pprof/profile?seconds=2"); });
  usleep(500000);
  EXPECT_THAT(debug("/debug/pprof/profile?seconds=1"), HasSubstr("409 a CPU profile is already being taken"));
  const std::string text = profile.get();
  end = true;
  busy.join();
  EXPECT_EQ(text.substr(0, 4), "200 ");
  EXPECT_THAT(text, HasSubstr("burn_time"));
  EXPECT_THAT(text, HasSubstr("nanoseconds"));
  EXPECT_THAT(debug("/debug/pprof/"), AllOf(HasSubstr("200 /debug/why"), HasSubstr("/debug/pprof/profile")));
  for (const char* bad : {"0", "301", "x", "-1", ""}) {
    EXPECT_THAT(debug(std::string("/debug/pprof/profile?seconds=") + bad), HasSubstr("400 seconds must be"));
  }
  EXPECT_THAT(debug("/debug/other"), HasSubstr("404 not found"));
  block_on(runtime.executor, [&] { return stop_manager(world.manager); }, "async_stop");
}

TEST(Threads, ElsewhereThanOnLoopbackDebuggingNeedsAToken)
{
  ManagerOptions options;
  options.debug_address = ":0";
  RealWorld world(options);
  world.manager.start();
  EXPECT_THAT(get(world.system.runtime(), world.manager.debug_port(), "/debug/pprof/"), HasSubstr("401 "));
  block_on(world.system.runtime().executor, [&] { return stop_manager(world.manager); }, "async_stop");
}

TEST(Threads, AStopEndsAProfile)
{
  ManagerOptions options;
  options.debug_address = "127.0.0.1:0";
  RealWorld world(options);
  world.manager.start();
  auto profile = std::async(std::launch::async, [&] {
    return get(world.system.runtime(), world.manager.debug_port(), "/debug/pprof/profile?seconds=200");
  });
  usleep(300000);
  block_on(world.system.runtime().executor, [&] { return stop_manager(world.manager); }, "async_stop");
  EXPECT_EQ(profile.get().substr(0, 4), "200 ");
}

TEST(Threads, ARunnableThatBlocksHasAThreadOfItsOwnAndMayAskForTheStop)
{
  RealWorld world;
  std::atomic<bool> ended{false};
  world.manager.add_runnable("blocks", [&](const RunContext& context) {
    while (!context.stop.stop_requested()) usleep(1000);
    ended = true;
  });
  world.manager.add_runnable(
      "stops", [&](const RunContext&) { spawn(world.system.runtime().executor, stop_from_elsewhere(world.manager)); });
  EXPECT_EQ(run_bounded(world.manager, [] {}), 0);
  EXPECT_TRUE(ended);
}

void run_with_one_that_fails()
{
  RealWorld world;
  world.manager.add_runnable("unlucky", [](const RunContext&) { throw std::runtime_error("out of luck"); });
  std::_Exit(world.manager.run() == 0 ? 5 : 6);
}

TEST(ThreadsDeathTest, RunEndsWithOneWhenARunnableFails)
{
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(run_with_one_that_fails(), ::testing::ExitedWithCode(1), "");
}

TEST(Threads, AReplicaTakesOverFromTheOneThatStops)
{
  RealWorld world(replica("a"));
  Manager second(Client(world.system.runtime(), world.transport), replica("b"));
  std::atomic<int> by_first{0}, by_second{0};
  const auto counting = [](std::atomic<int>& count) {
    return [&count](Context& context, const Request& request) {
      (void)context.client().get(kConfigMaps, request.key());
      ++count;
      return Result::done();
    };
  };
  world.manager.controller().for_(kConfigMaps).workers(3).build(counting(by_first));
  second.controller().for_(kConfigMaps).workers(3).build(counting(by_second));
  world.manager.start();
  wait_for([&] { return world.manager.is_leader(); });
  second.start();
  std::thread user([&] {
    for (int i = 0; i < 200; ++i) (void)world.user.create(kConfigMaps, config_map(i));
  });
  wait_for([&] { return by_first > 20; });
  std::function<awaitable<void>()> stop = [&] { return stop_manager(world.manager); };
  block_on(world.system.runtime().executor, stop, "async_stop");
  const int before = by_first;
  user.join();
  wait_for([&] { return second.is_leader() && by_second >= 200; });
  EXPECT_EQ(by_first, before) << "the old leader goes on";
  stop = [&] { return stop_manager(second); };
  block_on(world.system.runtime().executor, stop, "async_stop");
}

// A credential plugin whose credentials have always expired.
class ExpiredCredentials final : public ProcessRunner {
public:
  ProcessOutcome run(const ProcessCommand& /*command*/, std::stop_token /*stop*/) override
  {
    ++runs;
    return {ProcessOutcome::End::exited, 0,
            R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",)"
            R"("status":{"token":"t","expirationTimestamp":"2020-01-01T00:00:00Z"}})",
            ""};
  }
  bool input_is_terminal() const override { return false; }
  std::atomic<int> runs{0};
};

awaitable<HttpResponse> answer_of(ApiServer* server, HttpRequest request)
{
  co_return co_await server->async_handle(std::move(request));
}

TEST(Threads, ReconcilesThatFillThePoolGetNewCredentials)
{
  constexpr int kThreads = 16;
  ExpiredCredentials plugin;
  SystemRuntime::Options services;
  const auto log = make_recording_log();
  services.pool_threads = kThreads;
  services.log = Log(log);
  SystemRuntime system(services);
  Runtime runtime = system.runtime();
  runtime.processes = &plugin;
  ApiServer server(RealWorld::server_options(runtime));
  const CertificateAuthority authority(*runtime.clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  const auto leaf = authority.issue(wanted);
  ListenerOptions secure;
  secure.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, ""};
  HttpListener listener(runtime, secure, [&](HttpRequest asked) { return answer_of(&server, std::move(asked)); });
  Client user(runtime, make_in_process_transport(runtime, server));
  for (int i = 0; i < kThreads; ++i) (void)user.create(kConfigMaps, config_map(i));

  ClientConfig config;
  config.server = listener.url();
  config.ca_pem = authority.cert_pem();
  config.exec.emplace();
  config.exec->api_version = "client.authentication.k8s.io/v1";
  config.exec->command = "plugin";
  config.exec->interaction = ExecInteraction::never;
  Client::Options calls;
  calls.timeout = std::chrono::seconds(10);
  Manager manager(Client::connect(runtime, config, calls), {});
  std::latch all_inside(kThreads);
  std::atomic<int> got{0};
  manager.controller().for_(kConfigMaps).workers(kThreads).build([&](Context& context, const Request& request) {
    all_inside.arrive_and_wait();
    (void)context.client().get(kConfigMaps, request.key());
    ++got;
    return Result::done();
  });
  manager.start();
  for (int i = 0; i < 1500 && got < kThreads && log->count({"error reconcile failed"}) == 0; ++i) usleep(10000);
  EXPECT_EQ(got, kThreads) << "the plugin waits for a thread that waits for the plugin\n" << log->text();
  EXPECT_GT(plugin.runs, 1);
  std::function<awaitable<void>()> stop = [&] { return stop_from_elsewhere(manager); };
  block_on(runtime.executor, stop, "async_stop");
  std::function<awaitable<void>()> close = [&] { return listener.async_stop(); };
  block_on(runtime.executor, close, "async_stop");
}

// Over a real connection, for the in-process transport has no reader that blocks.
TEST(Threads, ABlockingReconcileThatReadsAStreamEndsWithTheDrainTime)
{
  RealWorld world;
  const Runtime runtime = world.system.runtime();
  HttpListener listener(runtime, {}, [&](HttpRequest asked) { return answer_of(&world.server, std::move(asked)); });
  ClientConfig config;
  config.server = listener.url();
  ManagerOptions options;
  options.drain = std::chrono::milliseconds(200);
  Manager manager(Client::connect(runtime, config), options);
  std::atomic<bool> reading{false}, ended{false};
  const std::stop_source own;
  manager.controller().for_(kConfigMaps).build([&](Context& context, const Request&) {
    WatchOptions watch;
    watch.stop = own.get_token();
    const auto stream = context.client().watch(kSecrets, watch);
    reading = true;
    try {
      while (stream->next()) {
      }
    } catch (const TransportError&) {
      ended = true;
    }
    return Result::done();
  });
  const int result = run_bounded(manager, [&] {
    (void)world.user.create(kConfigMaps, config_map(1));
    wait_for([&] { return reading.load(); });
    EXPECT_FALSE(ended);
    spawn(runtime.executor, stop_from_elsewhere(manager));
  });
  EXPECT_EQ(result, 0) << world.log->text();
  EXPECT_TRUE(ended);
  std::function<awaitable<void>()> close = [&] { return listener.async_stop(); };
  block_on(runtime.executor, close, "async_stop");
}

TEST(Threads, RunSaysWhyItCannotStart)
{
  RealWorld first([] {
    ManagerOptions options;
    options.health_address = "127.0.0.1:0";
    return options;
  }());
  first.manager.start();
  ManagerOptions options;
  options.health_address = "127.0.0.1:" + std::to_string(first.manager.health_port());
  RealWorld second(options);
  EXPECT_EQ(second.manager.run(), 1);
  EXPECT_EQ(second.log->count({"error cannot start", std::to_string(first.manager.health_port())}), 1U)
      << second.log->text();
  std::function<awaitable<void>()> stop = [&] { return stop_manager(first.manager); };
  block_on(first.system.runtime().executor, stop, "async_stop");
}

// A reconcile that never ends, and does not look at its stop token.
[[noreturn]] void run_stuck(int signals, Duration grace)
{
  ManagerOptions options;
  options.grace = grace;
  RealWorld world(options);
  std::atomic<bool> inside{false};
  world.manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) {
    inside = true;
    for (;;) pause();
    return Result::done();
  });
  (void)world.user.create(kConfigMaps, config_map(1));
  std::thread sender([&, signals] {
    wait_for([&] { return inside.load(); });
    for (int i = 0; i < signals; ++i) {
      kill(getpid(), SIGTERM);
      usleep(200000);
    }
  });
  sender.detach();
  std::_Exit(world.manager.run() == 0 ? 7 : 8);
}

TEST(ThreadsDeathTest, ASecondSignalEndsTheProcessAtOnce)
{
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(run_stuck(2, std::chrono::hours(1)), ::testing::ExitedWithCode(1), "");
}

TEST(ThreadsDeathTest, TheGracePeriodEndsWhatDoesNot)
{
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(run_stuck(1, std::chrono::milliseconds(500)), ::testing::ExitedWithCode(1), "");
}

}  // namespace
}  // namespace kubexx::testing
