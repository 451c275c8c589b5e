// SPDX-License-Identifier: Apache-2.0
// Expected (pages.hpp: "All that is left as one list", "After an exception the same page may be asked for again"): a
// collect() that failed at its third page and is called again gives all six items.
// Happened: the second one gave the items of the third page alone, without an error.
// Exit code 0 = holds, 1 = broken.
#include <atomic>
#include <cstdio>
#include <nlohmann/json.hpp>
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/pages.hpp"
using namespace kubexx;
struct ThreePages : Transport {
  std::atomic<int> third{0};
  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits) override
  {
    HttpResponse answer;
    const bool two = request.target.find("continue=p2") != std::string::npos,
               three = request.target.find("continue=p3") != std::string::npos;
    if (three && third++ == 0) {
      answer.status = 500;
      answer.body =
          R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"etcdserver: request timed out","code":500})";
      co_return answer;
    }
    const std::string a = three ? "e"
                          : two ? "c"
                                : "a",
                      b = three ? "f"
                          : two ? "d"
                                : "b",
                      next = three ? ""
                             : two ? "p3"
                                   : "p2";
    answer.body = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":")" + next +
                  R"("},"items":[{"metadata":{"name":")" + a + R"(","namespace":"d"}},{"metadata":{"name":")" + b +
                  R"(","namespace":"d"}}]})";
    co_return answer;
  }
};
int main()
{
  SystemRuntime system;
  const Client client(system.runtime(), std::make_shared<ThreePages>());
  ListOptions options;
  options.namespace_ = "d";
  options.limit = 2;
  ObjectPages pages = client.pages(resources::config_maps, options);
  ObjectList list;
  for (int i = 0; i < 3; ++i) {
    try {
      list = pages.collect();
      break;
    } catch (const ApiError& e) {
      std::printf("collect: %s; trying again\n", e.what());
    }
  }
  std::printf("%s: %zu of 6 items:", list.items.size() == 6 ? "holds" : "BROKEN", list.items.size());
  for (const Object& item : list.items) std::printf(" %s", std::string(item.name()).c_str());
  std::printf(", version %s\n", list.resource_version.c_str());
  return list.items.size() != 6;
}
