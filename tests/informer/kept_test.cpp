// SPDX-License-Identifier: Apache-2.0
// What of the objects an informer keeps, and how long it lives, against the embedded API server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "kubexx/apimachinery/drop_members.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/informer/informer_set.hpp"
#include "kubexx/informer/lister.hpp"
#include "kubexx/informer/read_your_writes.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class KeptTest : public ::testing::Test {
protected:
  KeptTest()
      : server_(options_of(world_, random_)),
        client_(world_.runtime, make_in_process_transport(world_.runtime, server_))
  {
  }
  ~KeptTest() override { world_.settle(); }

  static ApiServer::Options options_of(World& world, Random& random)
  {
    ApiServer::Options options;
    options.clock = &world.clock;
    options.random = &random;
    return options;
  }
  void put(const std::string& name, const std::string& value)
  {
    const Object map =
        Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":")" + name +
                      R"(","labels":{"l":"x"}},"data":{"value":")" + value + R"(","other":"o"}})");
    try {
      client_.create(config_maps(), map);
    } catch (const ApiError& error) {
      if (!is_already_exists(error)) throw;
      client_.update(config_maps(), map);
    }
  }
  SharedInformer start(InformerOptions options)
  {
    SharedInformer informer(client_, config_maps(), std::move(options));
    informer.start();
    world_.settle();
    return informer;
  }

  World world_;
  SeededRandom random_{3};
  ApiServer server_;
  Client client_;
};

TEST_F(KeptTest, MetadataAloneComesByListAndByWatch)
{
  put("a", "1");
  for (const bool stream : {false, true}) {
    InformerOptions options;
    options.namespaces = {"default"};
    options.metadata_only = true;
    options.stream_list = stream;
    const SharedInformer informer = start(options);
    put("b", stream ? "2" : "1");
    world_.settle();
    ASSERT_EQ(informer.store().size(), 2U);
    for (const auto& object : informer.store().list()) {
      EXPECT_FALSE(object.at("/data")) << object.bytes();
      EXPECT_EQ(object.label("l"), "x");
    }
    EXPECT_EQ(informer.status().undecodable, 0U);
    put("a", stream ? "3" : "2");
    world_.settle();
    EXPECT_FALSE(informer.store().get({"default", "a"}).at("/data"));
    EXPECT_EQ(informer.store().get({"default", "a"}).resource_version(),
              client_.get(config_maps(), {"default", "a"}).resource_version());
    world_.run(informer.async_stop());
  }
}

// TestSharedInformerTransformer, TestReflectorRespectStoreTransformer, TestCacheWithTransformer
TEST_F(KeptTest, ATransformSeesEachStateOnceAndHandlersSeeWhatItMakes)
{
  put("a", "1");
  for (const bool stream : {false, true}) {
    int calls = 0;
    InformerOptions options;
    options.namespaces = {"default"};
    options.stream_list = stream;
    options.transform = [&calls, drop = DropMembers({"/data/other"})](const Object& object) {
      ++calls;
      return drop(object);
    };
    const SharedInformer informer = start(options);
    std::vector<std::string> seen;
    EventHandler handler;
    const auto data = [](const Object& object) { return std::string(object.at("/data").bytes()); };
    handler.on_add = [&](const Object& object, bool) { seen.push_back("add " + data(object)); };
    handler.on_update = [&](const Object& old, const Object& now) {
      seen.push_back("update " + data(old) + data(now));
    };
    handler.on_delete = [&](const Object& last, bool) { seen.push_back("delete " + data(last)); };
    const auto registration = informer.add_handler(handler);
    world_.settle();
    put("a", "2");
    world_.settle();
    EXPECT_EQ(calls, 2);
    world_.advance(std::chrono::seconds(2));
    server_.close_watches();
    put("b", "1");
    client_.delete_(config_maps(), {"default", "b"});
    server_.compact();
    world_.settle();
    EXPECT_EQ(informer.status().relists, 1U);
    EXPECT_EQ(calls, 2) << "the relist brings nothing new";
    client_.delete_(config_maps(), {"default", "a"});
    world_.settle();
    EXPECT_THAT(seen,
                ElementsAre(R"(add {"value":"1"})", R"(update {"value":"1"}{"value":"2"})", R"(delete {"value":"2"})"));
    world_.run(informer.async_stop());
    put("a", "1");
  }
}

TEST_F(KeptTest, ATransformThatFailsKeepsTheStateAsItCame)
{
  put("a", "1");
  InformerOptions options;
  options.namespaces = {"default"};
  options.transform = [](const Object&) -> Object { throw std::runtime_error("no luck"); };
  const SharedInformer throwing = start(options);
  EXPECT_TRUE(throwing.store().get({"default", "a"}).at("/data/other"));
  EXPECT_EQ(world_.lines->count({"a transform failed: the object is stored unchanged"}), 1U);
  EXPECT_EQ(world_.lines->count({"no luck"}), 1U);
  EXPECT_EQ(throwing.status().function_failures, 1U);
  options.transform = [](const Object&) { return Object::parse(R"({"metadata":{"namespace":"default","name":"b"}})"); };
  const SharedInformer other = start(options);
  EXPECT_TRUE(other.store().get({"default", "a"}).at("/data/other"));
  EXPECT_EQ(world_.lines->count({"it changed the namespace, name, uid or resourceVersion"}), 1U);
  world_.run(throwing.async_stop());
  world_.run(other.async_stop());
}

TEST_F(KeptTest, WhatIsKeptDecidesWhichInformerItIs)
{
  const InformerSet set(client_);
  InformerOptions options;
  options.metadata_only = true;
  const SharedInformer metadata = set.get(config_maps(), options);
  options.metadata_only = false;
  const SharedInformer all = set.get(config_maps(), options);
  EXPECT_NE(&all.store(), &metadata.store());
  options.transform = DropMembers({"/data"});
  EXPECT_THROW((void)set.get(config_maps(), options), std::invalid_argument);
  options.transform_name = "no data";
  const SharedInformer transformed = set.get(config_maps(), options);
  EXPECT_NE(&all.store(), &transformed.store());
  EXPECT_EQ(&set.get(config_maps(), options).store(), &transformed.store());
  options.shard = ShardSelector::of(ShardSelector::Field::uid, 0, 2);
  const SharedInformer half = set.get(config_maps(), options);
  EXPECT_NE(&transformed.store(), &half.store());
  world_.run(set.async_stop());
}

TEST_F(KeptTest, WhoAsksForMetadataAloneSharesAnInformerOfWholeObjects)
{
  put("a", "1");
  const InformerSet set(client_);
  set.start();
  InformerOptions options;
  options.namespaces = {"default"};
  const SharedInformer whole = set.get(config_maps(), options);
  options.metadata_only = true;
  const SharedInformer metadata = set.get(config_maps(), options);
  world_.settle();
  EXPECT_EQ(&whole.store(), &metadata.store());
  EXPECT_EQ(server_.open_watches(), 1U);
  EXPECT_TRUE(metadata.store().get({"default", "a"}).label("l"));
  options.label_selector = "l=x";
  const SharedInformer other = set.get(config_maps(), options);
  world_.settle();
  EXPECT_FALSE(other.store().get({"default", "a"}).at("/data"));
  EXPECT_EQ(server_.open_watches(), 2U);
  world_.run(set.async_stop());
}

TEST_F(KeptTest, AnOwnWriteIsKeptAsWhatTheWatchBringsWouldBe)
{
  InformerOptions options;
  options.namespaces = {"default"};
  const SharedInformer whole = start(options);
  options.transform = DropMembers({"/data/other"});
  const SharedInformer transformed = start(options);
  options.transform = {};
  options.metadata_only = true;
  const SharedInformer metadata = start(options);
  options.metadata_only = false;
  options.shard = ShardSelector().add(ShardSelector::Field::uid, 0, 0);
  const SharedInformer none = start(options);
  const std::vector<SharedInformer> informers{whole, transformed, metadata, none};
  const Client writer =
      client_.with_interceptor(make_read_your_writes([&informers](const ResourceType&) { return informers; }));
  const Object map = Object::parse(
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":"a"},"data":{"value":"1","other":"o"}})");
  writer.create(config_maps(), map);
  const ObjectKey key{"default", "a"};
  EXPECT_EQ(whole.store().get(key).at("/data").bytes(), R"({"other":"o","value":"1"})");
  EXPECT_EQ(transformed.store().get(key).at("/data").bytes(), R"({"value":"1"})");
  EXPECT_FALSE(metadata.store().get(key)) << "when the watch brings it";
  world_.settle();
  EXPECT_TRUE(metadata.store().get(key));
  EXPECT_FALSE(metadata.store().get(key).at("/data"));
  EXPECT_EQ(none.store().size(), 0U);
  for (const auto& informer : informers) world_.run(informer.async_stop());
}

// What handlers, observers, indexes, transforms and readers get of a compressed store is what a plain one gives them,
// before there is a dictionary and after.
TEST_F(KeptTest, ACompressedStoreChangesNothingButTheMemory)
{
  const std::string text(40000, 'x');
  for (int number = 0; number < 60; ++number) put("m" + std::to_string(number), std::to_string(number) + text);
  for (const bool stream : {false, true}) {
    std::vector<std::string> seen[2];
    std::vector<SharedInformer> informers;
    std::vector<std::unique_ptr<HandlerRegistration>> registrations;
    for (const bool compressed : {false, true}) {
      std::vector<std::string>& lines = seen[compressed ? 1 : 0];
      const auto note = [&lines](const std::string& what, const Object& a, const Object& b = {}) {
        lines.push_back(what + std::string(a.bytes()) + std::string(b.bytes()));
      };
      InformerOptions options;
      options.namespaces = {"default"};
      options.stream_list = stream;
      options.compressed = compressed;
      options.transform = [note, drop = DropMembers({"/data/other"})](const Object& object) {
        note("transform", object);
        return drop(object);
      };
      options.observer = [note](const Delta& delta) { note("observed", delta.old, delta.object); };
      options.indexes = {{"value", [](const Object& object) {
                            return std::vector<std::string>{std::string(object.at("/data/value").bytes().substr(0, 3))};
                          }}};
      const SharedInformer informer = start(options);
      EventHandler folded, every;
      folded.on_add = [note](const Object& object, bool initial) { note(initial ? "initial" : "add", object); };
      folded.on_update = [note](const Object& old, const Object& now) { note("update", old, now); };
      folded.on_delete = [note](const Object& last, bool) { note("delete", last); };
      folded.selects = [](const Object& object) { return !object.at("/data/value").bytes().starts_with("\"7"); };
      every.on_event = [note](const ObjectEvent& event) {
        for (const auto& one : event.transitions) note("event", one.old, one.object);
      };
      registrations.push_back(informer.add_handler(folded));
      registrations.push_back(informer.add_handler(every));
      informers.push_back(informer);
    }
    world_.settle();
    put("m3", "7" + text);
    put("m3", "8" + text);
    put("n", stream ? "1" : "2");
    world_.settle();
    client_.delete_(config_maps(), {"default", "m4"});
    world_.advance(std::chrono::seconds(2));
    server_.close_watches();
    put("m5", "7" + text);
    client_.delete_(config_maps(), {"default", "m6"});
    server_.compact();
    world_.settle();
    EXPECT_EQ(informers[1].status().relists, 1U);
    EXPECT_GT(seen[0].size(), 100U);
    EXPECT_TRUE(seen[0] == seen[1]) << seen[0].size() << " and " << seen[1].size();
    const Store &plain = informers[0].store(), &compressed = informers[1].store();
    EXPECT_LT(compressed.memory() * 2, plain.memory());
    EXPECT_EQ(compressed.resource_version(), plain.resource_version());
    for (const ObjectSnapshot& list : {compressed.list(), compressed.list("default"), Lister(informers[1]).list()}) {
      ASSERT_EQ(list.size(), plain.size());
      const ObjectSnapshot all = plain.list();
      auto of_plain = all.begin();
      for (const auto& object : list) EXPECT_TRUE(object.bytes() == (of_plain++)->bytes());
    }
    EXPECT_EQ(Lister(informers[1]).list(LabelSelector::parse("l=x")).size(), plain.size());
    EXPECT_EQ(Lister(informers[1]).list(LabelSelector::parse("l=y")).size(), 0U);
    EXPECT_TRUE(compressed.by_index("value", "\"8x")[0].bytes() == plain.by_index("value", "\"8x")[0].bytes());
    EXPECT_TRUE(compressed.get({"default", "m8"}).bytes() == plain.get({"default", "m8"}).bytes());
    registrations.clear();
    for (const auto& informer : informers) world_.run(informer.async_stop());
    put("m4", "4" + text);
    put("m6", "6" + text);
  }
}

TEST_F(KeptTest, CompressionIsNotPartOfWhatMakesAnInformer)
{
  const InformerSet set(client_);
  InformerOptions options;
  const SharedInformer plain = set.get(config_maps(), options);
  options.compressed = true;
  EXPECT_EQ(&set.get(config_maps(), options).store(), &plain.store());
  world_.run(set.async_stop());
}

// user-wants.md 5: of a thousand objects, those that somebody refers to are held, for as long as somebody does.
TEST_F(KeptTest, AnInformerOfOneObjectHoldsThatObjectForAsLongAsSomebodyRefersToIt)
{
  const std::string text(4000, 'x');
  for (int number = 0; number < 1000; ++number) put("m" + std::to_string(number), text);
  const InformerSet set(client_);
  set.start();
  const auto watch = [&set](const std::string& name) {
    InformerOptions options;
    options.namespaces = {"default"};
    options.field_selector = "metadata.name=" + name;
    return set.get(config_maps(), options);
  };
  std::vector<SharedInformer> references{watch("m7"), watch("m8"), watch("m7"), watch("none")};
  world_.settle();
  EXPECT_EQ(server_.open_watches(), 3U) << "two references to one object are one watch";
  EXPECT_EQ(&references[0].store(), &references[2].store());
  std::size_t objects = 0, bytes = 0;
  for (const auto& informer : set.informers()) {
    objects += informer.store().size();
    bytes += informer.store().memory();
  }
  EXPECT_EQ(objects, 2U);
  EXPECT_LT(bytes, 2 * (text.size() + 1000));
  put("m7", "changed");
  put("none", "made");
  put("m9", "changed");
  world_.settle();
  EXPECT_EQ(references[2].store().get({"default", "m7"}).at("/data/value").as_string(), "changed");
  EXPECT_EQ(references[3].store().size(), 1U);
  references.erase(references.begin(), references.begin() + 2);
  world_.settle();
  EXPECT_EQ(server_.open_watches(), 2U) << "m7 has a second reference";
  references.clear();
  world_.settle();
  EXPECT_EQ(server_.open_watches(), 0U);
  EXPECT_TRUE(set.informers().empty());
  world_.run(set.async_stop());
}

// user-wants.md 22: add and remove, no leak, and the server's watches are gone.
TEST_F(KeptTest, AnInformerEndsWithItsLastUser)
{
  const InformerSet set(client_);
  set.start();
  for (int round = 0; round < 100; ++round) {
    std::optional<SharedInformer> first = set.get(config_maps());
    std::optional<SharedInformer> second = set.get(config_maps());
    world_.settle();
    EXPECT_EQ(server_.open_watches(), 1U);
    first.reset();
    world_.settle();
    ASSERT_EQ(server_.open_watches(), 1U);
    ASSERT_EQ(set.informers().size(), 1U);
    second.reset();
    world_.settle();
    ASSERT_EQ(server_.open_watches(), 0U);
    ASSERT_TRUE(set.informers().empty());
    ASSERT_FALSE(set.find(config_maps()));
  }
  world_.run(set.async_stop());
}

}  // namespace
}  // namespace kubexx::informer_test
