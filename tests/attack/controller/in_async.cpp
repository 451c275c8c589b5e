// SPDX-License-Identifier: Apache-2.0
// Expected: what `ctx.in(cluster).async_apply(value)` returns may be awaited later, as that of async_create; so may
// that of async_remove_if_exists.
// Happened: they kept a pointer to the temporary Context. Each verb runs in a child process.
// Exit code 0 = holds, 1 = broken.
#include <sys/wait.h>
#include <unistd.h>
#include <iostream>
#include <kubexx/controller.hpp>
#include <kubexx/testing/operator_test.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <kubexx/types/core/v1/secret.hpp>
using namespace kubexx;
using namespace kubexx::testing;
using namespace std::chrono_literals;
using corev1::ConfigMap;
using corev1::Secret;

template <class Make>
static bool works(Make make)
{
  std::vector<std::string> results;
  OperatorTestOptions o;
  o.clusters = {"east", "west"};
  o.check_permissions = false;
  o.setup = [&](Manager& m) {
    m.controller()
        .for_<ConfigMap>()
        .reads<Secret>({.clusters = Clusters::every()})
        .build([&](Context& ctx, Request r) -> awaitable<Result> {
          if (r.name != "a" || !ctx.get<ConfigMap>(r) || !results.empty()) co_return Result::done();
          results.emplace_back("begun");
          std::vector<decltype(make(ctx, std::string()))> work;
          for (const std::string& cluster : ctx.clusters()) work.push_back(make(ctx, cluster));
          for (auto& w : work) {
            try {
              static_cast<void>(co_await std::move(w));
              results.emplace_back("done");
            } catch (const std::exception& e) {
              results.emplace_back(e.what());
            }
          }
          co_return Result::done();
        });
  };
  OperatorTest t(std::move(o));
  t.start();
  t.run_for(1s);
  ConfigMap a;
  a.metadata.name = "a";
  a.metadata.namespace_ = "default";
  api<ConfigMap>(t.user()).create(a);
  t.run_for(5s);
  for (const auto& r : results) std::cout << "  " << r << std::endl;
  return results == std::vector<std::string>{"begun", "done", "done"};
}

static int bad = 0;
template <class Make>
static void check(const char* verb, Make make)
{
  std::cout << verb << std::endl;
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(works(make) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const bool ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  std::cout << (ok ? "ok      " : "BROKEN  ") << verb
            << (WIFSIGNALED(status) ? ": signal " + std::to_string(WTERMSIG(status)) : "") << std::endl;
  if (!ok) bad = 1;
}

int main()
{
  Secret s;
  s.metadata.name = "a-name-that-is-longer-than-the-small-buffer";
  s.metadata.namespace_ = "default";
  s.metadata.labels["x"] = "1";
  const ObjectKey key{s.metadata.namespace_, s.metadata.name};
  check("async_create", [=](Context& c, std::string in) { return c.in(in).async_create(s); });
  check("async_create_or_update",
        [=](Context& c, std::string in) { return c.in(in).async_create_or_update<Secret>(key, [](Secret&) {}); });
  check("async_remove_if_exists",
        [=](Context& c, std::string in) { return c.in(in).async_remove_if_exists<Secret>(key); });
  check("async_apply", [=](Context& c, std::string in) { return c.in(in).async_apply(s); });
  check("async_apply taking over",
        [=](Context& c, std::string in) { return c.in(in).async_apply(s, Context::taking_over()); });
  return bad;
}
