// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/typed_informer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <thread>

#include "kubexx/apimachinery/drop_members.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/informer/informer_set.hpp"
#include "kubexx/informer/projected.hpp"
#include "kubexx/informer/snapshot.hpp"
#include "kubexx/informer/wait_for.hpp"
#include "served_world.hpp"

namespace kubexx::informer_test {

struct SettingsData {
  std::optional<std::int32_t> value;
};
BOOST_DESCRIBE_STRUCT(SettingsData, (), (value))

/// Its data is a number, where a ConfigMap has strings: no ConfigMap with a value fits.
struct Numbers {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  SettingsData data;
};
BOOST_DESCRIBE_STRUCT(Numbers, (), (metadata, data))

struct Texts {
  std::string value;
};
BOOST_DESCRIBE_STRUCT(Texts, (), (value))
struct MapMeta {
  std::string name;
};
BOOST_DESCRIBE_STRUCT(MapMeta, (), (name))
struct Settings {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  MapMeta metadata;
  Texts data;
};
BOOST_DESCRIBE_STRUCT(Settings, (), (metadata, data))

struct LevelData {
  std::string level;
};
BOOST_DESCRIBE_STRUCT(LevelData, (), (level))
struct Levels {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  LevelData data;
};
BOOST_DESCRIBE_STRUCT(Levels, (), (metadata, data))

struct Token {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Secret", "secrets"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(Token, (), (metadata))

// What docs/guides/informer.md shows.
struct NodeOfPod {
  std::string nodeName;
};
BOOST_DESCRIBE_STRUCT(NodeOfPod, (), (nodeName))

struct PodOnNode {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Pod", "pods"};
  ObjectMeta metadata;
  NodeOfPod spec;
};
BOOST_DESCRIBE_STRUCT(PodOnNode, (), (metadata, spec))

TypedInformer<PodOnNode> watch_pods(Client client)
{
  // Of each pod the store keeps what PodOnNode has, and no more.
  const TypedInformer<PodOnNode> pods(SharedInformer(client, resource_of<PodOnNode>(), projected<PodOnNode>()));
  pods.add_index("node", [](const PodOnNode& pod) { return std::vector{pod.spec.nodeName}; });
  pods.dynamic().start();
  return pods;
}

Snapshot<std::vector<std::string>> names_of(SharedInformer informer)
{
  return {std::move(informer), [](const Store& store) {
            std::vector<std::string> names;
            for (const auto& object : store.list()) names.emplace_back(object.name());
            return names;
          }};
}

std::size_t serve(const Snapshot<std::vector<std::string>>& snapshot)  // on any thread
{
  Snapshot<std::vector<std::string>>::Reader names(snapshot);
  return names->size();
}

Object wait_for_data(const Client& client)
{
  WaitOptions options;
  options.timeout = std::chrono::seconds(30);
  return wait_for(
      client, resources::config_maps, {"default", "settings"},
      [](const Object& map) { return map && map.at("/data/level").as_string() == "debug"; }, options);
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TypedInformerTest : public ::testing::Test {
protected:
  SharedInformer start(InformerOptions options = {})
  {
    options.namespaces = {"default"};
    SharedInformer informer(*world_.client, config_maps(), std::move(options));
    informer.start();
    world_.settle();
    return informer;
  }
  template <class T>
  TypedEventHandler<T> recorder()
  {
    TypedEventHandler<T> handler;
    handler.on_add = [this](const T& object, bool initial) {
      calls_.push_back((initial ? "initial " : "add ") + object.metadata.name);
    };
    handler.on_update = [this](const T& old, const T& now) {
      calls_.push_back("update " + old.metadata.name + " " + now.metadata.name);
    };
    handler.on_delete = [this](const T& last, bool lost) {
      calls_.push_back((lost ? "lost " : "delete ") + last.metadata.name);
    };
    return handler;
  }

  ServedWorld world_;
  std::vector<std::string> calls_;
};

TEST_F(TypedInformerTest, HandlersListersAndIndexesHaveValuesOfTheType)
{
  world_.put("a", "1");
  const TypedInformer<Settings> informer(start());
  informer.add_index("value", [](const Settings& settings) { return std::vector{settings.data.value}; });
  TypedEventHandler<Settings> handler = recorder<Settings>();
  handler.selects = [](const Settings& settings) { return settings.data.value != "hidden"; };
  handler.on_update = [this](const Settings& old, const Settings& now) {
    calls_.push_back("update " + old.data.value + ">" + now.data.value);
  };
  const auto registration = informer.add_handler(handler);
  world_.settle();
  for (const std::string value : {"2", "hidden", "3"}) {
    world_.put("a", value);
    world_.settle();
  }
  EXPECT_EQ(informer.lister().get({"default", "a"}).data.value, "3");
  EXPECT_EQ(informer.lister().by_index("value", "3").size(), 1U);
  EXPECT_TRUE(informer.lister().by_index("value", "2").empty());
  world_.remove("a");
  world_.settle();
  EXPECT_THAT(calls_, ElementsAre("initial a", "update 1>2", "delete a", "add a", "delete a"));
  EXPECT_EQ(informer.dynamic().store().size(), 0U);
  world_.stop(informer.dynamic());
  EXPECT_THROW(TypedInformer<Token>(informer.dynamic()), std::invalid_argument);
}

// typed_test.go panics for an object of another type.
TEST_F(TypedInformerTest, AStateThatDoesNotFitIsAsIfTheObjectWereNotThere)
{
  const Object fitting =
      Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":"a"}})");
  world_.put({"default", "a"}, fitting);
  const TypedInformer<Numbers> informer(start());
  informer.add_index("name", [](const Numbers& numbers) { return std::vector{numbers.metadata.name}; });
  const auto registration = informer.add_handler(recorder<Numbers>());
  TypedEventHandler<Numbers> other;
  std::vector<std::string> unreadable;
  other.on_unreadable = [&](const Object& object, const ObjectError& error) {
    unreadable.push_back(std::string(object.name()) + ": " + error.what());
  };
  const auto second = informer.add_handler(other);
  world_.settle();
  world_.put("a", "no number");
  world_.settle();
  EXPECT_THAT(calls_, ElementsAre("initial a", "delete a"));
  EXPECT_EQ(world_.lines->count({"an object does not fit its type: the event handler does not see it"}), 1U);
  EXPECT_EQ(world_.lines->count({"default/a"}), 1U);
  ASSERT_THAT(unreadable, ElementsAre(HasSubstr("data.value: expected an integer, got string")));
  EXPECT_THROW((void)informer.lister().get({"default", "a"}), ObjectError);
  EXPECT_TRUE(informer.lister().by_index("name", "a").empty());
  world_.put({"default", "a"}, fitting);
  world_.settle();
  world_.put("a", "no number");
  world_.remove("a");
  world_.settle();
  EXPECT_THAT(calls_, ElementsAre("initial a", "delete a", "add a", "delete a"))
      << "also when the last state does not fit";
  world_.stop(informer.dynamic());
}

TEST_F(TypedInformerTest, AProjectionKeepsTheMembersOfTheTypeAlone)
{
  world_.put("a", "1", R"({"l":"x"})");
  const SharedInformer whole = start();
  const TypedInformer<Settings> informer(start(projected<Settings>()));
  world_.put("b", "2", R"({"l":"x"})");
  world_.settle();
  for (const auto& object : informer.dynamic().store().list()) {
    EXPECT_FALSE(object.label("l")) << object.bytes();
    EXPECT_TRUE(same_version(object, whole.store().get(object.key())));
    EXPECT_FALSE(object.uid().empty());
  }
  EXPECT_EQ(informer.lister().get({"default", "b"}).data.value, "2");
  EXPECT_LT(informer.dynamic().store().memory(), whole.store().memory());
  EXPECT_EQ(world_.lines->count({"transform failed"}), 0U);
  // An own write is kept as what the watch brings.
  const Object written = world_.client->create(config_maps(), draft("c", "3", R"({"l":"x"})"));
  informer.dynamic().wrote(written);
  EXPECT_EQ(informer.lister().get({"default", "c"}).data.value, "3");
  EXPECT_FALSE(informer.dynamic().store().get({"default", "c"}).label("l"));
  world_.settle();
  world_.stop(informer.dynamic());
  world_.stop(whole);
}

TEST_F(TypedInformerTest, TheGuidesExampleFindsThePodsOfANode)
{
  for (const std::string name : {"a", "b", "c"}) {
    world_.client->create(
        resource_of<PodOnNode>(),
        Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":")" + name +
                      R"("},"spec":{"nodeName":"node-)" + (name == "c" ? "2" : "1") +
                      R"(","containers":[{"name":"c","image":"i"}]}})"));
  }
  const TypedInformer<PodOnNode> pods = watch_pods(*world_.client);
  world_.settle();
  const auto found = pods.lister().by_index("node", "node-1");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.back().metadata.name, "b");
  EXPECT_FALSE(pods.dynamic().store().get({"default", "a"}).at("/spec/containers"));
  world_.stop(pods.dynamic());
}

TEST_F(TypedInformerTest, ProjectionsOfTheSameMembersAreOneInformer)
{
  const InformerSet set(*world_.client);
  const SharedInformer first = set.get(config_maps(), projected<Settings>());
  const SharedInformer second = set.get(config_maps(), projected<Settings>());
  const SharedInformer whole = set.get(config_maps());
  const SharedInformer other = set.get(config_maps(), projected<Numbers>());
  EXPECT_EQ(&first.store(), &second.store());
  EXPECT_NE(&first.store(), &whole.store());
  EXPECT_NE(&first.store(), &other.store());
  EXPECT_EQ(first.options().transform_name, "only data{value},metadata{name}");
  // Behind a transform of the user's.
  InformerOptions options;
  options.transform = DropMembers({"/data"});
  EXPECT_THROW((void)set.get(config_maps(), projected<Settings>(options)), std::invalid_argument);
  options.transform_name = "no data";
  const SharedInformer transformed = set.get(config_maps(), projected<Settings>(options));
  EXPECT_EQ(transformed.options().transform_name, "no data, only data{value},metadata{name}");
  world_.put("a", "1");
  set.start();
  world_.settle();
  EXPECT_FALSE(transformed.store().get({"default", "a"}).at("/data"));
  EXPECT_TRUE(first.store().get({"default", "a"}).at("/data"));
  world_.run(set.async_stop());
}

TEST_F(TypedInformerTest, ASnapshotFollowsTheStore)
{
  world_.put("a", "1");
  const auto names = names_of(start());
  EXPECT_EQ(serve(names), 0U);
  world_.settle();
  EXPECT_EQ(serve(names), 1U);
  world_.put("b", "1");
  world_.put("a", "2");
  world_.settle();
  EXPECT_THAT(*names.get(), ElementsAre("a", "b"));
}

/// Real threads: wait_for blocks.
class WaitForServedTest : public ::testing::Test {
protected:
  static ApiServer::Options options_of(const Runtime& runtime)
  {
    ApiServer::Options options;
    options.clock = runtime.clock;
    options.random = runtime.random;
    return options;
  }
  Object settings(const std::string& level) const
  {
    return Object::parse(
        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":"settings"},"data":{"level":")" +
        level + R"("}})");
  }

  SystemRuntime system_;
  ApiServer server_{options_of(system_.runtime())};
  Client client_{system_.runtime(), make_in_process_transport(system_.runtime(), server_)};
};

TEST_F(WaitForServedTest, BlocksUntilTheObjectIsThereAndMeetsTheCondition)
{
  std::thread user([this] {
    client_.create(config_maps(), settings("info"));
    client_.update(config_maps(), settings("debug"));
  });
  const Object found = wait_for_data(client_);
  user.join();
  EXPECT_EQ(found.at("/data/level").as_string(), "debug");
  EXPECT_EQ(found.resource_version(), client_.get(config_maps(), {"default", "settings"}).resource_version());
}

TEST_F(WaitForServedTest, ATypedConditionGetsNullWhenThereIsNoObject)
{
  client_.create(config_maps(), settings("info"));
  int seen = 0;
  const auto present =
      wait_for<Levels>(client_, {"default", "settings"}, [](const Levels* map) { return map != nullptr; });
  EXPECT_EQ(present->data.level, "info");
  std::thread user([this] { client_.delete_(config_maps(), {"default", "settings"}); });
  const auto gone = wait_for<Levels>(client_, {"default", "settings"}, [&](const Levels* map) {
    ++seen;
    return map == nullptr;
  });
  user.join();
  EXPECT_FALSE(gone);
  EXPECT_GE(seen, 1);
}

}  // namespace
}  // namespace kubexx::informer_test
