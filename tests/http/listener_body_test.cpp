// SPDX-License-Identifier: Apache-2.0
// ListenerOptions::before_body and HttpListener::close_after_responses.
#include <sys/socket.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "kubexx/http/listener.hpp"
#include "support.hpp"

namespace kubexx::test {
namespace {

class ListenerBodyTest : public NetTest {
protected:
  struct World {
    Clock* clock = nullptr;
    OneShot room;       // "/waits" waits for it
    Signal waits;       // it does
    Signal freed;       // `held` has been destroyed
    bool read = false;  // the handler was called
  };

  static awaitable<BodyDecision> decide(std::shared_ptr<World> world, const HttpRequest& head)
  {
    BodyDecision decision;
    decision.max_body = 10;
    if (head.target == "/soon") {
      decision.deadline = world->clock->now() + std::chrono::seconds(10);
      world->waits.set();
    }
    if (head.target == "/throws") throw std::runtime_error("no");
    if (head.target == "/refused") {
      decision.refusal.emplace();
      decision.refusal->status = 429;
      decision.refusal->headers.add("Retry-After", "1");
      decision.refusal->body = "busy";
      co_return decision;
    }
    if (head.target == "/waits") {
      world->waits.set();
      co_await world->room.wait();
    }
    decision.held = std::shared_ptr<void>(world.get(), [world](void*) { world->freed.set(); });
    co_return decision;
  }
  static awaitable<HttpResponse> handle(std::shared_ptr<World> world, HttpRequest request)
  {
    world->read = true;
    HttpResponse response;
    response.body = request.body;
    co_return response;
  }

  [[nodiscard]] std::unique_ptr<HttpListener> listen() const
  {
    ListenerOptions options;
    options.max_body = 1000;
    options.before_body = [world = world](const HttpRequest& head) { return decide(world, head); };
    return std::make_unique<HttpListener>(runtime, std::move(options), [world = world](HttpRequest request) {
      return handle(world, std::move(request));
    });
  }
  static std::string ask(const HttpListener& listener, std::string_view text, std::string_view end)
  {
    const auto peer = Peer::connect(listener.port());
    peer->write(text);
    return peer->read_until(end);
  }

  void SetUp() override { world->clock = &clock; }

  std::shared_ptr<World> world = std::make_shared<World>();
};

TEST_F(ListenerBodyTest, ABodyIsReadWhenItWasAllowed)
{
  const auto listener = listen();
  const auto transport = plain(listener->port());
  EXPECT_EQ(exchange(*transport, request("POST", "/", "0123456789")).body, "0123456789");
  EXPECT_TRUE(world->freed.wait()) << "when the response has been sent, not with the next request";
  EXPECT_EQ(exchange(*transport, request("POST", "/", "again")).body, "again");
  EXPECT_EQ(transport->stats().connects, 1U);
}

TEST_F(ListenerBodyTest, ALargerBodyIsRefusedBeforeItArrives)
{
  const auto listener = listen();
  const std::string announced =
      ask(*listener, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n", "than 10 bytes\n");
  EXPECT_EQ(announced.substr(0, 13), "HTTP/1.1 413 ") << announced;
  const std::string chunked =
      ask(*listener, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n0\r\n\r\n",
          "than 10 bytes\n");
  EXPECT_EQ(chunked.substr(0, 13), "HTTP/1.1 413 ") << chunked;
  EXPECT_FALSE(world->read);
}

TEST_F(ListenerBodyTest, ARefusalIsTheResponseAndEndsTheConnection)
{
  const auto listener = listen();
  const auto peer = Peer::connect(listener->port());
  // With the client's wish for a go-ahead, which it does not get.
  peer->write("POST /refused HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
  const std::string answer = peer->read_until("busy");
  EXPECT_EQ(answer.substr(0, 13), "HTTP/1.1 429 ") << answer;
  EXPECT_NE(answer.find("Retry-After: 1"), std::string::npos);
  EXPECT_NE(answer.find("Connection: close"), std::string::npos);
  EXPECT_TRUE(peer->wait_closed());
  EXPECT_FALSE(world->read);
}

TEST_F(ListenerBodyTest, ItMayWait)
{
  const auto listener = listen();
  const auto transport = plain(listener->port());
  auto answer = start(*transport, request("POST", "/waits", "late"));
  EXPECT_TRUE(world->waits.wait());
  EXPECT_FALSE(world->read);
  world->room.fire();
  EXPECT_EQ(value_of(answer).body, "late");
}

TEST_F(ListenerBodyTest, ABodyThatDoesNotArriveInTimeGetsAnAnswer)
{
  const auto listener = listen();
  const auto peer = Peer::connect(listener->port());
  peer->write("POST /soon HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab");
  EXPECT_TRUE(world->waits.wait());
  clock.advance(std::chrono::seconds(10));
  const std::string answer = peer->read_until("in time\n");
  EXPECT_EQ(answer.substr(0, 13), "HTTP/1.1 408 ") << answer;
}

TEST_F(ListenerBodyTest, ABodyThatBreaksOffGetsAnAnswer)
{
  const auto listener = listen();
  const auto peer = Peer::connect(listener->port());
  peer->write("POST /soon HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab");
  ::shutdown(peer->handle(), SHUT_WR);
  const std::string answer = peer->read_until("broke off\n");
  EXPECT_EQ(answer.substr(0, 13), "HTTP/1.1 400 ") << answer;
}

TEST_F(ListenerBodyTest, AnExceptionIsAnInternalError)
{
  const auto listener = listen();
  const std::string answer =
      ask(*listener, "POST /throws HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n", "\r\n\r\n");
  EXPECT_EQ(answer.substr(0, 13), "HTTP/1.1 500 ") << answer;
}

TEST_F(ListenerBodyTest, ConnectionsEndAfterTheirResponsesWhileOthersAreAccepted)
{
  const auto listener = listen();
  const auto idle = Peer::connect(listener->port());
  idle->write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na");
  EXPECT_EQ(idle->read_until("\r\n\r\na").find("Connection: close"), std::string::npos);

  listener->close_after_responses();

  idle->write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nb");
  EXPECT_NE(idle->read_until("\r\n\r\nb").find("Connection: close"), std::string::npos);
  EXPECT_TRUE(idle->wait_closed());
  const auto late = Peer::connect(listener->port());
  late->write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nc");
  EXPECT_NE(late->read_until("\r\n\r\nc").find("Connection: close"), std::string::npos);
  EXPECT_TRUE(late->wait_closed());
}

}  // namespace
}  // namespace kubexx::test
