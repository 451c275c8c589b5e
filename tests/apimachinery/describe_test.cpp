// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/describe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/apply_fields.hpp"
#include "support/partial_deployment.hpp"
#include "support/random_json.hpp"

namespace sample {

enum class Mode { Fast, Slow, default_ };
BOOST_DESCRIBE_ENUM(Mode, Fast, Slow, default_)

struct Inner {
  std::string name, note;
  int weight = 5;
};
BOOST_DESCRIBE_STRUCT(Inner, (), (name, note, weight))

struct Base {
  std::string inherited;
};
BOOST_DESCRIBE_STRUCT(Base, (), (inherited))

struct Everything : Base {
  bool flag = false;
  std::int8_t small = 0;
  std::uint32_t big = 0;
  double ratio = 0;
  std::string text;
  Mode mode = Mode::Fast;
  std::optional<int> maybe;
  std::optional<Inner> inner;
  std::vector<std::string> words;
  std::vector<Inner> list;
  std::map<std::string, int> counts;
  std::map<std::string, Inner> named;
  nlohmann::json any;
  Inner plain;
  std::vector<Everything> children;
  std::string namespace_;
  int renamed = 0;
};
BOOST_DESCRIBE_STRUCT(Everything, (Base),
                      (flag, small, big, ratio, text, mode, maybe, inner, words, list, counts, named, any, plain,
                       children, namespace_, renamed))

struct Mount {
  std::string name, mountPath;
};
BOOST_DESCRIBE_STRUCT(Mount, (), (name, mountPath))
struct Mounts {
  std::vector<Mount> mounts;
};
BOOST_DESCRIBE_STRUCT(Mounts, (), (mounts))

struct Lists {
  std::vector<std::string> allowed, dropped;
  std::optional<std::vector<std::string>> maybe;
  std::map<std::string, int> counts;
};
BOOST_DESCRIBE_STRUCT(Lists, (), (allowed, dropped, maybe, counts))

struct Port {
  int port = 0;
  std::string protocol = "TCP", note;
};
BOOST_DESCRIBE_STRUCT(Port, (), (port, protocol, note))
struct Size {
  int replicas = 1;
  bool paused = false;
  std::optional<int> least;
};
BOOST_DESCRIBE_STRUCT(Size, (), (replicas, paused, least))
struct ShopSpec {
  Size size, other{.replicas = 3, .paused = false, .least = {}};
  std::vector<Port> ports;
  std::vector<std::string> words = {"a"};
  std::map<std::string, int> counts;
  double ratio = 0;
};
BOOST_DESCRIBE_STRUCT(ShopSpec, (), (size, other, ports, words, counts, ratio))
struct Shop {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.com", "v1", "Shop", "shops"};
  kubexx::ObjectMeta metadata;
  ShopSpec spec;
};
BOOST_DESCRIBE_STRUCT(Shop, (), (metadata, spec))

// The only one of its kind.
struct Single {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.com", "v1", "Single", "singles"};
  Single()
  {
    metadata.name = "cluster";
    metadata.namespace_ = "all";
  }
  kubexx::ObjectMeta metadata;
  ShopSpec spec;
};
BOOST_DESCRIBE_STRUCT(Single, (), (metadata, spec))

// Its spec inherits.
struct Timed {
  int seconds = 0;
  bool paused = false;
};
BOOST_DESCRIBE_STRUCT(Timed, (), (seconds, paused))
struct AlarmSpec : Timed {
  std::string sound;
};
BOOST_DESCRIBE_STRUCT(AlarmSpec, (Timed), (sound))
struct Alarm {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.com", "v1", "Alarm", "alarms"};
  kubexx::ObjectMeta metadata;
  AlarmSpec spec;
};
BOOST_DESCRIBE_STRUCT(Alarm, (), (metadata, spec))

// What their descriptions forget.
struct ForgetsOne {
  std::optional<std::string> name;
  int replicas = 0;
};
BOOST_DESCRIBE_STRUCT(ForgetsOne, (), (name))
struct ForgetsItsBase : Timed {
  std::map<std::string, nlohmann::json> values;
};
BOOST_DESCRIBE_STRUCT(ForgetsItsBase, (), (values))
struct Caches {
  static constexpr bool kubexx_has_other_members = true;
  int replicas = 0;
  int doubled = 0;
};
BOOST_DESCRIBE_STRUCT(Caches, (), (replicas))

struct Options {
  std::optional<Timed> timed;
  std::optional<std::string> text;
  std::optional<std::vector<int>> list;
  std::optional<std::map<std::string, std::string>> map;
};
BOOST_DESCRIBE_STRUCT(Options, (), (timed, text, list, map))
struct Defaults {
  std::string text = "@daily";
  std::vector<std::string> list = {"*"};
  std::map<std::string, std::string> map = {{"a", "b"}};
  Options options;
};
BOOST_DESCRIBE_STRUCT(Defaults, (), (text, list, map, options))

struct Floats {
  float ratio = 0;
  std::optional<float> maybe;
  std::vector<float> list;
};
BOOST_DESCRIBE_STRUCT(Floats, (), (ratio, maybe, list))
struct Doubles {
  double big = 0, huge = 0, small = 0;
  nlohmann::json any;
};
BOOST_DESCRIBE_STRUCT(Doubles, (), (big, huge, small, any))

struct FooSpec {
  std::string deploymentName;
  int replicas = 0;
};
BOOST_DESCRIBE_STRUCT(FooSpec, (), (deploymentName, replicas))
struct FooStatus {
  int availableReplicas = 0;
};
BOOST_DESCRIBE_STRUCT(FooStatus, (), (availableReplicas))
struct Foo {
  static constexpr kubexx::ResourceInfo kubexx_resource{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos"};
  kubexx::ObjectMeta metadata;
  FooSpec spec;
  FooStatus status;
};
BOOST_DESCRIBE_STRUCT(Foo, (), (metadata, spec, status))

}  // namespace sample

template <>
struct kubexx::FieldTraits<&sample::Everything::renamed> {
  static constexpr std::string_view name = "other-name";
  static constexpr int default_value = 11;
};
template <>
struct kubexx::FieldTraits<&sample::Lists::dropped> {
  static constexpr bool omit_zero = true;
};
template <>
struct kubexx::FieldTraits<&sample::ShopSpec::ports> {
  static constexpr std::array<std::string_view, 2> merge_keys{"port", "protocol"};
};
template <>
struct kubexx::FieldTraits<&sample::Size::replicas> {
  static constexpr int default_value = 5;
};
template <>
struct kubexx::FieldTraits<&sample::Mounts::mounts> {
  static constexpr std::array<std::string_view, 1> merge_keys{"mountPath"};
};

namespace kubexx {
namespace {

using nlohmann::json;
using sample::Everything;
using testing::HasSubstr;

template <class T>
std::string error_of(std::string_view text)
{
  try {
    (void)decode_text<T>(text);
  } catch (const ObjectError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Describe, ReadsEveryKindOfMember)
{
  const auto value = decode_text<Everything>(R"({"inherited":"i","flag":true,"small":-128,"big":4294967295,"ratio":0.5,
    "text":"\u00e9","mode":"default","maybe":3,"inner":{"name":"n"},"words":["a","b"],"list":[{"name":"x","weight":1}],
    "counts":{"k":2},"named":{"y":{"note":"z"}},"any":{"deep":[1]},"children":[{"text":"child"}],"namespace":"ns",
    "other-name":4,"unknown":[]})");
  EXPECT_EQ(value.inherited, "i");
  EXPECT_TRUE(value.flag);
  EXPECT_EQ(value.small, -128);
  EXPECT_EQ(value.big, 4294967295U);
  EXPECT_EQ(value.ratio, 0.5);
  EXPECT_EQ(value.text, "\xc3\xa9");
  EXPECT_EQ(value.mode, sample::Mode::default_);
  EXPECT_EQ(value.maybe, 3);
  EXPECT_EQ(value.inner->name, "n");
  EXPECT_EQ(value.inner->weight, 5);
  EXPECT_EQ(value.words, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(value.list.at(0).weight, 1);
  EXPECT_EQ(value.counts.at("k"), 2);
  EXPECT_EQ(value.named.at("y").note, "z");
  EXPECT_EQ(value.any, (json{{"deep", {1}}}));
  EXPECT_EQ(value.children.at(0).text, "child");
  EXPECT_EQ(value.children.at(0).renamed, 11);
  EXPECT_EQ(value.namespace_, "ns");
  EXPECT_EQ(value.renamed, 4);
}

TEST(Describe, MissingAndNullTakeDefaults)
{
  const auto value =
      decode_text<Everything>(R"({"flag":null,"inner":null,"words":null,"plain":null,"other-name":null})");
  EXPECT_FALSE(value.inner);
  EXPECT_TRUE(value.words.empty());
  EXPECT_EQ(value.plain.weight, 5);
  EXPECT_EQ(value.renamed, 11);
}

TEST(Describe, ErrorsNameThePath)
{
  EXPECT_EQ(error_of<sample::Foo>(R"({"spec":{"replicas":"3"}})"), "spec.replicas: expected an integer, got string");
  EXPECT_EQ(error_of<sample::Foo>(R"({"spec":{"replicas":1.5}})"), "spec.replicas: expected an integer, got 1.5");
  EXPECT_EQ(error_of<sample::Foo>(R"({"spec":{"replicas":3000000000}})"),
            "spec.replicas: 3000000000 is out of range: expected -2147483648 to 2147483647");
  EXPECT_EQ(error_of<sample::Foo>(R"({"spec":[]})"), "spec: expected an object, got array");
  EXPECT_EQ(error_of<sample::Foo>(R"({"metadata":{"labels":{"a/b":1}}})"),
            "metadata.labels[\"a/b\"]: expected a string, got number");
  EXPECT_EQ(error_of<Everything>(R"({"list":[{},{"name":{}}]})"), "list[1].name: expected a string, got object");
  EXPECT_EQ(error_of<Everything>(R"({"big":-1})"), "big: -1 is out of range: expected 0 to 4294967295");
  EXPECT_EQ(error_of<Everything>(R"({"mode":"Other"})"),
            "mode: unknown value \"Other\": expected one of Fast, Slow, default");
  EXPECT_EQ(error_of<Everything>(R"({"flag":1})"), "flag: expected a boolean, got number");
  EXPECT_EQ(error_of<Everything>("[]"), "expected an object, got array");
  EXPECT_THAT(error_of<Everything>("{"), HasSubstr("not valid JSON"));
}

TEST(Describe, WritesWhatThereIsToSay)
{
  sample::Foo foo;
  foo.metadata.name = "a";
  foo.spec.deploymentName = "say \"hi\"";
  EXPECT_EQ(encode(foo), R"({"metadata":{"name":"a"},"spec":{"deploymentName":"say \"hi\"","replicas":0}})");
  Everything all;
  all.namespace_ = "n";
  all.inner.emplace();
  all.any = json::array({1, nullptr});
  all.mode = sample::Mode::default_;
  const auto written = json::parse(encode(all));
  EXPECT_EQ(written["namespace"], "n");
  EXPECT_EQ(written["inner"], (json{{"weight", 5}}));
  EXPECT_EQ(written["any"], (json{1, nullptr}));
  EXPECT_EQ(written["mode"], "default");
  EXPECT_FALSE(written.contains("text"));
  EXPECT_FALSE(written.contains("maybe"));
  EXPECT_FALSE(written.contains("plain"));
}

TEST(Describe, FromNamesTheKind)
{
  sample::Foo foo;
  foo.metadata.name = "a";
  foo.metadata.namespace_ = "n";
  foo.spec.replicas = 2;
  const auto object = Object::from(foo);
  EXPECT_EQ(object.api_version(), "samplecontroller.k8s.io/v1alpha1");
  EXPECT_EQ(object.kind(), "Foo");
  EXPECT_EQ(object.key(), (ObjectKey{"n", "a"}));
  EXPECT_EQ(object.as<sample::Foo>().spec.replicas, 2);
}

/// A Deployment as a real server shows it: many fields that test::Deployment does not know.
constexpr std::string_view deployment = R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web",
"namespace":"default","uid":"d-1","resourceVersion":"10","generation":3,"creationTimestamp":"2026-01-01T00:00:00Z",
"labels":{"app":"web"},"selfLink":"/apis/x","unknownMeta":{"x":[1,2]}},
"spec":{"progressDeadlineSeconds":600,"replicas":1,"revisionHistoryLimit":10,"minReadySeconds":5,"paused":false,
"selector":{"matchLabels":{"app":"web"},"future":true},
"strategy":{"rollingUpdate":{"maxSurge":"25%","maxUnavailable":"25%"},"type":"RollingUpdate"},
"template":{"metadata":{"creationTimestamp":null,"labels":{"app":"web"}},
"spec":{"containers":[{"image":"nginx:1","imagePullPolicy":"IfNotPresent","name":"nginx","resources":{"limits":{"cpu":"1"}},
"ports":[{"containerPort":80,"protocol":"TCP"}],"env":[{"name":"A","value":"1"}],"livenessProbe":{"httpGet":{"port":80}},
"readinessProbe":{"exec":{"command":["true"]}},"securityContext":{"runAsNonRoot":true},
"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","volumeMounts":[{"name":"v","mountPath":"/v"}]},
{"name":"sidecar","image":"envoy:2","stdin":true,"tty":true,"workingDir":"/"}],
"initContainers":[{"name":"init"}],"affinity":{},"dnsPolicy":"ClusterFirst","restartPolicy":"Always","schedulerName":"s",
"securityContext":{},"serviceAccountName":"sa","terminationGracePeriodSeconds":30,"tolerations":[{"key":"k"}],
"volumes":[{"name":"v","emptyDir":{}}],"priority":1e1,"nodeSelector":{"disk":"ssd"},"hostNetwork":false,
"topologySpreadConstraints":[]}}},
"status":{"availableReplicas":1,"conditions":[{"type":"Available","status":"True"}],"observedGeneration":3,"readyReplicas":1,
"replicas":1,"updatedReplicas":1,"collisionCount":2}})";

TEST(Describe, AReplicaFixChangesReplicasOnly)
{
  const auto original = Object::parse(deployment);
  auto value = original.as<test::Deployment>();
  EXPECT_EQ(value.spec.template_.spec.containers.at(0).image, "nginx:1");
  value.spec.replicas = 4;
  auto expected = original.json();
  expected["spec"]["replicas"] = 4;
  const auto fixed = original.with(value);
  EXPECT_EQ(fixed.json(), expected);
  EXPECT_EQ(fixed.at("/spec/template/spec/priority").bytes(), "1e1") << "numbers keep their spelling";
}

TEST(Describe, WithItsOwnValueIsTheSameObject)
{
  const auto original = Object::parse(json::parse(deployment).dump());
  EXPECT_EQ(original.with(original.as<test::Deployment>()).bytes(), original.bytes());
  const auto foo =
      Object::parse(R"({"metadata":{"name":"a","labels":{},"finalizers":null},"spec":{"deploymentName":""}})");
  EXPECT_EQ(foo.with(foo.as<sample::Foo>()).bytes(), foo.bytes());
}

TEST(Describe, ElementsAreFoundByName)
{
  const auto original = Object::parse(deployment);
  auto value = original.as<test::Deployment>();
  auto& containers = value.spec.template_.spec.containers;
  std::swap(containers[0], containers[1]);
  containers[1].image = "nginx:2";
  containers.push_back({.name = "new", .image = "i", .command = {}, .args = {}});
  const auto tree = original.json()["spec"]["template"]["spec"]["containers"];
  auto nginx = tree[0];
  nginx["image"] = "nginx:2";
  EXPECT_EQ(original.with(value).json()["spec"]["template"]["spec"]["containers"],
            (json{tree[1], nginx, {{"name", "new"}, {"image", "i"}}}));
}

TEST(Describe, MergeKeyCanBeNamed)
{
  const std::string text =
      R"({"mounts":[{"name":"v","mountPath":"/a","readOnly":true},{"name":"v","mountPath":"/b","x":1}]})";
  auto value = decode_text<sample::Mounts>(text);
  value.mounts.erase(value.mounts.begin());
  EXPECT_EQ(encode_over(value, JsonView(text)), R"({"mounts":[{"name":"v","mountPath":"/b","x":1}]})");
}

TEST(Describe, ElementsOfOneNameKeepTheirOrder)
{
  const std::string text = R"({"list":[{"name":"a","x":1,"weight":1},{"name":"a","x":2,"weight":2}]})";
  EXPECT_EQ(encode_over(decode_text<Everything>(text), JsonView(text)), text);
}

TEST(Describe, WhatIsClearedIsRemoved)
{
  const auto original = Object::parse(
      R"({"metadata":{"name":"a","labels":{"x":"1","y":"2"},"finalizers":["f"],"ownerReferences":[{"uid":"u","extra":1}]}})");
  auto value = original.as<sample::Foo>();
  value.metadata.labels.erase("x");
  value.metadata.labels["z"] = "3";
  value.metadata.finalizers.clear();
  EXPECT_EQ(original.with(value).bytes(), R"({"metadata":{"name":"a","labels":{"y":"2","z":"3"},"finalizers":[],)"
                                          R"("ownerReferences":[{"uid":"u","extra":1}]}})");
}

TEST(Describe, AnEmptiedListStaysAsAnEmptyOne)
{
  const std::string text = R"({"allowed":["a"],"dropped":["b"],"maybe":["c"],"counts":{"d":1}})";
  auto value = decode_text<sample::Lists>(text);
  value.allowed.clear();
  value.dropped.clear();
  value.maybe->clear();
  value.counts.clear();
  const std::string emptied = R"({"allowed":[],"maybe":[],"counts":{}})";
  EXPECT_EQ(encode_over(value, JsonView(text)), emptied);
  EXPECT_EQ(encode_over(decode_text<sample::Lists>(emptied), JsonView(emptied)), emptied);
  value.maybe.reset();
  EXPECT_EQ(encode_over(value, JsonView(text)), R"({"allowed":[],"counts":{}})") << "an optional list can go";
  EXPECT_EQ(encode(value), "{}") << "written over nothing";
}

/// The spec that an apply sends.
std::string applied_spec(const sample::Shop& shop, const KeptFields& kept = {})
{
  return std::string(applied_object(shop, kept).at("/spec").bytes());
}

TEST(AppliedObject, LeavesOutWhatNobodyHasSet)
{
  sample::Shop shop;
  shop.metadata.name = "a";
  EXPECT_EQ(applied_object(shop).bytes(), R"({"apiVersion":"example.com/v1","kind":"Shop","metadata":{"name":"a"}})");
  shop.spec.size.replicas = 0;
  EXPECT_EQ(applied_spec(shop), R"({"size":{"replicas":0}})") << "its initializer says 1";
  shop.spec.size.replicas = 5;
  EXPECT_EQ(applied_spec(shop), R"({"size":{"replicas":5}})") << "what reading takes for a missing one is set here";
  shop.spec.size.replicas = 1;
  shop.spec.other.replicas = 1;
  EXPECT_EQ(applied_spec(shop), R"({"other":{"replicas":1}})") << "there, the initializer says 3";
  shop.spec = {};
  shop.spec.size.least = 0;
  shop.spec.words = {};
  shop.spec.counts["none"] = 0;
  EXPECT_EQ(applied_spec(shop), R"({"size":{"least":0},"words":[],"counts":{"none":0}})");
}

TEST(AppliedObject, HasTheNameThatItsTypeInitialises)
{
  sample::Single single;
  EXPECT_EQ(applied_object(single).bytes(),
            R"({"apiVersion":"example.com/v1","kind":"Single","metadata":{"name":"cluster","namespace":"all"}})");
  single.metadata.name = "other";
  single.metadata.labels["a"] = "b";
  EXPECT_EQ(applied_object(single).at("/metadata").bytes(), R"({"name":"other","namespace":"all","labels":{"a":"b"}})");
}

TEST(AppliedObject, HasWhatTellsElementsApart)
{
  sample::Shop shop;
  shop.spec.ports = {{.port = 0, .protocol = "TCP", .note = ""}, {.port = 80, .protocol = "UDP", .note = "x"}};
  EXPECT_EQ(applied_spec(shop), R"({"ports":[{"port":0,"protocol":"TCP"},{"port":80,"protocol":"UDP","note":"x"}]})");
}

TEST(AppliedObject, HasWhatIsKept)
{
  sample::Shop shop;
  EXPECT_EQ(applied_spec(shop, keep<&sample::Size::replicas>), R"({"size":{"replicas":1},"other":{"replicas":3}})");
  EXPECT_EQ(applied_spec(shop, keep<&sample::ShopSpec::ratio, &sample::ShopSpec::counts, &sample::Size::least>),
            R"({"counts":{},"ratio":0})")
      << "an optional without a value has nothing to send";
  shop.spec.ports = {{.port = 1, .protocol = "", .note = ""}};
  EXPECT_EQ(applied_spec(shop, keep<&sample::Port::note>), R"({"ports":[{"port":1,"protocol":"","note":""}]})");
}

TEST(AppliedObject, HasWhatIsKeptOfABase)
{
  sample::Alarm alarm;
  alarm.spec.sound = "bell";
  EXPECT_EQ(applied_object(alarm, keep<&sample::AlarmSpec::seconds>).at("/spec").bytes(),
            R"({"seconds":0,"sound":"bell"})");
  EXPECT_EQ(applied_object(alarm, keep<&sample::Timed::paused>).at("/spec").bytes(),
            R"({"paused":false,"sound":"bell"})");
}

TEST(Describe, AForgottenMemberIsFoundOut)
{
  EXPECT_TRUE(detail::misses_members<sample::ForgetsOne>());
  EXPECT_TRUE(detail::misses_members<sample::ForgetsItsBase>());
  EXPECT_FALSE(detail::misses_members<sample::Caches>()) << "it says so";
  EXPECT_EQ(encode(sample::Caches{.replicas = 2, .doubled = 4}), R"({"replicas":2})");
  EXPECT_FALSE(detail::misses_members<sample::Everything>());
  EXPECT_FALSE(detail::misses_members<sample::AlarmSpec>());
  EXPECT_FALSE(detail::misses_members<sample::Single>()) << "it is no aggregate";
}

template <class T>
std::string written_over(const T& value, JsonView before)
{
  detail::Original original;
  original.json = before;
  return detail::write_over(&value, detail::codec_of<T>, original);
}

// `emptyDir: {}` says something.
TEST(Describe, AnOptionalThatIsResetGoes)
{
  const std::string text = R"({"timed":{},"text":"","list":[],"map":{}})";
  const auto original = Object::parse(R"({"metadata":{"name":"a"},"options":)" + text + "}");
  sample::Options value = decode<sample::Options>(original.at("/options"));
  const auto written = [&] { return written_over(value, original.at("/options")); };
  EXPECT_EQ(written(), text);
  value.timed.reset();
  EXPECT_EQ(written(), R"({"text":"","list":[],"map":{}})");
  value = {};
  EXPECT_EQ(written(), "{}");
}

// Who reads the object takes the default for what is missing.
TEST(Describe, ADefaultThatIsClearedIsWritten)
{
  sample::Defaults value;
  value.text.clear();
  value.list.clear();
  value.map.clear();
  const auto over = [&](const std::string& text) {
    const auto original = Object::parse(R"({"spec":)" + text + "}");
    return written_over(value, original.at("/spec"));
  };
  const std::string cleared = R"({"text":"","list":[],"map":{}})";
  EXPECT_EQ(encode(value), cleared);
  EXPECT_EQ(over("{}"), cleared);
  EXPECT_EQ(over(R"({"text":"x","list":["y"],"map":{"z":""}})"), cleared);
  EXPECT_EQ(over(cleared), cleared);
  value = {};
  EXPECT_EQ(over("{}"), "{}");
}

TEST(Describe, AChangedZeroIsWritten)
{
  const auto original = Object::parse(R"({"metadata":{"name":"a"},"spec":{"replicas":3}})");
  auto value = original.as<sample::Foo>();
  value.spec.replicas = 0;
  EXPECT_EQ(original.with(value).bytes(), R"({"metadata":{"name":"a"},"spec":{"replicas":0}})");
}

TEST(Describe, FloatsAreReadAndWrittenAsFloats)
{
  const std::string text = R"({"ratio":0.1,"maybe":3.0e-7,"list":[0.1,1e-1,16777217]})";
  auto value = decode_text<sample::Floats>(text);
  EXPECT_EQ(value.ratio, 0.1F);
  EXPECT_EQ(encode_over(value, JsonView(text)), text) << "nothing has changed";
  value.ratio = 0.3F;
  value.maybe = 1e10F;
  value.list[2] = 0.7F;
  EXPECT_EQ(encode_over(value, JsonView(text)), R"({"ratio":0.3,"maybe":10000000000,"list":[0.1,1e-1,0.7]})");
  EXPECT_EQ(error_of<sample::Floats>(R"({"ratio":1e39})"), "ratio: 1e39 is out of range for a float");
}

TEST(Describe, NumbersAreSpelledAsGoSpellsThem)
{
  sample::Doubles value{1e5, 1e21, 1e-7, {{"whole", 10.0}, {"half", 0.5}}};
  EXPECT_EQ(encode(value), R"({"big":100000,"huge":1e+21,"small":1e-7,"any":{"half":0.5,"whole":10}})");
  EXPECT_EQ(Object::from_json({{"spec", {{"replicas", 1e1}, {"ratio", 2.5}}}}).bytes(),
            R"({"spec":{"ratio":2.5,"replicas":10}})")
      << "what YAML has as 1e1 is taken for an integer field";
  EXPECT_THROW((void)Object::from_json({{"x", "\xff"}}), ObjectError);
  EXPECT_THROW((void)Object::from_json({{"x", std::numeric_limits<double>::infinity()}}), ObjectError);
}

struct Switches {
  std::vector<bool> on;
  std::map<std::string, std::vector<bool>> groups;
};
KUBEXX_DESCRIBE(Switches, (on, min_items(1)), groups);

TEST(Describe, AListOfBooleans)
{
  const auto read = decode_text<Switches>(R"({"on": [true, null, false], "groups": {"a": [true]}})");
  EXPECT_EQ(read.on, (std::vector<bool>{true, false, false}));
  EXPECT_EQ(encode(read), R"({"on":[true,false,false],"groups":{"a":[true]}})");
  EXPECT_EQ(encode(Switches{}), "{}");
  EXPECT_EQ(encode_over(Switches{}, JsonView(R"({"on":[true],"other":1})")), R"({"on":[],"other":1})");
  EXPECT_EQ(error_of<Switches>(R"({"on":[true,1]})"), "on[1]: expected a boolean, got number");
  EXPECT_EQ(error_of<Switches>(R"({"on":true})"), "on: expected an array, got boolean");
}

TEST(DescribeProperty, WithItsOwnValueIsTheSameObject)
{
  int decoded = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    test::RandomJson random(seed);
    auto tree = random.object();
    static const char* const members[] = {"flag", "small",  "big",   "ratio", "text",  "maybe",     "inner",    "words",
                                          "list", "counts", "named", "any",   "plain", "namespace", "inherited"};
    for (const char* member : members) {
      if (random.below(2) == 0) continue;
      // Mostly what the member can hold, so that whole structs are read too.
      auto member_value = random.value(2);
      for (int tries = 0; tries < 30; ++tries, member_value = random.value(2)) {
        if (error_of<Everything>(json{{member, member_value}}.dump()) == "accepted") break;
      }
      tree[member] = member_value;
    }
    if (random.below(3) == 0)
      tree["list"] = {{{"name", "a"}, {"x", random.value(2)}}, {{"name", "b"}}, random.value(1)};
    const std::string text = tree.dump();
    try {
      const auto value = decode_text<Everything>(text);
      ++decoded;
      ASSERT_EQ(json::parse(encode_over(value, JsonView(text))), tree);
      ASSERT_EQ(encode_over(value, JsonView(text)), text);
    } catch (const ObjectError& error) {
      ASSERT_THAT(error.what(), testing::AnyOf(HasSubstr("expected"), HasSubstr("range")));
    }
  }
  EXPECT_GT(decoded, 1000);
}

}  // namespace
}  // namespace kubexx
