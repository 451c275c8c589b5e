// SPDX-License-Identifier: Apache-2.0
#include "custom_resources.hpp"

#include "kubexx/apimachinery/well_known_resources.hpp"

namespace kubexx::simulation {

namespace {

constexpr const char* kFooDefinition = R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "foos.samplecontroller.k8s.io",
               "annotations": {"api-approved.kubernetes.io": "unapproved, experimental-only"}},
  "spec": {"group": "samplecontroller.k8s.io", "scope": "Namespaced",
    "names": {"kind": "Foo", "listKind": "FooList", "plural": "foos", "singular": "foo"},
    "versions": [{"name": "v1alpha1", "served": true, "storage": true, "subresources": {"status": {}},
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
          "deploymentName": {"type": "string"},
          "replicas": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 10}}},
        "status": {"type": "object", "properties": {"availableReplicas": {"type": "integer", "format": "int32"}}}}}}}]}
})json";

constexpr const char* kRouterDefinition = R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "routers.example.com"},
  "spec": {"group": "example.com", "scope": "Namespaced",
    "names": {"kind": "Router", "listKind": "RouterList", "plural": "routers", "singular": "router"},
    "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
          "routes": {"type": "array", "items": {"type": "object", "properties": {
            "name": {"type": "string"}, "path": {"type": "string"}, "retired": {"type": "boolean"},
            "timeoutSeconds": {"type": "integer"}}}}}},
        "status": {"type": "object", "properties": {
          "backends": {"type": "array", "items": {"type": "string"}},
          "conditions": {"type": "array", "items": {"type": "object", "properties": {
            "type": {"type": "string"}, "status": {"type": "string"}, "message": {"type": "string"}}}}}}}}}}]}
})json";

}  // namespace

void install_custom_resources(const Client& client)
{
  for (const char* definition : {kFooDefinition, kRouterDefinition}) {
    client.create(resources::custom_resource_definitions, Object::parse(definition));
  }
}

}  // namespace kubexx::simulation
