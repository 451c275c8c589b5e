// SPDX-License-Identifier: Apache-2.0
// Expected: pages.hpp: "`options.timeout` bounds each page"; a call ends by its deadline.
// Observed: with OnExpired::inconsistent, a server that answers each continue token with 410 and a new token (its
// compaction is faster than
//   a page) makes ONE next() loop for ever, without a pause and past every deadline: thousands of requests a second.
//   list_all with a timeout does end. Exit 0: holds, 1: broken.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/pages.hpp"
using namespace kubexx;
using namespace std::chrono_literals;
struct Answer : Transport {
  std::atomic<int> n{0};
  awaitable<HttpResponse> exchange(HttpRequest q, ExchangeLimits) override
  {
    HttpResponse r;
    co_await async_yield();
    const std::string token = "t" + std::to_string(++n);
    if (q.target.find("continue=") == std::string::npos)
      r.body =
          R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"1","continue":"t0"},"items":[{"metadata":{"name":"a"}}]})";
    else {
      r.status = 410;
      r.body =
          R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"message":"expired","metadata":{"continue":")" +
          token + R"("}})";
    }
    co_return r;
  }
};
int main()
{
  SystemRuntime system;
  auto transport = std::make_shared<Answer>();
  Client client(system.runtime(), transport);
  ListOptions options;
  options.namespace_ = "default";
  options.limit = 1;
  options.timeout = 1s;
  auto pages = client.pages(resources::config_maps, options, OnExpired::inconsistent);
  (void)pages.next();
  std::atomic<bool> ended{false};
  std::thread([&] {
    try {
      (void)pages.next();
    } catch (const std::exception& e) {
      std::printf("next: %s\n", e.what());
    }
    ended = true;
  }).detach();
  for (int i = 0; i < 50 && !ended; ++i) std::this_thread::sleep_for(100ms);
  std::printf("%s: one next() with a timeout of 1 s, after 5 s: %s, %d requests\n", ended ? "holds" : "BROKEN",
              ended ? "ended" : "still running", transport->n.load());
  std::fflush(stdout);
  std::_Exit(ended ? 0 : 1);
}
