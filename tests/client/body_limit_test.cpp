// SPDX-License-Identifier: Apache-2.0
// How large an answer may be, and what memory it takes. A program of its own: it counts allocations, which
// ThreadSanitizer does itself.
#include <gmock/gmock.h>

#include <functional>
#include <string>

#include "http/support.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/detail/list_stream.hpp"
#include "kubexx/http/compression.hpp"
#include "support/allocations.hpp"

namespace kubexx::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class BodyLimit : public NetTest {};

TEST_F(BodyLimit, AnAnswerLargerThanTheLimitIsAnErrorThatNamesItAndLittleMemory)
{
  constexpr std::size_t megabyte = std::size_t{1} << 20U;
  constexpr std::size_t limit = 4 * megabyte;
  const std::string bomb = gzip_of_blanks(64 * megabyte);
  const std::string packed =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\n"
      "Content-Length: " +
      std::to_string(bomb.size()) + "\r\n\r\n" + bomb;
  const std::string object =
      R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"n","annotations":{"a":")" +
      std::string(limit, 'x') + "\"}}}";
  const std::string large =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(object.size()) +
      "\r\n\r\n" + object;
  ScriptedServer server([&](Peer& peer) {
    for (auto head = peer.read_until(); !head.empty(); head = peer.read_until()) {
      peer.write(head.find("/large ") == std::string::npos ? packed : large);
    }
  });
  Client::Options options;
  options.max_body = limit;
  options.max_list = 2 * limit;
  const Client client(runtime, make_decompressing(plain(server.port())), options);
  const auto refused = [&](const std::string& what, std::size_t most, const std::function<void()>& call) {
    const allocations::Peak peak;
    try {
      call();
      ADD_FAILURE() << what << ": no error";
    } catch (const TransportError& error) {
      EXPECT_EQ(error.code(), TransportErrc::too_large);
      EXPECT_FALSE(error.retryable());
      EXPECT_THAT(error.what(),
                  AllOf(::testing::StartsWith(what + ": "),
                        HasSubstr("larger than " + std::to_string(most) + " bytes, the limit of this call")));
    }
    // While the text grows there are two of it.
    EXPECT_LT(peak.bytes(), static_cast<std::int64_t>(2 * most + megabyte)) << what;
  };
  refused("get pods \"a\" in namespace \"n\"", limit, [&] { (void)client.get(resources::pods, {"n", "a"}); });
  refused("list pods in all namespaces", 2 * limit, [&] { (void)client.list(resources::pods); });
  refused("list pods in all namespaces", 2 * limit, [&] { (void)client.list_all(resources::pods); });
  refused("get pods/log \"a\" in namespace \"n\"", 2 * limit, [&] { (void)client.logs({"n", "a"}); });
  ListOptions narrow;
  narrow.max_body = megabyte;
  refused("list pods in all namespaces", megabyte, [&] { (void)client.list(resources::pods, narrow); });
  refused("get pods \"large\" in namespace \"n\"", limit, [&] { (void)client.get(resources::pods, {"n", "large"}); });
  GetOptions wide;
  wide.max_body = 2 * limit;
  EXPECT_EQ(client.get(resources::pods, {"n", "large"}, wide).annotation("a")->size(), limit);
}

awaitable<void> count_items(Client client, ListOptions options, std::size_t* items)
{
  const auto stream = co_await detail::async_list_stream(client, resources::pods, options);
  for (;;) {
    const std::optional<Object> item = co_await stream->async_next();
    if (!item) co_return;
    ++*items;
  }
}

TEST_F(BodyLimit, AListThatIsReadItemByItemMayBeLargerThanTheLimitAndTakesLittleMemory)
{
  constexpr std::size_t kItems = 10000;
  std::string list = R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[)";
  const std::string text(5000, 'x');
  for (std::size_t item = 0; item < kItems; ++item) {
    list += (item == 0 ? "" : ",") + (R"({"metadata":{"name":"p)" + std::to_string(item) +
                                      R"(","namespace":"n","annotations":{"a":")" + text + "\"}}}");
  }
  list += "]}";
  const std::string answer =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(list.size()) +
      "\r\n\r\n" + list;
  ScriptedServer server([&](Peer& peer) {
    for (auto head = peer.read_until(); !head.empty(); head = peer.read_until()) peer.write(answer);
  });
  const Client client(runtime, make_decompressing(plain(server.port())));
  ListOptions options;
  options.max_body = std::size_t{1} << 20U;
  for (int round = 0; round < 2; ++round) {
    const allocations::Peak peak;
    std::size_t items = 0;
    std::function<awaitable<void>()> count = [&] { return count_items(client, options, &items); };
    block_on(runtime.executor, count, "count_items");
    EXPECT_EQ(items, kItems);
    EXPECT_LT(peak.bytes(), std::int64_t{2} << 20U) << "of " << answer.size() << " bytes";
  }
  EXPECT_EQ(server.accepted(), 1) << "a list that has ended leaves its connection to the next call";
}

}  // namespace
}  // namespace kubexx::test
