// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::informer_test {

/// JSON text of `words` words, some with escapes and some beyond ASCII.
inline std::string random_text(Random& dice, std::size_t words)
{
  static constexpr std::string_view parts[] = {"replica", "ready", "\\n",  "\\\"quoted\\\"", "é",        "\\u00e9",
                                               "漢字",    "🙂",    "\\\\", "container",      "10.0.0.1", "true"};
  std::string text;
  for (; words > 0; --words) {
    text += parts[dice.below(12)];
    text += dice.below(3) == 0 ? std::to_string(dice.below(100000)) : " ";
  }
  return text;
}

struct ObjectFields {
  std::string namespace_, name, uid, version;
};

/// A ConfigMap with those fields, labels "colour" of three, a few words of data, and managedFields, which are dropped.
inline Object random_object(Random& dice, const ObjectFields& fields, std::size_t words)
{
  static constexpr std::string_view colours[] = {"red", "green", "blue"};
  std::string text = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + fields.name + "\"";
  if (!fields.namespace_.empty()) text += R"(,"namespace":")" + fields.namespace_ + "\"";
  text += R"(,"uid":")" + fields.uid + R"(","managedFields":[{"manager":"m"}])";
  if (!fields.version.empty()) text += R"(,"resourceVersion":")" + fields.version + "\"";
  text += R"(,"generation":)" + std::to_string(dice.below(9)) + R"(,"labels":{"colour":")";
  text.append(colours[dice.below(3)]).append("\"}");
  if (dice.below(4) == 0) {
    text += R"(,"finalizers":["a","b"],"deletionTimestamp":"2026-01-01T00:00:00Z")";
  } else {
    text += R"(,"annotations":{"note":")" + random_text(dice, 2) + "\"}";
  }
  text += dice.below(2) == 0 ? "} ,\n" : "},";
  text += R"("data":{"text":")" + random_text(dice, words) + R"("}})";
  return Object::parse(text);
}

/// A Pod of about two kilobytes in which identities, addresses and digests are random, and the rest is what all have.
inline Object random_pod(Random& dice, const std::string& name, const std::string& version)
{
  const std::string address = "10.0." + std::to_string(dice.below(256)) + "." + std::to_string(dice.below(256));
  const auto condition = [&](const std::string& type) {
    return R"({"type":")" + type + R"(","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-01-01T00:00:)" +
           std::to_string(10 + dice.below(50)) + R"(Z"})";
  };
  return Object::parse(
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name + R"(","namespace":"default","uid":")" +
      dice.uuid() + R"(","resourceVersion":")" + version +
      R"(","labels":{"app":"web","colour":"red","pod-template-hash":"6d4cf56db6"},"ownerReferences":[{"apiVersion":)" +
      R"("apps/v1","kind":"ReplicaSet","name":"web-6d4cf56db6","uid":")" + dice.uuid() +
      R"(","controller":true,"blockOwnerDeletion":true}]},"spec":{"volumes":[{"name":"token","projected":{"sources":)" +
      R"([{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}}],"defaultMode":420}}],"containers":[{"name")" +
      R"(:"main","image":"registry.example.com/web:1.2.3","ports":[{"containerPort":8080,"protocol":"TCP"}],"resources")" +
      R"(:{"limits":{"memory":"128Mi"},"requests":{"cpu":"100m","memory":"64Mi"}},"volumeMounts":[{"name":"token",)" +
      R"("readOnly":true,"mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}],"terminationMessagePath":)" +
      R"("/dev/termination-log","imagePullPolicy":"IfNotPresent"}],"restartPolicy":"Always","dnsPolicy":"ClusterFirst",)" +
      R"("nodeName":"node-)" + std::to_string(dice.below(300)) +
      R"(","tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute",)" +
      R"("tolerationSeconds":300}],"preemptionPolicy":"PreemptLowerPriority"},"status":{"phase":"Running","conditions":[)" +
      condition("Initialized") + "," + condition("Ready") + "," + condition("ContainersReady") + "," +
      condition("PodScheduled") + R"(],"podIP":")" + address + R"(","podIPs":[{"ip":")" + address +
      R"("}],"containerStatuses":[{"name":"main","ready":true,"restartCount":0,"image":"registry.example.com/web:1.2.3",)" +
      R"("containerID":"containerd://)" + dice.uuid() + R"(","started":true}]}})");
}

}  // namespace kubexx::informer_test
