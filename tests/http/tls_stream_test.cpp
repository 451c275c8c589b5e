// SPDX-License-Identifier: Apache-2.0
// A TLS stream beside a peer that does what ours never does: OpenSSL alone, driven message by message.
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "byte_stream.hpp"
#include "support.hpp"
#include "support/loopback.hpp"

namespace kubexx::test {
namespace {

using detail::ByteStream;
using detail::IoResult;

constexpr std::size_t kRecord = 16384;
constexpr std::size_t kPiece = 4 * kRecord;  // encrypted at once
constexpr std::size_t kLarge = 20 * kPiece;

/// Passes everything on and notes the largest write.
class NotedStream final : public ByteStream {
public:
  NotedStream(std::unique_ptr<ByteStream> below, std::size_t* largest_write)
      : below_(std::move(below)), largest_write_(largest_write)
  {
  }
  awaitable<std::optional<detail::TlsFailure>> handshake() override { return below_->handshake(); }
  awaitable<boost::system::error_code> wait_input() override { return below_->wait_input(); }
  IoResult read_now(asio::mutable_buffer buffer) override { return below_->read_now(buffer); }
  std::size_t expected() const noexcept override { return below_->expected(); }
  IoResult try_write(asio::const_buffer buffer) override
  {
    ++tries;
    *largest_write_ = std::max(*largest_write_, buffer.size());
    return below_->try_write(buffer);
  }
  awaitable<IoResult> write(asio::const_buffer buffer) override
  {
    *largest_write_ = std::max(*largest_write_, buffer.size());
    return below_->write(buffer);
  }
  awaitable<void> shutdown() override { return below_->shutdown(); }
  void send_close_notify() noexcept override { below_->send_close_notify(); }
  void write_now(asio::const_buffer buffer) noexcept override { below_->write_now(buffer); }
  bool resumed() const noexcept override { return below_->resumed(); }
  std::optional<detail::TlsFailure> explain(const boost::system::error_code& error) override
  {
    return below_->explain(error);
  }
  detail::PeerIdentity peer() override { return below_->peer(); }
  bool hides_written_bytes() const noexcept override { return below_->hides_written_bytes(); }
  detail::Socket& socket() noexcept override { return below_->socket(); }

  int tries = 0;

private:
  const std::unique_ptr<ByteStream> below_;
  std::size_t* const largest_write_;
};

/// A server: what it says is sent by `deliver`, what came to it is heard by `take`.
class BarePeer {
public:
  BarePeer(detail::Socket socket, detail::TlsContext& tls, WallTime now)
      : socket_(std::move(socket)), ssl_(SSL_new(tls.context.native_handle()), SSL_free)
  {
    SSL_set_bio(ssl(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    SSL_set_accept_state(ssl());
    SSL_set_msg_callback(ssl(), heard);
    SSL_set_msg_callback_arg(ssl(), this);
    detail::prepare_server(ssl(), now);
  }
  SSL* ssl() const { return ssl_.get(); }

  void deliver(const std::string& behind = {})
  {
    std::string records(static_cast<std::size_t>(BIO_pending(SSL_get_wbio(ssl()))), ' ');
    if (!records.empty()) BIO_read(SSL_get_wbio(ssl()), records.data(), static_cast<int>(records.size()));
    asio::write(socket_, asio::buffer(records + behind));
  }
  void say(const std::string& words)
  {
    ASSERT_GT(SSL_write(ssl(), words.data(), static_cast<int>(words.size())), 0);
    deliver();
  }
  void ask_for_a_key_update()
  {
    ASSERT_EQ(SSL_key_update(ssl(), SSL_KEY_UPDATE_REQUESTED), 1);
    ASSERT_EQ(SSL_do_handshake(ssl()), 1);
    deliver();
  }
  void ask_for_a_renegotiation()
  {
    SSL_clear_options(ssl(), SSL_OP_NO_RENEGOTIATION);
    ASSERT_EQ(SSL_renegotiate(ssl()), 1);
    ASSERT_EQ(SSL_do_handshake(ssl()), 1);
    deliver();
  }
  /// close_notify, and `bytes` behind it.
  void close(const std::string& bytes)
  {
    SSL_shutdown(ssl());
    deliver(bytes);
  }

  /// Everything that has come; appended to `text` is what it says.
  void take()
  {
    ERR_clear_error();
    std::string records(socket_.available(), ' ');
    if (!records.empty()) {
      records.resize(socket_.read_some(asio::buffer(records)));
      BIO_write(SSL_get_rbio(ssl()), records.data(), static_cast<int>(records.size()));
    }
    std::string piece(kRecord, ' ');
    for (;;) {
      const int bytes = SSL_read(ssl(), piece.data(), static_cast<int>(piece.size()));
      if (bytes <= 0) {
        error = SSL_get_error(ssl(), bytes);
        return;
      }
      text.append(piece, 0, static_cast<std::size_t>(bytes));
    }
  }

  std::string text;
  int error = SSL_ERROR_NONE;  // of the last take
  int key_updates = 0;

private:
  static void heard(int written, int /*version*/, int type, const void* bytes, std::size_t size, SSL* /*ssl*/,
                    void* self)
  {
    if (written == 0 && type == SSL3_RT_HANDSHAKE && size > 0 &&
        *static_cast<const unsigned char*>(bytes) == SSL3_MT_KEY_UPDATE) {
      ++static_cast<BarePeer*>(self)->key_updates;
    }
  }

  detail::Socket socket_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
};

class TlsStreamTest : public ::testing::Test {
protected:
  void SetUp() override
  {
    const LoopbackTls tls(clock_);
    asio::ip::tcp::acceptor acceptor(context_, {asio::ip::address_v4::loopback(), 0});
    detail::Socket from(make_strand_of(context_.get_executor()));
    // A piece of a write takes several sends, and less than one is on its way.
    acceptor.set_option(asio::socket_base::receive_buffer_size(4096));
    from.connect(acceptor.local_endpoint());
    from.set_option(asio::socket_base::send_buffer_size(4096));
    auto noted = std::make_unique<NotedStream>(detail::make_plain_stream(std::move(from)), &largest_write_);
    noted_ = noted.get();
    stream_ = detail::make_tls_client_stream(std::move(noted), detail::make_tls_context(tls.client), "127.0.0.1",
                                             "peer", clock_.wall_now());
    server_context_ = detail::make_tls_context(tls.server);
    SSL_CTX_set_max_proto_version(server_context_->context.native_handle(), version_);
    peer_ = std::make_unique<BarePeer>(acceptor.accept(), *server_context_, clock_.wall_now());

    bool shaken = false;
    asio::co_spawn(context_.get_executor(), shake(&shaken), asio::detached);
    until([&] {
      peer_->take();
      peer_->deliver();
      return shaken && SSL_is_init_finished(peer_->ssl()) == 1;
    });
  }

  // Ends what still uses the stream before the stream goes.
  void TearDown() override
  {
    stream_->close();
    context_.restart();
    context_.run();
  }

  awaitable<void> shake(bool* done)
  {
    const auto failed = co_await stream_->handshake();
    EXPECT_FALSE(failed.has_value());
    *done = true;
  }
  awaitable<void> send(std::string bytes, std::optional<IoResult>* result)
  {
    const asio::const_buffer all(bytes.data(), bytes.size());
    const IoResult sent = co_await stream_->write(all);
    *result = sent;
  }
  awaitable<void> shut_down(bool* done)
  {
    co_await stream_->shutdown();
    *done = true;
  }
  /// Adds to `got` what comes, until the end.
  awaitable<void> receive(std::string* got, boost::system::error_code* end)
  {
    std::string piece(kRecord, ' ');
    const asio::mutable_buffer room(piece.data(), piece.size());
    for (;;) {
      const IoResult result = co_await stream_->read_some(room);
      if (result.error) {
        *end = result.error;
        co_return;
      }
      got->append(piece, 0, result.bytes);
    }
  }

  void spawn(awaitable<void> work) { asio::co_spawn(context_.get_executor(), std::move(work), asio::detached); }
  /// Lets the stream go on until `done` says so, within a bound that only a broken stream reaches.
  void until(const std::function<bool()>& done)
  {
    for (int round = 0; !done(); ++round) {
      ASSERT_LT(round, 20'000) << "it does not come";
      context_.restart();
      context_.run_for(std::chrono::milliseconds(1));
    }
  }
  /// Reads what the peer says now.
  void hears(const std::string& words)
  {
    const std::string all = got_ + words;
    peer_->say(words);
    until([&] { return got_ == all; });
  }
  /// Begins to write what is more than the connection holds, and waits until nothing of it can be sent any more.
  void write_more_than_fits(std::size_t size, std::optional<IoResult>* result)
  {
    spawn(send(std::string(size, 'x'), result));
    const int handle = stream_->socket().native_handle();
    until([&] {
      pollfd writable{handle, POLLOUT, 0};
      return ::poll(&writable, 1, 0) == 0;
    });
    ASSERT_FALSE(result->has_value());
  }

  explicit TlsStreamTest(int version = TLS1_3_VERSION) : version_(version) {}

  const int version_;
  ManualClock clock_;
  asio::io_context context_;
  std::size_t largest_write_ = 0;
  std::shared_ptr<detail::TlsContext> server_context_;
  std::unique_ptr<ByteStream> stream_;
  NotedStream* noted_ = nullptr;  // below stream_
  std::unique_ptr<BarePeer> peer_;
  std::string got_;
  boost::system::error_code end_;
};

class Tls12StreamTest : public TlsStreamTest {
protected:
  Tls12StreamTest() : TlsStreamTest(TLS1_2_VERSION) {}
};

TEST_F(TlsStreamTest, AKeyUpdateIsFollowedAndAnsweredBeforeTheNextRecord)
{
  spawn(receive(&got_, &end_));
  peer_->ask_for_a_key_update();
  peer_->say("with the new key");
  until([&] { return got_ == "with the new key"; });
  std::optional<IoResult> sent;
  spawn(send("both ways", &sent));
  until([&] {
    peer_->take();
    return peer_->text == "both ways";
  });
  EXPECT_EQ(peer_->key_updates, 1);
}

TEST_F(TlsStreamTest, AReaderGoesOnWhileItsAnswerWaitsForAWriter)
{
  std::optional<IoResult> sent;
  write_more_than_fits(kLarge, &sent);
  spawn(receive(&got_, &end_));
  peer_->ask_for_a_key_update();
  hears("first, ");
  hears("second");
  EXPECT_FALSE(sent.has_value());
  until([&] {
    peer_->take();
    return sent.has_value() && peer_->text.size() == kLarge;
  });
  EXPECT_FALSE(sent->error) << sent->error.message();
  EXPECT_EQ(peer_->key_updates, 1);
}

TEST_F(TlsStreamTest, AShutdownComesBehindTheRecordsOfAWriteThatIsUnderWay)
{
  std::optional<IoResult> sent;
  write_more_than_fits(kLarge, &sent);
  bool shut_down_done = false;
  spawn(shut_down(&shut_down_done));
  until([&] {
    peer_->take();
    return shut_down_done && peer_->error != SSL_ERROR_WANT_READ;
  });
  EXPECT_EQ(peer_->error, SSL_ERROR_ZERO_RETURN);
  until([&] { return sent.has_value(); });
  EXPECT_TRUE(sent->error);
  EXPECT_EQ(sent->bytes, peer_->text.size());
}

// RFC 8446, section 6.1: what follows a closure alert is ignored.
TEST_F(TlsStreamTest, WhatFollowsCloseNotifyIsIgnored)
{
  peer_->say("the last");
  peer_->close("no record");
  spawn(receive(&got_, &end_));
  until([&] { return end_.failed(); });
  EXPECT_EQ(got_, "the last");
  EXPECT_EQ(end_, asio::error::eof);
}

TEST_F(TlsStreamTest, ASmallWriteIsOneRecordAndOneSendAndNeedsNoWait)
{
  const std::string request(2000, 'x');
  noted_->tries = 0;
  largest_write_ = 0;
  const IoResult sent = stream_->try_write(asio::buffer(request));
  EXPECT_FALSE(sent.error) << sent.error.message();
  EXPECT_EQ(sent.bytes, request.size());
  EXPECT_EQ(noted_->tries, 1);
  EXPECT_LE(largest_write_, request.size() + 29) << "more than one record";
  peer_->take();
  EXPECT_EQ(peer_->text, request);
}

TEST_F(TlsStreamTest, WhatTheSocketDoesNotTakeAtOnceIsSentByTheWriteThatFollows)
{
  std::string said;
  IoResult sent;
  while (!sent.error) {
    const std::string piece(2000, static_cast<char>('a' + said.size() / 2000 % 26));
    sent = stream_->try_write(asio::buffer(piece));
    if (sent.error == asio::error::would_block && sent.bytes == 0) break;
    said += piece;
    ASSERT_LT(said.size(), kLarge) << "the socket takes everything";
  }
  ASSERT_EQ(sent.error, asio::error::would_block);
  EXPECT_EQ(sent.bytes, 2000U) << "encrypted, so it is taken";
  std::optional<IoResult> rest;
  spawn(send("", &rest));
  until([&] {
    peer_->take();
    return rest.has_value() && peer_->text.size() == said.size();
  });
  EXPECT_FALSE(rest->error) << rest->error.message();
  EXPECT_EQ(peer_->text, said);
}

TEST_F(TlsStreamTest, ALargeWriteIsEncryptedPieceByPiece)
{
  std::optional<IoResult> sent;
  spawn(send(std::string(kLarge, 'x'), &sent));
  until([&] {
    peer_->take();
    return sent.has_value();
  });
  EXPECT_FALSE(sent->error);
  EXPECT_LT(largest_write_, kPiece + kRecord);
}

// Go's default. Nothing is written that the refusal could go with.
TEST_F(Tls12StreamTest, ARenegotiationIsRefusedAtOnce)
{
  spawn(receive(&got_, &end_));
  peer_->ask_for_a_renegotiation();
  until([&] {
    peer_->take();
    return peer_->error == SSL_ERROR_SSL;
  });
  EXPECT_EQ(ERR_GET_REASON(ERR_get_error()), SSL_R_NO_RENEGOTIATION);
}

TEST_F(Tls12StreamTest, AReaderGoesOnWhileTheRefusalWaitsForTheLastPieceOfAWriter)
{
  std::optional<IoResult> sent;
  write_more_than_fits(kPiece, &sent);
  spawn(receive(&got_, &end_));
  peer_->ask_for_a_renegotiation();
  hears("first, ");
  hears("second");
  EXPECT_FALSE(sent.has_value());
  until([&] {
    peer_->take();
    return peer_->error == SSL_ERROR_SSL;
  });
  EXPECT_EQ(peer_->text.size(), kPiece);
}

TEST(PlainStream, ReceivesOnceForEachWait)
{
  asio::io_context context;
  asio::ip::tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
  detail::Socket socket(context);
  socket.connect(acceptor.local_endpoint());
  detail::Socket peer = acceptor.accept();
  const auto stream = detail::make_plain_stream(std::move(socket));
  asio::write(peer, asio::buffer("ab", 2));
  std::string piece(1, ' ');
  EXPECT_EQ(stream->read_now(asio::buffer(piece)).error, asio::error::would_block);
  asio::co_spawn(
      context, [&]() -> awaitable<void> { static_cast<void>(co_await stream->wait_input()); }, asio::detached);
  context.run();
  EXPECT_EQ(stream->read_now(asio::buffer(piece)).bytes, 1U);
  EXPECT_EQ(stream->read_now(asio::buffer(piece)).error, asio::error::would_block);
}

}  // namespace
}  // namespace kubexx::test
