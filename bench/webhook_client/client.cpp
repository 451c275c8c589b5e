// SPDX-License-Identifier: Apache-2.0
#include "client.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "answers.hpp"

namespace kubexx::bench {

namespace {

void require(bool holds, const char* what)
{
  if (!holds) throw std::runtime_error(what);
}

/// Content-Length, as these servers write it.
std::size_t body_size(std::string_view head)
{
  for (const std::string_view name : {"content-length: ", "Content-Length: "}) {
    const std::size_t at = head.find(name);
    if (at == std::string_view::npos) continue;
    std::size_t size = 0;
    const std::string_view rest = head.substr(at + name.size());
    std::from_chars(rest.data(), rest.data() + rest.size(), size);
    return size;
  }
  throw std::runtime_error("a response without Content-Length: " + std::string(head));
}

}  // namespace

struct WebhookClient::Connection {
  Connection(SSL_CTX* context, int connected) : socket(connected), ssl(SSL_new(context), SSL_free) {}
  ~Connection() { ::close(socket); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int socket;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl;
  Clock::time_point begun;
  std::string uid;
  std::string in;
};

WebhookClient::WebhookClient(int port, const std::string& authority_pem)
    : port_(port), context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free), epoll_(::epoll_create1(EPOLL_CLOEXEC))
{
  const std::unique_ptr<BIO, decltype(&BIO_free)> memory(
      BIO_new_mem_buf(authority_pem.data(), static_cast<int>(authority_pem.size())), BIO_free);
  const std::unique_ptr<X509, decltype(&X509_free)> authority(
      PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr), X509_free);
  SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
  // kube-apiserver's choice with every server, where the processor has AES.
  const bool usable = SSL_CTX_set_ciphersuites(context_.get(), "TLS_AES_128_GCM_SHA256") == 1 &&
                      SSL_CTX_set_min_proto_version(context_.get(), TLS1_3_VERSION) == 1 &&
                      X509_STORE_add_cert(SSL_CTX_get_cert_store(context_.get()), authority.get()) == 1;
  require(usable, "cannot use the authority");
}

WebhookClient::~WebhookClient()
{
  connections_.clear();
  ::close(epoll_);
}

bool WebhookClient::connect()
{
  auto connection = std::make_unique<Connection>(context_.get(), ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port_));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(connection->socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) return false;
  const int on = 1;
  ::setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  SSL* const ssl = connection->ssl.get();
  X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), "127.0.0.1");
  SSL_set_fd(ssl, connection->socket);
  SSL_set_read_ahead(ssl, 1);
  require(SSL_connect(ssl) == 1, "the handshake failed");
  ::fcntl(connection->socket, F_SETFL, O_NONBLOCK);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = connection.get();
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, connection->socket, &event);
  connections_.push_back(std::move(connection));
  return true;
}

void WebhookClient::begin(Connection& connection)
{
  request_.set_number(sent_);
  connection.uid = request_.uid();
  connection.begun = Clock::now();
  std::size_t written = 0;
  const std::string& text = request_.text();
  require(SSL_write_ex(connection.ssl.get(), text.data(), text.size(), &written) == 1, "cannot write a request");
  ++sent_;
}

bool WebhookClient::receive(Connection& connection)
{
  static std::array<char, 32768> buffer;
  std::size_t got = 0;
  const int done = SSL_read_ex(connection.ssl.get(), buffer.data(), buffer.size(), &got);
  if (done != 1) {
    require(SSL_get_error(connection.ssl.get(), done) == SSL_ERROR_WANT_READ, "a connection ended");
    return false;
  }
  connection.in.append(buffer.data(), got);
  const std::string_view in = connection.in;
  const std::size_t end = in.find("\r\n\r\n");
  if (end == std::string_view::npos) return false;
  return in.size() >= end + 4 + body_size(in.substr(0, end + 2));
}

std::vector<WebhookClient::Clock::duration> WebhookClient::send(std::size_t count)
{
  std::vector<Clock::duration> took;
  took.reserve(count);
  const std::size_t last = sent_ + count;
  for (const auto& connection : connections_) {
    if (sent_ < last) begin(*connection);
  }
  std::array<epoll_event, 64> events{};
  while (took.size() < count) {
    const int ready = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 30'000);
    require(ready > 0, "no response within 30 seconds");
    for (std::size_t i = 0; i < static_cast<std::size_t>(ready); ++i) {
      auto& connection = *static_cast<Connection*>(events[i].data.ptr);
      if (!receive(connection)) continue;
      took.push_back(Clock::now() - connection.begun);
      const std::string_view in = connection.in;
      const std::string_view body = in.substr(in.find("\r\n\r\n") + 4);
      if (took.size() == 1) check_answer(body, connection.uid);
      if (!in.starts_with("HTTP/1.1 200 ") || !is_right(body, connection.uid)) {
        throw std::runtime_error("a wrong answer: " + connection.in);
      }
      connection.in.clear();
      if (sent_ < last) begin(connection);
    }
  }
  return took;
}

}  // namespace kubexx::bench
