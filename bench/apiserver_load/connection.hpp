// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kubexx::bench {

/// Where the measured server is, and the client certificate that it knows. Its own certificate is not looked at.
class Target {
public:
  Target(std::uint16_t port, const std::string& cert, const std::string& key)
      : port_(port), context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free)
  {
    if (cert.empty()) return;
    if (SSL_CTX_use_certificate_file(context_.get(), cert.c_str(), SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_use_PrivateKey_file(context_.get(), key.c_str(), SSL_FILETYPE_PEM) != 1) {
      throw std::runtime_error("cannot use the client certificate " + cert);
    }
  }
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  [[nodiscard]] SSL_CTX* context() const noexcept { return context_.get(); }

private:
  std::uint16_t port_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
};

/// HTTP/1.1 over TLS by plain calls of OpenSSL, so that the load costs little. On one thread at a time.
class Connection {
public:
  explicit Connection(const Target& target) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
  {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(target.port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
      ssl_.reset(SSL_new(target.context()));
      SSL_set_fd(ssl_.get(), socket_);
      if (SSL_connect(ssl_.get()) == 1) return;
    }
    ::close(socket_);
    throw std::runtime_error("cannot connect to port " + std::to_string(target.port()));
  }
  ~Connection()
  {
    ssl_.reset();
    ::close(socket_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] int socket() const noexcept { return socket_; }

  void send(std::string_view method, std::string_view path, std::string_view body = {})
  {
    std::string request(method);
    request.append(" ").append(path).append(" HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n");
    request.append("User-Agent: apiserver_load\r\n");
    if (!body.empty()) {
      request.append("Content-Type: application/json\r\nContent-Length: ").append(std::to_string(body.size()));
      request.append("\r\n");
    }
    request.append("\r\n").append(body);
    std::size_t written = 0;
    if (SSL_write_ex(ssl_.get(), request.data(), request.size(), &written) != 1) {
      throw std::runtime_error("cannot send a request");
    }
  }

  /// The status of the answer; `each` is called for the pieces of its body.
  template <class Each>
  unsigned receive(const Each& each)
  {
    const unsigned status = receive_head();
    if (chunked_) {
      while (const std::size_t size = std::strtoul(line().c_str(), nullptr, 16)) {
        pass_on(size, each);
        (void)line();
      }
      (void)line();
    } else {
      pass_on(length_, each);
    }
    return status;
  }
  unsigned receive()
  {
    return receive([](std::string_view) {});
  }

  /// The status of the answer, whose body has not been read: of a watch.
  unsigned receive_head()
  {
    const std::string first = line();
    chunked_ = false;
    length_ = 0;
    for (std::string field = line(); !field.empty(); field = line()) {
      const auto colon = field.find(':');
      for (std::size_t place = 0; place < colon && place < field.size(); ++place) {
        if (field[place] >= 'A' && field[place] <= 'Z') field[place] = static_cast<char>(field[place] - 'A' + 'a');
      }
      if (field.starts_with("content-length:")) length_ = std::stoul(field.substr(colon + 1));
      if (field.starts_with("transfer-encoding: chunked")) chunked_ = true;
    }
    return static_cast<unsigned>(std::stoul(first.substr(first.find(' ') + 1)));
  }

  /// From now on available() does not wait.
  void stop_blocking() const { ::fcntl(socket_, F_SETFL, ::fcntl(socket_, F_GETFL) | O_NONBLOCK); }
  /// What has arrived, as it is on the wire; empty when nothing has. Throws when the server has gone.
  std::string_view available()
  {
    if (begin_ < end_) {
      const std::string_view kept(buffer_.data() + begin_, end_ - begin_);
      begin_ = end_;
      return kept;
    }
    std::size_t got = 0;
    const int done = SSL_read_ex(ssl_.get(), buffer_.data(), buffer_.size(), &got);
    if (done == 1) return {buffer_.data(), got};
    if (SSL_get_error(ssl_.get(), done) == SSL_ERROR_WANT_READ) return {};
    throw std::runtime_error("a watch has ended");
  }

private:
  struct Free {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };

  void fill()
  {
    begin_ = 0;
    if (SSL_read_ex(ssl_.get(), buffer_.data(), buffer_.size(), &end_) == 1) return;
    end_ = 0;
    throw std::runtime_error("the server closed the connection");
  }

  std::string line()
  {
    std::string text;
    while (true) {
      if (begin_ == end_) fill();
      const std::string_view rest(buffer_.data() + begin_, end_ - begin_);
      const auto end = rest.find('\n');
      text += rest.substr(0, end);
      begin_ += end == std::string_view::npos ? rest.size() : end + 1;
      if (end == std::string_view::npos) continue;
      if (text.ends_with('\r')) text.pop_back();
      return text;
    }
  }

  template <class Each>
  void pass_on(std::size_t size, const Each& each)
  {
    while (size > 0) {
      if (begin_ == end_) fill();
      const std::size_t some = std::min(size, end_ - begin_);
      each(std::string_view(buffer_.data() + begin_, some));
      begin_ += some;
      size -= some;
    }
  }

  int socket_;
  std::unique_ptr<SSL, Free> ssl_;
  std::size_t begin_ = 0, end_ = 0, length_ = 0;
  bool chunked_ = false;
  std::array<char, 16384> buffer_{};  // a record
};

}  // namespace kubexx::bench
