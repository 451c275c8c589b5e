// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench_pod.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::bench {

/// JSON of random objects that resemble those of a cluster, for whoever measures what depends on their content. Uids,
/// digests, addresses and times are random; names, images and words are drawn from lists of a cluster's size.
class VariedObjects {
public:
  explicit VariedObjects(std::uint64_t seed) : random_(seed)
  {
    for (int number = 0; number < 400; ++number) apps_.push_back(word() + "-" + word());
    for (int number = 0; number < 300; ++number)
      nodes_.push_back("ip-10-" + below(40) + "-" + below(250) + ".internal");
    for (int number = 0; number < 60; ++number) namespaces_.push_back(word() + "-" + word());
  }

  /// The pod of the other benchmarks, with what differs between real pods: names, uids, versions, node, addresses.
  std::string pod()
  {
    std::string text = pod_json(PodFields{.name = pick(apps_) + "-" + hex(9) + "-" + letters(5),
                                          .uid = random_.uuid(),
                                          .version = std::to_string(100000000 + random_.below(900000000))});
    replace(text, "7d1f3c1e-5a1b-4a55-9d9e-0b6f0b1f0001", random_.uuid());
    replace(text, "web-6d4cf56db6", pick(apps_) + "-" + hex(9));
    replace(text, "node-17", pick(nodes_));
    replace(text, "10.0.0.1", address());
    replace(text, "192.168.1.17", address());
    replace(text, "sha256:1f", "registry.example.com/web@sha256:" + hex(64));
    replace(text, "containerd://2e", "containerd://" + hex(64));
    replace(text, "2026-01-01T00:00:0", time_prefix());
    return text;
  }

  /// Pods with one to three containers of differing shape, environment, annotations and conditions.
  std::string varied_pod()
  {
    const std::string app = pick(apps_), set = app + "-" + hex(9), node = pick(nodes_);
    std::string text = R"({"apiVersion":"v1","kind":"Pod",)" + metadata(set + "-" + letters(5), app) +
                       R"(,"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":")" + set +
                       R"(","uid":")" + random_.uuid() + R"(","controller":true,"blockOwnerDeletion":true}]},)";
    const std::size_t containers = 1 + random_.below(3);
    text += R"("spec":{"containers":[)";
    for (std::size_t number = 0; number < containers; ++number)
      text += (number == 0 ? "" : ",") + container(number, app);
    text +=
        R"(],"restartPolicy":"Always","terminationGracePeriodSeconds":)" + below(120) +
        R"(,"dnsPolicy":"ClusterFirst","serviceAccountName":")" + app + R"(","nodeName":")" + node +
        R"(","securityContext":{"runAsNonRoot":true,"runAsUser":)" + below(65000) +
        R"(},"schedulerName":"default-scheduler","priority":0,"enableServiceLinks":true},"status":{"phase":"Running",)"
        R"("conditions":[)";
    const char* const types[] = {"PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady",
                                 "PodScheduled"};
    for (const char* type : types) {
      text += std::string(type == types[0] ? "" : ",") + R"({"type":")" + type +
              R"(","status":"True","lastProbeTime":null,"lastTransitionTime":")" + time() + R"("})";
    }
    const std::string ip = address();
    text += R"(],"hostIP":")" + address() + R"(","podIP":")" + ip + R"(","podIPs":[{"ip":")" + ip +
            R"("}],"startTime":")" + time() + R"(","qosClass":"Burstable","containerStatuses":[)";
    for (std::size_t number = 0; number < containers; ++number) {
      text += std::string(number == 0 ? "" : ",") + R"({"name":"c)" + std::to_string(number) +
              R"(","state":{"running":{"startedAt":")" + time() + R"("}},"lastState":{},"ready":true,"restartCount":)" +
              below(9) + R"(,"imageID":"registry.example.com/)" + app + "@sha256:" + hex(64) +
              R"(","containerID":"containerd://)" + hex(64) + R"(","started":true})";
    }
    return text + "]}}";
  }

  /// A ConfigMap, Deployment or Service, of differing size and with free text.
  std::string mixed()
  {
    const std::string app = pick(apps_);
    switch (random_.below(3)) {
      case 0: {
        std::string text =
            R"({"apiVersion":"v1","kind":"ConfigMap",)" + metadata(app + "-" + letters(6), app) + R"(},"data":{)";
        const std::size_t keys = 1 + random_.below(8);
        for (std::size_t key = 0; key < keys; ++key) {
          text +=
              (key == 0 ? "\"" : ",\"") + word() + std::to_string(key) + R"(":")" + prose(5 + random_.below(60)) + "\"";
        }
        return text + "}}";
      }
      case 1:
        return R"({"apiVersion":"apps/v1","kind":"Deployment",)" + metadata(app + "-" + letters(6), app) +
               R"(},"spec":{"replicas":)" + below(50) + R"(,"selector":{"matchLabels":{"app":")" + app +
               R"("}},"template":{"metadata":{"labels":{"app":")" + app + R"("}},"spec":{"containers":[)" +
               container(0, app) +
               R"(]}},"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"25%","maxSurge":"25%"}}},)"
               R"("status":{"observedGeneration":)" +
               below(90) + R"(,"replicas":)" + below(50) + R"(,"readyReplicas":)" + below(50) +
               R"(,"conditions":[{"type":"Available","status":"True","lastUpdateTime":")" + time() +
               R"(","lastTransitionTime":")" + time() +
               R"(","reason":"MinimumReplicasAvailable","message":"Deployment has minimum availability."}]}})";
      default:
        return R"({"apiVersion":"v1","kind":"Service",)" + metadata(app + "-" + letters(6), app) +
               R"(},"spec":{"ports":[{"name":"http","protocol":"TCP","port":)" + below(9000) + R"(,"targetPort":)" +
               below(9000) + R"(}],"selector":{"app":")" + app + R"("},"clusterIP":")" + address() +
               R"(","type":"ClusterIP","sessionAffinity":"None"},"status":{"loadBalancer":{}}})";
    }
  }

private:
  std::string metadata(const std::string& name, const std::string& app)
  {
    return R"("metadata":{"name":")" + name + R"(","namespace":")" + pick(namespaces_) + R"(","uid":")" +
           random_.uuid() + R"(","resourceVersion":")" + std::to_string(100000000 + random_.below(900000000)) +
           R"(","generation":)" + below(40) + R"(,"creationTimestamp":")" + time() + R"(","labels":{"app":")" + app +
           R"(","app.kubernetes.io/version":"1.)" + below(30) + "." + below(20) + R"(","team":")" + word() +
           R"("},"annotations":{"checksum/config":")" + hex(64) + R"(","example.com/note":")" +
           prose(random_.below(12)) + R"("})";
  }
  std::string container(std::size_t number, const std::string& app)
  {
    std::string text = R"({"name":"c)" + std::to_string(number) + R"(","image":"registry.example.com/team/)" + app +
                       ":v1." + below(30) + "." + below(20) + R"(","env":[)";
    const std::size_t variables = random_.below(10);
    for (std::size_t variable = 0; variable < variables; ++variable) {
      text += (variable == 0 ? R"({"name":")" : R"(,{"name":")") + word() + "_" + word() + R"(","value":")" +
              prose(1 + random_.below(4)) + R"("})";
    }
    return text + R"(],"ports":[{"containerPort":)" + below(9000) +
           R"(,"protocol":"TCP"}],"resources":{"limits":{"memory":")" + below(4096) + R"(Mi"},"requests":{"cpu":")" +
           below(2000) + R"(m","memory":")" + below(2048) +
           R"(Mi"}},"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"})";
  }

  std::string below(std::size_t bound) { return std::to_string(random_.below(bound)); }
  const std::string& pick(const std::vector<std::string>& from) { return from[random_.below(from.size())]; }
  std::string drawn(std::string_view from, std::size_t count)
  {
    std::string text;
    for (; count > 0; --count) text += from[random_.below(from.size())];
    return text;
  }
  std::string hex(std::size_t digits) { return drawn("0123456789abcdef", digits); }
  std::string letters(std::size_t count) { return drawn("bcdfghjklmnpqrstvwxz2456789", count); }
  /// Two to four syllables: tens of thousands of words.
  std::string word()
  {
    static constexpr std::string_view syllables[] = {"ka", "lo",  "mi", "ter", "bus", "ray",
                                                     "no", "del", "fa", "sto", "vi",  "ex"};
    std::string text;
    for (std::size_t count = 2 + random_.below(3); count > 0; --count) text += syllables[random_.below(12)];
    return text;
  }
  std::string prose(std::size_t words)
  {
    std::string text;
    for (; words > 0; --words) text += word() + (words > 1 ? " " : "");
    return text;
  }
  std::string address() { return "10." + below(256) + "." + below(256) + "." + below(256); }
  std::string two(std::size_t bound)
  {
    const std::string number = below(bound);
    return number.size() == 1 ? "0" + number : number;
  }
  std::string time_prefix()
  {
    return "2026-0" + std::to_string(1 + random_.below(9)) + "-1" + below(10) + "T" + two(24) + ":" + two(60) + ":" +
           below(6);
  }
  std::string time() { return time_prefix() + below(10) + "Z"; }
  static void replace(std::string& text, std::string_view what, const std::string& by)
  {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
      text.replace(at, what.size(), by);
  }

  SeededRandom random_;
  std::vector<std::string> apps_, nodes_, namespaces_;
};

}  // namespace kubexx::bench
