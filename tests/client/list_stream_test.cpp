// SPDX-License-Identifier: Apache-2.0
// A list whose items come one by one.
#include "kubexx/client/detail/list_stream.hpp"

#include "client_fixture.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;
using detail::async_list_stream;
using test::ClientTest;
using test::foos;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string foo(const std::string& name)
{
  return R"({"metadata":{"name":")" + name +
         R"(","namespace":"n","resourceVersion":"3","managedFields":[{"manager":"m"}]}})";
}

const char* const head = R"({"kind":"FooList","metadata":{"resourceVersion":"9","continue":"c"},"items":[)";

// Lets time pass with each piece, as a slow server does.
class SlowBody final : public BodyStream {
public:
  SlowBody(ManualClock& clock, Duration each) : clock_(clock), each_(each) {}
  awaitable<std::string> read() override
  {
    clock_.advance(each_);
    co_return std::exchange(begun_, true) ? " " : head;
  }

private:
  ManualClock& clock_;
  const Duration each_;
  bool begun_ = false;
};

class ListStreamTest : public ClientTest {
protected:
  struct Read {
    std::vector<std::string> names;
    std::optional<detail::ListHeader> header;  // none: it failed
    std::string error;
    std::optional<TransportErrc> code;
  };
  Read read(const ListOptions& options = {})
  {
    Read outcome;
    try {
      const auto stream = run(async_list_stream(client, foos, options));
      while (auto item = run(stream->async_next())) outcome.names.emplace_back(item->name());
      outcome.header = stream->header();
    } catch (const TransportError& error) {
      outcome.error = error.what();
      outcome.code = error.code();
    } catch (const std::exception& error) {
      outcome.error = error.what();
    }
    return outcome;
  }
};

TEST_F(ListStreamTest, GivesItemsInOrderAndThenTheHeader)
{
  transport->stream({head + foo("a") + "," + foo("b").substr(0, 20), foo("b").substr(20) + ",", foo("c") + "]", "}"});
  const Read outcome = read();
  EXPECT_EQ(outcome.error, "");
  EXPECT_THAT(outcome.names, ElementsAre("a", "b", "c"));
  ASSERT_TRUE(outcome.header);
  EXPECT_EQ(outcome.header->resource_version, "9");
  EXPECT_EQ(outcome.header->continue_, "c");
  EXPECT_THAT(metrics.observations("rest_client_request_duration_seconds", {{"verb", "GET"}, {"host", "none"}}),
              ::testing::Optional(::testing::SizeIs(1)))
      << "once it has ended";
}

TEST_F(ListStreamTest, AsksAndKnowsItsItemsAsAListDoes)
{
  transport->answer(200, head + foo("a") + "]}");
  transport->answer(200, head + foo("a") + "]}");
  ListOptions options;
  options.namespace_ = "n";
  options.label_selector = "x=1";
  options.limit = 7;
  const auto whole = run(client.async_list(foos, options));
  const auto stream = run(async_list_stream(client, foos, options));
  const auto item = run(stream->async_next());
  ASSERT_TRUE(item);
  EXPECT_EQ(item->bytes(), whole.items.front().bytes()) << "with kind and version, without managed fields";
  EXPECT_EQ(item->kind(), "Foo");
  ASSERT_EQ(transport->count(), 2U);
  EXPECT_EQ(transport->request(0).target, transport->request(1).target);
}

TEST_F(ListStreamTest, WhatBreaksOffIsAnErrorAfterTheItemsThatCame)
{
  transport->stream({head + foo("a") + ","}, TransportErrc::truncated);
  const Read broken = read();
  EXPECT_THAT(broken.names, ElementsAre("a"));
  EXPECT_EQ(broken.code, TransportErrc::truncated);
  EXPECT_THAT(broken.error, StartsWith("list foos"));

  transport->stream({head + foo("a")});  // ends as if it were whole
  const Read cut = read();
  EXPECT_THAT(cut.names, ElementsAre("a"));
  EXPECT_THAT(cut.error, AllOf(StartsWith("list foos"), HasSubstr("not a list")));
}

TEST_F(ListStreamTest, AnErrorIsAnApiErrorWhateverItsStatusCode)
{
  transport->stream({test::failure(403, "Forbidden", "no foos")}, {}, 403);
  EXPECT_THAT(read().error, AllOf(StartsWith("list foos"), HasSubstr("403 Forbidden"), HasSubstr("no foos")));
  transport->stream({test::failure(410, "Expired", "too old")});
  EXPECT_THAT(read().error, AllOf(StartsWith("list foos"), HasSubstr("410 Expired")));
}

TEST_F(ListStreamTest, TheLimitIsOfOneItem)
{
  ListOptions options;
  options.max_body = 1000;
  std::vector<std::string> pieces{head + foo("a0")};
  for (int i = 1; i < 100; ++i) pieces.push_back("," + foo("a" + std::to_string(i)));
  pieces.push_back("]}");
  transport->stream(pieces);
  EXPECT_EQ(read(options).names.size(), 100U) << "all of it is far beyond the limit";

  transport->stream({head + foo("a") + R"(,{"metadata":{"name":"b"},"data":")", std::string(600, 'x'),
                     std::string(600, 'x'), std::string(600, 'x'), "\"}]}"});
  const Read refused = read(options);
  EXPECT_THAT(refused.names, ElementsAre("a"));
  EXPECT_EQ(refused.code, TransportErrc::too_large);
  EXPECT_THAT(refused.error, HasSubstr("is larger than 1000 bytes, the limit of this call (max_body)"));
}

// Whatever the decoder had scanned when the last byte came.
TEST_F(ListStreamTest, AnItemBeyondTheLimitIsRefusedHoweverItIsCut)
{
  ListOptions options;
  options.max_body = 1000;
  const std::string item = R"({"metadata":{"name":"b"},"data":")" + std::string(1400, 'x') + "\"}";
  for (std::size_t size = 300; size <= 700; size += 50) {
    std::vector<std::string> pieces{head};
    for (std::size_t at = 0; at < item.size(); at += size) pieces.push_back(item.substr(at, size));
    pieces.emplace_back("]}");
    transport->stream(pieces);
    const Read refused = read(options);
    EXPECT_EQ(refused.code, TransportErrc::too_large) << "in pieces of " << size;
    EXPECT_THAT(refused.names, ::testing::IsEmpty());
  }
}

TEST_F(ListStreamTest, ABadRequestShowsTheSelectors)
{
  ListOptions options;
  options.label_selector = "a in (";
  options.field_selector = "metadata.name=x";
  transport->stream({test::failure(400, "BadRequest", "unable to parse requirement")});
  EXPECT_THAT(read(options).error,
              HasSubstr("400 BadRequest: unable to parse requirement (the request has the label selector \"a in (\", "
                        "the field selector \"metadata.name=x\")"));
}

TEST_F(ListStreamTest, AnItemThatComesInPiecesMayBeAsLargeAsTheLimit)
{
  ListOptions options;
  const std::string item = R"({"metadata":{"name":"a"},"data":")" + std::string(900, 'x') + "\"}";
  options.max_body = item.size() + 100;  // with the frame of the list
  for (std::size_t cut = 1; cut < item.size(); cut += 13) {
    transport->stream(
        {head, item.substr(0, cut), item.substr(cut) + "," + item.substr(0, 150), item.substr(150), "]", "}"});
    EXPECT_EQ(read(options).names.size(), 2U) << "cut after " << cut;
  }
}

// A hostile server need not send an item at all.
TEST_F(ListStreamTest, TheLimitIsOfAllButTheItemsToo)
{
  ListOptions options;
  options.max_body = 1000;
  std::vector<std::string> pieces{"{"};
  for (int member = 0; member < 200; ++member) pieces.push_back("\"m" + std::to_string(member) + "\":1,");
  transport->stream(pieces);
  EXPECT_EQ(read(options).code, TransportErrc::too_large);
}

TEST_F(ListStreamTest, AListThatNeverEndsIsGivenUp)
{
  transport->then([this](const testing::ScriptedRequest& request) {
    EXPECT_EQ(request.limits.idle_timeout, 30s);
    HttpResponse response;
    response.stream = std::make_unique<SlowBody>(clock, 10s);
    return response;
  });
  ListOptions options;
  options.timeout = 60s;
  const SteadyTime start = clock.now();
  const Read outcome = read(options);
  EXPECT_EQ(outcome.code, TransportErrc::timeout);
  EXPECT_THAT(outcome.error, HasSubstr("did not complete in time"));
  EXPECT_EQ(clock.now() - start, 60s);
}

}  // namespace
}  // namespace kubexx
