// SPDX-License-Identifier: Apache-2.0
#include "byte_stream.hpp"

#include <gmock/gmock.h>
#include <malloc.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "read_buffer.hpp"
#include "support.hpp"
#include "support/allocations.hpp"
#include "support/loopback.hpp"

namespace kubexx::test {
namespace {

using detail::ByteStream;
using Stream = std::shared_ptr<ByteStream>;

constexpr std::size_t kRecord = 16384;

/// Two ends of one connection over TLS; their sockets are on strands. The executor runs on the test's thread.
class ByteStreamTest : public ::testing::Test {
protected:
  void SetUp() override
  {
    const LoopbackTls tls(clock_);
    asio::ip::tcp::acceptor acceptor(context_, {asio::ip::address_v4::loopback(), 0});
    detail::Socket from(make_strand_of(context_.get_executor()));
    from.connect(acceptor.local_endpoint());
    detail::Socket to = acceptor.accept(make_strand_of(context_.get_executor()));
    client_ = detail::make_tls_client_stream(std::move(from), detail::make_tls_context(tls.client), "127.0.0.1",
                                             "server", clock_.wall_now());
    server_ = detail::make_tls_server_stream(std::move(to), detail::make_tls_context(tls.server), "client",
                                             clock_.wall_now());
    run([this] { return shake(client_); });
    run([this] { return shake(server_); });
    settle();
  }

  static awaitable<void> shake(Stream stream)
  {
    const auto failed = co_await stream->handshake();
    EXPECT_FALSE(failed.has_value());
  }
  static awaitable<void> send(Stream stream, std::string bytes)
  {
    const asio::const_buffer all(bytes.data(), bytes.size());
    const auto sent = co_await stream->write(all);
    EXPECT_FALSE(sent.error) << sent.error.message();
    EXPECT_EQ(sent.bytes, bytes.size());
  }
  static awaitable<void> receive(Stream stream, std::string* got, std::size_t size, unsigned* waits)
  {
    std::string piece(64 * 1024, ' ');
    while (got->size() < size) {
      const auto result = stream->read_now(asio::buffer(piece));
      if (result.error == asio::error::would_block) {
        ++*waits;
        const auto error = co_await stream->wait_input();
        EXPECT_FALSE(error) << error.message();
        continue;
      }
      EXPECT_FALSE(result.error) << result.error.message();
      if (result.error) co_return;
      got->append(piece, 0, result.bytes);
    }
  }
  static awaitable<void> wait_on(Stream stream, bool* on_strand)
  {
    const auto error = co_await stream->wait_input();
    EXPECT_FALSE(error) << error.message();
    using Strand = asio::strand<asio::io_context::executor_type>;
    *on_strand = stream->socket().get_executor().target<Strand>()->running_in_this_thread();
  }

  void run(const std::function<awaitable<void>()>& work)
  {
    asio::co_spawn(context_.get_executor(), work(), asio::detached);
  }
  void settle()
  {
    context_.restart();
    context_.run();
  }

  ManualClock clock_;
  asio::io_context context_;
  Stream client_, server_;
};

TEST_F(ByteStreamTest, OneReceiveBringsTheRecordsThatHaveCome)
{
  std::string got;
  unsigned waits = 0;
  run([this] { return send(server_, "x"); });  // after its session tickets
  run([&] { return receive(client_, &got, 1, &waits); });
  settle();
  const std::string sent(3 * kRecord - 1, 'x');
  run([&] { return send(server_, sent); });
  settle();
  got.clear();
  waits = 0;
  run([&] { return receive(client_, &got, sent.size(), &waits); });
  settle();
  EXPECT_EQ(got, sent);
  EXPECT_LE(waits, 2U);  // 17 kB, then 34
}

TEST_F(ByteStreamTest, BothEndsReadAndWriteAtOnce)
{
  const std::string there(400'000, 'a'), back(500'000, 'b');
  std::string got_there, got_back;
  unsigned waits = 0;
  run([&] { return send(client_, there); });
  run([&] { return send(server_, back); });
  run([&] { return receive(server_, &got_there, there.size(), &waits); });
  run([&] { return receive(client_, &got_back, back.size(), &waits); });
  settle();
  EXPECT_TRUE(got_there == there);
  EXPECT_TRUE(got_back == back);
}

TEST_F(ByteStreamTest, WhatCameBeforeTheEndIsReadBeforeTheEnd)
{
  run([this] { return send(server_, "last words"); });
  run([this] { return server_->shutdown(); });
  settle();
  std::string got;
  unsigned waits = 0;
  run([&] { return receive(client_, &got, 10, &waits); });
  settle();
  EXPECT_EQ(got, "last words");
  std::string more(10, ' ');
  const auto end = client_->read_now(asio::buffer(more));
  EXPECT_EQ(end.error, asio::error::eof);
  EXPECT_TRUE(end.ended);
}

TEST_F(ByteStreamTest, AWaitResumesOnTheSocketsStrandWhoseverItIs)
{
  bool on_strand = false;
  run([&] { return wait_on(client_, &on_strand); });
  run([this] { return send(server_, "x"); });
  settle();
  EXPECT_TRUE(on_strand);
}

TEST_F(ByteStreamTest, KeepsNoRoomThroughALongSilence)
{
  std::string got;
  unsigned waits = 0;
  const auto pass = [&] {
    run([this] { return send(client_, "x"); });
    run([&] { return receive(server_, &got, got.size() + 1, &waits); });
    settle();
  };
  pass();
  {
    const allocations::Peak peak;
    server_->release_room();
    const auto as_much = std::make_unique<char[]>(detail::ReceiveSize::least);
    EXPECT_LT(peak.bytes(), 1000);
  }
  pass();
  EXPECT_EQ(got, "xx");
}

#if defined(__GLIBC__)
TEST_F(ByteStreamTest, KeepsTheBuffersOfOpenSslWhileItIsBusy)
{
  const auto in_use = [] { return ::mallinfo2().uordblks; };
  if (in_use() == 0) return;  // the allocator of a sanitizer, which does not count
  std::string got;
  unsigned waits = 0;
  const auto talk = [&] {
    run([this] { return send(client_, "ping"); });
    run([this] { return send(server_, "pong"); });
    got.clear();
    run([&] { return receive(client_, &got, 4, &waits); });
    settle();
  };
  talk();
  const auto idle = in_use();
  client_->keep_buffers(true);
  talk();
  EXPECT_GE(in_use(), idle + kRecord);
  client_->keep_buffers(false);
  EXPECT_LT(in_use(), idle + kRecord);
  talk();
  EXPECT_LT(in_use(), idle + kRecord);
}
#endif

/// The two ends without TLS; the peer is a socket that blocks.
class PlainStreamTest : public ::testing::Test {
protected:
  PlainStreamTest()
  {
    asio::ip::tcp::acceptor acceptor(context_, {asio::ip::address_v4::loopback(), 0});
    detail::Socket socket(context_.get_executor());
    socket.connect(acceptor.local_endpoint());
    peer_ = acceptor.accept();
    stream_ = detail::make_plain_stream(std::move(socket));
  }
  detail::IoResult read_after_wait(std::string& buffer)
  {
    asio::co_spawn(context_.get_executor(), wait(stream_), asio::detached);
    context_.restart();
    context_.run();
    return stream_->read_now(asio::buffer(buffer));
  }
  static awaitable<void> wait(Stream stream)
  {
    const auto error = co_await stream->wait_input();
    EXPECT_FALSE(error) << error.message();
  }

  asio::io_context context_;
  detail::Socket peer_{context_};
  Stream stream_;
};

TEST_F(PlainStreamTest, WhatHasComeIsReadInPieces)
{
  asio::write(peer_, asio::buffer(std::string("abcdefgh")));
  std::string piece(3, ' '), got;
  for (int reads = 0; reads < 3; ++reads) {
    const auto result = read_after_wait(piece);
    EXPECT_FALSE(result.error) << result.error.message();
    got.append(piece, 0, result.bytes);
    EXPECT_EQ(stream_->has_more(), reads < 2);
  }
  EXPECT_EQ(got, "abcdefgh");
  EXPECT_EQ(stream_->read_now(asio::buffer(piece)).error, asio::error::would_block);
}

TEST_F(PlainStreamTest, OneReadBringsAllThatHasCome)
{
  const std::string sent(16'000, 'x');
  asio::write(peer_, asio::buffer(sent));
  std::string got(17'000, ' ');
  const auto result = read_after_wait(got);
  EXPECT_FALSE(result.error) << result.error.message();
  EXPECT_EQ(result.bytes, sent.size());
  EXPECT_FALSE(stream_->has_more());
}

TEST_F(PlainStreamTest, TheEndComesAfterWhatWasSentBeforeIt)
{
  asio::write(peer_, asio::buffer(std::string(4096, 'x')));
  peer_.shutdown(detail::Socket::shutdown_send);
  std::string got(17'000, ' ');
  EXPECT_EQ(read_after_wait(got).bytes, 4096U);
  EXPECT_TRUE(stream_->has_more());
  const auto end = read_after_wait(got);
  EXPECT_EQ(end.error, asio::error::eof);
  EXPECT_TRUE(end.ended);
  EXPECT_EQ(read_after_wait(got).error, asio::error::eof);  // and again
}

TEST_F(PlainStreamTest, AResetIsAnErrorOfTheRead)
{
  peer_.set_option(asio::socket_base::linger(true, 0));
  peer_.close();
  std::string got(10, ' ');
  const auto result = read_after_wait(got);
  EXPECT_EQ(result.error, asio::error::connection_reset);
  EXPECT_FALSE(result.ended);
}

TEST_F(PlainStreamTest, ACloseEndsTheWait)
{
  boost::system::error_code ended;
  const auto wait = [&]() -> awaitable<void> { ended = co_await stream_->wait_input(); };
  asio::co_spawn(context_.get_executor(), wait(), asio::detached);
  context_.poll();
  stream_->close();
  context_.run();
  EXPECT_EQ(ended, asio::error::operation_aborted);
}

TEST(ReceiveSize, GrowsWhileEverythingIsFilledAndIsSmallAfterTheRest)
{
  detail::ReceiveSize size;
  EXPECT_EQ(size.next(), detail::ReceiveSize::least);
  for (int round = 0; round < 5; ++round) size.received(size.next(), size.next());
  EXPECT_EQ(size.next(), detail::ReceiveSize::most);
  size.received(size.next() - 1, size.next());
  EXPECT_EQ(size.next(), detail::ReceiveSize::least);
  // Less room than wanted, because something was left: a full one all the same.
  size.received(100, 100);
  EXPECT_EQ(size.next(), 2 * detail::ReceiveSize::least);
}

TEST(ReadBuffer, KeepsWhatIsLeftAndGivesBackWhatItNoLongerNeeds)
{
  detail::ReadBuffer buffer;
  const auto put = [&](std::string_view text, std::size_t wanted) {
    const auto room = buffer.prepare(wanted);
    ASSERT_GE(room.size(), text.size());
    text.copy(static_cast<char*>(room.data()), text.size());
    buffer.commit(text.size());
  };
  put("abcdef", 100'000);
  buffer.consume(4);
  put("gh", 100'000);
  EXPECT_EQ(buffer.data(), "efgh");
  buffer.shrink(1000);  // not empty
  EXPECT_EQ(buffer.data(), "efgh");
  buffer.consume(4);
  EXPECT_GE(buffer.prepare(1).size(), 100'000U);
  buffer.shrink(1000);
  EXPECT_LT(buffer.prepare(1).size(), 100'000U);
}

TEST(ReadBuffer, HasNoRoomBeyondItsLimit)
{
  detail::ReadBuffer buffer;
  constexpr std::size_t limit = 40'000;
  std::size_t filled = 0;
  for (auto room = buffer.prepare(17'000, limit); room.size() > 0; room = buffer.prepare(17'000, limit)) {
    buffer.commit(room.size());
    filled += room.size();
    ASSERT_LE(filled, limit);
  }
  EXPECT_EQ(filled, limit);
}

}  // namespace
}  // namespace kubexx::test
