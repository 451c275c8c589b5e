// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Watch = ApiServerTest;

struct ShortHistory : ApiServerTest {
  ShortHistory() : ApiServerTest(4) {}
};

TEST_F(Watch, TellsWhatHappensAfterAVersion)
{
  const auto from = version_of(get(config_maps));
  auto reader = watch(std::string(config_maps) + "?watch=1&resourceVersion=" + from);
  EXPECT_THAT(reader.events(), IsEmpty());
  const auto a = create(config_maps, config_map("a"));
  const auto changed = patch(std::string(config_maps) + "/a", {{"data", {{"k", "v"}}}});
  call("DELETE", std::string(config_maps) + "/a");
  const auto deleted = std::to_string(std::stoll(version_of(changed.json)) + 1);
  EXPECT_THAT(reader.events(), ElementsAre("ADDED a " + version_of(a), "MODIFIED a " + version_of(changed.json),
                                           "DELETED a " + deleted));
  EXPECT_EQ(server.open_watches(), 1U);
}

TEST_F(Watch, WithoutAVersionStartsWithTheState)
{
  const auto a = create(config_maps, config_map("a"));
  auto unset = watch(std::string(config_maps) + "?watch=true");
  auto zero = watch(std::string(config_maps) + "?watch=true&resourceVersion=0");
  EXPECT_THAT(unset.events(), ElementsAre("ADDED a " + version_of(a)));
  EXPECT_THAT(zero.events(), ElementsAre("ADDED a " + version_of(a)));
}

TEST_F(Watch, StreamingListEndsWithItsBookmark)
{
  const auto a = create(config_maps, config_map("a"));
  auto reader = watch(std::string(config_maps) +
                      "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true");
  const auto lines = reader.lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["type"], "ADDED");
  EXPECT_EQ(lines[1]["type"], "BOOKMARK");
  EXPECT_EQ(lines[1]["object"]["kind"], "ConfigMap");
  EXPECT_EQ(lines[1]["object"]["metadata"]["annotations"]["k8s.io/initial-events-end"], "true");
  EXPECT_EQ(version_of(lines[1]["object"]), version_of(get(config_maps)));
  const auto b = create(config_maps, config_map("b"));
  EXPECT_THAT(reader.events(), ElementsAre("ADDED b " + version_of(b)));
  EXPECT_EQ(call("GET", std::string(config_maps) + "?watch=1&sendInitialEvents=true").status, 422U);
}

awaitable<void> read_piece(BodyStream* stream, std::vector<std::string>* to)
{
  auto piece = co_await stream->read();
  to->push_back(std::move(piece));
}

TEST_F(Watch, BookmarksComeEachPeriodAndShortlyBeforeTheEnd)
{
  auto reader =
      watch(std::string(config_maps) +
            "?watch=1&allowWatchBookmarks=true&timeoutSeconds=90&resourceVersion=" + version_of(get(config_maps)));
  create("/api/v1/namespaces/kube-system/configmaps", config_map("other"));
  const auto now = version_of(get(config_maps));
  clock.advance(std::chrono::seconds(59));
  EXPECT_THAT(reader.events(), IsEmpty());
  clock.advance(std::chrono::seconds(1));
  EXPECT_THAT(reader.events(), ElementsAre("BOOKMARK " + now));
  EXPECT_FALSE(reader.ended());
  clock.advance(std::chrono::seconds(27));
  EXPECT_THAT(reader.events(), IsEmpty());
  clock.advance(std::chrono::seconds(1));
  EXPECT_THAT(reader.events(), ElementsAre("BOOKMARK " + now));
  EXPECT_FALSE(reader.ended());
  clock.advance(std::chrono::seconds(2));
  EXPECT_THAT(reader.events(), IsEmpty());
  EXPECT_TRUE(reader.ended());
  EXPECT_EQ(reader.error(), "");
  EXPECT_EQ(server.open_watches(), 0U);
  EXPECT_FALSE(clock.next_due().has_value());
}

TEST_F(Watch, WithoutAVersionTheEndOfTheInitialEventsIsABookmark)
{
  create(config_maps, config_map("a"));
  for (const char* from : {"", "&resourceVersion=0"}) {
    auto reader = watch(std::string(config_maps) + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=1" + from);
    const auto lines = reader.lines();
    ASSERT_EQ(lines.size(), 2U) << from;
    EXPECT_EQ(lines[1].at("/object/metadata/annotations/k8s.io~1initial-events-end"_json_pointer), "true") << from;
  }
}

TEST_F(Watch, BookmarksOfWatchesThatBeginTogetherAreSpread)
{
  constexpr std::size_t watches = 120;
  std::vector<Reader> readers;
  for (std::size_t index = 0; index < watches; ++index) {
    readers.push_back(watch(std::string(config_maps) +
                            "?watch=1&allowWatchBookmarks=true&resourceVersion=" + version_of(get(config_maps))));
  }
  for (int period = 0; period < 3; ++period) {
    std::size_t all = 0;
    for (int second = 1; second <= 60; ++second) {
      clock.advance(std::chrono::seconds(1));
      std::size_t now = 0;
      for (auto& reader : readers) now += reader.events().size();
      EXPECT_LE(now, watches / 10) << "second " << second;
      EXPECT_TRUE(second >= 45 || now == 0) << "second " << second;
      all += now;
    }
    EXPECT_EQ(all, watches) << "one each in a minute";
  }
}

TEST_F(Watch, ABookmarkIsDueWhileEventsAreRead)
{
  auto answer = call("GET", std::string(config_maps) +
                                "?watch=1&allowWatchBookmarks=true&resourceVersion=" + version_of(get(config_maps)));
  create(config_maps, config_map("a"));
  std::vector<std::string> pieces;
  const auto read = [&] {
    spawn(context.get_executor(), read_piece(answer.stream.get(), &pieces));
    context.restart();
    context.poll();
  };
  read();
  ASSERT_EQ(pieces.size(), 1U) << "it has read everything, and waits behind its reader's back";
  clock.advance(std::chrono::seconds(60));
  read();
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(Json::parse(pieces[1]).at("type"), "BOOKMARK");
  create("/api/v1/namespaces/kube-system/configmaps", config_map("no-concern-of-it"));
  const auto b = create(config_maps, config_map("b"));
  const auto c = create(config_maps, config_map("c"));
  read();
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_THAT(pieces[2], ::testing::HasSubstr(version_of(b)));
  EXPECT_THAT(pieces[2], ::testing::HasSubstr(version_of(c)));
  answer.stream->cancel();
  read();
  ASSERT_EQ(pieces.size(), 4U);
  EXPECT_EQ(pieces[3], "");
}

TEST_F(Watch, WithoutBookmarksEndsInOrderAtItsTimeout)
{
  auto reader = watch(std::string(config_maps) + "?watch=1&timeoutSeconds=5");
  clock.advance(std::chrono::seconds(5));
  EXPECT_TRUE(reader.ended());
  EXPECT_THAT(reader.events(), IsEmpty());
}

TEST_F(Watch, SelectorsTurnChangesIntoAdditionsAndDeletions)
{
  auto object = config_map("a");
  object["metadata"]["labels"] = {{"on", "no"}};
  create(config_maps, object);
  auto reader = watch(std::string(config_maps) + "?watch=1&labelSelector=on%3Dyes");
  const auto target = std::string(config_maps) + "/a";
  const auto on = patch(target, {{"metadata", {{"labels", {{"on", "yes"}}}}}});
  const auto still = patch(target, {{"data", {{"k", "v"}}}});
  const auto off = patch(target, {{"metadata", {{"labels", {{"on", "no"}}}}}});
  const auto lines = reader.lines();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0]["type"], "ADDED");
  EXPECT_EQ(lines[1]["type"], "MODIFIED");
  EXPECT_EQ(lines[2]["type"], "DELETED");
  EXPECT_EQ(lines[2]["object"]["metadata"]["labels"]["on"], "yes");
  EXPECT_EQ(version_of(lines[2]["object"]), version_of(off.json));
  EXPECT_NE(version_of(still.json), version_of(on.json));
}

TEST_F(Watch, ANameOrNamespaceNarrowsIt)
{
  auto one = watch(std::string(config_maps) + "?watch=1&fieldSelector=metadata.name%3Db");
  auto everywhere = watch("/api/v1/configmaps?watch=1");
  create(config_maps, config_map("a"));
  const auto b = create(config_maps, config_map("b"));
  create("/api/v1/namespaces/kube-system/configmaps", config_map("b"));
  EXPECT_THAT(one.events(), ElementsAre("ADDED b " + version_of(b)));
  EXPECT_EQ(everywhere.events().size(), 3U);
}

TEST_F(Watch, AVersionBeforeACompactionIsGone)
{
  const auto old = version_of(get(config_maps));
  create(config_maps, config_map("a"));
  server.compact();
  auto reader = watch(std::string(config_maps) + "?watch=1&resourceVersion=" + old);
  const auto lines = reader.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["type"], "ERROR");
  EXPECT_EQ(lines[0]["object"]["code"], 410);
  EXPECT_EQ(lines[0]["object"]["reason"], "Expired");
  EXPECT_EQ(lines[0]["object"]["message"].get<std::string>().rfind("too old resource version: " + old + " (", 0), 0U);
  EXPECT_TRUE(reader.ended());
  const auto now = version_of(get(config_maps));
  auto fresh = watch(std::string(config_maps) + "?watch=1&resourceVersion=" + now);
  const auto b = create(config_maps, config_map("b"));
  EXPECT_THAT(fresh.events(), ElementsAre("ADDED b " + version_of(b)));
}

TEST_F(Watch, CompactionDoesNotDisturbAWatchThatIsUpToDate)
{
  auto reader = watch(std::string(config_maps) + "?watch=1");
  create(config_maps, config_map("a"));
  EXPECT_EQ(reader.events().size(), 1U);
  server.compact();
  create(config_maps, config_map("b"));
  EXPECT_EQ(reader.events().size(), 1U);
}

TEST_F(ShortHistory, ASlowWatchIsLeftBehind)
{
  auto slow = call("GET", std::string(config_maps) + "?watch=1&resourceVersion=" + version_of(get(config_maps)));
  for (const char* name : {"a", "b", "c", "d", "e"}) create(config_maps, config_map(name));
  Reader reader(context, std::move(slow.stream));
  EXPECT_THAT(reader.events(), ElementsAre("ERROR 410 Expired"));
}

TEST_F(ShortHistory, AnIdleWatchIsNotLeftBehindByOtherResources)
{
  auto reader = watch(std::string(config_maps) + "?watch=1");
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    create("/api/v1/namespaces/default/serviceaccounts", {{"metadata", {{"name", name}}}});
  }
  const auto a = create(config_maps, config_map("a"));
  EXPECT_THAT(reader.events(), ElementsAre("ADDED a " + version_of(a)));
}

TEST_F(Watch, CloseWatchesEndsThemInOrder)
{
  auto reader = watch(std::string(config_maps) + "?watch=1");
  auto second = watch(std::string(deployments) + "?watch=1");
  EXPECT_EQ(server.open_watches(), 2U);
  server.close_watches();
  EXPECT_TRUE(reader.ended());
  EXPECT_TRUE(second.ended());
  EXPECT_EQ(reader.error(), "");
  EXPECT_EQ(server.open_watches(), 0U);
  auto later = watch(std::string(config_maps) + "?watch=1");
  EXPECT_FALSE(later.ended());
}

awaitable<void> exchange_stream(Transport& transport, std::string target, ExchangeLimits limits, HttpResponse& into)
{
  HttpRequest request;
  request.target = std::move(target);
  into = co_await transport.exchange(std::move(request), std::move(limits));
}

TEST_F(Watch, InProcessStreamsHonourTheIdleLimit)
{
  Runtime runtime;
  runtime.clock = &clock;
  runtime.random = &random;
  runtime.executor = context.get_executor();
  const auto transport = make_in_process_transport(runtime, server);
  EXPECT_TRUE(transport->completes_inline());
  ExchangeLimits limits;
  limits.stream = true;
  limits.idle_timeout = std::chrono::seconds(20);
  HttpResponse response;
  spawn(context.get_executor(), exchange_stream(*transport, std::string(config_maps) + "?watch=1", limits, response));
  context.poll();
  ASSERT_NE(response.stream, nullptr);
  Reader reader(context, std::move(response.stream));
  clock.advance(std::chrono::seconds(15));
  create(config_maps, config_map("a"));
  EXPECT_EQ(reader.events().size(), 1U);
  clock.advance(std::chrono::seconds(19));
  EXPECT_FALSE(reader.ended());
  clock.advance(std::chrono::seconds(1));
  EXPECT_TRUE(reader.ended());
  EXPECT_NE(reader.error().find("silent for too long"), std::string::npos);
}

TEST_F(Watch, InProcessStreamsHonourTheStopToken)
{
  Runtime runtime;
  runtime.clock = &clock;
  runtime.random = &random;
  runtime.executor = context.get_executor();
  const auto transport = make_in_process_transport(runtime, server);
  std::stop_source stop;
  ExchangeLimits limits;
  limits.stream = true;
  limits.stop = stop.get_token();
  HttpResponse response;
  spawn(context.get_executor(), exchange_stream(*transport, std::string(config_maps) + "?watch=1", limits, response));
  context.poll();
  Reader reader(context, std::move(response.stream));
  EXPECT_FALSE(reader.ended());
  stop.request_stop();
  EXPECT_TRUE(reader.ended());
  EXPECT_NE(reader.error().find("stopped"), std::string::npos);
  EXPECT_EQ(server.open_watches(), 0U);
}

TEST_F(Watch, TheAgesOfATableAreThoseOfEachEvent)
{
  create(config_maps, config_map("a"));
  auto answer = call("GET", std::string(config_maps) + "?watch=1", std::string(),
                     Headers{{"Accept", "application/json;as=Table;g=meta.k8s.io;v=v1"}});
  Reader reader(context, std::move(answer.stream));
  EXPECT_EQ(reader.lines().at(0).at("object").at("rows").at(0).at("cells").back(), "0s");
  clock.advance(std::chrono::minutes(2));
  create(config_maps, config_map("b"));
  patch(std::string(config_maps) + "/a", {{"data", {{"k", "v"}}}});
  const auto later = reader.lines();
  EXPECT_EQ(later.at(0).at("object").at("rows").at(0).at("cells").back(), "0s");
  EXPECT_EQ(later.at(1).at("object").at("rows").at(0).at("cells").back(), "2m");
}

TEST_F(Watch, OfMetadataAloneHasNothingElse)
{
  auto marked = config_map("a", {{"secret", "x"}});
  marked["metadata"]["labels"] = {{"app", "web"}};
  create(config_maps, marked);
  auto answer =
      call("GET",
           std::string(config_maps) +
               "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"
               "allowWatchBookmarks=true",
           std::string(), Headers{{"Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"}});
  Reader reader(context, std::move(answer.stream));
  patch(std::string(config_maps) + "/a", {{"data", {{"secret", "y"}}}});
  call("DELETE", std::string(config_maps) + "/a");
  std::vector<std::string> types;
  for (const auto& line : reader.lines()) {
    const auto& object = line.at("object");
    types.push_back(line.at("type"));
    EXPECT_EQ(object.at("kind"), "PartialObjectMetadata");
    EXPECT_EQ(object.at("apiVersion"), "meta.k8s.io/v1");
    EXPECT_EQ(object.size(), 3U) << object;
    if (types.back() == "BOOKMARK") continue;
    EXPECT_EQ(object.at("metadata").at("labels"), marked["metadata"]["labels"]);
    EXPECT_EQ(object.at("metadata").at("name"), "a");
  }
  EXPECT_THAT(types, ElementsAre("ADDED", "BOOKMARK", "MODIFIED", "DELETED"));
}

TEST_F(Watch, ABookmarkIsAnObjectInWhichNothingIsSet)
{
  const auto bookmark = [&](const std::string& collection, const std::string& more, Headers headers) {
    auto answer = call("GET",
                       collection +
                           "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"
                           "allowWatchBookmarks=true" +
                           more,
                       std::string(), std::move(headers));
    Reader reader(context, std::move(answer.stream));
    return reader.lines().at(0).at("object");
  };
  EXPECT_EQ(bookmark(deployments, "", {}).at("spec").at("replicas"), 0);
  const Headers table{{"Accept", "application/json;as=Table;g=meta.k8s.io;v=v1"}};
  const auto pods = std::string("/api/v1/namespaces/default/pods");
  const auto rows = bookmark(pods, "", table);
  EXPECT_FALSE(rows.at("columnDefinitions").is_null()) << "the first event of a watch has them";
  const auto& row = rows.at("rows").at(0);
  EXPECT_EQ(row.at("cells"),
            Json::parse(R"(["", "0/0", "", "0", "<unknown>", "<none>", "<none>", "<none>", "<none>"])"));
  EXPECT_EQ(row.at("object").at("kind"), "PartialObjectMetadata");
  EXPECT_EQ(bookmark(pods, "&includeObject=Object", table).at("rows").at(0).at("object").at("kind"), "Pod");
}

}  // namespace
}  // namespace kubexx::testing
