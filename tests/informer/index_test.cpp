// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kubexx::informer_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Index, ByPointerTakesTextsNumbersAndTheElementsOfArrays)
{
  const Object object = Object::parse(
      R"({"metadata":{"name":"x"},"spec":{"node":"n\u0031","port":80,"on":true,"none":null,"all":["a",1,null,{"b":1}],"map":{}}})");
  const auto values = [&](const char* pointer) { return index_by_pointer(pointer)(object); };
  EXPECT_THAT(values("/spec/node"), ElementsAre("n1"));
  EXPECT_THAT(values("/spec/port"), ElementsAre("80"));
  EXPECT_THAT(values("/spec/on"), ElementsAre("true"));
  EXPECT_THAT(values("/spec/all"), ElementsAre("a", "1"));
  for (const char* pointer : {"/spec/none", "/spec/map", "/spec/absent", "/status"}) {
    EXPECT_THAT(values(pointer), IsEmpty()) << pointer;
  }
  for (const char* wrong : {"", "spec/nodeName", "#/spec"}) {
    EXPECT_THROW((void)index_by_pointer(wrong), std::invalid_argument) << wrong;
  }
}

TEST(Index, ByLabelAndByController)
{
  const Object object = Object::parse(
      R"({"metadata":{"name":"x","labels":{"app":"web"},"ownerReferences":[{"apiVersion":"v1","kind":"K","name":"a","uid":"1"},{"apiVersion":"v1","kind":"K","name":"b","uid":"2","controller":true}]}})");
  EXPECT_THAT(index_by_label("app")(object), ElementsAre("web"));
  EXPECT_THAT(index_by_label("tier")(object), IsEmpty());
  EXPECT_THAT(index_by_controller()(object), ElementsAre("2"));
  EXPECT_THAT(index_by_controller()(Object::parse(R"({"metadata":{"name":"x"}})")), IsEmpty());
}

}  // namespace
}  // namespace kubexx::informer_test
