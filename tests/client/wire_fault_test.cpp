// SPDX-License-Identifier: Apache-2.0
// The client over real sockets to a server that follows a script: large, cut, wrong and hostile answers.
#include <gmock/gmock.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <string>
#include <vector>

#include "http/support.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/logs.hpp"

namespace kubexx::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string pod(const std::string& name, const std::string& version, const std::string& more = {})
{
  return R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":")" + name + R"(","namespace":"n","resourceVersion":")" +
         version + "\"" + more + "}}";
}

std::string event(const std::string& version, const std::string& more = {})
{
  return R"({"type":"MODIFIED","object":)" + pod("a", version, more) + "}\n";
}

std::string answer(const std::string& body, const std::string& type = "application/json")
{
  return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

/// Answers a request with an open watch of which `then` sends what it wants.
ScriptedServer::Script watches(std::function<void(Peer&)> then)
{
  return [then = std::move(then)](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    then(peer);
  };
}

class ClientWire : public NetTest {
protected:
  [[nodiscard]] Client client_of(const ScriptedServer& server) const { return {runtime, plain(server.port())}; }

  template <class T>
  T wait(awaitable<T> work)
  {
    auto future = asio::co_spawn(runtime.executor, std::move(work), asio::use_future);
    return value_of(future);
  }
  template <class Error, class Call>
  static std::string error_of_call(Call call)
  {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    } catch (const std::exception& error) {
      return std::string("another error: ") + error.what();
    }
    return "no error";
  }
};

TEST_F(ClientWire, AnEventOfTenMegabytes)
{
  const std::string more = R"(,"annotations":{"a":")" + std::string(std::size_t{10} << 20U, 'x') + "\"}";
  ScriptedServer server(watches([&](Peer& peer) {
    peer.write_chunk(event("7", more));
    peer.write_chunk(event("8"));
    static_cast<void>(peer.wait_closed());
  }));
  const auto client = client_of(server);
  const auto stream = wait(client.async_watch(resources::pods));
  const auto big = wait(stream->async_next());
  ASSERT_TRUE(big);
  EXPECT_EQ(big->resource_version, "7");
  EXPECT_EQ(big->object.annotation("a")->size(), std::size_t{10} << 20U);
  EXPECT_EQ(wait(stream->async_next())->resource_version, "8");
}

// The transport leaves the request with the client, which sends it again without a copy.
TEST_F(ClientWire, ARetriedCreateIsTheSameRequest)
{
  std::vector<std::string> requests;
  ScriptedServer server([&](Peer& peer) {
    requests.push_back(peer.read_until("}}"));
    peer.write("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n");
    requests.push_back(peer.read_until("}}"));
    const std::string created = pod("a", "7");
    peer.write("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: " +
               std::to_string(created.size()) + "\r\n\r\n" + created);
    static_cast<void>(peer.wait_closed());
  });
  const auto client = client_of(server);
  auto created = asio::co_spawn(runtime.executor, client.async_create(resources::pods, Object::parse(pod("a", ""))),
                                asio::use_future);
  EXPECT_TRUE(eventually([&] {
    clock.advance(std::chrono::milliseconds(1));
    return created.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }));
  EXPECT_EQ(value_of(created).resource_version(), "7");
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_THAT(requests[0], AllOf(HasSubstr("POST /api/v1/namespaces/n/pods?"), HasSubstr("User-Agent: kubexx/"),
                                 HasSubstr("Content-Type: application/json"), HasSubstr(pod("a", ""))));
  EXPECT_EQ(requests[1], requests[0]);
}

TEST_F(ClientWire, AListOfAHundredThousandItems)
{
  std::string items;
  for (int index = 0; index < 100'000; ++index) {
    items += (index > 0 ? "," : "") + pod("pod-" + std::to_string(index), std::to_string(index + 1));
  }
  const std::string text =
      answer(R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[)" + items + "]}");
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write(text);
    static_cast<void>(peer.wait_closed());
  });
  const auto list = client_of(server).list(resources::pods);
  EXPECT_EQ(list.items.size(), 100'000U);
  EXPECT_EQ(list.items.back().name(), "pod-99999");
}

TEST_F(ClientWire, EventsCutAtEveryPlaceAreTheSameEvents)
{
  const std::string text = event("7");
  ScriptedServer server(watches([&](Peer& peer) {
    for (std::size_t split = 1; split < text.size(); ++split) {
      peer.write_chunk(text.substr(0, split));
      peer.write_chunk(text.substr(split));
    }
    for (const char byte : text) peer.write_chunk(std::string(1, byte));
    peer.write("0\r\n\r\n");
    static_cast<void>(peer.wait_closed());
  }));
  const auto client = client_of(server);
  const auto stream = wait(client.async_watch(resources::pods));
  for (std::size_t count = 0; count < text.size(); ++count) {
    const auto one = wait(stream->async_next());
    ASSERT_TRUE(one) << count;
    EXPECT_EQ(one->object.name(), "a");
  }
  EXPECT_FALSE(wait(stream->async_next()));
  EXPECT_EQ(stream->undecodable(), 0U);
}

TEST_F(ClientWire, AWatchThatIsCutInAnEventIsTruncated)
{
  ScriptedServer server(watches([](Peer& peer) {
    peer.write_chunk(event("7"));
    peer.write_chunk(R"({"type":"MODIFIED","object":{"metadata":{"name":"a","resourceVersion":"8")");
  }));
  const auto client = client_of(server);
  const auto stream = wait(client.async_watch(resources::pods));
  EXPECT_EQ(wait(stream->async_next())->resource_version, "7");
  auto next = asio::co_spawn(runtime.executor, stream->async_next(), asio::use_future);
  EXPECT_EQ(error_of(next).code(), TransportErrc::truncated);
}

TEST_F(ClientWire, GarbageBetweenEventsIsUnreadableAndCounted)
{
  ScriptedServer server(watches([](Peer& peer) {
    peer.write_chunk("<html>\n\x01\x02!\n{\"type\":\"ADDED\"}\n");
    peer.write_chunk(event("7"));
    static_cast<void>(peer.wait_closed());
  }));
  const auto client = client_of(server);
  const auto stream = wait(client.async_watch(resources::pods));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(wait(stream->async_next())->type, WatchEvent::Type::unreadable);
  EXPECT_EQ(wait(stream->async_next())->resource_version, "7");
  EXPECT_EQ(stream->undecodable(), 3U);
}

TEST_F(ClientWire, AnotherContentType)
{
  ScriptedServer server([](Peer& peer) {
    while (!peer.read_until().empty()) peer.write(answer("<html>welcome</html>", "text/html"));
  });
  const auto client = client_of(server);
  EXPECT_THAT(error_of_call<ObjectError>([&] { (void)client.get(resources::pods, {"n", "a"}); }),
              HasSubstr("get pods \"a\" in namespace \"n\": the server's response is not the object"));
  EXPECT_THAT(error_of_call<ObjectError>([&] { (void)client.list(resources::pods); }), HasSubstr("is not a list"));
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(ClientWire, ARedirectToItselfIsAskedForOnce)
{
  std::atomic<int> asked = 0;
  ScriptedServer server([&](Peer& peer) {
    while (!peer.read_until().empty()) {
      ++asked;
      peer.write(
          "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1/x?token=SECRET\r\n"
          "Content-Length: 0\r\n\r\n");
    }
  });
  {
    const auto client = client_of(server);
    const auto text = error_of_call<ApiError>([&] { (void)client.get(resources::pods, {"n", "a"}); });
    EXPECT_THAT(text, AllOf(HasSubstr("redirects to http://127.0.0.1, and"), Not(HasSubstr("SECRET"))));
  }
  EXPECT_TRUE(eventually([&] { return server.accepted() == 1; }));
  EXPECT_EQ(asked, 1);
}

TEST_F(ClientWire, AServerErrorWithoutABody)
{
  ScriptedServer server([](Peer& peer) {
    while (!peer.read_until().empty()) {
      peer.write("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n");
    }
  });
  const auto client = client_of(server);
  EXPECT_THAT(error_of_call<ApiError>([&] { (void)client.get(resources::pods, {"n", "a"}); }),
              HasSubstr("500 InternalError"));
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(ClientWire, ACreateOverAStaleConnectionReachesTheServerOnce)
{
  std::atomic<int> creates = 0;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write(answer(pod("a", "1")));
    if (peer.read_until().starts_with("POST")) ++creates;
    peer.reset();
  });
  {
    const auto client = client_of(server);
    (void)client.get(resources::pods, {"n", "a"});
    auto creating = asio::co_spawn(runtime.executor, client.async_create(resources::pods, Object::parse(pod("b", ""))),
                                   asio::use_future);
    const auto error = error_of(creating);
    EXPECT_EQ(error.code(), TransportErrc::closed);
    EXPECT_TRUE(error.request_written());
  }
  EXPECT_EQ(server.accepted(), 1);
  EXPECT_EQ(creates, 1);
}

// The deadline of opening a stream holds to the end of an error's body: a server, or a proxy, that announces more than
// it sends would otherwise keep the caller for ever.
TEST_F(ClientWire, AnErrorThatDoesNotEndEndsAtTheDeadline)
{
  Signal said;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write(
        "HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\nout of order");
    said.set();
    EXPECT_TRUE(peer.wait_closed());
  });
  const auto client = client_of(server);
  LogOptions options;
  options.timeout = std::chrono::seconds(5);
  auto opened = asio::co_spawn(runtime.executor, client.async_stream_logs({"n", "a"}, options), asio::use_future);
  EXPECT_TRUE(said.wait());
  EXPECT_TRUE(eventually([&] {
    clock.advance(std::chrono::seconds(5));
    return opened.wait_for(std::chrono::milliseconds(20)) == std::future_status::ready;
  }));
  must_end(opened);
  try {
    (void)opened.get();
    ADD_FAILURE() << "no error";
  } catch (const ApiError& error) {
    EXPECT_EQ(error.code(), 500U);
    EXPECT_THAT(error.what(), HasSubstr("out of order")) << "what had come of it";
  } catch (const TransportError& error) {
    // The clock was faster than the answer.
    EXPECT_EQ(error.code(), TransportErrc::timeout);
  }
}

}  // namespace
}  // namespace kubexx::test
