// SPDX-License-Identifier: Apache-2.0
// apiserver_requests WORK COUNT: COUNT requests of one kind to the embedded server, without HTTP, for tools that count
// instructions, which a busy machine does not disturb:
//
//   valgrind --tool=callgrind --toggle-collect='*measured*' apiserver_requests deployment 200
//
// WORK: configmap, secret, deployment, pod, event (creates), lease (updates), merge-patch, apply (of a Deployment),
// get, list (of 500 ConfigMaps of 4.8 kB), table (the same for kubectl).
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "in_process_requests.hpp"

namespace {

using namespace kubexx;

using bench::Requests;

std::string data(std::size_t bytes)
{
  std::string text = R"("data":{)";
  for (int key = 0; key < 4; ++key) {
    text += (key == 0 ? "\"key" : ",\"key") + std::to_string(key) + "\":\"" + std::string(bytes / 4, 'x') + "\"";
  }
  return text + "}";
}

std::string head(const std::string& version, const std::string& kind, const std::string& name)
{
  return R"({"apiVersion":")" + version + R"(","kind":")" + kind + R"(","metadata":{"name":")" + name +
         R"(","labels":{"app":"bench","tier":"web"}},)";
}

const std::string pod_spec =
    R"({"containers":[{"name":"web","image":"registry.example/web:1.2","ports":[{"name":"http","containerPort":8080}],)"
    R"("env":[{"name":"A","value":"1"},{"name":"B","value":"2"}],"resources":{"requests":{"cpu":"100m","memory":"64Mi"}},)"
    R"("readinessProbe":{"httpGet":{"path":"/ready","port":"http"}}}]})";

std::string deployment(const std::string& name, int replicas = 2)
{
  return head("apps/v1", "Deployment", name) + R"("spec":{"replicas":)" + std::to_string(replicas) +
         R"(,"selector":{"matchLabels":{"app":"bench"}},"template":{"metadata":{"labels":{"app":"bench"}},"spec":)" +
         pod_spec + "}}}";
}

constexpr const char* core = "/api/v1/namespaces/default/";
constexpr const char* apps = "/apis/apps/v1/namespaces/default/deployments";

struct Work {
  std::function<void(Requests&)> prepare;
  std::function<void(Requests&, int)> once;
};

Work create(const std::string& path, std::function<std::string(const std::string&)> body)
{
  return {[](Requests&) {},
          [path, body](Requests& requests, int index) {
            (void)requests.send("POST", path, body("object-" + std::to_string(index)));
          }};
}

void some_deployment(Requests& requests)
{
  (void)requests.send("POST", apps, deployment("one"));
}

void large_config_maps(Requests& requests)
{
  for (int index = 0; index < 500; ++index) {
    (void)requests.send("POST", std::string(core) + "configmaps",
                        head("v1", "ConfigMap", "large-" + std::to_string(index)) + data(4600) + "}");
  }
}

std::string micro_time(int index)
{
  auto digits = std::to_string(100000 + index % 900000);
  return "2026-01-01T00:00:00." + digits + "Z";
}

/// `,"resourceVersion":"..."` of an object.
std::string version_of(const std::string& text)
{
  const auto begin = text.find(R"("resourceVersion":")");
  return "," + text.substr(begin, text.find('"', begin + 19) + 1 - begin);
}

std::map<std::string, Work> works()
{
  std::map<std::string, Work> all;
  all["configmap"] = create(std::string(core) + "configmaps",
                            [](const auto& name) { return head("v1", "ConfigMap", name) + data(1000) + "}"; });
  all["secret"] = create(std::string(core) + "secrets", [](const auto& name) {
    return head("v1", "Secret", name) + R"("type":"Opaque","data":{"a":"aGVsbG8gd29ybGQ=","b":"aGVsbG8gd29ybGQ="}})";
  });
  all["deployment"] = create(apps, [](const auto& name) { return deployment(name); });
  all["pod"] = create(std::string(core) + "pods",
                      [](const auto& name) { return head("v1", "Pod", name) + R"("spec":)" + pod_spec + "}"; });
  all["event"] = create(std::string(core) + "events", [](const auto& name) {
    return head("v1", "Event", name) +
           R"("involvedObject":{"kind":"Pod","namespace":"default","name":"web"},"reason":"Started","message":"Started it",)"
           R"("type":"Normal","count":1,"source":{"component":"bench"},"firstTimestamp":"2026-01-01T00:00:00Z",)"
           R"("lastTimestamp":"2026-01-01T00:00:00Z"})";
  });
  const auto lease = [](const std::string& version, int index) {
    return R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"one")" + version +
           R"(},"spec":{"holderIdentity":"bench","leaseDurationSeconds":15,"renewTime":")" + micro_time(index) + "\"}}";
  };
  const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  auto version = std::make_shared<std::string>();
  all["lease"] = {[=](Requests& requests) { *version = version_of(requests.send("POST", leases, lease("", 0)).body); },
                  [=](Requests& requests, int index) {
                    *version = version_of(requests.send("PUT", leases + "/one", lease(*version, index + 1)).body);
                  }};
  all["merge-patch"] = {some_deployment, [](Requests& requests, int index) {
                          (void)requests.send("PATCH", std::string(apps) + "/one",
                                              R"({"spec":{"replicas":)" + std::to_string(3 + index) + "}}",
                                              "application/merge-patch+json");
                        }};
  all["apply"] = {some_deployment, [](Requests& requests, int index) {
                    (void)requests.send("PATCH", std::string(apps) + "/one?fieldManager=bench&force=true",
                                        deployment("one", 3 + index), "application/apply-patch+yaml");
                  }};
  all["get"] = {some_deployment,
                [](Requests& requests, int) { (void)requests.send("GET", std::string(apps) + "/one"); }};
  all["list"] = {large_config_maps, [](Requests& requests, int) {
                   (void)requests.send("GET", std::string(core) + "configmaps?limit=500");
                 }};
  all["table"] = {large_config_maps, [](Requests& requests, int) {
                    (void)requests.send("GET", std::string(core) + "configmaps?limit=500", "", "",
                                        "application/json;as=Table;v=v1;g=meta.k8s.io,application/json");
                  }};
  return all;
}

/// What --toggle-collect names.
[[gnu::noinline]] void measured(const Work& work, Requests& requests, int count)
{
  for (int index = 0; index < count; ++index) work.once(requests, index);
}

}  // namespace

int main(int argc, char** argv)
{
  const auto all = works();
  const auto work = argc == 3 ? all.find(argv[1]) : all.end();
  if (work == all.end()) {
    std::cerr << "usage: apiserver_requests WORK COUNT, where WORK is one of:";
    for (const auto& [name, one] : all) std::cerr << " " << name;
    std::cerr << "\n";
    return 2;
  }
  Requests requests;
  work->second.prepare(requests);
  work->second.once(requests, 1'000'000);  // what is made at the first use
  const auto begin = std::chrono::steady_clock::now();
  const int count = std::stoi(argv[2]);
  measured(work->second, requests, count);
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  std::cout << argv[1] << ": " << took.count() / count << " us each\n";
}
