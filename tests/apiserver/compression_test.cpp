// SPDX-License-Identifier: Apache-2.0
// Which answers come in gzip, as of a real 1.37.1, and that they are the same answers.
#include <gtest/gtest.h>
#include <zlib.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "fixture.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/http/compression.hpp"

namespace kubexx::testing {
namespace {

awaitable<void> read_all(BodyStream& stream, std::vector<std::string>& into)
{
  for (;;) {
    auto piece = co_await stream.read();
    if (piece.empty()) co_return;
    into.push_back(std::move(piece));
  }
}

awaitable<void> exchange(std::shared_ptr<Transport> transport, HttpRequest request, HttpResponse& into)
{
  into = co_await transport->exchange(std::move(request), {});
}

class Compression : public ApiServerTest {
protected:
  void create_map(const std::string& name, std::size_t bytes)
  {
    create(config_maps, config_map(name, {{"k", std::string(bytes, 'x')}}));
  }
  Answer read(const std::string& target, const std::string& encoding, const std::string& accept = "application/json")
  {
    Headers headers{{"Accept", accept}};
    if (!encoding.empty()) headers.add("Accept-Encoding", encoding);
    return call("GET", target, std::string(), headers);
  }
  std::vector<std::string> pieces(Answer& answer)
  {
    std::vector<std::string> all;
    asio::co_spawn(context, read_all(*answer.stream, all), asio::detached);
    context.run();
    context.restart();
    return all;
  }
  std::shared_ptr<Transport> decoding_transport()
  {
    Runtime runtime;
    runtime.clock = &clock;
    runtime.random = &random;
    runtime.executor = context.get_executor();
    return make_decompressing(make_in_process_transport(runtime, server));
  }
  /// What a client of ours sees of it.
  HttpResponse decoded(const std::string& target)
  {
    HttpRequest request;
    request.target = target;
    HttpResponse response;
    asio::co_spawn(context, exchange(decoding_transport(), request, response), asio::detached);
    context.run();
    context.restart();
    return response;
  }
};

TEST_F(Compression, AListOfMoreThan128KiBComesInGzip)
{
  create_map("a", 70'000);
  EXPECT_EQ(read(config_maps, "gzip").stream, nullptr);
  create_map("b", 70'000);
  auto packed = read(config_maps, "gzip");
  ASSERT_NE(packed.stream, nullptr);
  EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
  EXPECT_EQ(packed.header("Vary"), "Accept-Encoding");
  EXPECT_EQ(packed.header("Content-Type"), "application/json");
  std::size_t bytes = 0;
  for (const auto& piece : pieces(packed)) bytes += piece.size();
  EXPECT_LT(bytes, 3000U);
  const auto plain = read(config_maps, "");
  EXPECT_EQ(plain.header("Content-Encoding"), "");
  EXPECT_EQ(plain.header("Vary"), "");
  const auto seen = decoded(config_maps);
  EXPECT_EQ(seen.body, plain.body);
  EXPECT_FALSE(seen.headers.find("Content-Encoding"));
}

TEST_F(Compression, ALargeAnswerIsCompressedAPartAtATime)
{
  for (int index = 0; index < 10; ++index) create_map("m" + std::to_string(index), 200'000);
  auto packed = read(config_maps, "gzip");
  ASSERT_NE(packed.stream, nullptr);
  EXPECT_GT(pieces(packed).size(), 1U) << "one piece would keep the thread from other connections";
  EXPECT_EQ(decoded(config_maps).body, read(config_maps, "identity").body);
}

TEST_F(Compression, OnlyForThoseWhoNameGzip)
{
  create_map("a", 140'000);
  const auto one = std::string(config_maps) + "/a";
  for (const char* encoding : {"", "identity", "GZIP", "*", "gzip;q=1", "deflate, br", "x-gzip"}) {
    EXPECT_EQ(read(one, encoding).stream, nullptr) << encoding;
  }
  for (const char* encoding : {"gzip", "deflate, gzip", " gzip , br", "gzip,deflate"}) {
    EXPECT_NE(read(one, encoding).stream, nullptr) << encoding;
  }
  EXPECT_NE(read(one, "gzip", "application/yaml").stream, nullptr);
  EXPECT_NE(read(one, "gzip", "application/vnd.kubernetes.protobuf").stream, nullptr);
  // A table has the metadata alone.
  EXPECT_EQ(read(one, "gzip", "application/json;as=Table;v=v1;g=meta.k8s.io").stream, nullptr);
}

TEST_F(Compression, WritesAreAnsweredLikeReads)
{
  const Headers gzip{{"Content-Type", "application/json"}, {"Accept-Encoding", "gzip"}};
  const auto large = call("POST", config_maps, config_map("a", {{"k", std::string(140'000, 'x')}}), gzip);
  EXPECT_EQ(large.status, 201U);
  EXPECT_NE(large.stream, nullptr);
  EXPECT_EQ(call("POST", config_maps, config_map("b", {{"k", "v"}}), gzip).stream, nullptr);
}

TEST_F(Compression, OfWatchesTheStreamingListAlone)
{
  create_map("a", 10);
  const std::string watch = std::string(config_maps) + "?watch=true&timeoutSeconds=1";
  const std::string list = "&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
  EXPECT_EQ(read(watch, "gzip").header("Content-Encoding"), "");
  EXPECT_EQ(read(watch + list, "").header("Content-Encoding"), "");
  const auto packed = read(watch + list, "gzip");
  EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
  EXPECT_EQ(packed.header("Vary"), "Accept-Encoding");
  HttpRequest request;
  request.target = watch + list;
  HttpResponse seen;
  asio::co_spawn(context, exchange(decoding_transport(), request, seen), asio::detached);
  context.poll();
  clock.advance(std::chrono::seconds(2));
  context.run();
  context.restart();
  EXPECT_NE(seen.body.find(R"("name":"a")"), std::string::npos) << seen.body;
  EXPECT_NE(seen.body.find("k8s.io/initial-events-end"), std::string::npos) << seen.body;
}

/// How much of the text of a gzip member is in its last block.
std::size_t bytes_of_last_block(std::string member)
{
  z_stream stream{};
  constexpr int gzip_window = 15 + 16, last_block = 64, end_of_block = 128;
  if (inflateInit2(&stream, gzip_window) != Z_OK) return std::string::npos;
  stream.next_in = reinterpret_cast<Bytef*>(member.data());
  stream.avail_in = static_cast<uInt>(member.size());
  std::string text(1U << 20U, '\0');
  std::size_t before = 0;
  int result = Z_OK;
  while (result == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    result = inflate(&stream, Z_BLOCK);
    const bool between = (stream.data_type & end_of_block) != 0 && (stream.data_type & last_block) == 0;
    if (between) before = stream.total_out;
  }
  const std::size_t all = stream.total_out;
  inflateEnd(&stream);
  return result == Z_STREAM_END && all > 0 ? all - before : std::string::npos;
}

// Go's gzip.Reader keeps back what the last block of a member holds until it has read the head of the next one, which
// comes with the next event.
TEST_F(Compression, APieceOfAWatchIsWholeBeforeItsMembersLastBlock)
{
  create_map("a", 10);
  auto packed = read(std::string(config_maps) +
                         "?watch=true&timeoutSeconds=1&sendInitialEvents=true&allowWatchBookmarks=true"
                         "&resourceVersionMatch=NotOlderThan",
                     "gzip");
  ASSERT_NE(packed.stream, nullptr);
  std::vector<std::string> all;
  asio::co_spawn(context, read_all(*packed.stream, all), asio::detached);
  context.poll();
  clock.advance(std::chrono::seconds(2));
  context.run();
  context.restart();
  ASSERT_FALSE(all.empty());
  for (const auto& piece : all) EXPECT_EQ(bytes_of_last_block(piece), 0U);
}

TEST_F(Compression, TheDocumentOfOpenApiV2HasRulesOfItsOwn)
{
  auto packed = read("/openapi/v2", "GZip;q=0.5");
  EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
  EXPECT_EQ(packed.header("Vary"), "Accept-Encoding");
  ASSERT_NE(packed.stream, nullptr);
  const auto plain = read("/openapi/v2", "gzip;q=0");
  EXPECT_EQ(plain.header("Vary"), "Accept-Encoding") << "whatever is answered depends on it";
  EXPECT_EQ(plain.stream, nullptr);
  EXPECT_EQ(decoded("/openapi/v2").body, plain.body);
  EXPECT_EQ(read("/openapi/v3/api/v1", "gzip").stream, nullptr) << "those of version 3 come as they are";
}

}  // namespace
}  // namespace kubexx::testing
