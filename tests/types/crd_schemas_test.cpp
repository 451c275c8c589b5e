// SPDX-License-Identifier: Apache-2.0
// CRDs of kinds that contain built-in structs.
#include "kubexx/types/crd_schemas.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/schema/crd_validation.hpp"
#include "kubexx/schema/structural_schema.hpp"
#include "kubexx/schema/typed_schema.hpp"
#include "kubexx/types/batch/v1/cron_job.hpp"
#include "kubexx/types/core/v1/config_map.hpp"
#include "kubexx/types/core/v1/object_reference.hpp"
#include "kubexx/types/core/v1/pod_template_spec.hpp"

namespace crd_schemas_test {

using nlohmann::json;
using namespace kubexx;
using testing::HasSubstr;
using testing::IsEmpty;

struct BatchSpec {
  corev1::PodTemplateSpec template_;
  MetaLabelSelector selector;
  std::vector<corev1::EnvVar> env;
};
KUBEXX_DESCRIBE(BatchSpec, (template_, required), selector, env);
struct Batch {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Batch", "batches"};
  ObjectMeta metadata;
  BatchSpec spec;
};
KUBEXX_DESCRIBE(Batch, metadata, spec);

TEST(BuiltinSchemas, ACrdWithAPodTemplateIsValid)
{
  const json crd = crd_of(described_kind<Batch>(), builtin_schema);
  for (const StatusCause& cause : schema::validate_crd(crd)) ADD_FAILURE() << cause.field << ": " << cause.message;
  EXPECT_THAT(schema::crd_warnings(crd), IsEmpty());
  EXPECT_THAT(crd_mismatches(described_kind<Batch>(), crd), IsEmpty());
  const json& spec = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"];
  const json& pod = spec["template"]["properties"]["spec"];
  EXPECT_EQ(pod["required"], json({"containers"}));
  const json& ports = pod["properties"]["containers"]["items"]["properties"]["ports"];
  EXPECT_EQ(ports["x-kubernetes-list-map-keys"], json({"containerPort", "protocol"}));
  EXPECT_EQ(ports["items"]["properties"]["protocol"]["default"], "TCP");
  EXPECT_EQ(pod["properties"]["containers"]["items"]["properties"]["resources"]["properties"]["limits"]
               ["additionalProperties"]["x-kubernetes-int-or-string"],
            true);
  EXPECT_TRUE(spec["template"]["properties"]["metadata"]["properties"].contains("labels"))
      << "a bare object would be pruned";
  EXPECT_EQ(spec["selector"]["properties"]["matchExpressions"]["items"]["required"], json({"key", "operator"}));
  EXPECT_EQ(spec["env"]["items"]["required"], json({"name"}));
  EXPECT_LT(crd.dump().size(), 262144U) << "client-side apply keeps a CRD in an annotation";
}

TEST(BuiltinSchemas, APodTemplateIsKeptWhole)
{
  json object = {{"apiVersion", "example.org/v1"}, {"kind", "Batch"}, {"metadata", {{"name", "a"}}}};
  object["spec"]["template"] = json::parse(R"({"metadata": {"labels": {"app": "a"}}, "spec": {
      "containers": [{"name": "a", "image": "b", "ports": [{"containerPort": 80, "protocol": "TCP"}],
                      "resources": {"limits": {"cpu": 1, "memory": "1Gi"}},
                      "env": [{"name": "A", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}],
                      "livenessProbe": {"httpGet": {"port": "http"}}}],
      "volumes": [{"name": "v", "emptyDir": {}}]}})");
  const json before = object;
  const schema::StructuralSchema schema(schema_of(described_kind<Batch>(), builtin_schema));
  EXPECT_THAT(schema.prune(object), IsEmpty());
  EXPECT_EQ(object, before);
  EXPECT_THAT(schema.validate(object), IsEmpty());
  object["spec"]["template"]["spec"].erase("containers");
  EXPECT_FALSE(schema.validate(object).empty());
}

TEST(BuiltinSchemas, AStructWithAPodTemplateIsDefaultedAndValidated)
{
  const schema::TypedSchema<Batch> schema(builtin_schema);
  Batch batch;
  batch.metadata.name = "a";
  auto& containers = batch.spec.template_.spec.containers;
  containers.push_back({.name = "web", .ports = {{.containerPort = 80}}});
  EXPECT_EQ(schema.defaulted(batch).spec.template_.spec.containers.at(0).ports.at(0).protocol, corev1::Protocol::TCP);
  EXPECT_THAT(schema.validate(batch), IsEmpty());
  containers.clear();
  batch.spec.template_.spec.nodeName = "n";
  EXPECT_FALSE(schema.validate(batch).empty()) << "containers is required";
}

TEST(BuiltinSchemas, WithoutThemTheRemedyIsNamed)
{
  try {
    static_cast<void>(crd_of(described_kind<Batch>()));
    FAIL();
  } catch (const CrdError& error) {
    EXPECT_EQ(error.problems().size(), 2U) << error.what();
    EXPECT_THAT(error.what(), HasSubstr("spec.template: its type corev1::PodTemplateSpec is built in: pass "
                                        "kubexx::builtin_schema (kubexx/types/crd_schemas.hpp)"));
  }
}

TEST(BuiltinSchemas, UnknownTypesHaveNone)
{
  EXPECT_EQ(builtin_schema("corev1::Nothing"), "");
  EXPECT_EQ(builtin_schema(""), "");
  EXPECT_NE(builtin_schema("corev1::PodSpec"), "");
}

struct CronSpec {
  batchv1::JobTemplateSpec job_template;
  std::vector<corev1::ObjectReference> active;
  std::optional<MicroTime> last;
};
KUBEXX_DESCRIBE(CronSpec, (job_template, name("jobTemplate"), required), active, last);
struct Cron {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Cron", "crons"};
  ObjectMeta metadata;
  CronSpec spec;
};
KUBEXX_DESCRIBE(Cron, metadata, spec);

TEST(BuiltinSchemas, ACronJobHasItsTemplateAndItsReferences)
{
  const json crd = crd_of(described_kind<Cron>(), builtin_schema);
  for (const StatusCause& cause : schema::validate_crd(crd)) ADD_FAILURE() << cause.field << ": " << cause.message;
  const json& spec = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
  EXPECT_EQ(spec["required"], json({"jobTemplate"}));
  const json& job = spec["properties"]["jobTemplate"]["properties"];
  EXPECT_TRUE(job["metadata"]["properties"].contains("labels"));
  EXPECT_EQ(job["spec"]["required"], json({"template"}));
  EXPECT_EQ(job["spec"]["properties"]["parallelism"], json({{"type", "integer"}, {"format", "int32"}}));
  EXPECT_EQ(spec["properties"]["active"]["items"]["x-kubernetes-map-type"], "atomic");
  EXPECT_EQ(spec["properties"]["active"]["items"]["properties"]["uid"], json({{"type", "string"}}));
  EXPECT_EQ(spec["properties"]["last"], json({{"type", "string"}, {"format", "date-time"}}));
  EXPECT_EQ(crd.dump().find("\"description\":\""), std::string::npos) << "a CRD of descriptions is soon too large";
}

/// A ConfigMap that is read with other types.
struct TypedMap {
  static constexpr ResourceInfo kubexx_resource = corev1::ConfigMap::kubexx_resource;
  ObjectMeta metadata;
  struct Data {
    std::string field;
  } data;
};
KUBEXX_DESCRIBE(TypedMap::Data, field);
KUBEXX_DESCRIBE(TypedMap, metadata, data);

TEST(TypedView, AStructMayHaveTheResourceOfABuiltinKind)
{
  const ResourceType& type = resource_of<TypedMap>();
  EXPECT_EQ(type.kind, "ConfigMap");
  EXPECT_EQ(type.version, "v1");
  EXPECT_EQ(type.group, "");
  EXPECT_EQ(type.plural, "configmaps");
  TypedMap map;
  map.data.field = "a";
  EXPECT_EQ(Object::from(map).as<corev1::ConfigMap>().data.at("field"), "a");
}

}  // namespace crd_schemas_test
