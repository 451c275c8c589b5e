// SPDX-License-Identifier: Apache-2.0
// Reading a watch: waits that end early, both forms, and the watch of tables.
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/table.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;
using test::ClientTest;
using test::foos;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string added(const std::string& name)
{
  return R"({"type":"ADDED","object":{"metadata":{"name":")" + name +
         R"(","namespace":"n","resourceVersion":"3"}}})"
         "\n";
}

testing::BodyScript feed_next(testing::ScriptedTransport& transport)
{
  testing::BodyScript feed;
  transport.play(feed);
  return feed;
}

template <class Call>
TransportErrc failure_of(Call call)
{
  try {
    call();
  } catch (const TransportError& error) {
    return error.code();
  }
  throw std::logic_error("it did not fail");
}

class Watch : public ClientTest {};

TEST_F(Watch, AWaitEndsAtItsDeadlineAndLosesNoEvent)
{
  auto feed = feed_next(*transport);
  const auto stream = run(client.async_watch(foos));
  const SteadyTime start = clock.now();
  EXPECT_EQ(failure_of([&] { (void)run(stream->async_next(CallOptions(3s))); }), TransportErrc::timeout);
  EXPECT_EQ(clock.now() - start, 3s);
  feed.send(added("a") + added("b"));
  EXPECT_EQ(run(stream->async_next(CallOptions(1s)))->object.name(), "a");
  EXPECT_EQ(run(stream->async_next())->object.name(), "b");
  EXPECT_EQ(failure_of([&] { (void)run(stream->async_next(CallOptions(Duration::zero()))); }), TransportErrc::timeout);
  feed.send(added("c"));
  EXPECT_EQ(run(stream->async_next())->object.name(), "c");
  feed.end();
  EXPECT_FALSE(run(stream->async_next(CallOptions(1s))));
  EXPECT_FALSE(run(stream->async_next())) << "the end stays the end";
}

TEST_F(Watch, AWaitThatIsStoppedEndsAtOnceAndLosesNoEvent)
{
  auto feed = feed_next(*transport);
  const auto stream = run(client.async_watch(foos));
  std::stop_source stop;
  const Timer timer = clock.call_at(clock.now() + 2s, [&] { stop.request_stop(); });
  const SteadyTime start = clock.now();
  EXPECT_EQ(failure_of([&] { (void)run(stream->async_next(CallOptions({}, stop.get_token()))); }),
            TransportErrc::cancelled);
  EXPECT_EQ(clock.now() - start, 2s);
  EXPECT_EQ(failure_of([&] { (void)run(stream->async_next(CallOptions({}, stop.get_token()))); }),
            TransportErrc::cancelled);
  feed.send(added("a"));
  EXPECT_EQ(run(stream->async_next())->object.name(), "a");
}

TEST_F(Watch, DestroyedAfterAWaitWasGivenUpEndsItsRead)
{
  auto feed = feed_next(*transport);
  auto stream = run(client.async_watch(foos));
  EXPECT_EQ(failure_of([&] { (void)run(stream->async_next(CallOptions(1s))); }), TransportErrc::timeout);
  stream.reset();
  EXPECT_TRUE(feed.cancelled());
  context.restart();
  context.poll();
  EXPECT_TRUE(feed.closed());
}

TEST_F(Watch, ABrokenOneStaysBroken)
{
  transport->stream({added("a")}, TransportErrc::truncated);
  const auto stream = run(client.async_watch(foos));
  EXPECT_EQ(run(stream->async_next(CallOptions(1s)))->object.name(), "a");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(failure_of([&] { (void)run(stream->async_next(CallOptions(1s))); }), TransportErrc::truncated);
  }
}

TEST_F(Watch, AnEventMayBeAsLargeAsABody)
{
  Client::Options options;
  options.max_body = 1000;
  const Client limited(make_runtime(), transport, options);
  auto feed = feed_next(*transport);
  const auto stream = run(limited.async_watch(foos));
  feed.send(added("a"));
  EXPECT_EQ(run(stream->async_next())->object.name(), "a");
  feed.send(added(std::string(300, 'b')) + added(std::string(300, 'c')) + added(std::string(300, 'd')).substr(0, 200));
  feed.send(added(std::string(300, 'd')).substr(200) + added(std::string(2000, 'e')).substr(0, 1500));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(run(stream->async_next())->object.name().size(), 300U) << "of each event";
  feed.send("e");
  EXPECT_EQ(failure_of([&] { (void)run(stream->async_next()); }), TransportErrc::too_large);
}

TEST_F(Watch, ARefusedOneStaysRefused)
{
  const std::string expired = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410})";
  for (const std::string& refusal : {R"({"type":"ERROR","object":)" + expired + "}\n", expired + "\n"}) {
    transport->stream({added("a") + refusal + added("b"), added("c")});
    const auto stream = run(client.async_watch(foos));
    EXPECT_EQ(run(stream->async_next())->object.name(), "a");
    for (int i = 0; i < 2; ++i) {
      try {
        (void)run(stream->async_next());
        ADD_FAILURE() << "it goes on";
      } catch (const ApiError& error) {
        EXPECT_EQ(error.code(), 410U) << error.what();
      }
    }
  }
}

TEST_F(Watch, TellsWhenDataLastCameAndWhatWasSkipped)
{
  auto feed = feed_next(*transport);
  const auto stream = run(client.async_watch(foos));
  EXPECT_EQ(stream->last_data(), clock.now());
  clock.advance(7s);
  EXPECT_EQ(clock.now() - stream->last_data(), 7s);
  feed.send("no event\n" + added("a"));
  const auto unreadable = run(stream->async_next());
  EXPECT_EQ(unreadable->type, WatchEvent::Type::unreadable);
  EXPECT_FALSE(unreadable->object);
  EXPECT_EQ(run(stream->async_next())->object.name(), "a");
  EXPECT_EQ(stream->last_data(), clock.now());
  EXPECT_EQ(stream->undecodable(), 1U);
}

TEST_F(Watch, BlockingInOneStepTakesWhatIsThere)
{
  auto feed = feed_next(*transport);
  feed.send(added("a"));
  const auto stream = client.watch(foos);
  EXPECT_EQ(stream->next()->object.name(), "a");
  EXPECT_THAT(error_of([&] { (void)stream->next(); }), HasSubstr("use async_next"));
  EXPECT_TRUE(feed.cancelled());
}

/// With the real clock and threads: a call blocks.
class BlockingWatch : public ::testing::Test {
protected:
  BlockingWatch() { transport->set_inline(false); }
  ~BlockingWatch() override { feed.end(); }

  /// Runs `call` on a thread of its own; ends the stream when it takes too long, so that the test ends.
  template <class Call>
  auto finish(Call call)
  {
    auto result = std::async(std::launch::async, std::move(call));
    if (result.wait_for(60s) != std::future_status::ready) {
      ADD_FAILURE() << "the call does not return";
      feed.end();
    }
    return result.get();
  }

  SystemRuntime system;
  std::shared_ptr<testing::ScriptedTransport> transport = std::make_shared<testing::ScriptedTransport>();
  testing::BodyScript feed = feed_next(*transport);
  Client client{system.runtime(), transport};
  std::unique_ptr<WatchStream> stream = client.watch(foos);
};

TEST_F(BlockingWatch, WaitsForTheEvent)
{
  auto event = std::async(std::launch::async, [&] { return stream->next(); });
  feed.send(added("a"));
  EXPECT_EQ(event.get()->object.name(), "a");
  feed.end();
  EXPECT_FALSE(stream->next());
}

TEST_F(BlockingWatch, EndsAtTheDeadlineAndGoesOn)
{
  const auto code = finish([&] { return failure_of([&] { (void)stream->next(CallOptions(10ms)); }); });
  EXPECT_EQ(code, TransportErrc::timeout);
  feed.send(added("a"));
  EXPECT_EQ(finish([&] { return stream->next(CallOptions(60s)); })->object.name(), "a");
}

TEST_F(BlockingWatch, AStopEndsTheWaitAtOnce)
{
  std::stop_source stop;
  auto code = std::async(std::launch::async,
                         [&] { return failure_of([&] { (void)stream->next(CallOptions(600s, stop.get_token())); }); });
  stop.request_stop();
  EXPECT_EQ(finish([&] { return code.get(); }), TransportErrc::cancelled);
  feed.send(added("a"));
  EXPECT_EQ(finish([&] { return stream->next(); })->object.name(), "a");
}

awaitable<void> read_blocking(WatchStream* stream, std::string* error_text)
{
  try {
    (void)stream->next();
  } catch (const std::logic_error& error) {
    *error_text = error.what();
  }
  co_return;
}

TEST_F(BlockingWatch, OnAThreadOfItsExecutorNamesTheAwaitableForm)
{
  std::string text;
  block_on(system.runtime().executor, [&] { return read_blocking(stream.get(), &text); }, "test");
  EXPECT_THAT(text, HasSubstr("async_next"));
}

std::string table_event(const std::string& type, const std::string& columns, const std::string& rows)
{
  return R"({"type":")" + type +
         R"(","object":{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"7"},)"
         R"("columnDefinitions":)" +
         columns + R"(,"rows":)" + rows + "}}\n";
}

class TableWatch : public ClientTest {
protected:
  void script()
  {
    transport->stream(
        {table_event("ADDED", R"([{"name":"Name","type":"string","format":"name"},{"name":"Ready","type":"string"}])",
                     R"([{"cells":["a","0/1"],"object":{"kind":"PartialObjectMetadata","metadata":{"name":"a"}}}])"),
         table_event("MODIFIED", "null", R"([{"cells":["a",1],"object":{"metadata":{"name":"a"}}}])"), "rubbish\n",
         table_event("BOOKMARK", "null",
                     R"([{"cells":[],"object":{"metadata":{"annotations":{"k8s.io/initial-events-end":"true"}}}}])"),
         added("no-table"), table_event("DELETED", "null", R"([{"cells":["a",null]}])")});
  }
};

TEST_F(TableWatch, AsksForTables)
{
  script();
  WatchOptions options;
  options.resource_version = "2";
  options.namespace_ = "n";
  (void)run(client.async_watch_table(foos, options, IncludeObject::none));
  EXPECT_EQ(transport->last().headers.find("Accept"), "application/json;as=Table;g=meta.k8s.io;v=v1");
  EXPECT_EQ(transport->last().headers.find("Accept-Encoding"), "identity");
  EXPECT_THAT(transport->last().target, StartsWith("/apis/samplecontroller.k8s.io/v1alpha1/namespaces/n/foos?"
                                                   "watch=true&resourceVersion=2&"));
  EXPECT_THAT(transport->last().target, ::testing::EndsWith("&includeObject=None"));
  EXPECT_TRUE(transport->last().limits.stream);
}

TEST_F(TableWatch, EventsAreTablesInBothForms)
{
  for (const bool blocking : {false, true}) {
    script();
    auto stream = blocking ? client.watch_table(foos) : run(client.async_watch_table(foos));
    const auto next = [&] { return blocking ? stream.next() : run(stream.async_next()); };
    auto event = next();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->type, WatchEvent::Type::added);
    EXPECT_EQ(event->resource_version, "7");
    ASSERT_EQ(event->table.columns.size(), 2U);
    EXPECT_EQ(event->table.columns[1].name, "Ready");
    ASSERT_EQ(event->table.rows.size(), 1U);
    EXPECT_EQ(event->table.rows[0].cells[1], "0/1");
    EXPECT_EQ(event->table.rows[0].object.name(), "a");
    event = next();
    EXPECT_EQ(event->type, WatchEvent::Type::modified);
    EXPECT_TRUE(event->table.columns.empty());
    EXPECT_EQ(event->table.rows[0].cells[1], "1");
    event = next();
    EXPECT_EQ(event->type, WatchEvent::Type::bookmark);
    EXPECT_TRUE(event->initial_events_end);
    EXPECT_TRUE(event->table.rows.empty());
    EXPECT_EQ(stream.undecodable(), 1U);
    EXPECT_THROW((void)next(), ObjectError) << "an object that is no table";
    event = next();
    EXPECT_EQ(event->type, WatchEvent::Type::deleted);
    EXPECT_EQ(event->table.rows[0].cells[1], "");
    EXPECT_FALSE(next());
    EXPECT_EQ(stream.last_data(), clock.now());
  }
}

// With includeObject=None the server sends rows without objects, also of bookmarks.
TEST_F(TableWatch, RowsWithoutObjectsAreReadAlsoOfBookmarks)
{
  const std::string columns = R"([{"name":"Name","type":"string"}])";
  transport->stream({table_event("ADDED", columns, R"([{"cells":["a"]}])"),
                     table_event("BOOKMARK", "null", R"([{"cells":[]}])"),
                     table_event("BOOKMARK", "null", R"([{"cells":[],"object":null}])")});
  auto stream = client.watch_table(foos, {}, IncludeObject::none);
  auto event = stream.next();
  ASSERT_TRUE(event);
  ASSERT_EQ(event->table.rows.size(), 1U);
  EXPECT_EQ(event->table.rows[0].object.name(), "") << "an empty object has no name";
  for (int bookmark = 0; bookmark < 2; ++bookmark) {
    event = stream.next();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->type, WatchEvent::Type::bookmark);
    EXPECT_EQ(event->resource_version, "7");
    EXPECT_FALSE(event->initial_events_end);
  }
  EXPECT_FALSE(stream.next());
}

}  // namespace
}  // namespace kubexx
