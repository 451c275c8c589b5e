// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace kubexx::bench {

/// What differs between the pods of a benchmark.
struct PodFields {
  std::string name;
  std::string uid = "2f4a9c50-6d0e-4f7b-8a35-1c2b3d4e5f60";
  std::string version = "123456789";
  std::string sent = {};  ///< in an annotation, for whoever measures how long a change is on its way; empty: none
};

/// A Pod as servers hold them: 4 761 bytes, a third of it managedFields of two managers, an owner, four conditions, one
/// container.
inline std::string pod_json(const PodFields& pod)
{
  constexpr std::size_t size = 4761;
  const std::string sent = pod.sent.empty() ? "" : R"("bench.kubexx.dev/sent":")" + pod.sent + R"(",)";
  const auto condition = [](const std::string& type) {
    return R"({"type":")" + type +
           R"(","status":"True","observedGeneration":1,"lastProbeTime":null,"lastTransitionTime":"2026-01-01T00:00:07Z"})";
  };
  const auto manager = [](const std::string& who, const std::string& fields) {
    return R"({"manager":")" + who +
           R"(","operation":"Update","apiVersion":"v1","time":"2026-01-01T00:00:07Z","fieldsType":"FieldsV1","fieldsV1":{)" +
           fields + "}}";
  };
  const std::string made =
      R"("f:metadata":{"f:annotations":{".":{},"f:note":{}},"f:generateName":{},"f:labels":{".":{},"f:app":{},"f:pod-template-hash":{}},"f:ownerReferences":{".":{},"k:{\"uid\":\"7d1f3c1e-5a1b-4a55-9d9e-0b6f0b1f0001\"}":{}}},"f:spec":{"f:containers":{"k:{\"name\":\"main\"}":{".":{},"f:image":{},"f:imagePullPolicy":{},"f:name":{},"f:ports":{".":{},"k:{\"containerPort\":8080,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{},"f:protocol":{}}},"f:resources":{".":{},"f:limits":{".":{},"f:memory":{}},"f:requests":{".":{},"f:cpu":{},"f:memory":{}}},"f:terminationMessagePath":{},"f:terminationMessagePolicy":{}}},"f:dnsPolicy":{},"f:enableServiceLinks":{},"f:restartPolicy":{},"f:schedulerName":{},"f:securityContext":{},"f:terminationGracePeriodSeconds":{}})";
  const std::string ran =
      R"("f:status":{"f:conditions":{"k:{\"type\":\"ContainersReady\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Initialized\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Ready\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}}},"f:containerStatuses":{},"f:hostIP":{},"f:phase":{},"f:podIP":{},"f:podIPs":{".":{},"k:{\"ip\":\"10.0.0.1\"}":{".":{},"f:ip":{}}},"f:startTime":{}})";
  const std::string before =
      R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":")" + pod.name +
      R"(","generateName":"web-6d4cf56db6-","namespace":"default","uid":")" + pod.uid + R"(","resourceVersion":")" +
      pod.version +
      R"(","creationTimestamp":"2026-01-01T00:00:00Z","labels":{"app":"web","pod-template-hash":"6d4cf56db6"},"annotations":{)" +
      sent + R"("note":")";
  const std::string after =
      R"("},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-6d4cf56db6","uid":"7d1f3c1e-5a1b-4a55-9d9e-0b6f0b1f0001","controller":true,"blockOwnerDeletion":true}],"managedFields":[)" +
      manager("kube-controller-manager", made) + "," + manager("kubelet", ran) +
      R"(]},"spec":{"volumes":[{"name":"token","projected":{"sources":[{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}}],"defaultMode":420}}],"containers":[{"name":"main","image":"registry.example.com/web:1.2.3","ports":[{"containerPort":8080,"protocol":"TCP"}],"resources":{"limits":{"memory":"128Mi"},"requests":{"cpu":"100m","memory":"64Mi"}},"volumeMounts":[{"name":"token","readOnly":true,"mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}],"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"}],"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","serviceAccountName":"default","serviceAccount":"default","nodeName":"node-17","securityContext":{},"schedulerName":"default-scheduler","tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],"priority":0,"enableServiceLinks":true,"preemptionPolicy":"PreemptLowerPriority"},"status":{"phase":"Running","conditions":[)" +
      condition("Initialized") + "," + condition("Ready") + "," + condition("ContainersReady") + "," +
      condition("PodScheduled") +
      R"(],"hostIP":"192.168.1.17","podIP":"10.0.0.1","podIPs":[{"ip":"10.0.0.1"}],"startTime":"2026-01-01T00:00:01Z","qosClass":"Burstable","containerStatuses":[{"name":"main","state":{"running":{"startedAt":"2026-01-01T00:00:06Z"}},"lastState":{},"ready":true,"restartCount":0,"image":"registry.example.com/web:1.2.3","imageID":"sha256:1f","containerID":"containerd://2e","started":true}]}})";
  return before + std::string(size - before.size() - after.size(), 'x') + after;
}

inline std::string pod_json(std::size_t number)
{
  return pod_json(PodFields{.name = "pod-" + std::to_string(number)});
}

}  // namespace kubexx::bench
