// SPDX-License-Identifier: Apache-2.0
// Expected: between two full lists there is some pause, as in client-go, where ListAndWatch is run by a backoff of at
// least 0.8 s
//           (BackoffUntil with the reflector's backoff manager, 0.8 s .. 30 s): at most 5 lists in 3 s.
// Happens:  a server that brings anything (here: one bookmark) before each 410, and one whose lists have no version and
// whose
//           watches end after an event, are asked for a full list each time at once: hundreds of lists a second for
//           each informer. With streaming lists (the default) nothing need come in between: list over the watch, 410,
//           list over the watch, 410 ..., although reflector.hpp:111 says "A second 410 without progress in between
//           pauses." (With pages that holds.) status() shows no error meanwhile.
// exit code 0 = holds, 1 = broken
#include <atomic>
#include <boost/asio.hpp>
#include <cstdio>
#include <kubexx/apimachinery/well_known_resources.hpp>
#include <kubexx/base/asio.hpp>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/client/client.hpp>
#include <kubexx/informer/informer.hpp>
#include <thread>
using namespace kubexx;
using namespace std::chrono_literals;
struct OneBody : BodyStream {
  std::string body;
  explicit OneBody(std::string b) : body(std::move(b)) {}
  awaitable<std::string> read() override { co_return std::exchange(body, {}); }
};
struct Server : Transport {
  Clock& clock;
  std::string list, watch;
  std::atomic<int> lists{0}, watches{0};
  Server(Clock& c, std::string l, std::string w) : clock(c), list(std::move(l)), watch(std::move(w)) {}
  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    co_await async_sleep(clock, 1ms);
    const bool watched = request.target.find("watch=") != std::string::npos;
    ++(watched ? watches : lists);
    HttpResponse answer;
    answer.body = watched ? watch : list;
    if (limits.stream) answer.stream = std::make_unique<OneBody>(std::exchange(answer.body, {}));
    co_return answer;
  }
};
int main()
{
  const std::string item =
      R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"default","uid":"u","resourceVersion":")";
  struct {
    const char* name;
    std::string list, watch;
    bool streaming = false;
  } cases[] = {
      {"streaming list, then 410", "",
       R"({"type":"ADDED","object":)" + item +
           "5\"}}}\n"
           R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"10","annotations":{"k8s.io/initial-events-end":"true"}}}})"
           "\n"
           R"({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","code":410,"reason":"Expired"}})"
           "\n",
       true},
      {"a bookmark, then 410",
       R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"10"},"items":[]})",
       R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"11"}}})"
       "\n"
       R"({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","code":410,"reason":"Expired"}})"
       "\n"},
      {"lists without version, watches of one event",
       R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":[)" + item + R"(5"}}]})",
       R"({"type":"MODIFIED","object":)" + item + "11\"}}}\n"}};
  int broken = 0;
  for (auto& one : cases) {
    SystemClock clock;
    SystemRuntime system;
    auto server = std::make_shared<Server>(clock, one.list, one.watch);
    InformerOptions options;
    options.stream_list = one.streaming;
    SharedInformer informer(Client(system.runtime(), server), resources::config_maps, options);
    informer.start();
    std::this_thread::sleep_for(3s);
    std::printf("%s: %d lists, %d watches in 3 s\n", one.name, server->lists.load(), server->watches.load());
    broken += (one.streaming ? server->watches : server->lists) > 6;
  }
  return broken ? 1 : 0;
}
