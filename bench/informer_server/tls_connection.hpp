// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kubexx::bench {

/// TLS over a connected socket, which it owns, by plain blocking calls: what the benchmark's server and its bare reader
/// have in common, and none of the measured clients. On one thread at a time.
class TlsConnection {
public:
  enum class Side { server, client };

  TlsConnection(SSL_CTX* context, int socket, Side side) : socket_(socket), ssl_(SSL_new(context), SSL_free)
  {
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SSL_set_fd(ssl_.get(), socket_);
    const int done = side == Side::server ? SSL_accept(ssl_.get()) : SSL_connect(ssl_.get());
    if (done == 1) return;
    ::close(socket_);
    throw std::runtime_error("the TLS handshake failed");
  }
  ~TlsConnection() { ::close(socket_); }
  TlsConnection(const TlsConnection&) = delete;
  TlsConnection& operator=(const TlsConnection&) = delete;

  [[nodiscard]] int socket() const noexcept { return socket_; }

  /// False when the peer has gone.
  bool write(std::string_view bytes)
  {
    std::size_t written = 0;
    return bytes.empty() || SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &written) == 1;
  }

  /// Whether OpenSSL has bytes that `read` need not wait for.
  [[nodiscard]] bool has_more() const { return SSL_has_pending(ssl_.get()) == 1; }

  /// What comes next; empty at the end.
  [[nodiscard]] std::string_view read()
  {
    std::size_t got = 0;
    if (SSL_read_ex(ssl_.get(), buffer_.data(), buffer_.size(), &got) != 1) return {};
    return {buffer_.data(), got};
  }

  /// The head of a message without its empty line; nullopt at the end. A body must not follow it at once.
  [[nodiscard]] std::optional<std::string> read_head()
  {
    std::string head;
    while (!head.ends_with("\r\n\r\n")) {
      const std::string_view piece = read();
      if (piece.empty()) return std::nullopt;
      head += piece;
    }
    head.resize(head.size() - 2);
    return head;
  }

private:
  int socket_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
  std::array<char, 16384> buffer_{};  // a record
};

}  // namespace kubexx::bench
