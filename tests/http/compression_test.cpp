// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/compression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include "kubexx/testing/scripted_transport.hpp"
#include "support.hpp"

namespace kubexx::test {
namespace {

using ::testing::HasSubstr;

std::string gzip(std::string_view plain)
{
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string packed(deflateBound(&stream, static_cast<uLong>(plain.size())), '\0');
  std::string input(plain);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

template <class T>
T run(awaitable<T> work)
{
  boost::asio::io_context context;
  auto result = boost::asio::co_spawn(context, std::move(work), boost::asio::use_future);
  context.run();
  return result.get();
}

class Compression : public ::testing::Test {
protected:
  HttpResponse get(ExchangeLimits limits = {}, Headers headers = {})
  {
    HttpRequest request;
    request.target = "/api/v1/pods?limit=500";
    request.headers = std::move(headers);
    return run(transport_->exchange(std::move(request), std::move(limits)));
  }
  HttpResponse get_stream(std::vector<std::string> pieces, std::optional<TransportErrc> ending = {})
  {
    inner_->then([=](const testing::ScriptedRequest&) {
      HttpResponse response;
      response.headers.add("content-encoding", "gzip");
      response.stream = std::make_unique<testing::ScriptedBody>(pieces, ending);
      return response;
    });
    ExchangeLimits limits;
    limits.stream = true;
    return get(limits);
  }
  static std::string rest(BodyStream& stream)
  {
    std::string all;
    for (;;) {
      const auto piece = run(stream.read());
      if (piece.empty()) return all;
      all += piece;
    }
  }
  template <class Call>
  static TransportError error_of(const Call& call)
  {
    try {
      call();
    } catch (const TransportError& error) {
      return error;
    }
    ADD_FAILURE() << "no TransportError was thrown";
    return TransportError(TransportErrc::cancelled, "none");
  }

  std::shared_ptr<testing::ScriptedTransport> inner_ = std::make_shared<testing::ScriptedTransport>();
  std::shared_ptr<Transport> transport_ = make_decompressing(inner_);
};

TEST_F(Compression, GzipIsAskedForUnlessTheRequestSaysWhatItWants)
{
  inner_->answer(200, "a").answer(200, "b");
  EXPECT_EQ(get().body, "a");
  EXPECT_EQ(inner_->last().headers.find("Accept-Encoding"), "gzip");
  EXPECT_EQ(get({}, {{"accept-encoding", "identity"}}).body, "b");
  EXPECT_EQ(inner_->last().headers.find("Accept-Encoding"), "identity");
  EXPECT_EQ(inner_->last().headers.size(), 1U);
}

TEST_F(Compression, ItsUsersSeeNothingOfIt)
{
  const std::string plain(100'000, 'x');
  const std::string packed = gzip(plain);
  inner_->answer(200, packed,
                 {{"Content-Encoding", "gzip"},
                  {"Content-Length", std::to_string(packed.size())},
                  {"Content-Type", "text/plain"}});
  const auto response = get();
  EXPECT_EQ(response.body, plain);
  EXPECT_FALSE(response.headers.find("Content-Encoding"));
  EXPECT_FALSE(response.headers.find("Content-Length"));
  EXPECT_EQ(response.headers.find("Content-Type"), "text/plain");
}

TEST_F(Compression, AnErrorsBodyIsDecodedToo)
{
  inner_->answer(403, gzip("no"), {{"Content-Encoding", "gzip"}});
  const auto response = get();
  EXPECT_EQ(response.status, 403U);
  EXPECT_EQ(response.body, "no");
}

TEST_F(Compression, WhatIsNotCompressedStaysAsItIs)
{
  inner_->answer(200, "plain").answer(200, "plain", {{"Content-Encoding", "identity"}});
  EXPECT_EQ(get().body, "plain");
  EXPECT_EQ(get().body, "plain");
}

TEST_F(Compression, AnAnswerWithoutABodyIsNoError)
{
  inner_->answer(200, "", {{"Content-Encoding", "gzip"}});
  EXPECT_EQ(get().body, "");
}

TEST_F(Compression, MembersFollowEachOtherWhereverTheyAreCut)
{
  const std::string packed = gzip("first, ") + gzip("") + gzip("second, ") + gzip("third");
  inner_->answer(200, packed, {{"Content-Encoding", "gzip"}});
  EXPECT_EQ(get().body, "first, second, third");
  for (std::size_t cut = 1; cut < packed.size(); ++cut) {
    const auto response = get_stream({packed.substr(0, cut), packed.substr(cut)});
    EXPECT_EQ(rest(*response.stream), "first, second, third") << "cut at " << cut;
  }
  std::vector<std::string> bytes;
  for (const char byte : packed) bytes.emplace_back(1, byte);
  EXPECT_EQ(rest(*get_stream(bytes).stream), "first, second, third");
}

TEST_F(Compression, AStreamGivesWhatHasComeAtOnce)
{
  const std::string first = gzip("{\"type\":\"ADDED\"}\n");
  const auto response = get_stream({first, gzip("{\"type\":\"DELETED\"}\n")});
  EXPECT_EQ(run(response.stream->read()), "{\"type\":\"ADDED\"}\n");
  EXPECT_EQ(run(response.stream->read()), "{\"type\":\"DELETED\"}\n");
  EXPECT_EQ(run(response.stream->read()), "");
}

TEST_F(Compression, ABombEndsAtTheLimitOfTheCall)
{
  const std::string bomb = gzip(std::string(std::size_t{8} << 20U, '\0'));
  ASSERT_LT(bomb.size(), 100'000U);
  inner_->answer(200, bomb, {{"Content-Encoding", "gzip"}}).answer(200, bomb, {{"Content-Encoding", "gzip"}});
  ExchangeLimits limits;
  limits.max_body = (std::size_t{8} << 20U) - 1;
  const auto error = error_of([&] { get(limits); });
  EXPECT_EQ(error.code(), TransportErrc::too_large);
  EXPECT_THAT(error.what(), HasSubstr("GET /api/v1/pods "));
  limits.max_body = std::size_t{8} << 20U;
  EXPECT_EQ(get(limits).body.size(), limits.max_body) << "exactly the limit is allowed";
}

TEST_F(Compression, APieceOfAStreamIsSmallHoweverWellItWasCompressed)
{
  const auto response = get_stream({gzip(std::string(10'000'000, 'a')), gzip("b")});
  std::size_t size = 0;
  std::string last;
  for (auto piece = run(response.stream->read()); !piece.empty(); piece = run(response.stream->read())) {
    EXPECT_LE(piece.size(), std::size_t{64} << 10U);
    size += piece.size();
    last = piece;
  }
  EXPECT_EQ(size, 10'000'001U);
  EXPECT_EQ(last.back(), 'b');
}

TEST_F(Compression, DamageIsNoticed)
{
  std::string packed = gzip("some text that is long enough to be damaged");
  packed[packed.size() - 6] ^= 1;  // its checksum
  inner_->answer(200, packed, {{"Content-Encoding", "gzip"}});
  const auto error = error_of([&] { get(); });
  EXPECT_EQ(error.code(), TransportErrc::protocol);
  EXPECT_THAT(error.what(), HasSubstr("GET /api/v1/pods (HTTP status 200) is not valid gzip: incorrect data check"));
  EXPECT_EQ(error_of([&] { rest(*get_stream({packed}).stream); }).code(), TransportErrc::protocol);

  inner_->answer(200, gzip("good") + "and something else", {{"Content-Encoding", "gzip"}});
  EXPECT_EQ(error_of([&] { get(); }).code(), TransportErrc::protocol);
  inner_->answer(200, "{}", {{"Content-Encoding", "gzip"}});
  EXPECT_EQ(error_of([&] { get(); }).code(), TransportErrc::protocol);
}

TEST_F(Compression, WhatEndsTooEarlyIsTruncatedAndNotShort)
{
  const std::string packed = gzip("text");
  for (std::size_t size = 1; size < packed.size(); ++size) {
    inner_->answer(200, packed.substr(0, size), {{"Content-Encoding", "gzip"}});
    EXPECT_EQ(error_of([&] { get(); }).code(), TransportErrc::truncated) << size;
    EXPECT_EQ(error_of([&] { rest(*get_stream({packed.substr(0, size)}).stream); }).code(), TransportErrc::truncated);
  }
}

TEST_F(Compression, ABrokenConnectionKeepsItsOwnError)
{
  const auto response = get_stream({gzip("a")}, TransportErrc::idle);
  EXPECT_EQ(run(response.stream->read()), "a");
  EXPECT_EQ(error_of([&] { run(response.stream->read()); }).code(), TransportErrc::idle);
}

TEST_F(Compression, AnotherEncodingIsRefusedByName)
{
  inner_->answer(200, "?", {{"Content-Encoding", "br"}});
  const auto error = error_of([&] { get(); });
  EXPECT_EQ(error.code(), TransportErrc::protocol);
  EXPECT_THAT(error.what(), HasSubstr("Content-Encoding \"br\""));
}

using CompressionNet = NetTest;

TEST_F(CompressionNet, ChunksAndMembersNeedNotMatch)
{
  const std::string packed = gzip("{\"items\":[") + gzip("]}");
  ScriptedServer server([&](Peer& peer) {
    EXPECT_THAT(peer.read_until(), HasSubstr("Accept-Encoding: gzip"));
    peer.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (std::size_t at = 0; at < packed.size(); at += 7) {
      const std::string chunk = packed.substr(at, 7);
      peer.write_one_by_one(std::to_string(chunk.size()) + "\r\n" + chunk + "\r\n");
    }
    peer.write("0\r\n\r\n");
    EXPECT_TRUE(peer.wait_closed());
  });
  const auto transport = make_decompressing(plain(server.port()));
  EXPECT_EQ(exchange(*transport, request("GET")).body, "{\"items\":[]}");
}

}  // namespace
}  // namespace kubexx::test
