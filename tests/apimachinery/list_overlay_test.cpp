// SPDX-License-Identifier: Apache-2.0
// What the elements of a list keep when a typed value is written over it: their own unknown fields, and nobody else's.
#include <gtest/gtest.h>

#include <boost/describe/class.hpp>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "support/random_json.hpp"

namespace overlay {

struct Mount {
  std::string name, mountPath;
};
BOOST_DESCRIBE_STRUCT(Mount, (), (name, mountPath))

struct Port {
  std::string name;
  int containerPort = 0;
  std::string protocol;
};
BOOST_DESCRIBE_STRUCT(Port, (), (name, containerPort, protocol))

struct Container {
  std::string name;
  std::vector<Mount> volumeMounts;
  std::vector<Port> ports;
};
BOOST_DESCRIBE_STRUCT(Container, (), (name, volumeMounts, ports))

struct PodSpec {
  std::vector<Container> containers;
};
BOOST_DESCRIBE_STRUCT(PodSpec, (), (containers))

struct Pod {
  static constexpr kubexx::ResourceInfo kubexx_resource{"", "v1", "Pod", "pods"};
  kubexx::ObjectMeta metadata;
  PodSpec spec;
};
BOOST_DESCRIBE_STRUCT(Pod, (), (metadata, spec))

struct Path {
  std::string path;
  nlohmann::json backend;
};
BOOST_DESCRIBE_STRUCT(Path, (), (path, backend))

struct Http {
  std::vector<Path> paths;
};
BOOST_DESCRIBE_STRUCT(Http, (), (paths))

struct Rule {
  std::string host;
  Http http;
};
BOOST_DESCRIBE_STRUCT(Rule, (), (host, http))

struct IngressSpec {
  std::vector<Rule> rules;
};
BOOST_DESCRIBE_STRUCT(IngressSpec, (), (rules))

struct Ingress {
  static constexpr kubexx::ResourceInfo kubexx_resource{"networking.k8s.io", "v1", "Ingress", "ingresses"};
  IngressSpec spec;
};
BOOST_DESCRIBE_STRUCT(Ingress, (), (spec))

struct Step {
  std::string run, note;
};
BOOST_DESCRIBE_STRUCT(Step, (), (run, note))

/// Lists of a kind of one's own: `listed` has no keys, `keyed` has two.
struct Lists {
  std::vector<Mount> listed;
  std::vector<Step> steps;
  std::vector<Port> keyed;
  std::optional<std::vector<Port>> maybe;
};
BOOST_DESCRIBE_STRUCT(Lists, (), (listed, steps, keyed, maybe))

}  // namespace overlay

template <>
struct kubexx::FieldTraits<&overlay::Lists::keyed> {
  static constexpr std::array<std::string_view, 2> merge_keys{"containerPort", "protocol"};
};
template <>
struct kubexx::FieldTraits<&overlay::Lists::maybe> {
  static constexpr std::array<std::string_view, 1> merge_keys{"name"};
};

namespace kubexx {
namespace {

using nlohmann::json;
using overlay::Lists;
using overlay::Step;

json written(const std::string& before, const Lists& value)
{
  return json::parse(encode_over(value, JsonView(before)));
}

Object pod_of(const json& container)
{
  return Object::from_json({{"apiVersion", "v1"},
                            {"kind", "Pod"},
                            {"metadata", {{"name", "p"}}},
                            {"spec", {{"containers", json::array({container})}}}});
}

const json& first_container(const json& pod)
{
  return pod["spec"]["containers"][0];
}

TEST(ListOverlay, ErasingAMountLeavesTheOtherItsOwnFields)
{
  const std::string before =
      R"({"listed":[{"name":"v","mountPath":"/a","readOnly":true},{"name":"v","mountPath":"/b"}]})";
  auto value = decode_text<Lists>(before);
  value.listed.erase(value.listed.begin());
  EXPECT_EQ(written(before, value), json::parse(R"({"listed":[{"name":"v","mountPath":"/b"}]})"));

  const Object pod = pod_of({{"name", "c"},
                             {"volumeMounts",
                              {{{"name", "v"}, {"mountPath", "/a"}, {"readOnly", true}},
                               {{"name", "v"}, {"mountPath", "/b"}, {"subPath", "s"}}}}});
  auto typed = pod.as<overlay::Pod>();
  auto& mounts = typed.spec.containers[0].volumeMounts;
  mounts.erase(mounts.begin());
  mounts[0].name = "w";
  EXPECT_EQ(first_container(pod.with(typed).json())["volumeMounts"],
            json::parse(R"([{"name":"w","mountPath":"/b","subPath":"s"}])"))
      << "a built-in kind's mount is found by its path";
}

TEST(ListOverlay, PortsWithoutANameKeepTheirHostPort)
{
  const Object pod = pod_of({{"name", "c"},
                             {"ports",
                              {{{"containerPort", 53}, {"protocol", "TCP"}, {"hostPort", 1}},
                               {{"containerPort", 53}, {"protocol", "UDP"}, {"hostPort", 2}},
                               {{"containerPort", 80}, {"protocol", "TCP"}, {"hostPort", 3}}}}});
  auto typed = pod.as<overlay::Pod>();
  auto& ports = typed.spec.containers[0].ports;
  ports.erase(ports.begin());
  ports[0].name = "dns";
  ports.insert(ports.begin(), {"web", 8080, "TCP"});
  ports.back().protocol.clear();  // as in a value made from nothing: the server fills it in
  EXPECT_EQ(first_container(pod.with(typed).json())["ports"],
            json::parse(R"([{"name":"web","containerPort":8080,"protocol":"TCP"},
      {"name":"dns","containerPort":53,"protocol":"UDP","hostPort":2},{"containerPort":80,"hostPort":3}])"));
}

TEST(ListOverlay, AnIngressPathKeepsItsPathType)
{
  const Object ingress = Object::parse(R"({"apiVersion":"networking.k8s.io/v1","kind":"Ingress",
    "metadata":{"name":"i"},"spec":{"rules":[{"host":"h","http":{"paths":[
      {"path":"/a","pathType":"Exact","backend":{"service":{"name":"a"}}},
      {"path":"/b","pathType":"Prefix","backend":{"service":{"name":"b"}}}]}}]}})");
  const auto paths_after = [&](const auto& edit) {
    auto typed = ingress.as<overlay::Ingress>();
    edit(typed.spec.rules[0].http.paths);
    return ingress.with(typed).json()["spec"]["rules"][0]["http"]["paths"];
  };
  const json a = ingress.json()["spec"]["rules"][0]["http"]["paths"][0];
  const json b = ingress.json()["spec"]["rules"][0]["http"]["paths"][1];
  EXPECT_EQ(paths_after([](auto& paths) { paths.erase(paths.begin()); }), json::array({b}));
  EXPECT_EQ(paths_after([](auto& paths) { std::swap(paths[0], paths[1]); }), json({b, a}));
  json changed = b;
  changed["path"] = "/c";
  EXPECT_EQ(paths_after([](auto& paths) { paths[1].path = "/c"; }), json({a, changed}));
  EXPECT_EQ(paths_after([](auto& paths) {
              paths.insert(paths.begin(), {.path = "/new", .backend = {{"service", {{"name", "n"}}}}});
            }),
            json({{{"path", "/new"}, {"backend", {{"service", {{"name", "n"}}}}}}, a, b}));
  EXPECT_EQ(paths_after([](auto& paths) { paths[0] = {.path = "/new", .backend = nullptr}; }),
            json({{{"path", "/new"}}, b}))
      << "what has nothing in common with what stood there is another element";
}

TEST(ListOverlay, SeveralKeysAreComparedTogether)
{
  const std::string before = R"({"keyed":[{"containerPort":53,"protocol":"TCP","x":1},
    {"containerPort":53,"protocol":"UDP","x":2}],"maybe":[{"name":"a","x":1},{"name":"b","x":2}]})";
  auto value = decode_text<Lists>(before);
  value.keyed = {{"new-name", 53, "UDP"}, {"", 54, "UDP"}};
  value.maybe->erase(value.maybe->begin());
  (*value.maybe)[0].containerPort = 9;
  EXPECT_EQ(written(before, value), json::parse(R"({"keyed":[{"name":"new-name","containerPort":53,"protocol":"UDP",
    "x":2},{"containerPort":54,"protocol":"UDP"}],"maybe":[{"name":"b","containerPort":9,"x":2}]})"));
}

TEST(ListOverlay, AKeyThatIsNotSetIsNotGuessed)
{
  const std::string before =
      R"({"keyed":[{"containerPort":53,"protocol":"TCP","x":1},{"containerPort":53,"protocol":"UDP","x":2}]})";
  auto value = decode_text<Lists>(before);
  value.keyed = {{"", 53, ""}};
  EXPECT_EQ(written(before, value), json::parse(R"({"keyed":[{"containerPort":53}]})")) << "it may be either of them";
}

TEST(ListOverlay, ElementsThatLookTheSameAreNotMixedUp)
{
  const std::string before = R"({"listed":[{"name":"v","x":1},{"name":"v","x":2},{"name":"w","x":3}]})";
  auto value = decode_text<Lists>(before);
  EXPECT_EQ(encode_over(value, JsonView(before)), before);
  value.listed.erase(value.listed.begin());
  EXPECT_EQ(written(before, value), json::parse(R"({"listed":[{"name":"v"},{"name":"w","x":3}]})"));

  const std::string equal = R"({"listed":[{"name":"v","x":1},{"name":"v","x":1}]})";
  value = decode_text<Lists>(equal);
  value.listed.pop_back();
  EXPECT_EQ(written(equal, value), json::parse(R"({"listed":[{"name":"v","x":1}]})"));
}

TEST(ListOverlay, AnElementWithUnknownMembersAloneIsStillTheSameWhenAFieldIsSet)
{
  const std::string before = R"({"listed":[{"x":1},{"x":2},{"name":"v","x":3}]})";
  auto value = decode_text<Lists>(before);
  for (auto& mount : value.listed) mount.mountPath = "/" + mount.name;
  EXPECT_EQ(written(before, value), json::parse(R"({"listed":[{"mountPath":"/","x":1},{"mountPath":"/","x":2},
    {"name":"v","mountPath":"/v","x":3}]})"));
}

TEST(ListOverlay, AnElementThatBecomesLikeItsNeighbourKeepsItsOwnFields)
{
  for (const std::string name : {"", R"("name":"v",)"}) {
    const std::string before =
        R"({"listed":[{)" + name + R"("x":1},{)" + name + R"("mountPath":"/a","x":2},{)" + name + R"("x":3}]})";
    auto value = decode_text<Lists>(before);
    for (auto& mount : value.listed) mount.mountPath = "/a";
    json wanted = json::parse(before);
    for (auto& mount : wanted["listed"]) mount["mountPath"] = "/a";
    EXPECT_EQ(written(before, value), wanted);
  }
}

TEST(ListOverlay, AnElementLikeThoseThatAreThereMayBeAdded)
{
  const std::string before = R"({"listed":[{"name":"v","x":1},{"name":"w","x":2},{"name":"v","x":3}]})";
  auto value = decode_text<Lists>(before);
  value.listed.push_back(value.listed[0]);
  EXPECT_EQ(written(before, value),
            json::parse(R"({"listed":[{"name":"v","x":1},{"name":"w","x":2},{"name":"v","x":3},{"name":"v"}]})"));

  // One that is changed to be like them does not get their fields.
  const std::string two = R"({"listed":[{"name":"u","x":1},{"name":"v","x":2}]})";
  value.listed = {{"v", ""}, {"v", ""}, {"v", ""}};
  EXPECT_EQ(written(two, value), json::parse(R"({"listed":[{"name":"v"},{"name":"v","x":2},{"name":"v"}]})"));
}

TEST(ListOverlay, AMapThatIsEmptiedSaysSo)
{
  const Object foo = Object::parse(R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"f","uid":"u",
    "labels":{"a":"1"},"annotations":{}}})");
  auto value = foo.as<overlay::Pod>();
  value.metadata.labels.clear();
  EXPECT_EQ(make_patch(foo, foo.with(value)), Patch(R"({"metadata":{"labels":{"a":null},"uid":"u"}})"))
      << "what others have added meanwhile stays";
}

TEST(ListOverlay, OwnersOfACustomResourceAreFoundByTheirUid)
{
  const Object foo = Object::parse(R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"f",
    "ownerReferences":[{"kind":"A","name":"a","uid":"1","x":1},{"kind":"A","name":"a","uid":"2","x":2}]}})");
  auto metadata = foo.as<overlay::Pod>();
  metadata.metadata.ownerReferences.erase(metadata.metadata.ownerReferences.begin());
  metadata.metadata.ownerReferences[0].name = "b";
  EXPECT_EQ(foo.with(metadata).json()["metadata"]["ownerReferences"],
            json::parse(R"([{"kind":"A","name":"b","uid":"2","x":2}])"));
}

/// A list whose elements carry their origin in an unknown field, and what random edits made of it. Values are drawn
/// from a few, or are all different.
struct Edited {
  json before = json::array();
  std::vector<Step> after;
  std::vector<int> origin;    // of each element of `after`; -1: new
  std::vector<bool> touched;  // likewise
};

Edited edit(test::RandomJson& random, bool alike)
{
  int fresh = 0;
  const auto text = [&] { return alike ? std::string(1, "abc"[random.below(3)]) : "t" + std::to_string(fresh++); };
  Edited list;
  for (std::size_t left = random.below(6); left > 0; --left) {
    const Step step{text(), text()};
    list.origin.push_back(static_cast<int>(list.after.size()));
    list.before.push_back({{"run", step.run}, {"note", step.note}, {"origin", list.origin.back()}});
    list.after.push_back(step);
    list.touched.push_back(false);
  }
  for (std::size_t left = random.below(4); left > 0; --left) {
    const std::size_t size = list.after.size();
    const auto at = static_cast<std::ptrdiff_t>(size == 0 ? 0 : random.below(size));
    switch (random.below(size == 0 ? 1 : 4)) {
      case 0:
        list.after.insert(list.after.begin() + at, {text(), text()});
        list.origin.insert(list.origin.begin() + at, -1);
        list.touched.insert(list.touched.begin() + at, true);
        break;
      case 1:
        list.after.erase(list.after.begin() + at);
        list.origin.erase(list.origin.begin() + at);
        list.touched.erase(list.touched.begin() + at);
        break;
      case 2: {
        const std::size_t to = random.below(size);
        std::swap(list.after[static_cast<std::size_t>(at)], list.after[to]);
        std::swap(list.origin[static_cast<std::size_t>(at)], list.origin[to]);
        std::vector<bool>::swap(list.touched[static_cast<std::size_t>(at)], list.touched[to]);
        break;
      }
      default:
        // One of its fields alone: with both changed nothing would tell it from a new one.
        if (!list.touched[static_cast<std::size_t>(at)]) list.after[static_cast<std::size_t>(at)].run = text();
        list.touched[static_cast<std::size_t>(at)] = true;
    }
  }
  return list;
}

TEST(ListOverlayProperty, NoElementGetsAnothersFieldsAndAnUntouchedOneKeepsItsOwn)
{
  int kept = 0;
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    test::RandomJson random(seed);
    const Edited list = edit(random, false);
    const std::string before = json{{"steps", list.before}}.dump();
    Lists value;
    value.steps = list.after;
    const auto result = written(before, value).value("steps", json::array());
    ASSERT_EQ(result.size(), list.after.size()) << "seed " << seed;
    for (std::size_t at = 0; at < result.size(); ++at) {
      ASSERT_EQ(result[at]["run"], list.after[at].run);
      ASSERT_EQ(result[at]["note"], list.after[at].note);
      const int origin = result[at].value("origin", -1);
      if (origin != -1) {
        ASSERT_EQ(origin, list.origin[at]) << "seed " << seed << ": " << before << " → " << result;
      }
      if (!list.touched[at]) {
        ASSERT_EQ(origin, list.origin[at]) << "seed " << seed << ": " << before << " → " << result;
        ++kept;
      }
    }
  }
  EXPECT_GT(kept, 20000);
}

TEST(ListOverlayProperty, WithAKeyTheFieldsFollowTheKey)
{
  int kept = 0;
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    test::RandomJson random(seed);
    Edited list = edit(random, true);
    json before = json::array();
    for (std::size_t at = 0; at < list.before.size(); ++at) {
      before.push_back({{"name", list.before[at]["run"]}, {"containerPort", at % 2}, {"origin", at}});
    }
    Lists value;
    value.maybe.emplace();
    for (const auto& step : list.after) value.maybe->push_back({step.run, static_cast<int>(random.below(2)), ""});
    const std::string text = json{{"maybe", before}}.dump();
    const auto result = written(text, value).value("maybe", json::array());
    ASSERT_EQ(result.size(), value.maybe->size()) << "seed " << seed;
    std::vector<bool> used(before.size());
    for (std::size_t at = 0; at < result.size(); ++at) {
      ASSERT_EQ(result[at]["name"], (*value.maybe)[at].name) << "seed " << seed;
      if (!result[at].contains("origin")) continue;
      const auto origin = result[at]["origin"].get<std::size_t>();
      ASSERT_EQ(before[origin]["name"], result[at]["name"]) << "seed " << seed << ": " << text << " → " << result;
      ASSERT_FALSE(used[origin]) << "seed " << seed << ": one element's fields in two";
      used[origin] = true;
      ++kept;
    }
    const auto count = [](const json& all, const json& name) {
      return std::count_if(all.begin(), all.end(), [&](const json& element) { return element["name"] == name; });
    };
    for (std::size_t origin = 0; origin < before.size(); ++origin) {
      const auto& name = before[origin]["name"];
      if (count(before, name) == 1 && count(result, name) == 1) {
        ASSERT_TRUE(used[origin]) << "seed " << seed << ": " << text << " → " << result;
      }
    }
  }
  EXPECT_GT(kept, 10000);
}

}  // namespace
}  // namespace kubexx
