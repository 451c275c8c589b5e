// SPDX-License-Identifier: Apache-2.0
#include "byte_stream.hpp"

#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <type_traits>
#include <utility>

#include "openssl_handles.hpp"

namespace kubexx::detail {

namespace {

// A peer that vanished is noticed after 30 + 3 * 5 seconds, as client-go notices it by HTTP/2 pings.
constexpr int kKeepAliveIdleSeconds = 30;
constexpr int kKeepAliveIntervalSeconds = 5;
constexpr int kKeepAliveProbes = 3;
// The same when something was sent that it does not acknowledge: keep-alive rests meanwhile, and TCP alone would try
// for a quarter of an hour.
constexpr unsigned kUnacknowledgedMilliseconds = 45'000;

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);

class PlainStream final : public ByteStream {
public:
  explicit PlainStream(Socket socket) : socket_(std::move(socket)) {}

  awaitable<std::optional<TlsFailure>> handshake() override { co_return std::nullopt; }

  awaitable<IoResult> read_some(asio::mutable_buffer buffer) override
  {
    const auto [error, bytes] = co_await socket_.async_read_some(buffer, kResult);
    co_return IoResult{error, bytes, error == asio::error::eof};
  }

  awaitable<IoResult> write(asio::const_buffer buffer) override
  {
    const auto [error, bytes] = co_await asio::async_write(socket_, buffer, kResult);
    co_return IoResult{error, bytes, false};
  }

  awaitable<void> shutdown() override
  {
    send_close_notify();
    co_return;
  }

  void send_close_notify() noexcept override
  {
    boost::system::error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
  }
  bool resumed() const noexcept override { return false; }

  std::optional<TlsFailure> explain(const boost::system::error_code& /*error*/) override { return std::nullopt; }
  PeerIdentity peer() override { return {}; }
  bool hides_written_bytes() const noexcept override { return false; }
  Socket& socket() noexcept override { return socket_; }

private:
  Socket socket_;
};

using OneTls = asio::ssl::stream<Socket>;

/// TLS over `Next`: a socket, or (by reference) the TLS stream of `below`, which is the way to a proxy.
template <class Next>
class TlsStream final : public ByteStream {
public:
  using Side = asio::ssl::stream_base::handshake_type;

  TlsStream(Next&& next, std::unique_ptr<ByteStream> below, std::shared_ptr<TlsContext> tls, Side side,
            std::string peer, std::string expected_name, WallTime now)
      : tls_(std::move(tls)),
        below_(std::move(below)),
        stream_(std::forward<Next>(next), tls_->context),
        side_(side),
        peer_(std::move(peer)),
        expected_name_(std::move(expected_name)),
        rejected_(std::make_shared<X509Ptr>())
  {
    // OpenSSL forgets a certificate that it refuses; the message shall say what was wrong with it.
    stream_.set_verify_callback([rejected = rejected_](bool accepted, asio::ssl::verify_context& context) {
      if (!accepted) {
        if (X509* certificate = X509_STORE_CTX_get_current_cert(context.native_handle())) {
          if (X509_up_ref(certificate) == 1) rejected->reset(certificate);
        }
      }
      return accepted;
    });
    if (tls_->sessions) link_ = std::make_unique<TlsSessionLink>(native(), tls_->sessions, expected_name_, now);
  }

  SSL* native() noexcept { return stream_.native_handle(); }

  awaitable<std::optional<TlsFailure>> handshake() override
  {
    const auto [error] = co_await stream_.async_handshake(side_, kResult);
    if (!error) co_return std::nullopt;
    if (link_) link_->handshake_failed();
    co_return explain_tls_failure(native(), error, peer_, expected_name_, rejected_->get());
  }

  awaitable<IoResult> read_some(asio::mutable_buffer buffer) override
  {
    const auto [error, bytes] = co_await stream_.async_read_some(buffer, kResult);
    co_return IoResult{error, bytes,
                       error == asio::error::eof || (error == asio::ssl::error::stream_truncated && between_records())};
  }

  awaitable<IoResult> write(asio::const_buffer buffer) override
  {
    const auto [error, bytes] = co_await asio::async_write(stream_, buffer, kResult);
    co_return IoResult{error, bytes, false};
  }

  awaitable<void> shutdown() override
  {
    if (SSL_is_init_finished(native()) == 1) {
      await_no_answer();
      co_await stream_.async_shutdown(kResult);
    }
    boost::system::error_code ignored;
    socket().shutdown(Socket::shutdown_send, ignored);
  }

  void send_close_notify() noexcept override
  {
    boost::system::error_code ignored;
    socket().non_blocking(true, ignored);
    if (SSL_is_init_finished(native()) == 1) {
      await_no_answer();
      stream_.shutdown(ignored);
    }
    if constexpr (std::is_same_v<Next, Socket>) {
      socket().shutdown(Socket::shutdown_send, ignored);
    } else {
      below_->send_close_notify();
    }
  }

  bool resumed() const noexcept override { return SSL_session_reused(const_cast<TlsStream*>(this)->native()) == 1; }

  std::optional<TlsFailure> explain(const boost::system::error_code& error) override
  {
    if (error.category() != asio::error::get_ssl_category()) return std::nullopt;
    return explain_tls_failure(native(), error, peer_, expected_name_, rejected_->get());
  }

  PeerIdentity peer() override { return peer_identity(native()); }
  bool hides_written_bytes() const noexcept override { return true; }
  Socket& socket() noexcept override
  {
    if constexpr (std::is_same_v<Next, Socket>) {
      return stream_.next_layer();
    } else {
      return below_->socket();
    }
  }
  asio::ssl::stream<Next>& stream() noexcept { return stream_; }

private:
  // OpenSSL takes the peer's close_notify as received.
  void await_no_answer() noexcept { SSL_set_shutdown(native(), SSL_get_shutdown(native()) | SSL_RECEIVED_SHUTDOWN); }
  bool between_records() noexcept { return SSL_has_pending(native()) == 0 && BIO_pending(SSL_get_rbio(native())) == 0; }

  std::shared_ptr<TlsContext> tls_;
  std::unique_ptr<ByteStream> below_;  // null over a socket
  asio::ssl::stream<Next> stream_;
  std::unique_ptr<TlsSessionLink> link_;  // null for a server
  Side side_;
  std::string peer_;
  std::string expected_name_;
  std::shared_ptr<X509Ptr> rejected_;
};

}  // namespace

void ByteStream::close() noexcept
{
  boost::system::error_code ignored;
  socket().close(ignored);
}

std::unique_ptr<ByteStream> make_plain_stream(Socket socket)
{
  return std::make_unique<PlainStream>(std::move(socket));
}

std::unique_ptr<ByteStream> make_tls_client_stream(Socket socket, std::shared_ptr<TlsContext> tls,
                                                   const std::string& host, const std::string& peer, WallTime now)
{
  const std::string expected = tls->server_name.empty() ? host : tls->server_name;
  auto stream = std::make_unique<TlsStream<Socket>>(std::move(socket), nullptr, tls, TlsStream<Socket>::Side::client,
                                                    peer, expected, now);
  prepare_client(stream->native(), *tls, host, now);
  return stream;
}

std::unique_ptr<ByteStream> make_tls_client_stream(std::unique_ptr<ByteStream> below, std::shared_ptr<TlsContext> tls,
                                                   const std::string& host, const std::string& peer, WallTime now)
{
  auto* tunnel = dynamic_cast<TlsStream<Socket>*>(below.get());
  if (tunnel == nullptr) return make_tls_client_stream(std::move(below->socket()), std::move(tls), host, peer, now);
  using Nested = TlsStream<OneTls&>;
  OneTls& next = tunnel->stream();
  const std::string expected = tls->server_name.empty() ? host : tls->server_name;
  auto stream = std::make_unique<Nested>(next, std::move(below), tls, Nested::Side::client, peer, expected, now);
  prepare_client(stream->native(), *tls, host, now);
  return stream;
}

std::unique_ptr<ByteStream> make_tls_server_stream(Socket socket, std::shared_ptr<TlsContext> tls,
                                                   const std::string& peer, WallTime now)
{
  auto stream = std::make_unique<TlsStream<Socket>>(std::move(socket), nullptr, std::move(tls),
                                                    TlsStream<Socket>::Side::server, peer, std::string(), now);
  prepare_server(stream->native(), now);
  return stream;
}

void tune(Socket& socket) noexcept
{
  boost::system::error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  const int handle = socket.native_handle();
  ::setsockopt(handle, IPPROTO_TCP, TCP_KEEPIDLE, &kKeepAliveIdleSeconds, sizeof kKeepAliveIdleSeconds);
  ::setsockopt(handle, IPPROTO_TCP, TCP_KEEPINTVL, &kKeepAliveIntervalSeconds, sizeof kKeepAliveIntervalSeconds);
  ::setsockopt(handle, IPPROTO_TCP, TCP_KEEPCNT, &kKeepAliveProbes, sizeof kKeepAliveProbes);
  ::setsockopt(handle, IPPROTO_TCP, TCP_USER_TIMEOUT, &kUnacknowledgedMilliseconds, sizeof kUnacknowledgedMilliseconds);
  ::fcntl(handle, F_SETFD, FD_CLOEXEC);
}

bool has_pending_input(Socket& socket) noexcept
{
  char byte = 0;
  const auto result = ::recv(socket.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return result >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

}  // namespace kubexx::detail
