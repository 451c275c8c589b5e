// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

struct Discovery : ApiServerTest {
  static Headers accept(const std::string& value) { return Headers{{"Accept", value}}; }
  Answer table(const std::string& target)
  {
    return call("GET", target, std::string(), accept("application/json;as=Table;v=v1;g=meta.k8s.io,application/json"));
  }
};

TEST_F(Discovery, HealthAndVersion)
{
  for (const char* path : {"/healthz", "/livez", "/readyz"}) EXPECT_EQ(call("GET", path).body, "ok");
  EXPECT_EQ(get("/version")["major"], "1");
  EXPECT_EQ(call("GET", "/nothing/here").status, 404U);
}

TEST_F(Discovery, ClassicDocuments)
{
  install_foos();
  EXPECT_EQ(get("/api")["versions"], Json::array({"v1"}));
  std::vector<std::string> groups;
  const auto listed = get("/apis");
  for (const auto& group : listed["groups"]) groups.push_back(group["name"]);
  EXPECT_THAT(groups, ::testing::IsSupersetOf({"apps", "apiextensions.k8s.io", "coordination.k8s.io", "events.k8s.io",
                                               "samplecontroller.k8s.io"}));
  const auto apps = get("/apis/apps/v1");
  for (const auto& resource : apps["resources"]) {
    if (resource["name"] != "deployments") continue;
    EXPECT_EQ(resource["shortNames"], Json::array({"deploy"}));
    EXPECT_EQ(resource["verbs"],
              Json::array({"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"}));
  }
}

TEST_F(Discovery, AggregatedDocuments)
{
  install_foos();
  const auto answer = call("GET", "/apis", std::string(),
                           accept("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
                                  "application/json"));
  EXPECT_EQ(answer.header("Content-Type"), "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
  EXPECT_EQ(answer.json["kind"], "APIGroupDiscoveryList");
  bool found = false;
  for (const auto& group : answer.json["items"]) {
    if (group["metadata"]["name"] != "samplecontroller.k8s.io") continue;
    found = true;
    EXPECT_EQ(group["versions"][0]["resources"][0]["responseKind"]["kind"], "Foo");
    EXPECT_EQ(group["versions"][0]["resources"][0]["subresources"][0]["subresource"], "status");
  }
  EXPECT_TRUE(found);
}

TEST_F(Discovery, OpenApiDescribesBuiltInAndCustomKinds)
{
  install_foos();
  const auto index = get("/openapi/v3")["paths"];
  ASSERT_TRUE(index.contains("apis/samplecontroller.k8s.io/v1alpha1"));
  const auto custom = get(index["apis/samplecontroller.k8s.io/v1alpha1"]["serverRelativeURL"].get<std::string>());
  const auto& foo = custom["components"]["schemas"]["io.k8s.samplecontroller.v1alpha1.Foo"];
  EXPECT_EQ(foo["properties"]["spec"]["properties"]["replicas"]["maximum"], 10);
  EXPECT_EQ(foo["x-kubernetes-group-version-kind"][0]["kind"], "Foo");
  const auto apps = get(index["apis/apps/v1"]["serverRelativeURL"].get<std::string>());
  EXPECT_EQ(apps["components"]["schemas"]["io.k8s.api.core.v1.PodSpec"]["properties"]["containers"]
                ["x-kubernetes-patch-merge-key"],
            "name");
  const auto& patch_verb = apps["paths"]["/apis/apps/v1/namespaces/{namespace}/deployments/{name}"]["patch"];
  EXPECT_TRUE(patch_verb["requestBody"]["content"].contains("application/strategic-merge-patch+json"));
  const auto swagger = get("/openapi/v2");
  EXPECT_TRUE(swagger["definitions"].contains("io.k8s.api.apps.v1.Deployment"));
  EXPECT_EQ(swagger["definitions"]["io.k8s.apimachinery.pkg.api.resource.Quantity"]["type"], "string");
  // The first bytes of gnostic's Document: swagger = "2.0", info = {title, …}.
  const auto document =
      call("GET", "/openapi/v2", std::string(), accept("application/com.github.proto-openapi.spec.v2@v1.0+protobuf"));
  EXPECT_EQ(document.header("Content-Type"), "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
  EXPECT_EQ(document.body.rfind("\x0a\x03"
                                "2.0\x12",
                                0),
            0U);
  EXPECT_NE(document.body.find("io.k8s.api.apps.v1.Deployment"), std::string::npos);
  EXPECT_EQ(call("GET", "/openapi/v2", std::string(), accept("text/plain")).status, 406U);
  // A real server does not look at what is accepted there.
  EXPECT_EQ(call("GET", "/openapi/v3", std::string(), accept("application/cbor")).status, 200U);
}

TEST_F(Discovery, DocumentsAreSentToThoseWhoDoNotHaveThem)
{
  const std::string aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  for (const std::string path : {"/openapi/v2", "/openapi/v3/apis/apps/v1", "/apis", "/api"}) {
    const auto first = call("GET", path, std::string(), accept(aggregated + ", */*"));
    const auto etag = first.header("ETag");
    ASSERT_TRUE(etag.size() > 2 && etag.front() == '"' && etag.back() == '"') << path;
    const auto again = [&](const std::string& known) {
      auto headers = accept(aggregated + ", */*");
      headers.add("If-None-Match", known);
      return call("GET", path, std::string(), headers);
    };
    const auto known = again(etag);
    EXPECT_EQ(known.status, 304U) << path;
    EXPECT_EQ(known.body, "");
    EXPECT_EQ(known.header("ETag"), etag);
    EXPECT_EQ(known.header("Content-Type"), "");
    EXPECT_EQ(again("\"other\"").status, 200U);
  }
  const auto before = call("GET", "/openapi/v2").header("ETag");
  install_foos();
  EXPECT_NE(call("GET", "/openapi/v2").header("ETag"), before);
}

TEST_F(Discovery, OpenApiOfAHashIsKeptForEver)
{
  const std::string path = "/openapi/v3/apis/apps/v1";
  const auto url = get("/openapi/v3")["paths"]["apis/apps/v1"]["serverRelativeURL"].get<std::string>();
  EXPECT_EQ(call("GET", url).header("Cache-Control"), "public, immutable");
  EXPECT_EQ(call("GET", path).header("Cache-Control"), "no-cache, private");
  const auto moved = call("GET", path + "?hash=0");
  EXPECT_EQ(moved.status, 301U);
  EXPECT_EQ(moved.header("Location"), url);
}

TEST_F(Discovery, OpenApiHasTheDescriptionsOfBuiltInTypes)
{
  const auto schemas = get("/openapi/v3/apis/apps/v1")["components"]["schemas"];
  const auto& deployment = schemas["io.k8s.api.apps.v1.Deployment"];
  EXPECT_EQ(deployment["description"], "Deployment enables declarative updates for Pods and ReplicaSets.");
  EXPECT_EQ(deployment["properties"]["spec"],
            Json::parse(R"({"allOf":[{"$ref":"#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec"}],
                            "description":"Specification of the desired behavior of the Deployment."})"));
  const auto& container = schemas["io.k8s.api.core.v1.Container"]["properties"];
  EXPECT_EQ(container["imagePullPolicy"]["enum"], Json::parse(R"(["Always","IfNotPresent","Never"])"));
  EXPECT_NE(container["imagePullPolicy"]["description"].get<std::string>().find("Possible enum values:"),
            std::string::npos);
  const auto& revision = schemas["io.k8s.api.apps.v1.ControllerRevision"]["properties"];
  EXPECT_EQ(revision["data"]["allOf"][0]["$ref"], "#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension");
  const auto old = get("/openapi/v2")["definitions"]["io.k8s.api.apps.v1.Deployment"]["properties"]["spec"];
  EXPECT_EQ(old["$ref"], "#/definitions/io.k8s.api.apps.v1.DeploymentSpec");
  EXPECT_EQ(old["description"], "Specification of the desired behavior of the Deployment.");
}

TEST_F(Discovery, EveryReferenceOfADocumentLeadsSomewhere)
{
  install_foos();
  const auto index = get("/openapi/v3")["paths"];
  for (const auto& [path, entry] : index.items()) {
    const auto document = get(entry["serverRelativeURL"].get<std::string>());
    const std::string text = document.dump();
    const std::string mark = "\"$ref\":\"#/components/schemas/";
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
      const auto start = at + mark.size();
      const auto name = text.substr(start, text.find('"', start) - start);
      EXPECT_TRUE(document["components"]["schemas"].contains(name)) << path << " " << name;
    }
  }
}

TEST_F(Discovery, TablesShowWhatKubectlPrints)
{
  create(deployments, deployment("web"));
  patch(std::string(deployments) + "/web/status",
        {{"status", {{"replicas", 1}, {"availableReplicas", 1}, {"readyReplicas", 1}}}});
  clock.advance(std::chrono::seconds(125));
  const auto answer = table(deployments);
  EXPECT_EQ(answer.json["kind"], "Table");
  EXPECT_EQ(answer.json["columnDefinitions"][3]["name"], "Available");
  EXPECT_EQ(answer.json["rows"][0]["cells"],
            Json::array({"web", "1/1", 0, 1, "2m5s", "web", "nginx:latest", "app=web"}));
  EXPECT_EQ(answer.json["rows"][0]["object"]["kind"], "PartialObjectMetadata");
  EXPECT_EQ(answer.json["rows"][0]["object"]["metadata"]["name"], "web");
  EXPECT_EQ(table(std::string(deployments) + "/web").json["rows"].size(), 1U);
}

TEST_F(Discovery, CustomColumnsFollowTheirPaths)
{
  install_foos();
  patch(std::string(definitions) + "/foos.samplecontroller.k8s.io",
        Json::parse(R"([{"op": "add", "path": "/spec/versions/0/additionalPrinterColumns", "value": [
          {"name": "Replicas", "type": "integer", "jsonPath": ".spec.replicas"},
          {"name": "Ready", "type": "string", "jsonPath": ".status.conditions[?(@.type==\"Ready\")].status"},
          {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}]}])"),
        "application/json-patch+json");
  create(foos, foo("f", 3));
  clock.advance(std::chrono::hours(3));
  const auto answer = table(foos);
  EXPECT_EQ(answer.json["rows"][0]["cells"], Json::array({"f", 3, nullptr, "3h"}));
  EXPECT_EQ(answer.json["columnDefinitions"][1]["name"], "Replicas");
}

TEST_F(Discovery, WatchesSpeakTablesToo)
{
  auto answer = table(std::string(config_maps) + "?watch=1");
  Reader reader(context, std::move(answer.stream));
  create(config_maps, config_map("a", {{"k", "v"}}));
  create(config_maps, config_map("b"));
  const auto lines = reader.lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["object"]["kind"], "Table");
  EXPECT_EQ(lines[0]["object"]["rows"][0]["cells"], Json::array({"a", 1, "0s"}));
  EXPECT_EQ(lines[0]["object"]["columnDefinitions"].size(), 3U);
  EXPECT_TRUE(lines[1]["object"]["columnDefinitions"].is_null());
}

TEST_F(Discovery, MetadataAlone)
{
  create(config_maps, config_map("a", {{"k", "v"}}));
  const auto answer = call("GET", config_maps, std::string(),
                           accept("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"));
  EXPECT_EQ(answer.json["kind"], "PartialObjectMetadataList");
  EXPECT_EQ(answer.json["items"][0]["metadata"]["name"], "a");
  EXPECT_FALSE(answer.json["items"][0].contains("data"));
}

TEST_F(Discovery, DocumentsHaveTheirForms)
{
  const auto status = [&](const std::string& target, const char* type) {
    return call("GET", target, std::string(), accept(type)).status;
  };
  EXPECT_EQ(status("/apis", "application/vnd.kubernetes.protobuf,application/json"), 200U);
  EXPECT_EQ(status("/apis", "text/html"), 406U);
  EXPECT_EQ(status("/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"), 200U);
  EXPECT_EQ(status("/apis", "application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList"), 406U);
  EXPECT_EQ(status("/apis/apps/v1", "text/html"), 406U);
  EXPECT_EQ(status("/apis/apps/v9", "application/json"), 404U);
}

TEST_F(Discovery, TheIssuerOfTokens)
{
  const auto told =
      call("GET", "/.well-known/openid-configuration", std::string(), Headers{{"Host", "127.0.0.1:6443"}});
  EXPECT_EQ(told.status, 200U);
  EXPECT_EQ(told.json, (Json{{"issuer", "https://kubernetes.default.svc.cluster.local"},
                             {"jwks_uri", "https://127.0.0.1:6443/openid/v1/jwks"},
                             {"response_types_supported", {"id_token"}},
                             {"subject_types_supported", {"public"}},
                             {"id_token_signing_alg_values_supported", {"RS256"}}}));
  EXPECT_EQ(told.header("Cache-Control"), "public, max-age=3600");
  const auto keys = call("GET", "/openid/v1/jwks");
  EXPECT_EQ(keys.header("Content-Type"), "application/jwk-set+json");
  EXPECT_EQ(keys.json, (Json{{"keys", Json::array()}}));
  EXPECT_EQ(call("POST", "/openid/v1/jwks").status, 405U);
  EXPECT_EQ(call("GET", "/openid/v1").status, 404U);
}

}  // namespace
}  // namespace kubexx::testing
