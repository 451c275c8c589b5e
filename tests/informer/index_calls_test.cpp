// SPDX-License-Identifier: Apache-2.0
// How often an informer calls its index functions when others write in the middle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "kubexx/informer/index.hpp"
#include "kubexx/informer/informer.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using ::testing::Each;
using ::testing::Pair;
using Request = ScriptedRequest;

std::string by_name(const Object& object)
{
  return std::string(object.name()) + "=" + std::string(object.resource_version());
}

class IndexCallsTest : public ::testing::Test {
protected:
  ~IndexCallsTest() override { world_.run(informer_->async_stop()); }

  void serve(std::string version, std::vector<std::string> items)
  {
    transport_->on_list().always([=](const Request&) { return list_of(version, items); });
  }
  const SharedInformer& start(InformerOptions options)
  {
    informer_.emplace(Client(world_.runtime, transport_), config_maps(), std::move(options));
    informer_->start();
    world_.settle();
    return *informer_;
  }

  World world_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  std::optional<SharedInformer> informer_;
};

TEST_F(IndexCallsTest, AWriteInTheMiddleOfAListDoesNotMakeItsOthersBeAskedForAgain)
{
  std::map<std::string, int> calls;
  InformerOptions options = paged();
  bool written = true;
  options.indexes.emplace_back("all", [&](const Object& object) {
    ++calls[by_name(object)];
    if (!std::exchange(written, true)) informer_->wrote(object_of("a", "old", "o", "12"));
    return std::vector<std::string>{"all"};
  });
  serve("5", {json_of("a", "old", "o", "3")});
  const SharedInformer& informer = start(options);
  world_.advance(std::chrono::seconds(2));
  written = false;
  serve("9", {json_of("a", "new", "n", "6"), json_of("a", "old", "o", "3")});
  transport_->script.error(410, "Expired");
  world_.settle();
  EXPECT_TRUE(written);
  EXPECT_EQ(text_of(informer.store().by_index("all", "all")), "a/new=6 a/old=12");
  EXPECT_EQ(calls["new=6"], 1);
}

TEST_F(IndexCallsTest, EachStateIsAskedForOnceHoweverItIsKept)
{
  // Enough to learn from how to compress them.
  const std::string long_labels = R"({"app":")" + std::string(50'000, 'a') + R"("})";
  std::vector<std::string> items;
  for (int number = 0; number < 30; ++number) {
    items.push_back(json_of("a", "x" + std::to_string(number), "u" + std::to_string(number), "3", long_labels));
  }
  for (const bool compressed : {false, true}) {
    std::map<std::string, int> calls;
    InformerOptions options = paged();
    options.compressed = compressed;
    options.indexes.emplace_back("all", [&](const Object& object) {
      ++calls[by_name(object)];
      return std::vector<std::string>{"all"};
    });
    serve("5", items);
    const SharedInformer& informer = start(options);
    EXPECT_EQ(informer.store().memory() < 1'000'000, compressed);
    transport_->script.added(json_of("a", "new", "n", "6", long_labels));
    transport_->script.modified(json_of("a", "x0", "u0", "7", long_labels));
    world_.settle();
    EXPECT_EQ(informer.store().by_index("all", "all").size(), 31U);
    EXPECT_THAT(calls, Each(Pair(::testing::_, 1)));
    EXPECT_EQ(calls.size(), 32U);
    world_.run(informer_->async_stop());
  }
}

// Each round of one that began anew whenever something had been written brings another write.
TEST_F(IndexCallsTest, AnIndexIsAddedThoughSomethingIsWrittenWheneverItsFunctionIsCalled)
{
  for (const bool compressed : {false, true}) {
    std::map<std::string, int> calls;
    int version = 10;
    bool writes = false;
    InformerOptions options = paged();
    options.compressed = compressed;
    serve("5", {json_of("a", "busy", "b", "3"), json_of("a", "other", "o", "4")});
    const SharedInformer& informer = start(options);
    informer.add_index("all", [&](const Object& object) {
      ++calls[by_name(object)];
      if (object.name() == "busy" && version < 1000 && !std::exchange(writes, true)) {
        informer_->wrote(object_of("a", "busy", "b", std::to_string(++version)));
        writes = false;
      }
      return std::vector<std::string>{std::string(object.resource_version())};
    });
    EXPECT_EQ(version, 11);
    EXPECT_EQ(text_of(informer.store().by_index("all", "11")), "a/busy=11");
    EXPECT_EQ(text_of(informer.store().by_index("all", "4")), "a/other=4");
    EXPECT_TRUE(informer.store().by_index("all", "3").empty());
    EXPECT_THAT(calls, Each(Pair(::testing::_, 1)));
    EXPECT_EQ(calls.size(), 3U);
    world_.run(informer.async_stop());
  }
}

// Two that are added at a time, in the order in which they do not end.
TEST_F(IndexCallsTest, AnIndexIsAddedWhileAnotherOneIs)
{
  std::map<std::string, int> outer, inner;
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  const SharedInformer& informer = start(paged());
  const auto write = [&](const char* version) { informer_->wrote(object_of("a", "x", "u", version)); };
  bool adds = true;
  informer.add_index("outer", [&](const Object& object) {
    ++outer[by_name(object)];
    if (std::exchange(adds, false)) {
      write("6");
      informer_->add_index("inner", [&](const Object& one) {
        ++inner[by_name(one)];
        return std::vector{"inner " + std::string(one.resource_version())};
      });
      write("7");
    }
    return std::vector{"outer " + std::string(object.resource_version())};
  });
  EXPECT_EQ(text_of(informer.store().by_index("outer", "outer 7")), "a/x=7");
  EXPECT_EQ(text_of(informer.store().by_index("inner", "inner 7")), "a/x=7");
  EXPECT_EQ(informer.store().index_values("outer").size(), 2U);
  EXPECT_EQ(informer.store().index_values("inner").size(), 2U);
  EXPECT_THAT(outer, Each(Pair(::testing::_, 1)));
  EXPECT_THAT(inner, Each(Pair(::testing::_, 1)));
  write("8");
  EXPECT_EQ(text_of(informer.store().by_index("outer", "outer 8")), "a/x=8");
  EXPECT_EQ(text_of(informer.store().by_index("inner", "inner 8")), "a/x=8");
  EXPECT_EQ(outer["x=8"], 1);
  EXPECT_EQ(inner["x=8"], 1);
}

TEST_F(IndexCallsTest, AnIndexWhoseNameIsUsedIsRefusedAndWritersForgetIt)
{
  int calls = 0;
  serve("5", {json_of("a", "x", "u", "3")});
  const SharedInformer& informer = start(paged());
  informer.add_index("one", index_by_label("app"));
  const auto count = [&](const Object&) {
    ++calls;
    return std::vector<std::string>();
  };
  EXPECT_THROW(informer.add_index("one", count), std::invalid_argument);
  informer.wrote(object_of("a", "x", "u", "6"));
  EXPECT_EQ(calls, 0);
}

TEST_F(IndexCallsTest, IndexesAreAddedWhileThreadsWrite)
{
  std::vector<std::string> items;
  for (int number = 0; number < 200; ++number) {
    items.push_back(json_of("a", "o" + std::to_string(number), "u" + std::to_string(number), "3"));
  }
  serve("5", items);
  const SharedInformer& informer = start(paged());
  std::atomic<bool> done{false};
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 2; ++writer) {
    writers.emplace_back([&, writer] {
      for (int version = 10; !done; ++version) {
        const std::string number = std::to_string(writer * 100 + version % 100);
        informer.wrote(object_of("a", "o" + number, "u" + number, std::to_string(version)));
      }
    });
  }
  for (int index = 0; index < 20; ++index) {
    informer.add_index("index " + std::to_string(index), [](const Object& object) {
      return std::vector<std::string>{"all", std::string(object.resource_version())};
    });
  }
  done = true;
  for (auto& writer : writers) writer.join();
  for (int index = 0; index < 20; ++index) {
    const std::string name = "index " + std::to_string(index);
    EXPECT_EQ(text_of(informer.store().by_index(name, "all")), text_of(informer.store().list()));
    for (const auto& version : informer.store().index_values(name)) {
      for (const auto& object : informer.store().by_index(name, version)) {
        ASSERT_TRUE(version == "all" || object.resource_version() == version);
      }
    }
  }
}

}  // namespace
}  // namespace kubexx::informer_test
