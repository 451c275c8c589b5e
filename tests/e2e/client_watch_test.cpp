// SPDX-License-Identifier: Apache-2.0
// The client's watch against a real kube-apiserver.
#include <nlohmann/json.hpp>
#include <set>

#include "kubexx/client/table.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using ClientWatch = RealServer;

WatchOptions in(const std::string& namespace_)
{
  WatchOptions options;
  options.namespace_ = namespace_;
  options.server_timeout = std::chrono::seconds(60);
  return options;
}

// The next event that is no bookmark.
WatchEvent change(WatchStream& stream)
{
  for (;;) {
    auto event = next_event(stream);
    if (!event) throw std::runtime_error("the watch ended");
    if (event->type != WatchEvent::Type::bookmark) return std::move(*event);
  }
}

TEST_F(ClientWatch, ShowsAddedModifiedDeletedInOrder)
{
  auto options = in(ns());
  options.resource_version = admin().list(foos()).resource_version;
  const auto stream = open_watch(admin(), foos(), options);
  admin().create(foos(), foo(ns(), "seen", "d", 1));
  admin().patch(foos(), {ns(), "seen"}, R"({"spec":{"replicas":2}})");
  admin().delete_(foos(), {ns(), "seen"});

  auto event = change(*stream);
  EXPECT_EQ(event.type, WatchEvent::Type::added);
  EXPECT_EQ(event.object.name(), "seen");
  EXPECT_EQ(event.object.at("/spec/replicas").as_int(), 1);
  event = change(*stream);
  EXPECT_EQ(event.type, WatchEvent::Type::modified);
  EXPECT_EQ(event.object.at("/spec/replicas").as_int(), 2);
  event = change(*stream);
  EXPECT_EQ(event.type, WatchEvent::Type::deleted);
  EXPECT_EQ(event.object.at("/spec/replicas").as_int(), 2);
  EXPECT_EQ(stream->undecodable(), 0U);
}

TEST_F(ClientWatch, ResumesWithoutLossOrRepetition)
{
  auto options = in(ns());
  options.resource_version = admin().list(foos()).resource_version;
  admin().create(foos(), foo(ns(), "a", "d", 1));
  admin().create(foos(), foo(ns(), "b", "d", 1));
  {
    const auto first = open_watch(admin(), foos(), options);
    const auto event = change(*first);
    EXPECT_EQ(event.object.name(), "a");
    options.resource_version = event.resource_version;
  }
  admin().create(foos(), foo(ns(), "c", "d", 1));
  const auto second = open_watch(admin(), foos(), options);
  EXPECT_EQ(change(*second).object.name(), "b");
  EXPECT_EQ(change(*second).object.name(), "c");
}

TEST_F(ClientWatch, TheServersTimeoutEndsItInOrder)
{
  auto options = in(ns());
  options.server_timeout = std::chrono::seconds(1);
  options.resource_version = admin().list(foos()).resource_version;
  const auto stream = open_watch(admin(), foos(), options);
  while (const auto event = next_event(*stream)) EXPECT_EQ(event->type, WatchEvent::Type::bookmark);
}

TEST_F(ClientWatch, StreamingListEndsWithItsBookmark)
{
  std::set<std::string> expected;
  for (int i = 0; i < 20; ++i) {
    const auto name = "item-" + std::to_string(i);
    admin().create(foos(), foo(ns(), name, "d", 1));
    expected.insert(name);
  }
  auto options = in(ns());
  options.send_initial_events = true;
  const auto stream = open_watch(admin(), foos(), options);
  std::set<std::string> seen;
  for (;;) {
    const auto event = next_event(*stream);
    ASSERT_TRUE(event) << "the watch ended before its initial events did";
    if (event->initial_events_end) {
      EXPECT_FALSE(event->resource_version.empty());
      break;
    }
    if (event->type == WatchEvent::Type::added) seen.emplace(event->object.name());
  }
  EXPECT_EQ(seen, expected);
}

TEST_F(ClientWatch, TablesComeWithColumnsInTheFirstEvent)
{
  auto options = in(ns());
  options.resource_version = admin().list(foos()).resource_version;
  auto stream = admin().watch_table(foos(), options);
  admin().create(foos(), foo(ns(), "a", "d", 1));
  admin().patch(foos(), {ns(), "a"}, R"({"spec":{"replicas":2}})");
  admin().delete_(foos(), {ns(), "a"});
  std::vector<WatchEvent::Type> types;
  while (types.size() < 3) {
    const auto event = stream.next(CallOptions(std::chrono::seconds(30)));
    ASSERT_TRUE(event);
    if (event->type == WatchEvent::Type::bookmark) continue;
    EXPECT_EQ(event->table.columns.empty(), !types.empty());
    ASSERT_EQ(event->table.rows.size(), 1U);
    EXPECT_EQ(event->table.rows[0].cells.at(0), "a");
    EXPECT_EQ(event->table.rows[0].object.kind(), "PartialObjectMetadata");
    EXPECT_EQ(event->resource_version, event->table.rows[0].object.resource_version());
    types.push_back(event->type);
  }
  using Type = WatchEvent::Type;
  EXPECT_EQ(types, (std::vector{Type::added, Type::modified, Type::deleted}));
}

// A bookmark comes as a table with a row, whose object is left out like that of every other row.
TEST_F(ClientWatch, ABookmarkAmongTablesWithoutObjectsIsABookmarkWithoutRows)
{
  auto options = in(ns());
  options.server_timeout = std::chrono::seconds(6);  // the server sends a bookmark two seconds before the end
  options.resource_version = admin().list(foos()).resource_version;
  auto stream = admin().watch_table(foos(), options, IncludeObject::none);
  admin().create(foos(), foo(ns(), "a", "d", 1));
  std::size_t added = 0, bookmarks = 0;
  while (const auto event = stream.next(CallOptions(std::chrono::seconds(30)))) {
    if (event->type == WatchEvent::Type::bookmark) {
      ++bookmarks;
      EXPECT_TRUE(event->table.rows.empty());
      EXPECT_FALSE(event->resource_version.empty());
      continue;
    }
    ++added;
    EXPECT_EQ(event->type, WatchEvent::Type::added);
    ASSERT_EQ(event->table.rows.size(), 1U);
    EXPECT_EQ(event->table.rows[0].cells.at(0), "a");
    EXPECT_FALSE(event->table.rows[0].object);
    EXPECT_FALSE(event->resource_version.empty());
  }
  EXPECT_EQ(added, 1U);
  EXPECT_GE(bookmarks, 1U);
  EXPECT_EQ(stream.undecodable(), 0U);
}

TEST_F(ClientWatch, AWaitThatIsGivenUpLosesNothing)
{
  auto options = in(ns());
  options.allow_bookmarks = false;
  options.resource_version = admin().list(foos()).resource_version;
  const auto stream = admin().watch(foos(), options);
  try {
    (void)stream->next(CallOptions(std::chrono::milliseconds(50)));
    FAIL() << "an event of nothing";
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::timeout);
  }
  admin().create(foos(), foo(ns(), "late", "d", 1));
  EXPECT_EQ(stream->next(CallOptions(std::chrono::seconds(60)))->object.name(), "late");
}

TEST_F(ClientWatch, ALabelSelectorTurnsARelabelIntoADeletion)
{
  auto tree = foo(ns(), "mover", "d", 1).json();
  tree["metadata"]["labels"] = {{"side", "left"}};
  auto options = in(ns());
  options.resource_version = admin().list(foos()).resource_version;
  options.label_selector = "side=left";
  const auto stream = open_watch(admin(), foos(), options);
  admin().create(foos(), Object::from_json(tree));
  EXPECT_EQ(change(*stream).type, WatchEvent::Type::added);
  admin().patch(foos(), {ns(), "mover"}, R"({"metadata":{"labels":{"side":"right"}}})");
  EXPECT_EQ(change(*stream).type, WatchEvent::Type::deleted);
}

TEST_F(ClientWatch, AStopTokenEndsItAtOnce)
{
  std::stop_source stop;
  auto options = in(ns());
  options.stop = stop.get_token();
  options.resource_version = admin().list(foos()).resource_version;
  const auto stream = open_watch(admin(), foos(), options);
  stop.request_stop();
  const auto begin = std::chrono::steady_clock::now();
  try {
    while (next_event(*stream)) {
    }
    FAIL() << "ended as if the server had ended it";
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::cancelled) << error.what();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace kubexx::e2e
