// SPDX-License-Identifier: Apache-2.0
// What a listener with the embedded server's refusals answers to what is no request, byte by byte as a kube-apiserver
// 1.37.1 does, but for the reason phrase.
#include "kubexx/apiserver/refusal.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/listener.hpp"
#include "support/peer.hpp"

namespace kubexx::testing {
namespace {

using Json = nlohmann::json;

class ListenerRefusals : public ::testing::Test {
protected:
  struct Answer {
    unsigned status = 0;
    std::string type, body;
  };

  static ListenerOptions options()
  {
    ListenerOptions made;
    made.max_header = 4096;
    made.error_response = apiserver_refusal;
    return made;
  }
  static awaitable<HttpResponse> echo(HttpRequest request)
  {
    HttpResponse response;
    response.body = std::move(request.body);
    co_return response;
  }

  Answer ask(const std::string& bytes)
  {
    const auto peer = test::Peer::connect(listener.port());
    peer->write(bytes);
    const auto head = peer->read_until();
    Answer answer;
    answer.status = static_cast<unsigned>(std::stoul(head.substr(head.find(' ') + 1)));
    answer.type = value(head, "Content-Type: ");
    answer.body = peer->read(std::stoul("0" + value(head, "Content-Length: ")));
    EXPECT_EQ(value(head, "Connection: "), "close");
    return answer;
  }
  static std::string value(const std::string& head, const std::string& name)
  {
    const auto at = head.find(name);
    if (at == std::string::npos) return {};
    return head.substr(at + name.size(), head.find('\r', at) - at - name.size());
  }

  SystemRuntime system;
  HttpListener listener{system.runtime(), options(), echo};
};

constexpr const char* plain = "text/plain; charset=utf-8";

TEST_F(ListenerRefusals, ArePlainTextForWhatIsNoHttp)
{
  for (const char* bytes :
       {"hello\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n"}) {
    const auto answer = ask(bytes);
    EXPECT_EQ(answer.status, 400U) << bytes;
    EXPECT_EQ(answer.type, plain) << bytes;
    EXPECT_EQ(answer.body, "400 Bad Request") << bytes;
  }
  EXPECT_EQ(ask("GET / HTTP/1.1\r\n\r\n").body, "400 Bad Request: missing required Host header");
}

TEST_F(ListenerRefusals, ArePlainTextForAHeadThatIsTooLarge)
{
  const auto answer = ask("GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(5000, 'a') + "\r\n\r\n");
  EXPECT_EQ(answer.status, 431U);
  EXPECT_EQ(answer.type, plain);
  EXPECT_EQ(answer.body, "431 Request Header Fields Too Large");
}

TEST_F(ListenerRefusals, OfOtherFeaturesAreThoseOfGo)
{
  const auto encoding = ask("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n");
  EXPECT_EQ(encoding.status, 501U);
  EXPECT_EQ(encoding.body, "Unsupported transfer encoding");
  const auto expectation = ask("POST / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(expectation.status, 417U);
  EXPECT_EQ(expectation.body, "");
}

TEST_F(ListenerRefusals, OfABodyAreAStatus)
{
  const auto large = ask("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3145729\r\n\r\n");
  EXPECT_EQ(large.status, 413U);
  EXPECT_EQ(large.type, "application/json");
  EXPECT_EQ(Json::parse(large.body), Json::parse(R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",
      "message":"Request entity too large: limit is 3145728","reason":"RequestEntityTooLarge","code":413})"));
  const auto chunk = ask("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n");
  EXPECT_EQ(chunk.status, 500U);
  EXPECT_EQ(Json::parse(chunk.body).at("kind"), "Status");
}

}  // namespace
}  // namespace kubexx::testing
