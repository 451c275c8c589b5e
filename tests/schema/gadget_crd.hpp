// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kubexx::schema {

/// A valid CRD that uses most features of CRDs.
inline nlohmann::json gadget_crd()
{
  return nlohmann::json::parse(R"json({
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "gadgets.example.com", "labels": {"app": "g"}},
    "spec": {
      "group": "example.com",
      "scope": "Namespaced",
      "names": {"kind": "Gadget", "plural": "gadgets", "shortNames": ["gd"], "categories": ["all"]},
      "versions": [
        {"name": "v1", "served": true, "storage": true,
         "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}},
         "additionalPrinterColumns": [{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}],
         "selectableFields": [{"jsonPath": ".spec.colour"}],
         "schema": {"openAPIV3Schema": {"type": "object", "properties": {
           "spec": {"type": "object", "required": ["size"], "properties": {
             "size": {"type": "integer", "minimum": 1, "default": 1},
             "colour": {"type": "string", "maxLength": 8, "pattern": "^[a-z]+$", "default": "red"},
             "parts": {"type": "array", "maxItems": 4, "x-kubernetes-list-type": "map",
                       "x-kubernetes-list-map-keys": ["id"], "items": {"type": "object", "required": ["id"],
                       "properties": {"id": {"type": "string"}, "n": {"type": "integer"}}}}},
             "x-kubernetes-validations": [{"rule": "self.size < 9", "message": "too large"}]},
           "status": {"type": "object", "properties": {"size": {"type": "integer"}}}}}}},
        {"name": "v1beta1", "served": true, "storage": false, "deprecated": true, "deprecationWarning": "use v1",
         "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}],
      "conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"],
        "clientConfig": {"service": {"namespace": "n", "name": "s", "path": "/convert"}}}}}})json");
}

/// All places in a value.
inline void collect_places(const nlohmann::json& value, const std::string& place, std::vector<std::string>& places)
{
  places.push_back(place);
  if (!value.is_structured()) return;
  const bool list = value.is_array();
  for (const auto& [name, inner] : value.items()) {
    std::string step;
    for (const char c : name) step += c == '/' ? "~1" : std::string(1, c);
    collect_places(inner, place + "/" + (list ? name : step), places);
  }
}

}  // namespace kubexx::schema
