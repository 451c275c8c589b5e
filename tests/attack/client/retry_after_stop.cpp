// SPDX-License-Identifier: Apache-2.0
// Expected: SystemRuntime::stop (base/asio.hpp): "Blocking calls that other threads still make are cancelled, and end
// with RuntimeStopped". Observed: retry_on_error / retry_on_conflict go on waiting through their back-off on the clock
// and run `work` again after the stop, to
//   their last step: a program's shutdown waits for them. Exit 0: holds, 1: broken.
#include <chrono>
#include <cstdio>
#include <thread>
#include "kubexx/client/client.hpp"
#include "kubexx/client/retry.hpp"
using namespace kubexx;
using namespace std::chrono_literals;
struct None : Transport {
  awaitable<HttpResponse> exchange(HttpRequest, ExchangeLimits) override { co_return HttpResponse{}; }
};
int main()
{
  SystemRuntime system;
  Client client(system.runtime(), std::make_shared<None>());
  std::thread stopper([&] {
    std::this_thread::sleep_for(200ms);
    system.stop();
  });
  const auto begin = std::chrono::steady_clock::now();
  int tries = 0;
  bool stopped = false;
  RetryBackoff backoff;
  backoff.duration = 1500ms;
  backoff.steps = 4;
  backoff.jitter = 0;
  try {
    retry_on_error(
        client, [](const ApiError&) { return true; },
        [&] {
          ++tries;
          throw ApiError(Status{}, "busy");
        },
        backoff);
  } catch (const RuntimeStopped&) {
    stopped = true;
  } catch (const std::exception& e) {
    std::printf("ended with: %s\n", e.what());
  }
  const auto took = (std::chrono::steady_clock::now() - begin) / 1ms;
  stopper.join();
  std::printf("%s: stop() after 200 ms; retry_on_error ended after %ld ms and %d tries\n", stopped ? "holds" : "BROKEN",
              (long)took, tries);
  return !stopped;
}
