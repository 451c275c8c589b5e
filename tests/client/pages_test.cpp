// SPDX-License-Identifier: Apache-2.0
// Paged lists: the stream of items, what an expired token does, and the whole list.
#include "kubexx/client/pages.hpp"

#include <numeric>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"

namespace kubexx {
namespace {

using test::ClientTest;
using test::failure;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

std::string page(std::vector<std::string> names, const std::string& next, const std::string& version = "77")
{
  std::string items;
  for (const auto& name : names) {
    items += (items.empty() ? "" : ",") + (R"({"metadata":{"namespace":"n","name":")" + name + "\"}}");
  }
  return R"({"kind":"PodList","metadata":{"resourceVersion":")" + version + R"(","continue":")" + next +
         R"(","remainingItemCount":7},"items":[)" + items + "]}";
}

const std::string expired = R"({"kind":"Status","status":"Failure","reason":"Expired","message":"too old","code":410,
  "metadata":{"continue":"newer"}})";

class Pages : public ClientTest {
protected:
  static std::vector<std::string> names_of(const ObjectList& list)
  {
    std::vector<std::string> names;
    for (const auto& item : list.items) names.emplace_back(item.name());
    return names;
  }
  static std::vector<std::string> all_of(ObjectPages& pages)
  {
    std::vector<std::string> names;
    while (const auto item = pages.next()) names.emplace_back(item->name());
    return names;
  }
  std::vector<std::string> queries() const
  {
    std::vector<std::string> result;
    for (std::size_t at = 0; at < transport->count(); ++at) {
      const std::string& target = transport->request(at).target;
      result.push_back(target.substr(target.find('?')));
    }
    return result;
  }
};

TEST_F(Pages, AStreamHandsOutEveryItemOfEveryPageOnce)
{
  transport->answer(200, page({"a", "b"}, "t1")).answer(200, page({}, "t2")).answer(200, page({"c"}, ""));
  ListOptions options;
  options.namespace_ = "n";
  options.label_selector = "app=x";
  options.resource_version = "5";
  options.resource_version_match = "NotOlderThan";
  auto pages = client.pages(resources::pods, options);
  EXPECT_EQ(pages.resource_version(), "");
  EXPECT_THAT(all_of(pages), ElementsAre("a", "b", "c"));
  EXPECT_FALSE(pages.next());
  EXPECT_EQ(pages.resource_version(), "77");
  EXPECT_EQ(pages.pages(), 3U);
  EXPECT_THAT(
      queries(),
      ElementsAre("?labelSelector=app%3Dx&resourceVersion=5&resourceVersionMatch=NotOlderThan&limit=500",
                  "?labelSelector=app%3Dx&limit=500&continue=t1", "?labelSelector=app%3Dx&limit=500&continue=t2"));
}

TEST_F(Pages, OnlyOnePageIsAskedForAtATime)
{
  transport->answer(200, page({"a", "b"}, "t1")).answer(200, page({"c"}, ""));
  auto pages = client.pages(resources::pods);
  EXPECT_EQ(pages.next()->name(), "a");
  EXPECT_EQ(pages.next()->name(), "b");
  EXPECT_EQ(transport->count(), 1U);
  EXPECT_EQ(pages.next()->name(), "c");
}

TEST_F(Pages, PagesAndItemsMayBeMixed)
{
  transport->answer(200, page({"a", "b", "c"}, "t1")).answer(200, page({"d"}, ""));
  ListOptions options;
  options.limit = 3;
  auto pages = client.pages(resources::pods, options);
  EXPECT_EQ(pages.next()->name(), "a");
  EXPECT_THAT(names_of(*pages.next_page()), ElementsAre("b", "c"));
  EXPECT_THAT(names_of(*pages.next_page()), ElementsAre("d"));
  EXPECT_FALSE(pages.next_page());
  EXPECT_THAT(transport->request(0).target, HasSubstr("limit=3"));
}

awaitable<std::vector<std::string>> names_by_coroutine(ObjectPages pages)
{
  std::vector<std::string> names;
  for (;;) {
    const auto item = co_await pages.async_next();
    if (!item) break;
    names.emplace_back(item->name());
  }
  co_return names;
}

TEST_F(Pages, ACoroutineStreamsToo)
{
  transport->answer(200, page({"a", "b"}, "t1")).answer(410, expired).answer(200, page({"c"}, "", "99"));
  EXPECT_THAT(run(names_by_coroutine(client.pages(resources::pods, {}, OnExpired::inconsistent))),
              ElementsAre("a", "b", "c"));
}

TEST_F(Pages, AnExpiredTokenEndsAStreamThatDoesNotSayOtherwise)
{
  transport->answer(200, page({"a"}, "t1")).answer(410, expired);
  auto pages = client.pages(resources::pods);
  EXPECT_EQ(pages.next()->name(), "a");
  try {
    (void)pages.next();
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_gone(error));
    EXPECT_EQ(error.status().continue_, "newer");
  }
}

TEST_F(Pages, WithTheTokenOfTheStatusAStreamGoesOnInconsistently)
{
  transport->answer(200, page({"a"}, "t1")).answer(410, expired).answer(200, page({"b"}, "", "99"));
  auto pages = client.pages(resources::pods, {}, OnExpired::inconsistent);
  EXPECT_THAT(all_of(pages), ElementsAre("a", "b"));
  EXPECT_FALSE(pages.consistent());
  EXPECT_FALSE(pages.restarted());
  EXPECT_EQ(pages.resource_version(), "77");
  EXPECT_THAT(queries().back(), HasSubstr("continue=newer"));
}

TEST_F(Pages, ATokenThatExpiresAgainAtOnceEndsTheStream)
{
  transport->answer(200, page({"a"}, "t1"));
  for (int count = 0; count < 3; ++count) transport->answer(410, expired);
  auto pages = client.pages(resources::pods, {}, OnExpired::inconsistent);
  EXPECT_THROW((void)all_of(pages), ApiError);
  EXPECT_EQ(queries().size(), 3U);
}

TEST_F(Pages, WithoutATokenInTheStatusNothingGoesOn)
{
  transport->answer(200, page({"a"}, "t1")).answer(410, failure(410, "Expired", "too old"));
  auto pages = client.pages(resources::pods, {}, OnExpired::inconsistent);
  EXPECT_THROW((void)all_of(pages), ApiError);
}

TEST_F(Pages, TheWholeListFallsBackToOneWithoutALimit)
{
  transport->answer(200, page({"a", "gone"}, "t1")).answer(410, expired).answer(200, page({"a", "b"}, "", "99"));
  ListOptions options;
  options.resource_version = "0";
  options.resource_version_match = "NotOlderThan";
  const auto list = client.list_all(resources::pods, options);
  EXPECT_THAT(names_of(list), ElementsAre("a", "b"));
  EXPECT_EQ(list.resource_version, "99");
  EXPECT_THAT(queries(), ElementsAre("?resourceVersion=0&resourceVersionMatch=NotOlderThan&limit=500",
                                     "?limit=500&continue=t1", "?resourceVersion=0&resourceVersionMatch=NotOlderThan"));
}

TEST_F(Pages, TheFirstPageIsNeverReplaced)
{
  transport->answer(410, expired);
  EXPECT_THAT(error_of([&] { (void)client.list_all(resources::pods); }), HasSubstr("410 Expired"));
  EXPECT_EQ(transport->count(), 1U);
}

TEST_F(Pages, OtherErrorsAreNotReplacedEither)
{
  transport->answer(200, page({"a"}, "t1")).answer(500, failure(500, "InternalError", "etcd is on fire"));
  EXPECT_THAT(error_of([&] { (void)client.list_all(resources::pods); }), HasSubstr("etcd is on fire"));
}

TEST_F(Pages, AStreamThatStartedOverSaysSo)
{
  transport->answer(200, page({"a"}, "t1")).answer(410, expired).answer(200, page({"a", "b"}, "", "99"));
  auto pages = client.pages(resources::pods, {}, OnExpired::full_list);
  EXPECT_EQ(pages.next()->name(), "a");
  EXPECT_FALSE(pages.restarted());
  EXPECT_THAT(all_of(pages), ElementsAre("a", "b"));
  EXPECT_TRUE(pages.restarted());
  EXPECT_EQ(pages.resource_version(), "99");
}

TEST_F(Pages, AFailedPageMayBeAskedForAgain)
{
  transport->answer(200, page({"a"}, "t1")).fail(TransportErrc::connect).answer(200, page({"b"}, ""));
  auto pages = client.pages(resources::pods);
  EXPECT_EQ(pages.next()->name(), "a");
  EXPECT_THROW((void)pages.next(), TransportError);
  EXPECT_EQ(pages.next()->name(), "b");
}

TEST_F(Pages, WhatAFailedCollectionHadTakenIsLeft)
{
  for (const bool blocking : {true, false}) {
    transport->answer(200, page({"a"}, "t1")).answer(200, page({"b"}, "t2")).fail(TransportErrc::connect);
    transport->answer(200, page({"c"}, ""));
    auto pages = client.pages(resources::pods);
    EXPECT_THROW((void)(blocking ? pages.collect() : run(pages.async_collect())), TransportError);
    const ObjectList all = blocking ? pages.collect() : run(pages.async_collect());
    EXPECT_THAT(names_of(all), ElementsAre("a", "b", "c"));
    EXPECT_EQ(all.resource_version, "77");
  }
}

TEST_F(Pages, ACollectionThatFailedWhenItBeganAnewLeavesNothing)
{
  transport->answer(200, page({"a"}, "t1")).answer(410, expired).fail(TransportErrc::connect);
  transport->answer(200, page({"b"}, ""));
  auto pages = client.pages(resources::pods, {}, OnExpired::full_list);
  EXPECT_THROW((void)pages.collect(), TransportError);
  EXPECT_THAT(names_of(pages.collect()), ElementsAre("b"));
}

TEST_F(Pages, TheDeadlineOfTheWholeListCoversAllPages)
{
  const auto slow = [&](const testing::ScriptedRequest&) {
    clock.advance(4s);
    HttpResponse response;
    response.body = page({"a"}, "t");
    return response;
  };
  ListOptions options;
  options.timeout = 10s;
  const auto blocking = [&] { (void)client.list_all(resources::pods, options); };
  const auto awaiting = [&] { (void)run(client.async_list_all(resources::pods, options)); };
  for (const std::function<void()>& list : {std::function<void()>(blocking), std::function<void()>(awaiting)}) {
    transport->then(slow).then(slow).then(slow);
    const std::size_t before = transport->count();
    const SteadyTime start = clock.now();
    EXPECT_ANY_THROW(list());
    ASSERT_EQ(transport->count(), before + 4);
    for (std::size_t page = 0; page < 3; ++page) {
      EXPECT_EQ(transport->request(before + page).limits.deadline.value(), start + 10s) << page;
    }
    EXPECT_EQ(transport->last().limits.deadline.value(), clock.now()) << "it has passed";
  }
}

TEST_F(Pages, ACollectionThatFailedLeavesTheTimeoutToTheNext)
{
  for (const bool blocking : {true, false}) {
    transport->then([&](const testing::ScriptedRequest&) {
      clock.advance(4s);
      HttpResponse response;
      response.body = page({"a"}, "t");
      return response;
    });
    transport->fail(TransportErrc::connect).answer(200, page({"b"}, ""));
    ListOptions options;
    options.timeout = 10s;
    auto pages = client.pages(resources::pods, options);
    EXPECT_THROW((void)(blocking ? pages.collect() : run(pages.async_collect())), TransportError);
    const std::size_t before = transport->count();
    EXPECT_THAT(names_of(blocking ? pages.collect() : run(pages.async_collect())), ElementsAre("a", "b"));
    ASSERT_EQ(transport->count(), before + 1);
    EXPECT_EQ(transport->last().limits.deadline.value(), clock.now() + 10s);
  }
}

TEST_F(Pages, AStopEndsTheListBeforeTheNextPage)
{
  std::stop_source source;
  transport->then([&](const testing::ScriptedRequest&) {
    source.request_stop();
    HttpResponse response;
    response.body = page({"a"}, "t");
    return response;
  });
  ListOptions options;
  options.stop = source.get_token();
  try {
    (void)client.list_all(resources::pods, options);
    FAIL();
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::cancelled);
  }
  EXPECT_EQ(transport->count(), 1U);
}

TEST_F(Pages, AListSaysHowManyItemsAreLeft)
{
  transport->answer(200, page({"a"}, "t1"));
  EXPECT_EQ(client.list(resources::pods).remaining_item_count, 7);
}

}  // namespace
}  // namespace kubexx
