// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/message.hpp"

#include <gtest/gtest.h>

#include "kubexx/http/transport.hpp"
#include "message_parser.hpp"

namespace kubexx::detail {
namespace {

TEST(Headers, CompareWithoutCaseAndKeepTheirOrder)
{
  Headers headers{{"Accept", "a"}, {"X", "1"}, {"accept", "b"}};
  EXPECT_EQ(headers.find("ACCEPT"), "a");
  EXPECT_EQ(headers.find("Y"), std::nullopt);
  headers.set("aCCept", "c");
  ASSERT_EQ(headers.size(), 2U);
  EXPECT_EQ(*headers.begin(), (Headers::Field{"Accept", "c"}));
  headers.set("Y", "2");
  headers.erase("x");
  ASSERT_EQ(headers.size(), 2U);
  EXPECT_EQ(std::next(headers.begin())->first, "Y");
}

TEST(TransportErrc, HasANameForEach)
{
  for (const auto code : {TransportErrc::resolve, TransportErrc::connect, TransportErrc::tls, TransportErrc::timeout,
                          TransportErrc::idle, TransportErrc::closed, TransportErrc::truncated,
                          TransportErrc::too_large, TransportErrc::protocol, TransportErrc::cancelled}) {
    EXPECT_STRNE(to_string(code), "unknown");
  }
}

const ParseLimits kLimits{4096, 4096};

// Feeds `text` cut at `first` and `second`, as a connection would: what is not consumed is offered again with more.
std::string body_of(const std::string& text, std::size_t first, std::size_t second)
{
  ResponseParser parser(kLimits);
  std::size_t begin = 0;
  for (const auto end : {first, second, text.size()}) {
    for (;;) {
      const auto result = parser.put(std::string_view(text).substr(begin, end - begin));
      begin += result.consumed;
      if (result.state == ParseState::head) continue;
      if (result.state == ParseState::complete) {
        EXPECT_EQ(begin, text.size());
        return parser.message().body;
      }
      EXPECT_EQ(result.state, ParseState::more) << result.message << " cut at " << first << ", " << second;
      break;
    }
  }
  ADD_FAILURE() << "not complete, cut at " << first << ", " << second;
  return {};
}

void expect_same_at_every_cut(const std::string& text, const std::string& body)
{
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      ASSERT_EQ(body_of(text, first, second), body) << "cut at " << first << ", " << second;
    }
  }
}

TEST(ResponseParser, IsIndifferentToWhereTheBytesAreCut)
{
  expect_same_at_every_cut("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello");
  expect_same_at_every_cut("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "");
  expect_same_at_every_cut("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n3;x=y\r\nbcd\r\n0\r\n\r\n",
                           "abcd");
  expect_same_at_every_cut("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Trailer: 1\r\n\r\n",
                           "hi");
}

TEST(ResponseParser, TakesOneByteAtATime)
{
  const std::string text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
  ResponseParser parser(kLimits);
  std::size_t begin = 0;
  for (std::size_t end = 1; end <= text.size(); ++end) {
    auto result = parser.put(std::string_view(text).substr(begin, end - begin));
    begin += result.consumed;
    ASSERT_NE(result.state, ParseState::bad) << result.message;
  }
  EXPECT_TRUE(parser.complete());
  EXPECT_EQ(parser.message().body, "hello");
  EXPECT_TRUE(parser.keep_alive());
}

template <class Parser>
ParseState state_of(Parser& parser, std::string_view text)
{
  for (;;) {
    const auto result = parser.put(text);
    if (result.state != ParseState::head) return result.state;
    text.remove_prefix(result.consumed);
  }
}

// A proxy or a server that can only add to the end of an answer cannot change what its head said, such as when to try
// again or how the body is encoded.
TEST(ResponseParser, WhatFollowsTheBodyIsNoPartOfTheHead)
{
  const std::string text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Head: 1\r\n\r\n5\r\nhello\r\n0\r\nRetry-After: 86400\r\n"
      "Content-Encoding: gzip\r\nX-Head: 2\r\n\r\n";
  ResponseParser parser(kLimits);
  std::size_t begin = 0;
  for (;;) {
    const auto result = parser.put(std::string_view(text).substr(begin));
    begin += result.consumed;
    if (result.state == ParseState::complete) break;
    ASSERT_EQ(result.state, ParseState::head) << result.message;
  }
  EXPECT_EQ(parser.message().body, "hello");
  EXPECT_EQ(parser.message().headers.find("Retry-After"), std::nullopt);
  EXPECT_EQ(parser.message().headers.find("Content-Encoding"), std::nullopt);
  EXPECT_EQ(parser.message().headers.size(), 2U);
}

TEST(ResponseParser, RefusesWhatIsNotHttp)
{
  for (const std::string_view text :
       {"SSH-2.0-OpenSSH\r\n\r\n", "HTTP/2.0 200 OK\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/1.1 000 OK\r\n\r\n",
        "\x16\x03\x01\x02\x03\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzzzz\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"}) {
    ResponseParser parser(kLimits);
    EXPECT_EQ(state_of(parser, text), ParseState::bad) << text;
  }
}

TEST(ResponseParser, KeepsItsLimits)
{
  {
    ResponseParser parser(kLimits);
    EXPECT_EQ(state_of(parser, "HTTP/1.1 200 OK\r\nX: " + std::string(5000, 'x')), ParseState::head_limit);
  }
  {
    ResponseParser parser(kLimits);
    EXPECT_EQ(state_of(parser, "HTTP/1.1 200 OK\r\nContent-Length: 4097\r\n\r\n"), ParseState::body_limit);
  }
  {
    ResponseParser parser(kLimits);
    std::string text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (int chunk = 0; chunk < 5; ++chunk) text += "400\r\n" + std::string(1024, 'x') + "\r\n";
    EXPECT_EQ(state_of(parser, text), ParseState::body_limit);
  }
  {
    // Each field comes alone, so no single piece is too large.
    ResponseParser parser(kLimits);
    std::string pending = "HTTP/1.1 200 OK\r\n";
    auto state = ParseState::more;
    for (int field = 0; field < 1000 && state == ParseState::more; ++field) {
      pending += "X-Field: 1234567890\r\n";
      const auto result = parser.put(pending);
      pending.erase(0, result.consumed);
      state = result.state;
    }
    EXPECT_EQ(state, ParseState::head_limit);
  }
}

TEST(ResponseParser, KnowsWhereABodyEnds)
{
  {
    ResponseParser parser(kLimits, true);
    EXPECT_EQ(state_of(parser, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"), ParseState::complete);
    EXPECT_TRUE(parser.keep_alive());
  }
  {
    ResponseParser parser(kLimits);
    EXPECT_EQ(state_of(parser, "HTTP/1.1 204 No Content\r\n\r\n"), ParseState::complete);
  }
  {
    ResponseParser parser(kLimits);
    EXPECT_EQ(state_of(parser, "HTTP/1.1 200 OK\r\n\r\nabc"), ParseState::more);
    EXPECT_TRUE(parser.ends_with_connection());
    EXPECT_TRUE(parser.put_eof());
    EXPECT_EQ(parser.message().body, "abc");
  }
  {
    ResponseParser parser(kLimits);
    EXPECT_EQ(state_of(parser, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), ParseState::more);
    EXPECT_FALSE(parser.put_eof());
  }
  {
    ResponseParser parser(kLimits);
    EXPECT_FALSE(parser.put_eof());
  }
}

TEST(RequestParser, ReadsARequest)
{
  RequestParser parser(kLimits);
  EXPECT_EQ(state_of(parser, "PATCH /a?b HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"), ParseState::complete);
  EXPECT_EQ(parser.message().method, "PATCH");
  EXPECT_EQ(parser.message().target, "/a?b");
  EXPECT_EQ(parser.message().body, "{}");
  EXPECT_EQ(parser.message().headers.find("host"), "x");
}

}  // namespace
}  // namespace kubexx::detail
