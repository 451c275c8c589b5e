// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using Request = ScriptedRequest;
using Texts = Snapshot<std::string>;

class SnapshotTest : public ::testing::Test {
protected:
  SnapshotTest() { serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")}); }
  void serve(std::string version, std::vector<std::string> items)
  {
    transport_->on_list().always([=](const Request&) { return list_of(version, items); });
  }
  Texts make(std::string initial = "nothing yet")
  {
    return Texts(
        informer_,
        [this](const Store& store) {
          ++builds;
          if (fails) throw std::runtime_error("cannot build");
          return text_of(store.list());
        },
        std::move(initial));
  }

  int builds = 0;
  bool fails = false;
  World world_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  SharedInformer informer_{Client(world_.runtime, transport_), config_maps(), paged()};
};

TEST_F(SnapshotTest, IsBuiltOnceAfterTheFirstListAndOnceAfterEachBurst)
{
  const Texts texts = make();
  Texts::Reader reader(texts);
  EXPECT_EQ(reader.get(), "nothing yet");
  EXPECT_EQ(texts.version(), 0U);
  EXPECT_FALSE(texts.has_synced());
  informer_.start();
  world_.settle();
  EXPECT_TRUE(texts.has_synced());
  EXPECT_EQ(builds, 1);
  EXPECT_EQ(reader.get(), "a/x=3 a/y=4");
  EXPECT_EQ(*reader, *texts.get());
  EXPECT_EQ(reader->size(), reader.get().size());

  for (int version = 6; version < 56; ++version) {
    transport_->script.modified(json_of("a", "x", "u", std::to_string(version)));
  }
  world_.settle();
  EXPECT_EQ(reader.get(), "a/x=55 a/y=4");
  EXPECT_EQ(builds, 2) << "fifty events of one piece are one burst";
  EXPECT_EQ(texts.version(), 2U);
}

TEST_F(SnapshotTest, AReaderKeepsOneValueUntilItReadsAgain)
{
  const Texts texts = make();
  informer_.start();
  world_.settle();
  Texts::Reader reader(texts);
  const std::weak_ptr<const std::string> first = texts.get();
  const std::string* const seen = &reader.get();
  transport_->script.deleted(json_of("a", "x", "u", "6"));
  world_.settle();
  EXPECT_EQ(*seen, "a/x=3 a/y=4") << "a reference stays valid until the next call";
  EXPECT_FALSE(first.expired());
  EXPECT_EQ(reader.get(), "a/y=4");
  EXPECT_TRUE(first.expired());
}

TEST_F(SnapshotTest, ABuildThatThrowsLeavesTheValueBefore)
{
  fails = true;
  const Texts texts = make();
  Texts::Reader reader(texts);
  informer_.start();
  world_.settle();
  EXPECT_TRUE(texts.has_synced());
  EXPECT_EQ(texts.version(), 0U);
  EXPECT_EQ(reader.get(), "nothing yet");
  EXPECT_EQ(world_.lines->count({"cannot build"}), 1U);
  EXPECT_EQ(world_.lines->count({"handler=snapshot"}), 1U);
  fails = false;
  transport_->script.added(json_of("a", "z", "w", "6"));
  world_.settle();
  EXPECT_EQ(reader.get(), "a/x=3 a/y=4 a/z=6");
}

TEST_F(SnapshotTest, OneOfAnInformerThatRunsIsBuiltFromItsStore)
{
  informer_.start();
  world_.settle();
  const Texts texts = make();
  EXPECT_EQ(*texts.get(), "nothing yet") << "it is built on the executor";
  EXPECT_TRUE(world_.run(texts.async_wait_synced({})));
  EXPECT_EQ(*texts.get(), "a/x=3 a/y=4");
}

TEST_F(SnapshotTest, AReaderMayOutliveItsSnapshotWhichMayMove)
{
  std::optional<Texts> texts(make());
  Texts::Reader reader(*texts);
  informer_.start();
  world_.settle();
  Texts moved(std::move(*texts));
  texts.reset();
  transport_->script.deleted(json_of("a", "x", "u", "6"));
  world_.settle();
  EXPECT_EQ(reader.get(), "a/y=4");
  {
    const Texts gone(std::move(moved));
  }
  transport_->script.deleted(json_of("a", "y", "v", "7"));
  world_.settle();
  EXPECT_EQ(builds, 2) << "a snapshot that is gone is not built";
  EXPECT_EQ(reader.get(), "a/y=4");
}

TEST_F(SnapshotTest, NeedsAFunction)
{
  EXPECT_THROW(Texts(informer_, nullptr), std::invalid_argument);
}

TEST_F(SnapshotTest, ABuildMayDestroyTheLastHandleOfItsInformer)
{
  std::unique_ptr<Texts> texts;
  std::string built;
  {
    SharedInformer informer(Client(world_.runtime, transport_), config_maps(), paged());
    texts = std::make_unique<Texts>(informer, [&](const Store& store) {
      texts.reset();
      return built = text_of(store.list());
    });
    informer.start();
  }
  world_.settle();
  EXPECT_EQ(built, "a/x=3 a/y=4");
  EXPECT_EQ(texts, nullptr);
}

}  // namespace
}  // namespace kubexx::informer_test
