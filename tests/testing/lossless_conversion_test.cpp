// SPDX-License-Identifier: Apache-2.0
// Conversions that keep what an older version cannot express, with random objects and random changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/lossless_conversion.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/testing/random_objects.hpp"
#include "kubexx/testing/round_trips.hpp"

namespace kubexx::testing {
namespace lossless_conversion_test {

using nlohmann::json;
using ::testing::HasSubstr;

namespace v1 {
struct Port {
  std::string name;
  std::int64_t number = 0;
  std::optional<std::string> protocol;
};
KUBEXX_DESCRIBE(Port, name, number, protocol);
struct Rule {
  std::string path;
  std::string target;
  std::optional<std::int64_t> timeout;
};
KUBEXX_DESCRIBE(Rule, path, target, timeout);
struct Mount {
  std::string device;
  std::string folder;
  bool readOnly = false;
};
KUBEXX_DESCRIBE(Mount, device, folder, readOnly);
struct Disk {
  std::int64_t size = 0;
  std::optional<std::string> storage;
  std::map<std::string, std::string> options;
};
KUBEXX_DESCRIBE(Disk, size, storage, options);
struct SiteSpec {
  std::vector<std::string> hosts;
  std::optional<std::int64_t> replicas;
  std::string mode;
  std::vector<Port> ports;
  std::vector<Rule> rules;
  std::vector<Mount> mounts;
  std::optional<Disk> disk;
  std::map<std::string, std::string> extra;
};
KUBEXX_DESCRIBE(SiteSpec, hosts, replicas, mode, ports, rules, (mounts, list_map_key("device")), disk, extra);
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Site", "sites"};
  ObjectMeta metadata;
  SiteSpec spec;
};
KUBEXX_DESCRIBE(Site, metadata, spec);
KUBEXX_CRD(Site, conversion_webhook("sites", "site-operator"));
}  // namespace v1

namespace v1beta1 {
struct Port {
  std::string name;
  std::int64_t number = 0;
};
KUBEXX_DESCRIBE(Port, name, number);
struct Rule {
  std::string path;
  std::string target;
};
KUBEXX_DESCRIBE(Rule, path, target);
struct Mount {
  std::string device;
  std::string folder;
};
KUBEXX_DESCRIBE(Mount, device, folder);
struct Disk {
  std::int64_t size = 0;
};
KUBEXX_DESCRIBE(Disk, size);
struct SiteSpec {
  std::string host;
  std::int64_t copies = 0;
  std::string mode;  // "fast" or "slow"
  std::vector<Port> ports;
  std::vector<Rule> rules;
  std::vector<Mount> mounts;
  std::optional<Disk> disk;
  std::optional<std::string> legacy;
};
KUBEXX_DESCRIBE(SiteSpec, host, copies, mode, ports, rules, mounts, disk, legacy);
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta1", "Site", "sites"};
  ObjectMeta metadata;
  SiteSpec spec;
};
KUBEXX_DESCRIBE(Site, metadata, spec);
KUBEXX_CRD(Site, not_stored);
}  // namespace v1beta1

namespace v1alpha1 {
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1alpha1", "Site", "sites"};
  ObjectMeta metadata;
  std::string host;
  std::optional<std::string> motto;
};
KUBEXX_DESCRIBE(Site, metadata, host, motto);
KUBEXX_CRD(Site, not_stored);
}  // namespace v1alpha1

template <class To, class From>
std::vector<To> each(const std::vector<From>& from, To (*make)(const From&))
{
  std::vector<To> to;
  std::transform(from.begin(), from.end(), std::back_inserter(to), make);
  return to;
}

void upgrade(const v1beta1::Site& from, v1::Site& to)
{
  if (!from.spec.host.empty()) to.spec.hosts = {from.spec.host};
  if (from.spec.copies != 0) to.spec.replicas = from.spec.copies;
  to.spec.mode = from.spec.mode;
  to.spec.ports = each<v1::Port, v1beta1::Port>(
      from.spec.ports, [](const v1beta1::Port& port) { return v1::Port{port.name, port.number, {}}; });
  to.spec.rules = each<v1::Rule, v1beta1::Rule>(
      from.spec.rules, [](const v1beta1::Rule& rule) { return v1::Rule{rule.path, rule.target, {}}; });
  to.spec.mounts = each<v1::Mount, v1beta1::Mount>(
      from.spec.mounts, [](const v1beta1::Mount& mount) { return v1::Mount{mount.device, mount.folder, false}; });
  if (from.spec.disk) to.spec.disk = v1::Disk{from.spec.disk->size, {}, {}};
}

void downgrade(const v1::Site& from, v1beta1::Site& to)
{
  if (!from.spec.hosts.empty()) to.spec.host = from.spec.hosts.front();
  to.spec.copies = from.spec.replicas.value_or(0);
  to.spec.mode = from.spec.mode.empty() || from.spec.mode == "fast" ? from.spec.mode : "slow";
  to.spec.ports = each<v1beta1::Port, v1::Port>(
      from.spec.ports, [](const v1::Port& port) { return v1beta1::Port{port.name, port.number}; });
  to.spec.rules = each<v1beta1::Rule, v1::Rule>(
      from.spec.rules, [](const v1::Rule& rule) { return v1beta1::Rule{rule.path, rule.target}; });
  to.spec.mounts = each<v1beta1::Mount, v1::Mount>(
      from.spec.mounts, [](const v1::Mount& mount) { return v1beta1::Mount{mount.device, mount.folder}; });
  if (from.spec.disk) to.spec.disk = v1beta1::Disk{from.spec.disk->size};
}

Conversions sites()
{
  Conversions conversions;
  conversions.add<v1beta1::Site, v1::Site>(upgrade, downgrade);
  conversions.add<v1alpha1::Site, v1::Site>(
      [](const v1alpha1::Site& from, v1::Site& to) {
        if (!from.host.empty()) to.spec.hosts = {from.host};
      },
      [](const v1::Site& from, v1alpha1::Site& to) {
        if (!from.spec.hosts.empty()) to.host = from.spec.hosts.front();
      });
  return conversions;
}

const std::string kNew = "example.org/v1", kOld = "example.org/v1beta1", kOldest = "example.org/v1alpha1";

Object to(const std::string& version, const Object& object)
{
  static const Conversions conversions = sites();
  const LosslessConversion result = convert_lossless(conversions, object, version);
  EXPECT_EQ(result.loss, "");
  return result.object;
}

Object site(const std::string& version, const std::string& spec, const std::string& metadata = R"({"name": "a"})")
{
  return Object::parse(R"({"apiVersion": ")" + version + R"(", "kind": "Site", "metadata": )" + metadata +
                       R"(, "spec": )" + spec + "}");
}
json spec(const Object& object)
{
  return object.json()["spec"];
}
bool keeps(const Object& object)
{
  return object.annotation(conversion_data_annotation).has_value();
}
/// The object after a change of its spec.
template <class Change>
Object changed(const Object& object, Change change)
{
  json tree = object.json();
  change(tree["spec"]);
  return Object::from_json(tree);
}

TEST(LosslessConversion, KeepsWhatTheOlderVersionCannotExpress)
{
  const Object original = site(kNew, R"({"hosts": ["a", "b"], "mode": "turbo",
    "ports": [{"name": "x", "number": 1, "protocol": "UDP"}], "disk": {"size": 3, "options": {"k": "v"}}})");

  const Object old = to(kOld, original);

  EXPECT_EQ(spec(old), json::parse(R"({"host": "a", "copies": 0, "mode": "slow", "ports": [{"name": "x", "number": 1}],
    "disk": {"size": 3}})"));
  EXPECT_TRUE(keeps(old));
  EXPECT_EQ(to(kNew, old).json(), original.json());
}

TEST(LosslessConversion, WritesNoAnnotationIfNothingIsLost)
{
  const Object plain = site(kNew, R"({"hosts": ["a"], "replicas": 2, "mode": "fast", "ports": []})");
  EXPECT_FALSE(keeps(to(kOld, plain)));
  EXPECT_EQ(to(kOld, plain).json()["metadata"], plain.json()["metadata"]);
  EXPECT_FALSE(keeps(to(kNew, site(kOld, R"({"host": "a", "copies": 0, "rules": null})")))) << "only the spelling";
}

TEST(LosslessConversion, KeepsWhatTheNewerVersionCannotExpress)
{
  const Object original = site(kOld, R"({"host": "a", "copies": 0, "legacy": "yes"})");
  const Object now = to(kNew, original);
  EXPECT_TRUE(keeps(now));
  EXPECT_EQ(to(kOld, now).json(), original.json());
  const Object edited = to(kOld, changed(now, [](json& spec) { spec["hosts"] = {"b", "c"}; }));
  EXPECT_EQ(spec(edited), json::parse(R"({"host": "b", "copies": 0, "legacy": "yes"})"));
  EXPECT_EQ(spec(to(kNew, edited)), json::parse(R"({"hosts": ["b", "c"]})"));
}

/// The spec in v1 after a change in v1beta1.
template <class Change>
json after(const char* before, Change change)
{
  return spec(to(kNew, changed(to(kOld, site(kNew, before)), change)));
}

TEST(LosslessConversion, AChangeInTheOlderVersionWins)
{
  EXPECT_EQ(after(R"({"mode": "turbo", "hosts": ["a"]})", [](json& spec) { spec["mode"] = "fast"; }),
            json::parse(R"({"mode": "fast", "hosts": ["a"]})"));
  EXPECT_EQ(after(R"({"mode": "turbo", "hosts": ["a"]})", [](json& spec) { spec["host"] = "b"; }),
            json::parse(R"({"mode": "turbo", "hosts": ["b"]})"));
  EXPECT_EQ(after(R"({"disk": {"size": 1, "storage": "s"}})", [](json& spec) { spec["disk"]["size"] = 2; }),
            json::parse(R"({"disk": {"size": 2, "storage": "s"}})"));
  EXPECT_EQ(after(R"({"mode": "fast", "disk": {"size": 1, "storage": "s"}})", [](json& spec) { spec.erase("disk"); }),
            json::parse(R"({"mode": "fast"})"))
      << "with its disk goes what the older version did not know of it";
}

TEST(LosslessConversion, AChangeOfAListWins)
{
  const char* const ports = R"({"mode": "fast", "ports": [{"name": "x", "number": 1, "protocol": "UDP"},
    {"name": "y", "number": 2, "protocol": "TCP"}]})";
  EXPECT_EQ(after(ports, [](json& spec) { spec["ports"].erase(0); })["ports"],
            json::parse(R"([{"name": "y", "number": 2, "protocol": "TCP"}])"));
  EXPECT_EQ(after(ports,
                  [](json& spec) {
                    spec["ports"].insert(spec["ports"].begin(), json{{"name", "z"}, {"number", 3}});
                    spec["ports"][2]["number"] = 22;
                  })["ports"],
            json::parse(R"([{"name": "z", "number": 3}, {"name": "x", "number": 1, "protocol": "UDP"},
    {"name": "y", "number": 22, "protocol": "TCP"}])"));
  EXPECT_EQ(after(ports, [](json& spec) { std::swap(spec["ports"][0], spec["ports"][1]); })["ports"],
            json::parse(R"([{"name": "y", "number": 2, "protocol": "TCP"},
    {"name": "x", "number": 1, "protocol": "UDP"}])"));
}

TEST(LosslessConversion, AChangeOfAListWithADeclaredKeyWins)
{
  const char* const mounts = R"({"mode": "fast", "mounts": [{"device": "x", "folder": "/x", "readOnly": true},
    {"device": "y", "folder": "/y", "readOnly": true}]})";
  EXPECT_EQ(after(mounts,
                  [](json& spec) {
                    spec["mounts"].erase(0);
                    spec["mounts"][0]["folder"] = "/other";
                  })["mounts"],
            json::parse(R"([{"device": "y", "folder": "/other", "readOnly": true}])"));
}

TEST(LosslessConversion, AChangeOfAListWithoutKeysWins)
{
  const char* const rules = R"({"mode": "fast", "rules": [{"path": "/a", "target": "a", "timeout": 1},
    {"path": "/b", "target": "b", "timeout": 2}, {"path": "/a", "target": "a", "timeout": 3}]})";
  EXPECT_EQ(
      after(rules, [](json& spec) { spec["rules"].erase(1); })["rules"],
      json::parse(R"([{"path": "/a", "target": "a", "timeout": 1}, {"path": "/a", "target": "a", "timeout": 3}])"));
  EXPECT_EQ(after(rules, [](json& spec) { spec["rules"][1]["target"] = "c"; })["rules"],
            json::parse(R"([{"path": "/a", "target": "a", "timeout": 1}, {"path": "/b", "target": "c", "timeout": 2},
    {"path": "/a", "target": "a", "timeout": 3}])"));
  EXPECT_EQ(after(rules,
                  [](json& spec) {
                    spec["rules"].insert(spec["rules"].begin(), json{{"path", "/n"}, {"target", "n"}});
                  })["rules"],
            json::parse(R"([{"path": "/n", "target": "n"}, {"path": "/a", "target": "a", "timeout": 1},
    {"path": "/b", "target": "b", "timeout": 2}, {"path": "/a", "target": "a", "timeout": 3}])"));
}

TEST(LosslessConversion, ElementsThatWereNotShownStayIfTheyDoNotAlterWhatIsShown)
{
  const char* const hosts = R"({"mode": "fast", "hosts": ["a", "b", "c"]})";
  EXPECT_EQ(after(hosts, [](json& spec) { spec["host"] = "z"; })["hosts"], json::parse(R"(["z", "b", "c"])"));
  EXPECT_EQ(after(hosts, [](json& spec) { spec.erase("host"); }), json::parse(R"({"mode": "fast"})"))
      << "b would be shown as the host that was removed";
}

TEST(LosslessConversion, AStaleAnnotationDoesNotReviveAnOldSpec)
{
  const Object old =
      to(kOld, site(kNew, R"({"hosts": ["a", "b"], "mode": "turbo", "disk": {"size": 1, "storage": "s"}})"));
  const Object other = changed(old, [](json& spec) { spec = {{"host", "q"}, {"copies", 4}, {"mode", "fast"}}; });
  EXPECT_EQ(spec(to(kNew, other)), json::parse(R"({"hosts": ["q", "b"], "replicas": 4, "mode": "fast"})"));
}

TEST(LosslessConversion, MetadataIsUntouchedButForLabelsAndAnnotations)
{
  const json metadata = json::parse(R"({"name": "a", "namespace": "n", "uid": "u", "generation": 3,
    "annotations": {"x": "y"}, "labels": {"l": "m"}, "finalizers": ["f"], "managedFields": [{"manager": "m"}],
    "later": {"added": [1]}})");
  const Object original = Object::parse(json{{"apiVersion", kNew},
                                             {"kind", "Site"},
                                             {"metadata", metadata},
                                             {"spec", {{"hosts", {"a", "b"}}, {"mode", "fast"}}}}
                                            .dump(),
                                        {.keep_managed_fields = true, .type = nullptr});
  const std::string bytes(original.bytes());
  const Object old = to(kOld, original);
  json shown = old.json()["metadata"];
  EXPECT_EQ(shown["annotations"].erase(std::string(conversion_data_annotation)), 1U);
  EXPECT_EQ(shown, metadata);
  EXPECT_EQ(to(kNew, old).json(), original.json());
  EXPECT_EQ(original.bytes(), bytes) << "the source is not changed";
}

TEST(LosslessConversion, LabelsAndAnnotationsThatAFunctionTakesComeBack)
{
  Conversions conversions;
  conversions.add<v1beta1::Site, v1::Site>(
      [](const v1beta1::Site& from, v1::Site& to) {
        to.spec.mode = from.metadata.labels.contains("mode") ? from.metadata.labels.at("mode") : "";
        to.metadata.labels.clear();
        to.metadata.annotations.clear();
      },
      [](const v1::Site& from, v1beta1::Site& to) {
        if (!from.spec.mode.empty()) to.metadata.labels["mode"] = from.spec.mode;
      });
  const Object original =
      site(kOld, "{}", R"({"name": "a", "labels": {"mode": "fast", "l": "m"}, "annotations": {"x": "y"}})");
  const Object now = convert_lossless(conversions, original, kNew).object;
  EXPECT_EQ(now.label("mode"), std::nullopt);
  EXPECT_EQ(now.annotation("x"), std::nullopt);
  EXPECT_EQ(convert_lossless(conversions, changed(now, [](json& spec) { spec["mode"] = "slow"; }), kOld)
                .object.json()["metadata"],
            json::parse(R"({"name": "a", "labels": {"mode": "slow", "l": "m"}, "annotations": {"x": "y"}})"));
}

TEST(LosslessConversion, MembersThatNoStructKnowsAreCarriedOrKept)
{
  const Object original =
      site(kNew, R"({"hosts": ["a"], "mode": "fast", "newer": {"x": false}, "disk": {"size": 1, "speed": 7},
    "ports": [{"name": "x", "number": 1, "newer": 2}]})");
  const Object old = to(kOld, original);
  EXPECT_EQ(
      spec(old),
      json::parse(R"({"host": "a", "copies": 0, "mode": "fast", "newer": {"x": false}, "disk": {"size": 1, "speed": 7},
    "ports": [{"name": "x", "number": 1}]})"));
  EXPECT_EQ(to(kNew, old).json(), original.json());
  EXPECT_EQ(spec(to(kNew, changed(old,
                                  [](json& spec) {
                                    spec.erase("newer");
                                    spec["disk"]["speed"] = 8;
                                  }))),
            json::parse(R"({"hosts": ["a"], "mode": "fast", "disk": {"size": 1, "speed": 8},
    "ports": [{"name": "x", "number": 1, "newer": 2}]})"));
}

TEST(LosslessConversion, AMemberThatOnlyTheOtherVersionKnowsIsNotCarried)
{
  const Object original = site(kNew, R"({"hosts": ["a"], "mode": "fast", "legacy": {"an": "object"}})");
  const Object old = to(kOld, original);
  EXPECT_FALSE(spec(old).contains("legacy"));
  EXPECT_EQ(to(kNew, old).json(), original.json());
}

TEST(LosslessConversion, GoesOverVersionsInBetweenWithoutLoss)
{
  const Object original = site(kNew, R"({"hosts": ["a", "b"], "replicas": 3, "mode": "turbo"})");
  const Object oldest = to(kOldest, original);
  EXPECT_EQ(oldest.json()["host"], "a");
  const Object old = to(kOld, oldest);
  EXPECT_EQ(spec(old), json::parse(R"({"host": "a", "copies": 3, "mode": "slow"})")) << "what v1alpha1 does not know";
  EXPECT_EQ(to(kNew, old).json(), original.json());
  EXPECT_EQ(to(kNew, to(kOldest, old)).json(), original.json());
  EXPECT_EQ(spec(to(kNew, to(kOldest, changed(old, [](json& spec) { spec["copies"] = 4; })))),
            json::parse(R"({"hosts": ["a", "b"], "replicas": 4, "mode": "turbo"})"));
}

TEST(LosslessConversion, EachVersionGetsBackItsOwn)
{
  Object now = to(kNew, site(kOld, R"({"host": "a", "copies": 0, "legacy": "l"})"));
  json tree = to(kOldest, now).json();
  tree["motto"] = "m";
  now = to(kNew, Object::from_json(tree));
  EXPECT_EQ(spec(to(kOld, now)), json::parse(R"({"host": "a", "copies": 0, "legacy": "l"})"));
  EXPECT_EQ(to(kOldest, now).json()["motto"], "m");
  EXPECT_EQ(to(kOldest, to(kOld, now)).json()["motto"], "m");
}

TEST(LosslessConversion, TheAnnotationDoesNotPileUp)
{
  const Object original = site(kNew, R"({"hosts": ["a", "b"], "mode": "turbo"})");
  Object object = original;
  std::map<std::string, std::size_t> sizes;
  for (int round = 0; round < 5; ++round) {
    for (const auto& version : {kOld, kOldest, kNew, kOldest, kOld, kNew}) {
      object = to(version, object);
      const auto [size, is_new] = sizes.emplace(version, object.bytes().size());
      EXPECT_LE(object.bytes().size(), size->second + (is_new ? 0 : 80)) << object.bytes();
    }
    EXPECT_EQ(object.json(), original.json());
  }
}

TEST(LosslessConversion, AnAnnotationOfSomebodyElseIsRemoved)
{
  for (const char* const text :
       {"", "no JSON", "{}", "[1]", R"([{"version": 1}])", R"([{"version": "v1"}])",
        R"([{"version": "v1", "lost": {"in": {"spec": {"in": {"hosts": {"of": 3}}}}}}])",
        R"([{"version": "v1", "lost": {"in": {"spec": {"in": {"hosts": {"of": [1, {}, {"at": 1}]}}}}}}])",
        R"([{"version": "v1", "lost": {"in": {"spec": {"in": {"replicas": {"is": "many"}}}}}}])",
        R"([{"version": "v7", "lost": {"in": {}}}])"}) {
    json tree = site(kOld, R"({"host": "a", "mode": "fast"})").json();
    tree["metadata"]["annotations"][std::string(conversion_data_annotation)] = text;
    const Object now = to(kNew, Object::from_json(tree));
    EXPECT_EQ(now.json(), site(kNew, R"({"hosts": ["a"], "mode": "fast"})").json()) << text;
  }
}

TEST(LosslessConversion, LosesWhatAnApiServerWouldNotAccept)
{
  const Conversions conversions = sites();
  json tree = site(kNew, R"({"hosts": ["a"], "mode": "fast"})").json();
  tree["spec"]["extra"]["x"] = std::string(std::size_t{300} << 10U, 'x');
  const LosslessConversion result = convert_lossless(conversions, Object::from_json(tree), kOld);
  EXPECT_THAT(result.loss, HasSubstr("an API server accepts 262144"));
  EXPECT_FALSE(keeps(result.object));
  EXPECT_EQ(result.object.json()["metadata"], tree["metadata"]);
  // Those that are there count, too.
  tree["spec"]["extra"]["x"] = std::string(std::size_t{200} << 10U, 'x');
  EXPECT_EQ(convert_lossless(conversions, Object::from_json(tree), kOld).loss, "");
  tree["metadata"]["annotations"]["y"] = std::string(std::size_t{60} << 10U, 'y');
  EXPECT_NE(convert_lossless(conversions, Object::from_json(tree), kOld).loss, "");
}

TEST(LosslessConversion, AFunctionThatFailsOnTheWayBackIsNoReasonToFail)
{
  Conversions conversions;
  conversions.add<v1beta1::Site, v1::Site>([](const v1beta1::Site&, v1::Site&) { throw std::runtime_error("no"); },
                                           downgrade);
  const auto result = convert_lossless(conversions, site(kNew, R"({"hosts": ["a", "b"], "mode": "fast"})"), kOld);
  EXPECT_EQ(spec(result.object)["host"], "a");
  EXPECT_FALSE(keeps(result.object));
  EXPECT_EQ(result.loss, "cannot convert Site a from example.org/v1beta1 to example.org/v1: no");
  try {
    (void)convert_lossless(conversions, result.object, kNew);
    FAIL();
  } catch (const ConversionError& error) {
    EXPECT_STREQ(error.what(), "cannot convert Site a from example.org/v1beta1 to example.org/v1: no");
    EXPECT_TRUE(error.is_mistake());
  }
}

// --- random objects ---

struct Drawn {
  Drawn(const DescribedKind& kind, std::uint64_t seed) : objects(kind, {.seed = seed}) {}
  Object next()
  {
    static const Conversions conversions = sites();
    return conversions.rewritten(Object::from_json(objects.next()));
  }
  RandomObjects objects;
};

TEST(LosslessConversionProperties, NothingIsLostOnTheWayThereAndBack)
{
  const Conversions conversions = sites();
  EXPECT_GT(lost_in_round_trips(conversions).size(), 10U) << "the functions alone lose something";
  std::size_t kept = 0;
  const auto versions = conversions.kinds().front();
  for (const auto& from : versions) {
    Drawn drawn(from, 7);
    for (int i = 0; i < 150; ++i) {
      const Object object = drawn.next();
      for (const auto& version : {kNew, kOld, kOldest}) {
        const Object there = to(version, object);
        if (there.api_version() != object.api_version() && keeps(there)) ++kept;
        EXPECT_EQ(to(std::string(object.api_version()), there).json(), object.json()) << there.bytes();
        for (const auto& further : {kNew, kOld, kOldest}) {
          EXPECT_EQ(to(std::string(object.api_version()), to(further, there)).json(), object.json()) << there.bytes();
        }
      }
    }
  }
  EXPECT_GT(kept, 350U);
}

/// Changes one value somewhere: it is removed, replaced, or, in a list, moved, doubled or inserted.
void change_somewhere(json& value, std::mt19937_64& random)
{
  const auto draw = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  if (value.is_object() && !value.empty()) {
    auto member = value.begin();
    std::advance(member, static_cast<std::ptrdiff_t>(draw(value.size())));
    if (draw(6) == 0) {
      value.erase(member);
    } else {
      change_somewhere(member.value(), random);
    }
  } else if (value.is_array() && !value.empty()) {
    const auto at = static_cast<std::ptrdiff_t>(draw(value.size()));
    const json element = value[static_cast<std::size_t>(at)];
    switch (draw(4)) {
      case 0:
        value.erase(value.begin() + at);
        break;
      case 1:
        value.insert(value.begin(), element);
        break;
      case 2:
        std::swap(value[draw(value.size())], value[static_cast<std::size_t>(at)]);
        break;
      default:
        change_somewhere(value[static_cast<std::size_t>(at)], random);
    }
  } else if (value.is_string()) {
    value = draw(2) == 0 ? "fast" : "changed";
  } else if (value.is_number()) {
    value = 5;
  }
}

// What an object shows in its version after a change is what it shows after the way to the other version and back: the
// change wins, and nothing that was kept comes back over it.
TEST(LosslessConversionProperties, AChangeInAnyVersionWins)
{
  const Conversions conversions = sites();
  std::mt19937_64 random(3);  // NOLINT: the same changes each time
  std::size_t changed_objects = 0;
  for (const auto& [from, other] : {std::pair(kNew, kOld), std::pair(kOld, kNew), std::pair(kNew, kOldest)}) {
    Drawn drawn(*conversions.find("Site", from), 11);
    for (int i = 0; i < 400; ++i) {
      const Object shown = to(other, drawn.next());
      json tree = shown.json();
      for (std::size_t times = 1 + random() % 3; times > 0; --times) {
        if (tree.contains("spec")) {
          change_somewhere(tree["spec"], random);
        } else {
          tree["host"] = random() % 2 == 0 ? "changed" : "";
        }
      }
      const Object edited = conversions.rewritten(Object::from_json(tree));
      if (edited.json() != shown.json()) ++changed_objects;
      json again = to(other, to(from, edited)).json();
      json expected = edited.json();
      again["metadata"].erase("annotations");
      expected["metadata"].erase("annotations");
      EXPECT_EQ(again, expected) << "shown " << shown.bytes();
    }
  }
  EXPECT_GT(changed_objects, 800U);
}

// Independent changes: what the older version cannot express does not suffer from a change elsewhere.
TEST(LosslessConversionProperties, AChangeElsewhereLeavesTheRestAlone)
{
  Drawn drawn(described_kind<v1::Site>(), 13);
  for (int i = 0; i < 300; ++i) {
    const Object object = drawn.next();
    if (!object.json().contains("spec")) continue;
    const Object edited = changed(to(kOld, object), [](json& spec) { spec["copies"] = 77; });
    json expected = object.json();
    expected["spec"]["replicas"] = 77;
    EXPECT_EQ(to(kNew, edited).json(), expected);
  }
}

}  // namespace lossless_conversion_test
}  // namespace kubexx::testing
