// SPDX-License-Identifier: Apache-2.0
// The rules of the generated structs, on the kinds that every build has.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"
#include "kubexx/types/core/v1/config_map.hpp"

namespace kubexx {

namespace {

TEST(Types, AnEnumerationHoldsValuesThatItDoesNotKnow)
{
  const auto container = decode_text<corev1::Container>(R"({"name":"a","imagePullPolicy":"OnTuesdays"})");
  EXPECT_EQ(container.imagePullPolicy, "OnTuesdays");
  EXPECT_FALSE(container.imagePullPolicy == corev1::PullPolicy::Always);
  EXPECT_EQ(encode(container), R"({"name":"a","imagePullPolicy":"OnTuesdays"})");

  const corev1::Container always{.name = "a", .imagePullPolicy = corev1::PullPolicy::Always};
  EXPECT_EQ(encode(always), R"({"name":"a","imagePullPolicy":"Always"})");
  EXPECT_THROW((void)decode_text<corev1::Container>(R"({"imagePullPolicy":1})"), ObjectError);
}

TEST(Types, KeywordsHaveAnUnderscoreInCxxAlone)
{
  appsv1::Deployment deployment;
  deployment.metadata.namespace_ = "default";
  deployment.spec.template_.spec.tolerations.push_back({.key = "gpu", .operator_ = corev1::TolerationOperator::Exists});
  EXPECT_EQ(encode(deployment), R"({"metadata":{"namespace":"default"},)"
                                R"("spec":{"template":{"spec":{"tolerations":[{"key":"gpu","operator":"Exists"}]}}}})");
}

TEST(Types, WhatGoLeavesOutIsLeftOut)
{
  EXPECT_EQ(encode(appsv1::Deployment{}), "{}");
  EXPECT_EQ(encode(corev1::Probe{.periodSeconds = 5}), R"({"periodSeconds":5})");
  EXPECT_EQ(encode(corev1::ContainerPort{}), R"({"containerPort":0})");
  appsv1::DeploymentSpec scaled_down;
  scaled_down.replicas = 0;
  EXPECT_EQ(encode(scaled_down), R"({"replicas":0})");
  // An empty struct behind a pointer says something: the volume is an emptyDir.
  corev1::Volume scratch{.name = "scratch"};
  scratch.emptyDir.emplace();
  EXPECT_EQ(encode(scratch), R"({"name":"scratch","emptyDir":{}})");
}

TEST(Types, AZeroThatStandsThereStays)
{
  const auto written = [](const char* original, const appsv1::DeploymentSpec& value) {
    return encode_over(value, JsonView(original));
  };
  appsv1::DeploymentSpec value;
  EXPECT_EQ(written(R"({"minReadySeconds":0,"paused":false})", value), R"({"minReadySeconds":0,"paused":false})");
  EXPECT_EQ(written(R"({"minReadySeconds":7,"paused":true})", value), "{}");
  EXPECT_EQ(written(R"({"minReadySeconds":null})", value), R"({"minReadySeconds":null})");
}

TEST(Types, BytesAreBase64InJson)
{
  corev1::ConfigMap map;
  map.binaryData["logo"] = Bytes(std::string("\0\x01\x80\xff", 4));
  EXPECT_EQ(encode(map), R"({"binaryData":{"logo":"AAGA/w=="}})");
  const auto back = decode_text<corev1::ConfigMap>(encode(map));
  EXPECT_EQ(back.binaryData.at("logo").str().size(), 4U);
  EXPECT_EQ(back, map);
  EXPECT_THROW((void)decode_text<corev1::ConfigMap>(R"({"binaryData":{"logo":"?"}})"), ObjectError);
}

TEST(Types, AnyJsonIsComparedByMeaning)
{
  EXPECT_EQ(RawJson::parse(R"({"a":1,"b":[null]})"), RawJson::parse(R"({ "b": [null], "a": 1 })"));
  EXPECT_FALSE(RawJson::parse("1") == RawJson::parse("2"));
  EXPECT_FALSE(RawJson::parse("null") == RawJson());
  EXPECT_THROW((void)RawJson::parse("{"), ObjectError);
}

TEST(Types, AnErrorNamesTheFieldOfTheTemplate)
{
  const auto object = Object::parse(R"({"kind":"Deployment","metadata":{"name":"web","namespace":"n"},
    "spec":{"template":{"spec":{"containers":[{"name":"a"},{"ports":[{"containerPort":"http"}]}]}}}})");
  try {
    (void)object.as<appsv1::Deployment>();
    FAIL() << "a port that is no number was read";
  } catch (const ObjectError& error) {
    EXPECT_STREQ(error.what(),
                 "Deployment \"n/web\": spec.template.spec.containers[1].ports[0].containerPort: expected an "
                 "integer, got string");
  }
}

}  // namespace

}  // namespace kubexx
