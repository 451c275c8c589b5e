// SPDX-License-Identifier: Apache-2.0
// Structs whose description is in another translation unit.
#include "kubexx/apimachinery/compiled_struct.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "compiled_struct_kind.hpp"
#include "kubexx/apimachinery/crd.hpp"

namespace compiled_struct_test {
namespace {

using kubexx::Object;
using nlohmann::json;

static_assert(kubexx::Described<Disk>);

/// A described struct that has a list of them.
struct Rack {
  std::vector<Volume> volumes;
};
KUBEXX_DESCRIBE(Rack, (volumes, min_items(1), list_map_key("name")));

TEST(CompiledStruct, ItsCrdHasTheFactsOfTheSourceFile)
{
  const json crd = kubexx::crd_of(kubexx::described_kind<Disk>());
  EXPECT_EQ(crd["spec"]["names"]["shortNames"], json({"dk"}));
  const json& schema = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
  EXPECT_EQ(schema["required"], json({"spec"}));
  const json& spec = schema["properties"]["spec"];
  EXPECT_EQ(spec["x-kubernetes-validations"], json::parse(R"([{"rule": "self.volumes.size() > 0"}])"));
  EXPECT_EQ(spec["properties"]["class"], json::parse(R"({"type": "string"})"));
  const json volume = json::parse(R"({"type": "object", "required": ["name", "zoneName"], "properties": {
      "name": {"type": "string", "minLength": 1}, "zoneName": {"type": "string"},
      "size": {"type": "integer", "format": "int64"}}})");
  EXPECT_EQ(spec["properties"]["spares"], json({{"type", "array"},
                                                {"maxItems", 3},
                                                {"x-kubernetes-list-type", "map"},
                                                {"x-kubernetes-list-map-keys", {"name", "zoneName"}},
                                                {"items", volume}}));
  EXPECT_EQ(spec["properties"]["groups"]["items"]["x-kubernetes-list-map-keys"], json({"name"}));
  EXPECT_EQ(spec["properties"]["table"]["additionalProperties"]["x-kubernetes-list-type"], "atomic");
}

TEST(CompiledStruct, ReadsWritesAndCompares)
{
  const Object before = Object::parse(R"({"apiVersion": "example.org/v1", "kind": "Disk", "metadata": {"name": "a"},
      "spec": {"class": "fast", "unknown": 1,
               "volumes": [{"name": "a", "unknown": 1}, {"name": "b", "unknown": 2}],
               "spares": [{"name": "a", "zoneName": "x", "unknown": 3}, {"name": "a", "zoneName": "y", "unknown": 4}]}})");
  auto disk = before.as<Disk>();
  EXPECT_EQ(disk.spec.class_, "fast");
  EXPECT_EQ(disk.spec.spares.at(1).zone, "y");
  EXPECT_TRUE(same_content(before.with(disk), before));
  auto other = disk;
  EXPECT_TRUE(other == disk);
  for (auto* list : {&other.spec.volumes, &other.spec.spares}) {
    std::swap(list->at(0), list->at(1));
    list->at(0).size = 5;
  }
  EXPECT_FALSE(other == disk);
  const json after = before.with(other).json()["spec"];
  EXPECT_EQ(after["volumes"], json::parse(R"([{"name": "b", "unknown": 2, "size": 5}, {"name": "a", "unknown": 1}])"));
  EXPECT_EQ(after["spares"], json::parse(R"([{"name": "a", "zoneName": "y", "unknown": 4, "size": 5},
                                             {"name": "a", "zoneName": "x", "unknown": 3}])"));
}

TEST(CompiledStruct, IsAMemberOfADescribedStruct)
{
  const auto rack = kubexx::decode_text<Rack>(R"({"volumes": [{"name": "a", "zoneName": "z"}]})");
  EXPECT_EQ(rack.volumes.at(0).zone, "z");
  EXPECT_EQ(json::parse(kubexx::encode(rack)), json::parse(R"({"volumes": [{"name": "a", "zoneName": "z"}]})"));
}

}  // namespace
}  // namespace compiled_struct_test
