// SPDX-License-Identifier: Apache-2.0
#include "crd_change_cases.hpp"

namespace kubexx::schema::test {

const std::vector<CrdCase>& crd_cases()
{
  // The members v1 and v1beta1 are patches of the versions.
  const auto spec = [](const std::string& patch) { return R"({"spec":{)" + patch + "}}"; };
  const auto names = [&](const std::string& patch) { return spec(R"("names":{)" + patch + "}"); };
  const auto v1 = [](const std::string& patch) { return R"({"v1":{)" + patch + "}}"; };
  const auto beta = [](const std::string& patch) { return R"({"v1beta1":{)" + patch + "}}"; };
  const std::string hook = R"("conversion":{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],)";
  const std::string schema = R"("schema":{"openAPIV3Schema":{"properties":{"spec":)";
  const std::string text = R"({"type":"string"})";
  const auto column = [](const std::string& type) {
    return R"("additionalPrinterColumns":[{"name":"Age","type":")" + type + R"(","jsonPath":".a"}])";
  };
  const std::string scale = R"("scale":{"specReplicasPath":".spec.a","statusReplicasPath":".status.a"})";
  const std::string other_scale = R"("scale":{"specReplicasPath":".spec.b","statusReplicasPath":".status.a"})";
  static const std::vector<CrdCase> all{
      {"{}", R"({"metadata":{"labels":{"a":"b"}}})", {}},
      {"{}", spec(R"("group":"b.org")"), {"group-changed spec.group"}},
      {"{}", spec(R"("scope":"Cluster")"), {"scope-changed spec.scope"}},
      {"{}", names(R"("plural":"as")"), {"plural-changed spec.names.plural"}},
      {"{}",
       names(R"("kind":"B")"),
       {"kind-changed spec.names.kind", "list-kind-changed spec.names.listKind",
        "singular-changed spec.names.singular"}},
      {"{}", names(R"("listKind":"GadgetList","singular":"gadget")"), {}},
      {"{}", names(R"("listKind":"Gadgets")"), {"list-kind-changed spec.names.listKind"}},
      {"{}", names(R"("singular":"g")"), {"singular-changed spec.names.singular"}},
      {"{}", names(R"("shortNames":["g"])"), {"short-name-added spec.names.shortNames"}},
      {names(R"("shortNames":["g"])"), "{}", {"short-name-removed spec.names.shortNames"}},
      {"{}", names(R"("categories":["all"])"), {"category-added spec.names.categories"}},
      {names(R"("categories":["all"])"), "{}", {"category-removed spec.names.categories"}},
      {"{}", spec(hook + R"("clientConfig":{"url":"a"}}})"), {"conversion-webhook-added spec.conversion"}},
      {spec(hook + R"("clientConfig":{"url":"a"}}})"), "{}", {"conversion-removed spec.conversion"}},
      {spec(hook + R"("clientConfig":{"url":"a","caBundle":"a"}}})"),
       spec(hook + R"("clientConfig":{"url":"a","caBundle":"b"}}})"),
       {}},
      {spec(hook + R"("clientConfig":{"url":"a"}}})"),
       spec(hook + R"("clientConfig":{"url":"b"}}})"),
       {"conversion-changed spec.conversion.webhook"}},
      {R"({"v1beta1":null,)" + spec(hook + R"("clientConfig":{"url":"a"}}})").substr(1),
       R"({"v1beta1":null})",
       {"conversion-unused-removed spec.conversion"}},
      {"{}", R"({"v1beta1":null})", {"version-removed spec.versions[v1beta1]"}},
      {R"({"status":{"storedVersions":["v1beta1","v1"]}})",
       R"({"v1beta1":null})",
       {"stored-version-removed spec.versions[v1beta1]", "version-removed spec.versions[v1beta1]"}},
      {beta(R"("served":false)"), R"({"v1beta1":null})", {"unserved-version-removed spec.versions[v1beta1]"}},
      {"{}", beta(R"("served":false)"), {"version-not-served spec.versions[v1beta1].served"}},
      {beta(R"("served":false)"), "{}", {"version-served spec.versions[v1beta1].served"}},
      {R"({"v1beta1":null})", "{}", {"served-version-added spec.versions[v1beta1]"}},
      {R"({"v1beta1":null})", beta(R"("served":false)"), {"unserved-version-added spec.versions[v1beta1]"}},
      {"{}", R"({"v1":{"storage":false},"v1beta1":{"storage":true}})", {"storage-version-changed spec.versions"}},
      {"{}", beta(R"("deprecated":true)"), {"version-deprecated spec.versions[v1beta1].deprecated"}},
      {beta(R"("deprecated":true)"), "{}", {"version-undeprecated spec.versions[v1beta1].deprecated"}},
      {beta(R"("deprecated":true)"),
       beta(R"("deprecated":true,"deprecationWarning":"gone soon")"),
       {"deprecation-warning-changed spec.versions[v1beta1].deprecated"}},
      {"{}", v1(R"("subresources":{"status":{}})"), {"status-subresource-added spec.versions[v1].subresources.status"}},
      {v1(R"("subresources":{"status":{}})"),
       "{}",
       {"status-subresource-removed spec.versions[v1].subresources.status"}},
      {"{}", v1(R"("subresources":{)" + scale + "}"), {"scale-subresource-added spec.versions[v1].subresources.scale"}},
      {v1(R"("subresources":{)" + scale + "}"),
       "{}",
       {"scale-subresource-removed spec.versions[v1].subresources.scale"}},
      {v1(R"("subresources":{)" + scale + "}"),
       v1(R"("subresources":{)" + other_scale + "}"),
       {"scale-subresource-changed spec.versions[v1].subresources.scale"}},
      {"{}", v1(column("date")), {"column-added spec.versions[v1].additionalPrinterColumns"}},
      {v1(column("date")), "{}", {"column-removed spec.versions[v1].additionalPrinterColumns"}},
      {v1(column("date")), v1(column("string")), {"column-changed spec.versions[v1].additionalPrinterColumns"}},
      {"{}",
       v1(R"("selectableFields":[{"jsonPath":".spec.a"}])"),
       {"selectable-field-added spec.versions[v1].selectableFields"}},
      {v1(R"("selectableFields":[{"jsonPath":".spec.a"}])"),
       "{}",
       {"selectable-field-removed spec.versions[v1].selectableFields"}},
      {spec(R"("preserveUnknownFields":true)"), "{}", {"preserve-unknown-off ", "preserve-unknown-off "}},
      // Fields of one served version alone: reported unless the old CRD had them, or a webhook converts.
      {"{}",
       v1(schema + R"({"properties":{"b":{"type":"string"}}}}}})"),
       {"field-added spec.b", "versions-field-lost spec.b"}},
      {v1(schema + R"({"properties":{"b":{"type":"string"}}}}}})"),
       v1(schema + R"({"properties":{"b":{"type":"string"}}}}}})"),
       {}},
      {spec(hook + R"("clientConfig":{"url":"a"}}})"),
       R"({"v1":{)" + schema + R"({"properties":{"b":{"type":"string"}}}}}}},)" +
           spec(hook + R"("clientConfig":{"url":"a"}}})").substr(1),
       {"field-added spec.b"}},
      {"{}", v1(schema + R"({"required":["a"]}}}})"), {"required-added spec.a", "versions-required-differs spec.a"}},
      {"{}",
       beta(schema + R"({"properties":{"a":{"type":"integer"}}}}}})"),
       {"type-changed spec.a", "versions-type-differs spec.a"}},
  };
  return all;
}

}  // namespace kubexx::schema::test
