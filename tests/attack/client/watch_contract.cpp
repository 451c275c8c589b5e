// SPDX-License-Identifier: Apache-2.0
// Expected (watch.hpp): after an ApiError of an ERROR event "every later call throws the same"; "an event whose object
// cannot be read is
//   given as far as it can be (`problem`)" as unreadable/deleted; wire-faults.md "a failure inside a 200": an error.
// Observed: after ERROR 410 the next call gives the next event; {"type":"ADDED"} / {"type":"DELETED","object":null} is
// skipped without
//   a word to the reader; a 200 whose body is a failed Status (410 Expired) is a clean end, so a reader resumes from
//   the same version for ever.
// Exit 0: holds, 1: broken.
#include <cstdio>
#include <nlohmann/json.hpp>
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
using namespace kubexx;
struct Body : BodyStream {
  std::string text;
  explicit Body(std::string t) : text(std::move(t)) {}
  awaitable<std::string> read() override { co_return std::exchange(text, {}); }
};
struct Answer : Transport {
  std::string body;
  awaitable<HttpResponse> exchange(HttpRequest, ExchangeLimits) override
  {
    HttpResponse r;
    r.stream = std::make_unique<Body>(body);
    co_return r;
  }
};
int main()
{
  SystemRuntime system;
  auto transport = std::make_shared<Answer>();
  Client client(system.runtime(), transport);
  const std::string status =
      R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"message":"too old"})";
  const std::string b =
      R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b","resourceVersion":"2"}}})"
      "\n";
  auto run = [&](const char* what, std::string body) {
    transport->body = body;
    std::string seen;
    auto w = client.watch(resources::config_maps);
    for (int i = 0; i < 3; ++i) {
      try {
        auto e = w->next();
        if (!e) {
          seen += " end";
          break;
        }
        seen += " event" + std::to_string(int(e->type)) + (e->problem.empty() ? "" : "!");
      } catch (const ApiError& e) {
        seen += " ApiError" + std::to_string(e.code());
      } catch (const std::exception& e) {
        seen += std::string(" ") + e.what();
      }
    }
    std::printf("%-34s%s\n", what, seen.c_str());
    return seen;
  };
  int bad = 0;
  bad += run("ERROR 410, then an event:", "{\"type\":\"ERROR\",\"object\":" + status + "}\n" + b) !=
         " ApiError410 ApiError410 ApiError410";
  bad += run("ADDED without an object:", "{\"type\":\"ADDED\"}\n" + b).find("event4") == std::string::npos;
  bad +=
      run("DELETED with object null:", "{\"type\":\"DELETED\",\"object\":null}\n" + b).find("!") == std::string::npos;
  bad += run("200 with a failed Status:", status + "\n").find("ApiError") == std::string::npos;
  std::printf("%s\n", bad ? "BROKEN" : "holds");
  return bad != 0;
}
