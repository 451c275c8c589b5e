// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "tls_context.hpp"

namespace kubexx::detail {

using Socket = asio::ip::tcp::socket;

struct IoResult {
  boost::system::error_code error;
  std::size_t bytes = 0;
  /// With an error of a read: the input ended, in order or (TLS) without close_notify but between two records. Go takes
  /// the one for the other, and so do we where nothing but the end of the connection says where a body ends.
  bool ended = false;
};

/// A connected TCP socket, plain or with TLS over it. Every member is used on the socket's strand, its executor, on
/// which every wait resumes, whatever the executor of the coroutine; one read and one write may be under way at the
/// same time. Errors are values.
class ByteStream {
public:
  virtual ~ByteStream() = default;
  /// The handshake; nothing for a plain stream.
  [[nodiscard]] virtual awaitable<std::optional<TlsFailure>> handshake() = 0;
  /// Waits until there may be something for `read_now`. Only a socket that can be waited for no longer is an error.
  [[nodiscard]] virtual awaitable<boost::system::error_code> wait_input() = 0;
  /// What has come, without waiting: at most one receive for each `wait_input`. would_block: nothing more; wait.
  [[nodiscard]] virtual IoResult read_now(asio::mutable_buffer buffer) = 0;
  /// How much room `read_now` can probably fill.
  [[nodiscard]] virtual std::size_t expected() const noexcept = 0;
  /// Gives back the memory that it would receive into, before a long silence. For when no read is under way.
  virtual void release_room() noexcept {}
  /// Whether memory that every record needs is kept between two records. Not at first.
  virtual void keep_buffers(bool /*keep*/) noexcept {}
  /// Both, until something has come.
  [[nodiscard]] awaitable<IoResult> read_some(asio::mutable_buffer buffer);
  /// What can be written without waiting. would_block: `bytes` were taken, and `write` must be called with the rest,
  /// also if that is empty.
  [[nodiscard]] virtual IoResult try_write(asio::const_buffer buffer) = 0;
  /// Writes everything, or fails having written `bytes`.
  [[nodiscard]] virtual awaitable<IoResult> write(asio::const_buffer buffer) = 0;
  /// Sends TLS close_notify, then FIN, and does not wait for the peer's answer. A read that is under way
  /// may go on. The caller bounds the wait, for a peer that takes nothing, and then closes.
  [[nodiscard]] virtual awaitable<void> shutdown() = 0;
  /// The same as far as it can be done at once; for when no write is under way. Once nothing uses the stream any more,
  /// from any thread.
  virtual void send_close_notify() noexcept = 0;
  /// What the socket takes at once, of bytes that need no answer; for when no write is under way.
  virtual void write_now(asio::const_buffer buffer) noexcept = 0;
  /// Whether the handshake resumed an earlier session.
  [[nodiscard]] virtual bool resumed() const noexcept = 0;
  /// Whether what was received already says that the input has ended, or holds bytes that were not read. For when no
  /// read is under way; receives nothing.
  [[nodiscard]] virtual bool has_more() noexcept { return false; }
  /// What a failed read or write after the handshake means when TLS is the reason; else nullopt.
  [[nodiscard]] virtual std::optional<TlsFailure> explain(const boost::system::error_code& error) = 0;
  [[nodiscard]] virtual PeerIdentity peer() = 0;
  /// Whether a failed write may have delivered bytes although it reported none.
  [[nodiscard]] virtual bool hides_written_bytes() const noexcept = 0;

  [[nodiscard]] virtual Socket& socket() noexcept = 0;
  /// At once; what is under way ends with an error.
  void close() noexcept;
};

[[nodiscard]] std::unique_ptr<ByteStream> make_plain_stream(Socket socket);
/// `host` is what the peer's certificate must be for unless the context says otherwise; `peer` is for messages.
[[nodiscard]] std::unique_ptr<ByteStream> make_tls_client_stream(Socket socket, std::shared_ptr<TlsContext> tls,
                                                                 const std::string& host, const std::string& peer,
                                                                 WallTime now);
/// The same over a stream to a proxy, itself plain or TLS of a client, whose own handshake is done.
[[nodiscard]] std::unique_ptr<ByteStream> make_tls_client_stream(std::unique_ptr<ByteStream> below,
                                                                 std::shared_ptr<TlsContext> tls,
                                                                 const std::string& host, const std::string& peer,
                                                                 WallTime now);
[[nodiscard]] std::unique_ptr<ByteStream> make_tls_server_stream(Socket socket, std::shared_ptr<TlsContext> tls,
                                                                 const std::string& peer, WallTime now);

/// How much to receive at once: more while the peer is ahead of us, little from when all was received that had come.
class ReceiveSize {
public:
  /// A TLS record fits into each.
  static constexpr std::size_t least = std::size_t{17} << 10U;
  static constexpr std::size_t most = 4 * least;

  [[nodiscard]] std::size_t next() const noexcept { return next_; }
  void received(std::size_t bytes, std::size_t room) noexcept
  {
    next_ = bytes < room ? least : std::min(next_ * 2, most);
  }

private:
  std::size_t next_ = least;
};

/// As the members `open` and `accept` of Asio's sockets, but no child process inherits the new one, at any moment: Asio
/// would leave a gap between the call and FD_CLOEXEC. Of a Socket or an acceptor.
template <class AnySocket>
void open_socket(AnySocket& socket, const asio::ip::tcp& protocol, boost::system::error_code& error);
/// For a non-blocking acceptor: would_block when there is none.
void accept_socket(asio::ip::tcp::acceptor& acceptor, Socket& socket, boost::system::error_code& error);
/// What every connection of ours is: without delay, noticing a dead peer.
void tune(Socket& socket) noexcept;

/// The peer has closed, or sent unrequested bytes: an idle connection that must not be used again.
[[nodiscard]] bool has_pending_input(Socket& socket) noexcept;

}  // namespace kubexx::detail
