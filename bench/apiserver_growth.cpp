// SPDX-License-Identifier: Apache-2.0
// apiserver_growth WORK SIZE: one request to the embedded server that is as large as SIZE says, for bench/growth.sh,
// which counts its instructions at one size and at four times that: no path from a body to the store may be quadratic.
// Without arguments: the works, one a line.
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

#include "in_process_requests.hpp"

namespace {

using kubexx::bench::Requests;

constexpr const char* maps = "/api/v1/namespaces/default/configmaps";
constexpr const char* jobs = "/apis/batch/v1/namespaces/default/jobs";
constexpr const char* pods = "/api/v1/namespaces/default/pods";
constexpr const char* deployments = "/apis/apps/v1/namespaces/default/deployments";
constexpr const char* definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr const char* things = "/apis/bench.kubexx.dev/v1/namespaces/default/things";

/// `one(0),one(1),...`
template <class One>
std::string many(int size, const One& one)
{
  std::string text;
  for (int index = 0; index < size; ++index) text += (index == 0 ? "" : ",") + one(std::to_string(index));
  return text;
}

std::string meta(const std::string& more = {})
{
  return R"("metadata":{"name":"one")" + more + "}";
}

std::string config_map(const std::string& data, const std::string& more = {})
{
  return R"({"apiVersion":"v1","kind":"ConfigMap",)" + meta(more) + R"(,"data":{)" + data + "}}";
}

std::string key(const std::string& index)
{
  return "\"key-" + index + R"(":"value")";
}

std::string pod_spec(const std::string& containers)
{
  return R"({"containers":[)" + containers + "]}";
}

std::string container(const std::string& name, const std::string& more = {})
{
  return R"({"name":"c)" + name + R"(","image":"registry.example/web:1")" + more + "}";
}

std::string variables(int size, const std::string& value = "x")
{
  const auto list =
      many(size, [&](const std::string& i) { return R"({"name":"V)" + i + R"(","value":")" + value + "\"}"; });
  return R"(,"env":[)" + list + "]";
}

std::string pod(const std::string& containers)
{
  return R"({"apiVersion":"v1","kind":"Pod",)" + meta() + R"(,"spec":)" + pod_spec(containers) + "}";
}

std::string deployment(const std::string& containers)
{
  return R"({"apiVersion":"apps/v1","kind":"Deployment",)" + meta() +
         R"(,"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":)" +
         pod_spec(containers) + "}}}";
}

std::string definition(const std::string& items)
{
  return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":)"
         R"("things.bench.kubexx.dev"},"spec":{"group":"bench.kubexx.dev","scope":"Namespaced","names":{"plural":"things",)"
         R"("singular":"thing","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,"schema":)"
         R"({"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{)" +
         items + "}}}}}}]}}";
}

std::string thing(const std::string& spec)
{
  return R"({"apiVersion":"bench.kubexx.dev/v1","kind":"Thing",)" + meta() + R"(,"spec":{)" + spec + "}}";
}

struct Work {
  std::function<void(Requests&, int)> prepare, once;
};

std::string managers(int size)
{
  return R"(,"managedFields":[)" +
         many(
             size,
             [](const std::string& i) {
               return R"({"manager":"m)" + i +
                      R"(","operation":"Apply","apiVersion":"v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1",)"
                      R"("fieldsV1":{"f:data":{"f:key-)" +
                      i + "\":{}}}}";
             }) +
         "]";
}

void nothing(Requests&, int) {}

void many_keys(Requests& requests, int size)
{
  (void)requests.send("POST", maps, config_map(many(size, key)));
}

void many_variables(Requests& requests, int size)
{
  (void)requests.send("POST", deployments, deployment(container("1", variables(size))));
}

Work create(const char* path, std::function<std::string(int)> body)
{
  return {nothing, [path, body](Requests& requests, int size) { (void)requests.send("POST", path, body(size)); }};
}

/// A pod whose containers have ended, all of which claim a state again.
void pod_of_containers(Requests& requests, int size)
{
  (void)requests.send(
      "POST", pods,
      pod(many(size, [](const std::string& i) { return container(i, R"(,"resources":{"requests":{"cpu":"1m"}})"); })));
}

void pod_status(Requests& requests, int size, const std::string& state)
{
  const auto statuses = many(size, [&](const std::string& i) {
    return R"({"name":"c)" + i + R"(","image":"i","imageID":"","restartCount":0,"ready":false,"state":{)" + state +
           R"(},"allocatedResourcesStatus":[{"name":"cpu"}]})";
  });
  (void)requests.send("PATCH", std::string(pods) + "/one/status",
                      R"({"status":{"containerStatuses":[)" + statuses + "]}}", "application/merge-patch+json");
}

std::map<std::string, Work> works()
{
  std::map<std::string, Work> all;
  all["keys"] = {nothing, many_keys};
  all["keys-yaml"] = {nothing, [](Requests& requests, int size) {
                        std::string text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata:\n";
                        for (int i = 0; i < size; ++i) text += "  key-" + std::to_string(i) + ": value\n";
                        (void)requests.send("POST", maps, text, "application/yaml");
                      }};
  all["update"] = {many_keys, [](Requests& requests, int size) {
                     (void)requests.send("PUT", std::string(maps) + "/one", config_map(many(size + 1, key)));
                   }};
  all["unknown-fields"] = create(maps, [](int size) {
    return R"({"apiVersion":"v1","kind":"ConfigMap",)" + meta() + "," +
           many(size, [](const std::string& i) { return "\"unknown" + i + "\":1"; }) + "}";
  });
  all["containers"] =
      create(pods, [](int size) { return pod(many(size / 4, [](const std::string& i) { return container(i); })); });
  all["variables"] = {nothing, many_variables};
  all["ports"] = create(pods, [](int size) {
    return pod(container("1", R"(,"ports":[)" + many(size, [](const std::string& i) {
                                return R"({"containerPort":)" + std::to_string(1 + std::stoi(i)) + "}";
                              }) + "]"));
  });
  all["volumes"] = create(pods, [](int size) {
    const auto volumes = many(size, [](const std::string& i) { return R"({"name":"v)" + i + R"(","emptyDir":{}})"; });
    const auto mounts =
        many(size, [](const std::string& i) { return R"({"name":"v)" + i + R"(","mountPath":"/m)" + i + "\"}"; });
    auto text = pod(container("1", R"(,"volumeMounts":[)" + mounts + "]"));
    text.resize(text.size() - 2);
    return text + R"(,"volumes":[)" + volumes + "]}}";
  });
  all["finalizers"] = create(maps, [](int size) {
    return config_map(
        "", R"(,"finalizers":[)" + many(size, [](const std::string& i) { return "\"example.com/f" + i + "\""; }) + "]");
  });
  all["owners"] = create(maps, [](int size) {
    return config_map("", R"(,"ownerReferences":[)" + many(size, [](const std::string& i) {
                            return R"({"apiVersion":"v1","kind":"Node","name":"n","uid":"u)" + i + "\"}";
                          }) + "]");
  });
  all["labels"] = create(maps, [](int size) { return config_map("", R"(,"labels":{)" + many(size, key) + "}"); });
  all["json-patch"] = {
      many_keys, [](Requests& requests, int size) {
        const auto operations = many(
            size, [](const std::string& i) { return R"({"op":"add","path":"/data/new-)" + i + R"(","value":"x"})"; });
        (void)requests.send("PATCH", std::string(maps) + "/one", "[" + operations + "]", "application/json-patch+json");
      }};
  all["merge-patch"] = {many_keys, [](Requests& requests, int size) {
                          (void)requests.send("PATCH", std::string(maps) + "/one",
                                              R"({"data":{)" + many(size * 2, key) + "}}",
                                              "application/merge-patch+json");
                        }};
  all["strategic-patch"] = {many_variables, [](Requests& requests, int size) {
                              (void)requests.send("PATCH", std::string(deployments) + "/one",
                                                  R"({"spec":{"template":{"spec":{"containers":[)" +
                                                      container("1", variables(size, "y")) + "]}}}}",
                                                  "application/strategic-merge-patch+json");
                            }};
  const auto apply = [](Requests& requests, int size) {
    (void)requests.send("PATCH", std::string(deployments) + "/one?fieldManager=bench&force=true",
                        deployment(container("1", variables(size, "y"))), "application/apply-patch+yaml");
  };
  all["apply-new"] = {nothing, apply};
  all["apply-changed"] = {many_variables, apply};
  all["apply-less"] = {[apply](Requests& requests, int size) { apply(requests, size * 2); }, apply};
  all["managers"] = {[](Requests& requests, int size) {
                       (void)requests.send("POST", maps, config_map(many(size, key), managers(size)));
                     },
                     [](Requests& requests, int) {
                       (void)requests.send("PATCH", std::string(maps) + "/one", R"({"data":{"key-1":"other"}})",
                                           "application/merge-patch+json");
                     }};
  all["set"] = {[](Requests& requests, int) {
                  (void)requests.send("POST", definitions,
                                      definition(R"("set":{"type":"array","x-kubernetes-list-type":)"
                                                 R"("set","items":{"type":"string"}})"));
                },
                [](Requests& requests, int size) {
                  (void)requests.send(
                      "POST", things,
                      thing(R"("set":[)" + many(size, [](const std::string& i) { return "\"" + i + "\""; }) + "]"));
                }};
  all["list-map"] = {
      [](Requests& requests, int) {
        (void)requests.send("POST", definitions,
                            definition(R"("items":{"type":"array","x-kubernetes-list-type":"map",)"
                                       R"("x-kubernetes-list-map-keys":["name"],"items":{"type":"object",)"
                                       R"("required":["name"],"properties":{"name":{"type":"string"}}}})"));
      },
      [](Requests& requests, int size) {
        (void)requests.send(
            "POST", things,
            thing(R"("items":[)" + many(size, [](const std::string& i) { return R"({"name":")" + i + "\"}"; }) + "]"));
      }};
  all["properties"] = create(definitions, [](int size) {
    return definition(many(size, [](const std::string& i) { return "\"p" + i + R"(":{"type":"string"})"; }));
  });
  const auto many_maps = [](Requests& requests, int size) {
    for (int i = 0; i < size; ++i) {
      (void)requests.send("POST", maps,
                          R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m)" + std::to_string(i) +
                              R"(","labels":{"n":")" + std::to_string(i) + "\"}}}");
    }
  };
  all["list"] = {many_maps, [](Requests& requests, int) { (void)requests.send("GET", maps); }};
  all["delete-collection"] = {many_maps, [](Requests& requests, int) { (void)requests.send("DELETE", maps); }};
  all["container-statuses"] = {[](Requests& requests, int size) {
                                 pod_of_containers(requests, size);
                                 pod_status(requests, size, R"("terminated":{"exitCode":1})");
                               },
                               [](Requests& requests, int size) { pod_status(requests, size, ""); }};
  all["claim-statuses"] = {
      [](Requests& requests, int size) {
        (void)requests.send(
            "POST", pods,
            R"({"apiVersion":"v1","kind":"Pod",)" + meta() + R"(,"spec":{"containers":[)" + container("1") +
                R"(],"resourceClaims":[)" +
                many(size, [](const std::string& i) { return R"({"name":"c)" + i + R"(","resourceClaimName":"r"})"; }) +
                "]}}");
      },
      [](Requests& requests, int size) {
        (void)requests.send("PATCH", std::string(pods) + "/one/status",
                            R"({"status":{"resourceClaimStatuses":[)" +
                                many(size, [](const std::string& i) { return R"({"name":"c)" + i + "\"}"; }) + "]}}",
                            "application/merge-patch+json");
      }};
  all["job-indexes"] = {
      [](Requests& requests, int) {
        (void)requests.send(
            "POST", jobs,
            R"({"apiVersion":"batch/v1","kind":"Job",)" + meta() +
                R"(,"spec":{"completions":100000,"parallelism":1,"completionMode":"Indexed",)" +
                R"("backoffLimitPerIndex":1,"template":{"spec":{"restartPolicy":"Never","containers":[)" +
                container("1") + "]}}}}");
      },
      [](Requests& requests, int size) {
        const auto indexes = many(size, [](const std::string&) { return std::string("0-99999"); });
        try {
          (void)requests.send("PATCH", std::string(jobs) + "/one/status",
                              R"({"status":{"completedIndexes":")" + indexes + R"(","failedIndexes":"1"}})",
                              "application/merge-patch+json");
        } catch (const std::runtime_error&) {  // refused, when it has been read
        }
      }};
  all["selector"] = {many_keys, [](Requests& requests, int size) {
                       const auto values = many(size, [](const std::string& i) { return "v" + i; });
                       (void)requests.send("GET", std::string(maps) + "?labelSelector=a+in+(" + values + ")");
                     }};
  return all;
}

/// What --toggle-collect names.
[[gnu::noinline]] void measured(const Work& work, Requests& requests, int size)
{
  work.once(requests, size);
}

}  // namespace

int main(int argc, char** argv)
{
  const auto all = works();
  const auto work = argc == 3 ? all.find(argv[1]) : all.end();
  if (work == all.end()) {
    for (const auto& [name, one] : all) std::cout << name << "\n";
    return argc == 1 ? 0 : 2;
  }
  Requests requests;
  const int size = std::stoi(argv[2]);
  work->second.prepare(requests, size);
  measured(work->second, requests, size);
}
