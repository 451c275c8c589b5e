// SPDX-License-Identifier: Apache-2.0
// Manager API used from four threads (add/remove clusters, Controller::watch and ControllerWatch::remove, build,
// add_runnable, cache, why, ...) while a manager starts, runs and stops; SystemRuntime with four io threads. All of it
// is documented as thread safe and "at any time". Expected: no crash. Happens: about once in 1000 iterations SIGSEGV in
// kubexx::async_sleep(Clock&, ...) <- EventSource::async_wait_readable (spawned by
//   Controller::Impl::wake_when_readable after a NotSynced): the Clock* of the source is uninitialised
//   (rsi=0x3e7ad7f29abcaf48 in one run), so the coroutine meets a source that is in the controller's list and has not
//   been EventSource::start()ed yet.
// Exit code 0 = holds, 1 = broken (children of 100 iterations, for at most 10 minutes; usually 1 to 6 minutes are
// enough). Argument: minutes.
#include <atomic>
#include <chrono>
#include <future>
#include <iostream>
#include <kubexx/apiserver/apiserver.hpp>
#include <kubexx/controller.hpp>
#include <kubexx/testing/operator_test.hpp>
#include <kubexx/testing/simulated_runtime.hpp>
#include <kubexx/types/coordination/v1/lease.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <kubexx/types/core/v1/secret.hpp>
#include <mutex>
#include <string>
#include <thread>

#include <random>
using namespace kubexx;
using namespace std::chrono_literals;
using corev1::ConfigMap;
using corev1::Secret;
inline Log console(LogLevel l = LogLevel::warn)
{
  ConsoleLogOptions o;
  o.level = l;
  return Log(make_console_log(o));
}
struct Real {
  PrometheusMetrics metrics;
  SystemRuntime rt;
  Runtime r;
  std::unique_ptr<ApiServer> server;
  explicit Real(LogLevel l = LogLevel::warn, std::size_t io = 2) : rt(opts(l, io)), r(rt.runtime())
  {
    server = std::make_unique<ApiServer>(ApiServer::Options{.clock = r.clock, .random = r.random});
  }
  SystemRuntime::Options opts(LogLevel l, std::size_t io)
  {
    SystemRuntime::Options o;
    o.io_threads = io;
    o.log = console(l);
    o.metrics = &metrics;
    return o;
  }
  Client client() { return Client(r, make_in_process_transport(r, *server)); }
};
struct Sim {
  testing::SimulatedRuntime rt;
  Runtime r;
  ApiServer server;
  Client user;
  explicit Sim(LogLevel l = LogLevel::warn, std::uint64_t seed = 1)
      : rt(opts(l, seed)),
        r(rt.runtime()),
        server({.clock = r.clock, .random = r.random}),
        user(rt.user_runtime(), make_in_process_transport(r, server))
  {
  }
  testing::SimulatedRuntime::Options opts(LogLevel l, std::uint64_t seed)
  {
    testing::SimulatedRuntime::Options o;
    o.seed = seed;
    o.log = console(l);
    return o;
  }
  Client client() { return Client(r, make_in_process_transport(r, server)); }
};
inline awaitable<void> stop_co(Manager* m, bool* out)
{
  *out = co_await m->async_stop();
}
inline bool stop_real(Manager& m, Runtime r)
{
  bool ok = false;
  block_on(r.executor, [&] { return stop_co(&m, &ok); }, "async_stop");
  return ok;
}
inline bool stop_sim(Manager& m, testing::SimulatedRuntime& s)
{
  bool ok = false;
  s.run([&] { return stop_co(&m, &ok); }, 10min);
  return ok;
}
inline ConfigMap cm(std::string name, std::string k = "a", std::string v = "b")
{
  ConfigMap c;
  c.metadata.name = name;
  c.metadata.namespace_ = "default";
  c.data[k] = v;
  return c;
}
inline bool wait_for(std::function<bool()> f, Duration d = 10s)
{
  auto e = std::chrono::steady_clock::now() + d;
  while (std::chrono::steady_clock::now() < e) {
    if (f()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return f();
}
Result rec(Context& c, const Request& r)
{
  auto x = c.get<ConfigMap>(r);
  if (x && !x.annotation("a")) {
    x->metadata.annotations["a"] = "1";
    x.patch();
  }
  return Result::done();
}
awaitable<Result> corec(Context& c, Request r)
{
  auto x = c.get<ConfigMap>(r);
  if (x) {
    c.events().normal(x, "R", "note");
  }
  co_await async_sleep(*c.client().runtime().clock, 2ms);
  co_return Result::requeue_after(5ms);
}
awaitable<void> rm_cluster(Manager* m, std::string n, bool* out)
{
  *out = co_await m->async_remove_cluster(n);
}
int child(int iters, unsigned seed0)
{
  Real w(LogLevel::off, 4);
  ApiServer s2({.clock = w.r.clock, .random = w.r.random});
  Client u2(w.r, make_in_process_transport(w.r, s2));
  for (int i = 0; i < 10; ++i) {
    w.client().create(resources::config_maps, Object::from(cm("x" + std::to_string(i))));
    u2.create(resources::config_maps, Object::from(cm("x" + std::to_string(i))));
  }
  long worst = 0;
  int stopfalse = 0;
  std::atomic<int> unexpected{0};
  for (int it = 0; it < iters; ++it) {
    std::mt19937 g(seed0 * 1000 + it);
    ManagerOptions o;
    if (g() % 2)
      o.leader_election =
          LeaderElectionOptions{.lease = "l", .lease_duration = 3s, .renew_deadline = 2s, .retry_period = 100ms};
    if (g() % 2) o.health_address = "127.0.0.1:0";
    if (g() % 2) o.metrics_address = "127.0.0.1:0";
    o.grace = 10s;
    o.drain = std::chrono::milliseconds(g() % 300);
    auto m = std::make_shared<Manager>(w.client(), o);
    EventChannel ch;
    std::atomic<bool> end{false};
    std::atomic<int> id{0};
    auto c0 = m->controller()
                  .for_<ConfigMap>({.clusters = Clusters::every()})
                  .watches(ch)
                  .named("c0")
                  .workers(3)
                  .build(g() % 2 ? Reconciler(rec) : Reconciler(corec));
    std::vector<std::thread> ts;
    for (int t = 0; t < 4; ++t)
      ts.emplace_back([&, t, s = g()] {
        std::mt19937 q(s);
        std::vector<ControllerWatch> ws;
        std::vector<KindCache> ks;
        while (!end) {
          try {
            switch (q() % 12) {
              case 0:
                m->add_runnable(
                    "r" + std::to_string(++id),
                    [](RunContext c) -> awaitable<void> { co_await async_wait_stop(c.stop); }, RunnableGroup(q() % 3));
                break;
              case 1:
                m->add_cluster("k" + std::to_string(q() % 3), u2);
                break;
              case 2: {
                bool ok;
                block_on(w.r.executor, [&] { return rm_cluster(m.get(), "k" + std::to_string(q() % 3), &ok); }, "rm");
                break;
              }
              case 3:
                m->controller().for_<Secret>().named("n" + std::to_string(++id)).build(rec);
                break;
              case 4:
                ws.push_back(c0.watch(m->cache(resource_of<coordinationv1::Lease>()), [](const Object& o) {
                  return std::vector<Request>{Request(ObjectKey{"default", "x1"})};
                }));
                break;
              case 5:
                if (ws.size()) {
                  ws.back().remove();
                  ws.pop_back();
                }
                break;
              case 6:
                m->why(Request(ObjectKey{"default", "x1"}));
                break;
              case 7:
                m->readiness();
                m->liveness();
                break;
              case 8:
                ch.send(Request(ObjectKey{"default", "x2"}));
                c0.enqueue(Request(ObjectKey{"default", "x3"}));
                break;
              case 9:
                ks.push_back(m->cache(resource_of<Secret>()));
                if (q() % 2) ks.clear();
                break;
              case 10:
                m->roles({"a", "b"});
                c0.status();
                c0.active();
                break;
              case 11: {
                w.client().patch(resources::config_maps, {"default", "x" + std::to_string(q() % 10)},
                                 Patch(R"({"data":{"z":")" + std::to_string(q()) + "\"}}"));
              }
            }
          } catch (const std::logic_error&) {
          } catch (const std::runtime_error& e) {
          } catch (const std::exception& e) {
            ++unexpected;
            std::cerr << "unexpected " << e.what() << std::endl;
          }
          if (q() % 4 == 0) std::this_thread::sleep_for(1ms);
        }
      });
    std::this_thread::sleep_for(std::chrono::milliseconds(g() % 20));
    m->start();
    std::this_thread::sleep_for(std::chrono::milliseconds(g() % 150));
    auto t0 = std::chrono::steady_clock::now();
    bool ok = stop_real(*m, w.r);
    long took = (std::chrono::steady_clock::now() - t0) / 1ms;
    worst = std::max(worst, took);
    if (!ok) {
      ++stopfalse;
      std::cerr << "it " << it << " stop false after " << took << std::endl;
    }
    if (g() % 2) {
      end = true;
      for (auto& t : ts) t.join();
      m.reset();
    } else {
      std::this_thread::sleep_for(5ms);
      end = true;
      for (auto& t : ts) t.join();
      m.reset();
    }
  }
  std::cerr << "iters " << iters << " worst stop " << worst << "ms false " << stopfalse << " unexpected " << unexpected
            << std::endl;
  return 0;
}

#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char** argv)
{
  if (argc > 2) return child(100, unsigned(atoi(argv[2])));
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(argc > 1 ? atoi(argv[1]) : 10);
  for (int seed = 1; std::chrono::steady_clock::now() < end; ++seed) {
    const std::string text = std::to_string(seed % 7 + 1);
    const pid_t pid = fork();
    if (pid == 0) {
      execl("/proc/self/exe", argv[0], "child", text.c_str(), nullptr);
      _exit(99);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    if (WIFSIGNALED(status)) {
      std::cerr << "BROKEN: killed by signal " << WTERMSIG(status) << " in run " << seed << std::endl;
      return 1;
    }
  }
  std::cerr << "holds" << std::endl;
  return 0;
}
