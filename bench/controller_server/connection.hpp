// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kubexx::bench {

/// The server's side of TLS over a connected socket that does not block, and that it owns. On one thread.
class Connection {
public:
  Connection(SSL_CTX* context, int socket) : socket_(socket), ssl_(SSL_new(context), SSL_free)
  {
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SSL_set_fd(ssl_.get(), socket_);
    SSL_set_accept_state(ssl_.get());
    SSL_set_mode(ssl_.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_set_read_ahead(ssl_.get(), 1);
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] int socket() const noexcept { return socket_; }
  /// What came and was not taken yet.
  [[nodiscard]] std::string& received() noexcept { return in_; }
  /// There is something to send that the socket did not take.
  [[nodiscard]] bool blocked() const noexcept { return sent_ < out_.size(); }
  /// Whether it is blocked otherwise than when this was asked last.
  [[nodiscard]] bool changed() noexcept { return std::exchange(was_blocked_, blocked()) != blocked(); }

  /// Takes what the socket has. False when the peer has gone.
  bool receive()
  {
    static std::vector<char> buffer(65536);
    do {
      std::size_t got = 0;
      const int done = SSL_read_ex(ssl_.get(), buffer.data(), buffer.size(), &got);
      if (done != 1) return would_block(done);
      in_.append(buffer.data(), got);
    } while (SSL_has_pending(ssl_.get()) == 1);
    return true;
  }

  /// Kept until flush().
  void send(std::string_view bytes) { out_ += bytes; }

  /// False when the peer has gone.
  bool flush()
  {
    while (blocked()) {
      std::size_t written = 0;
      const int done = SSL_write_ex(ssl_.get(), out_.data() + sent_, out_.size() - sent_, &written);
      if (done != 1) return would_block(done);
      sent_ += written;
    }
    out_.clear();
    sent_ = 0;
    return true;
  }

private:
  [[nodiscard]] bool would_block(int done) const
  {
    const int error = SSL_get_error(ssl_.get(), done);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
  }

  int socket_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
  std::string in_, out_;
  std::size_t sent_ = 0;
  bool was_blocked_ = false;
};

}  // namespace kubexx::bench
