// SPDX-License-Identifier: Apache-2.0
// How long the deadline of an exchange with a streamed body holds: to the head of a success, to the end of an error.
#include <gmock/gmock.h>

#include <string>

#include "support.hpp"

namespace kubexx::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class StreamDeadline : public NetTest {
protected:
  /// A server that says `text` and no more.
  static ScriptedServer::Script says(std::string text)
  {
    return [text = std::move(text)](Peer& peer) {
      peer.read_until();
      peer.write(text);
      EXPECT_TRUE(peer.wait_closed());
    };
  }
  [[nodiscard]] ExchangeLimits streamed() const
  {
    ExchangeLimits limits;
    limits.stream = true;
    limits.deadline = clock.now() + 5s;
    return limits;
  }
  static bool pending(const std::future<std::string>& future)
  {
    return future.wait_for(20ms) == std::future_status::timeout;
  }
};

TEST_F(StreamDeadline, AnErrorsBodyEndsWithIt)
{
  for (const std::string status : {"500 Internal Server Error", "302 Found", "429 Too Many Requests"}) {
    ScriptedServer server(says("HTTP/1.1 " + status + "\r\nContent-Length: 99\r\n\r\n{"));
    const auto transport = plain(server.port());
    const auto answer = exchange(*transport, request("GET"), streamed());
    EXPECT_EQ(read(*answer.stream), "{");
    auto rest = start_read(*answer.stream);
    clock.advance(4999ms);
    EXPECT_TRUE(pending(rest));
    clock.advance(1ms);
    const auto error = error_of(rest);
    EXPECT_EQ(error.code(), TransportErrc::timeout);
    EXPECT_THAT(error.what(), HasSubstr("5 s after it began, passed while the response body was being streamed"));
  }
}

TEST_F(StreamDeadline, AnErrorThatNobodyReadsEndsWithItToo)
{
  Signal closed;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 99\r\n\r\n");
    if (peer.wait_closed()) closed.set();
  });
  const auto transport = plain(server.port());
  const auto answer = exchange(*transport, request("GET"), streamed());
  clock.advance(5s);
  EXPECT_TRUE(closed.wait());
  auto rest = start_read(*answer.stream);
  EXPECT_EQ(error_of(rest).code(), TransportErrc::timeout);
}

TEST_F(StreamDeadline, ASuccessIsFreeOfIt)
{
  Signal go_on;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na");
    EXPECT_TRUE(go_on.wait());
    peer.write("b");
    EXPECT_TRUE(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  const auto answer = exchange(*transport, request("GET"), streamed());
  clock.advance(1h);
  go_on.set();
  EXPECT_EQ(read_all(*answer.stream), "ab");
}

}  // namespace
}  // namespace kubexx::test
