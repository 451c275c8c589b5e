// SPDX-License-Identifier: Apache-2.0
// What the server remembers of the past: pages, exact versions, definitions that come back, limits, Events that expire.
#include <gmock/gmock.h>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;

class History : public ApiServerTest {
protected:
  void write(const std::string& name, const std::string& value)
  {
    const auto target = std::string(config_maps) + "/" + name;
    EXPECT_EQ(patch(target, {{"data", {{"k", value}}}}).status, 200U);
  }
  /// The values of all pages of `limit`, the first of which is taken before `between` runs.
  template <class Between>
  std::vector<std::string> pages(const std::string& query, Between between)
  {
    std::vector<std::string> seen;
    std::string token;
    do {
      auto page = get(std::string(config_maps) + query + (token.empty() ? "" : "&continue=" + token));
      for (const auto& item : page.at("items")) {
        seen.push_back(item.at("metadata").at("name").get<std::string>() + "=" + item.at("data").value("k", ""));
      }
      token = page.at("metadata").value("continue", "");
      between();
    } while (!token.empty());
    return seen;
  }
};

TEST_F(History, PagesShowOneVersionWhateverIsWrittenMeanwhile)
{
  for (const char* name : {"a", "b", "c", "d", "e"}) create(config_maps, config_map(name, {{"k", "old"}}));
  int round = 0;
  const auto seen = pages("?limit=2", [&] {
    write("d", "new" + std::to_string(++round));
    create(config_maps, config_map("f" + std::to_string(round), {{"k", "new"}}));
    if (round == 1) {
      EXPECT_EQ(call("DELETE", std::string(config_maps) + "/e").status, 200U);
    }
  });
  EXPECT_THAT(seen, ElementsAre("a=old", "b=old", "c=old", "d=old", "e=old"));
}

TEST_F(History, AnExactVersionIsTheStateOfThatTime)
{
  const auto first = create(config_maps, config_map("a", {{"k", "1"}}));
  write("a", "2");
  create(config_maps, config_map("b"));
  EXPECT_EQ(call("DELETE", std::string(config_maps) + "/a").status, 200U);
  const auto then = get(std::string(config_maps) + "?resourceVersionMatch=Exact&resourceVersion=" + version_of(first));
  ASSERT_EQ(then.at("items").size(), 1U);
  EXPECT_EQ(then.at("items").at(0).at("data").at("k"), "1");
  EXPECT_EQ(get(config_maps).at("items").at(0).at("metadata").at("name"), "b");
}

TEST_F(History, RemainingItemsAreThoseOfTheNamespace)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "default-2"}}}});
  for (const char* name : {"a", "b", "c", "d", "e"}) create(config_maps, config_map(name));
  create("/api/v1/namespaces/default-2/configmaps", config_map("z"));
  EXPECT_EQ(get(std::string(config_maps) + "?limit=2").at("metadata").at("remainingItemCount"), 3);
  EXPECT_EQ(get("/api/v1/configmaps?limit=2").at("metadata").at("remainingItemCount"), 4);
}

// Whoever resumes a watch of the definition that is gone must list again: nobody tells it what has gone with it.
TEST_F(History, ADefinitionThatComesBackHasNoOlderVersions)
{
  install_foos();
  const auto old = create(foos, foo("a"));
  EXPECT_EQ(call("DELETE", std::string(definitions) + "/foos.samplecontroller.k8s.io").status, 200U);
  install_foos();
  auto reader = watch(std::string(foos) + "?watch=1&resourceVersion=" + version_of(old));
  EXPECT_THAT(reader.events(), ElementsAre("ERROR 410 Expired"));
  EXPECT_TRUE(reader.ended());
  EXPECT_EQ(call("GET", std::string(foos) + "?resourceVersionMatch=Exact&resourceVersion=" + version_of(old)).status,
            410U);
  const auto now = get(foos);
  auto fresh = watch(std::string(foos) + "?watch=1&resourceVersion=" + version_of(now));
  create(foos, foo("b"));
  EXPECT_EQ(fresh.events().size(), 1U);
}

TEST_F(History, AnEventGoesWhenItsTimeHasCome)
{
  constexpr const char* events = "/api/v1/namespaces/default/events";
  const auto event = [](const std::string& name) {
    return Json{{"metadata", {{"name", name}}}, {"involvedObject", {{"namespace", "default"}}}, {"reason", "Tested"}};
  };
  create(events, event("early"));
  create(events, event("renewed"));
  auto reader = watch(std::string(events) + "?watch=1&resourceVersion=" + version_of(get(events)));
  clock.advance(std::chrono::minutes(30));
  create(config_maps, config_map("stays"));
  EXPECT_EQ(patch(std::string(events) + "/renewed", {{"count", 2}}).status, 200U);
  EXPECT_EQ(reader.events().size(), 1U);
  clock.advance(std::chrono::minutes(29));
  EXPECT_EQ(get(events).at("items").size(), 2U);
  clock.advance(std::chrono::minutes(1));
  const auto left = get(events);
  ASSERT_EQ(left.at("items").size(), 1U);
  EXPECT_EQ(left.at("items").at(0).at("metadata").at("name"), "renewed");
  const auto told = reader.events();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told.front().starts_with("DELETED early "));
  clock.advance(std::chrono::minutes(30));
  EXPECT_TRUE(get(events).at("items").empty());
  EXPECT_EQ(get(config_maps).at("items").size(), 1U);
}

// A watch that waits is not woken by what its selector excludes, and is not left behind by it either.
TEST_F(History, ASelectorsWatchPassesByWhatItExcludes)
{
  create(config_maps, config_map("a"));
  auto wanted = watch(std::string(config_maps) + "?watch=1&labelSelector=app%3Dx&allowWatchBookmarks=true");
  ASSERT_EQ(wanted.events().size(), 1U);  // that the initial events have ended
  for (int i = 0; i < 20; ++i) write("a", std::to_string(i));
  server.compact();
  auto labelled = config_map("b");
  labelled["metadata"]["labels"] = {{"app", "x"}};
  create(config_maps, labelled);
  const auto seen = wanted.events();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_TRUE(seen.front().starts_with("ADDED b ")) << seen.front();
}

TEST(HistoryLimit, BytesBoundWhatOnlyTheHistoryKeeps)
{
  ManualClock clock;
  SeededRandom random{1};
  ApiServer::Options options;
  options.clock = &clock;
  options.random = &random;
  options.history_bytes = 100'000;
  ApiServer server(options);
  const auto send = [&server](const char* method, const std::string& target, const Json& body) {
    HttpRequest request;
    request.method = method;
    request.target = target;
    if (!body.is_null()) request.body = body.dump();
    request.headers.add("Content-Type",
                        *method == 'P' && method[1] == 'A' ? "application/merge-patch+json" : "application/json");
    return Json::parse(server.handle(std::move(request)).body);
  };
  const std::string maps = "/api/v1/namespaces/default/configmaps";
  auto first = send("POST", maps, {{"metadata", {{"name", "a"}}}, {"data", {{"k", std::string(1000, 'x')}}}});
  const auto from = version_of(first);
  const auto still_there = [&] {
    return send("GET", maps + "?resourceVersionMatch=Exact&resourceVersion=" + from, nullptr).value("code", 200) == 200;
  };
  int written = 0;
  for (; written < 1000 && still_there(); ++written) {
    send("PATCH", maps + "/a", {{"data", {{"n", std::to_string(written)}}}});
  }
  EXPECT_GT(written, 40);
  EXPECT_LT(written, 90);
}

/// Draws zeros as often as it is told.
class OftenZero final : public Random {
public:
  std::uint64_t next() override { return zeros > 0 ? (--zeros, 0) : other_.next(); }
  int zeros = 0;

private:
  SeededRandom other_{1};
};

TEST(GeneratedNames, AnotherOneIsTriedWhenItIsTaken)
{
  ManualClock clock;
  OftenZero random;
  ApiServer server({&clock, &random, 100, std::chrono::seconds(60)});
  const auto make = [&server, &random](int zeros) {
    random.zeros = zeros;
    HttpRequest request;
    request.method = "POST";
    request.target = "/api/v1/namespaces/default/configmaps";
    request.body = R"({"metadata":{"generateName":"g-"}})";
    return Json::parse(server.handle(std::move(request)).body);
  };
  constexpr int name = 5;  // draws
  EXPECT_EQ(make(name).at("metadata").at("name"), "g-bbbbb");
  EXPECT_NE(make(name).at("metadata").at("name"), "g-bbbbb");
  // It is not tried for ever.
  EXPECT_EQ(make(1000).value("reason", ""), "AlreadyExists");
}

}  // namespace
}  // namespace kubexx::testing
