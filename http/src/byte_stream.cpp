// SPDX-License-Identifier: Apache-2.0
#include "byte_stream.hpp"

#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx::detail {

namespace {

// A peer that vanished is noticed after 30 + 3 * 5 seconds, as client-go notices it by HTTP/2 pings.
constexpr int kKeepAliveIdleSeconds = 30;
constexpr int kKeepAliveIntervalSeconds = 5;
constexpr int kKeepAliveProbes = 3;
// The same when something was sent that it does not acknowledge: keep-alive rests meanwhile, and TCP alone would try
// for a quarter of an hour.
constexpr unsigned kUnacknowledgedMilliseconds = 45'000;

// A connection receives up to this many bytes while it waits, and has that much memory for it. Most answers and watch
// events fit.
constexpr std::size_t kAhead = 4096;

constexpr std::size_t kMostWithoutTurn = ReceiveSize::least;

class PlainStream final : public ByteStream {
public:
  explicit PlainStream(Socket socket) : socket_(std::move(socket))
  {
    boost::system::error_code ignored;  // then a receive says what is wrong
    socket_.non_blocking(true, ignored);
  }

  awaitable<std::optional<TlsFailure>> handshake() override { co_return std::nullopt; }

  // Receives, because async_wait costs an epoll_ctl for each wait. That call also makes epoll_wait return once more at
  // once, since the socket is writable.
  awaitable<boost::system::error_code> wait_input() override
  {
    if (!has_more()) {
      if (room_.empty()) room_.resize(kAhead);
      auto on_strand = asio::as_tuple(asio::bind_executor(socket_.get_executor(), asio::deferred));
      const auto [error, bytes] = co_await socket_.async_receive(asio::buffer(room_), on_strand);
      if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) co_return error;
      ahead_ = std::string_view(room_).substr(0, bytes);
      filled_ = bytes == room_.size();
      failed_ = error;
    }
    readable_ = true;
    co_return boost::system::error_code();
  }

  IoResult read_now(asio::mutable_buffer buffer) override
  {
    if (!std::exchange(readable_, false)) return {asio::error::would_block, 0, false};
    IoResult result;
    result.bytes = ahead_.copy(static_cast<char*>(buffer.data()), buffer.size());
    ahead_.remove_prefix(result.bytes);
    if (filled_ && ahead_.empty()) {
      filled_ = false;
      boost::system::error_code error;
      result.bytes += socket_.read_some(buffer + result.bytes, error);
      if (error != asio::error::would_block) failed_ = error;
    }
    if (result.bytes == 0) {
      result.error = failed_;
      result.ended = failed_ == asio::error::eof;
    }
    size_.received(result.bytes, buffer.size());
    return result;
  }
  bool has_more() noexcept override { return !ahead_.empty() || failed_; }
  void release_room() noexcept override
  {
    if (ahead_.empty()) std::string().swap(room_);
  }
  std::size_t expected() const noexcept override { return size_.next(); }

  // What the socket takes at once needs no turn of the executor; what is large gives the others theirs.
  IoResult try_write(asio::const_buffer buffer) override
  {
    IoResult result{asio::error::would_block, 0, false};
    if (buffer.size() > kMostWithoutTurn) return result;
    result.bytes = socket_.write_some(buffer, result.error);
    if (!result.error && result.bytes < buffer.size()) result.error = asio::error::would_block;
    return result;
  }

  awaitable<IoResult> write(asio::const_buffer buffer) override
  {
    const IoResult now = try_write(buffer);
    if (now.error != asio::error::would_block) co_return now;
    auto on_strand = asio::as_tuple(asio::bind_executor(socket_.get_executor(), asio::deferred));
    const auto [error, bytes] = co_await asio::async_write(socket_, buffer + now.bytes, on_strand);
    co_return IoResult{error, now.bytes + bytes, false};
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
  void write_now(asio::const_buffer buffer) noexcept override
  {
    boost::system::error_code ignored;
    socket_.write_some(buffer, ignored);
  }
  bool resumed() const noexcept override { return false; }

  std::optional<TlsFailure> explain(const boost::system::error_code& /*error*/) override { return std::nullopt; }
  PeerIdentity peer() override { return {}; }
  bool hides_written_bytes() const noexcept override { return false; }
  Socket& socket() noexcept override { return socket_; }

private:
  Socket socket_;
  ReceiveSize size_;
  std::string room_;                  // the buffer of wait_input
  std::string_view ahead_;            // the part of room_ that was received and not read yet
  boost::system::error_code failed_;  // of a receive; read_now returns it after the bytes in ahead_
  bool filled_ = false;               // the last wait filled room_: the socket may have more
  bool readable_ = false;             // there was a wait since the last read
};

}  // namespace

awaitable<IoResult> ByteStream::read_some(asio::mutable_buffer buffer)
{
  for (;;) {
    const IoResult result = read_now(buffer);
    if (result.error != asio::error::would_block) co_return result;
    const auto error = co_await wait_input();
    if (error) co_return IoResult{error, 0, false};
  }
}

void ByteStream::close() noexcept
{
  boost::system::error_code ignored;
  socket().close(ignored);
}

std::unique_ptr<ByteStream> make_plain_stream(Socket socket)
{
  return std::make_unique<PlainStream>(std::move(socket));
}

namespace {

/// `handle` is what a system call returned: negative with errno.
template <class AnySocket>
void take_handle(AnySocket& socket, const asio::ip::tcp& protocol, int handle, boost::system::error_code& error)
{
  if (handle < 0) {
    error.assign(errno, boost::system::system_category());
    return;
  }
  socket.assign(protocol, handle, error);
  if (error) ::close(handle);
}

}  // namespace

template <class AnySocket>
void open_socket(AnySocket& socket, const asio::ip::tcp& protocol, boost::system::error_code& error)
{
  const int handle = ::socket(protocol.family(), protocol.type() | SOCK_CLOEXEC, protocol.protocol());
  take_handle(socket, protocol, handle, error);
}
template void open_socket(Socket&, const asio::ip::tcp&, boost::system::error_code&);
template void open_socket(asio::ip::tcp::acceptor&, const asio::ip::tcp&, boost::system::error_code&);

void accept_socket(asio::ip::tcp::acceptor& acceptor, Socket& socket, boost::system::error_code& error)
{
  const auto local = acceptor.local_endpoint(error);
  if (error) return;
  const int handle = ::accept4(acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  take_handle(socket, local.protocol(), handle, error);
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
}

bool has_pending_input(Socket& socket) noexcept
{
  char byte = 0;
  const auto result = ::recv(socket.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return result >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

}  // namespace kubexx::detail
