// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/random_objects.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/schema/typed_schema.hpp"
#include "kubexx/testing/round_trips.hpp"

namespace kubexx::testing {
namespace random_objects_test {

using nlohmann::json;

namespace v1beta1 {
struct SiteSpec {
  std::string host;
  std::int64_t copies = 0;
};
KUBEXX_DESCRIBE(SiteSpec, host, copies);
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta1", "Site", "sites"};
  ObjectMeta metadata;
  SiteSpec spec;
};
KUBEXX_DESCRIBE(Site, metadata, spec);
KUBEXX_CRD(Site, not_stored);
}  // namespace v1beta1

namespace v1 {
struct Port {
  std::string name;
  std::int32_t number = 1;
};
KUBEXX_DESCRIBE(Port, (name, required), (number, minimum(1), maximum(65535)));
struct SiteSpec {
  std::vector<std::string> hosts;
  std::int64_t replicas = 0;
  std::string mode;
  std::vector<Port> ports;
  std::optional<std::int32_t> even;
};
KUBEXX_DESCRIBE(SiteSpec, (hosts, list_set, max_items(2), items, min_length(1), max_length(8)), replicas,
                (mode, required, enum_value("fast"), enum_value("slow")), (ports, list_map_key("name")),
                (even, multiple_of(2), minimum(0), exclusive_maximum(10)));
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Site", "sites"};
  ObjectMeta metadata;
  SiteSpec spec;
};
KUBEXX_DESCRIBE(Site, metadata, (spec, required));
}  // namespace v1

std::vector<json> objects_of(RandomObjects objects, int count = 300)
{
  std::vector<json> drawn;
  for (int at = 0; at < count; ++at) drawn.push_back(objects.next());
  return drawn;
}

std::size_t invalid(const std::vector<json>& objects)
{
  const schema::TypedSchema<v1::Site> schema;
  std::size_t count = 0;
  for (const json& object : objects) {
    const auto causes = schema.structural().validate(object);
    count += causes.empty() ? 0 : 1;
  }
  return count;
}

struct Texts {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Text", "texts"};
  Quantity size;
  std::map<std::string, Quantity> limits;
  std::optional<MetaDuration> every;
  std::vector<MetaDuration> pauses;
  Time at;
  std::optional<MicroTime> precise;
  IntOrString port;
  Bytes key;
};
KUBEXX_DESCRIBE(Texts, (size, required), limits, every, pauses, at, precise, port, key);

TEST(RandomObjects, OfAStructAreReadableByIt)
{
  RandomObjects objects(described_kind<Texts>());
  for (int at = 0; at < 200; ++at) {
    const json object = objects.next();
    EXPECT_NO_THROW(static_cast<void>(Object::from_json(object).as<Texts>())) << object;
  }
}

TEST(RandomObjects, ObeyTheSchema)
{
  const auto objects = objects_of(RandomObjects(described_kind<v1::Site>()));
  EXPECT_EQ(invalid(objects), 0U);
  std::set<json> modes, replicas;
  std::set<std::size_t> ports;
  for (const json& object : objects) {
    const json& spec = object.at("spec");
    modes.insert(spec.at("mode"));
    replicas.insert(spec.value("replicas", json()));
    ports.insert(spec.value("ports", json::array()).size());
    EXPECT_FALSE(object["metadata"]["name"].get<std::string>().empty());
  }
  EXPECT_EQ(modes, (std::set<json>{"fast", "slow"}));
  EXPECT_GT(replicas.size(), 20U);
  EXPECT_EQ(ports, (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST(RandomObjects, BreakTheSchemaWhenAsked)
{
  const auto objects = objects_of(RandomObjects(described_kind<v1::Site>(), {.mistakes = 0.1}));
  EXPECT_GT(invalid(objects), 50U);
  EXPECT_LT(invalid(objects), 290U);
}

TEST(RandomObjects, AreTheSameForOneSeed)
{
  const auto kind = described_kind<v1::Site>();
  EXPECT_EQ(objects_of(RandomObjects(kind, {.seed = 7})), objects_of(RandomObjects(kind, {.seed = 7})));
  EXPECT_NE(objects_of(RandomObjects(kind, {.seed = 7})), objects_of(RandomObjects(kind, {.seed = 8})));
  EXPECT_EQ(objects_of(RandomObjects(crd_of(kind), "v1", {.seed = 7})), objects_of(RandomObjects(kind, {.seed = 7})));
  EXPECT_THROW(RandomObjects(crd_of(kind), "v2"), std::invalid_argument);
}

TEST(RoundTrips, NameWhatIsLost)
{
  Conversions conversions;
  conversions.add<v1beta1::Site, v1::Site>(
      [](const v1beta1::Site& from, v1::Site& to) {
        if (!from.spec.host.empty()) to.spec.hosts = {from.spec.host};
        to.spec.replicas = from.spec.copies;
      },
      [](const v1::Site& from, v1beta1::Site& to) {
        if (!from.spec.hosts.empty()) to.spec.host = from.spec.hosts.front();
        to.spec.copies = from.spec.replicas;
      });
  const auto lost = lost_in_round_trips(conversions);
  const std::string trip = "Site v1 to v1beta1 and back: spec.";
  using ::testing::StartsWith;
  EXPECT_THAT(lost, ::testing::UnorderedElementsAre(StartsWith(trip + "hosts: ["), StartsWith(trip + "mode: \""),
                                                    StartsWith(trip + "ports: ["), StartsWith(trip + "even: ")));
  EXPECT_THAT(lost, ::testing::Each(::testing::ContainsRegex("became .* \\(object [0-9]+ of seed 1\\)$")));
}

TEST(RoundTrips, AreCleanWhereNothingIsLost)
{
  Conversions conversions;
  conversions.add<v1beta1::Site, v1::Site>(
      [](const v1beta1::Site& from, v1::Site& to) {
        to.spec.mode = from.spec.host;
        to.spec.replicas = from.spec.copies;
      },
      [](const v1::Site& from, v1beta1::Site& to) {
        to.metadata.annotations["rest"] = encode(from.spec);
        to.spec.host = from.spec.mode;
        to.spec.copies = from.spec.replicas;
      });
  const auto lost = lost_in_round_trips(conversions, {.objects = 20});
  EXPECT_THAT(lost, ::testing::Contains(::testing::HasSubstr("v1 to v1beta1 and back: metadata.annotations: nothing")));
  for (const auto& text : lost) EXPECT_EQ(text.find("v1beta1 to v1 and back: spec"), std::string::npos) << text;
}

TEST(RoundTrips, TellWhatCannotBeConverted)
{
  Conversions conversions;
  conversions.add<v1beta1::Site, v1::Site>([](const v1beta1::Site&, v1::Site&) { throw std::runtime_error("no"); },
                                           [](const v1::Site&, v1beta1::Site&) {});
  EXPECT_THAT(lost_in_round_trips(conversions, {.objects = 2}),
              ::testing::Contains(::testing::HasSubstr("Site v1beta1 to v1: cannot convert Site random-1")));
}

}  // namespace random_objects_test
}  // namespace kubexx::testing
