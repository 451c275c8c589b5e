// SPDX-License-Identifier: Apache-2.0
// How connections end: with TLS's close_notify, without waiting for the other side's.
#include <gmock/gmock.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "byte_stream.hpp"
#include "support.hpp"

namespace kubexx::test {
namespace {

using namespace std::chrono_literals;

constexpr const char* kept_open = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
constexpr const char* close_notify = "close_notify";

/// Reads to the end of the input, and says how it ended.
awaitable<std::string> ending(detail::ByteStream& stream, std::string* got)
{
  std::string bytes(4096, ' ');
  const asio::mutable_buffer room(bytes.data(), bytes.size());
  for (;;) {
    const auto result = co_await stream.read_some(room);
    if (result.error) co_return result.error == asio::error::eof ? close_notify : result.error.message();
    got->append(bytes.data(), result.bytes);
  }
}

/// A server of one connection: answers a request with `text` and waits for the client's end of it.
awaitable<std::string> answer_and_wait(asio::ip::tcp::acceptor& acceptor, TlsServerConfig config, std::string text,
                                       WallTime now)
{
  auto socket = co_await acceptor.async_accept(asio::use_awaitable);
  const auto stream = detail::make_tls_server_stream(std::move(socket), detail::make_tls_context(config), "test", now);
  const auto failed = co_await stream->handshake();
  EXPECT_FALSE(failed);
  std::string request(4096, ' ');
  const asio::mutable_buffer room(request.data(), request.size());
  static_cast<void>(co_await stream->read_some(room));
  const asio::const_buffer answer(text.data(), text.size());
  static_cast<void>(co_await stream->write(answer));
  co_return co_await ending(*stream, &request);
}

/// A server that answers one request of each connection. With `last`, the close_notify comes in the same segment as the
/// answer, and the end of the connection only after the client's.
void answer_once(SSL_CTX* context, Peer& client, bool last)
{
  const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context), SSL_free);
  SSL_set_fd(tls.get(), client.handle());
  char bytes[4096];
  if (SSL_accept(tls.get()) != 1 || SSL_read(tls.get(), bytes, sizeof bytes) <= 0) return;
  const auto cork = [&](int on) { ::setsockopt(client.handle(), IPPROTO_TCP, TCP_CORK, &on, sizeof on); };
  cork(1);
  SSL_write(tls.get(), kept_open, static_cast<int>(std::string_view(kept_open).size()));
  if (last) SSL_shutdown(tls.get());
  cork(0);
  static_cast<void>(client.wait_closed());
}

awaitable<HttpResponse> empty(HttpRequest /*request*/)
{
  co_return HttpResponse();
}

awaitable<HttpResponse> empty_and_close(HttpRequest /*request*/)
{
  HttpResponse response;
  response.headers.add("Connection", "close");
  co_return response;
}

awaitable<HttpResponse> streaming(std::shared_ptr<FedStream::State> state)
{
  HttpResponse response;
  response.stream = std::make_unique<FedStream>(std::move(state));
  co_return response;
}

/// A client of one connection: sends `text`, tells of the first answer, and waits for the server's end of it.
awaitable<std::string> send_and_wait(std::uint16_t port, TlsClientConfig config, std::string text, WallTime now,
                                     Signal* answered)
{
  detail::Socket socket(co_await asio::this_coro::executor);
  const asio::ip::tcp::endpoint target(asio::ip::address_v4::loopback(), port);
  co_await socket.async_connect(target, asio::use_awaitable);
  const auto context = detail::make_tls_context(config);
  const auto stream = detail::make_tls_client_stream(std::move(socket), context, "127.0.0.1", "test", now);
  const auto failed = co_await stream->handshake();
  EXPECT_FALSE(failed);
  const asio::const_buffer out(text.data(), text.size());
  static_cast<void>(co_await stream->write(out));
  std::string got(4096, ' ');
  const asio::mutable_buffer room(got.data(), got.size());
  const auto first = co_await stream->read_some(room);
  answered->set();
  if (first.error) co_return first.error == asio::error::eof ? close_notify : first.error.message();
  co_return co_await ending(*stream, &got);
}

class CloseNotify : public NetTest {
protected:
  CloseNotify()
  {
    CertificateRequest wanted;
    wanted.ip_addresses = {"127.0.0.1"};
    const auto leaf = authority.issue(wanted);
    server_tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}};
    client_tls.ca_pem = authority.cert_pem();
  }
  std::future<std::string> serve(std::string text)
  {
    return asio::co_spawn(runtime.executor, answer_and_wait(acceptor, server_tls, std::move(text), clock.wall_now()),
                          asio::use_future);
  }
  [[nodiscard]] std::shared_ptr<ClientTransport> transport() const
  {
    auto with = options(acceptor.local_endpoint().port());
    with.tls = client_tls;
    return make_client_transport(runtime, with);
  }
  std::future<std::string> client_of(const HttpListener& listener, std::string text, Signal& answered)
  {
    return asio::co_spawn(runtime.executor,
                          send_and_wait(listener.port(), client_tls, std::move(text), clock.wall_now(), &answered),
                          asio::use_future);
  }
  [[nodiscard]] ListenerOptions listening() const
  {
    ListenerOptions result;
    result.tls = server_tls;
    return result;
  }
  static ExchangeLimits streamed()
  {
    ExchangeLimits limits;
    limits.stream = true;
    return limits;
  }

  CertificateAuthority authority{clock};
  TlsServerConfig server_tls;
  TlsClientConfig client_tls;
  asio::ip::tcp::acceptor acceptor{runtime.executor, {asio::ip::address_v4::loopback(), 0}};
};

TEST_F(CloseNotify, OfAClientWhoseIdleConnectionHasServedItsTime)
{
  auto end = serve(kept_open);
  const auto client = transport();
  exchange(*client, request("GET"));
  clock.advance(80s);
  EXPECT_EQ(value_of(end), close_notify);
  EXPECT_TRUE(eventually([&] { return client->stats().open == 0; }));
}

TEST_F(CloseNotify, OfAClientThatIsToldToClose)
{
  auto end = serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
  const auto client = transport();
  EXPECT_EQ(exchange(*client, request("GET")).body, "ok");
  EXPECT_EQ(client->stats().open, 0U) << "it does not wait for the server's close_notify";
  EXPECT_EQ(value_of(end), close_notify);
}

TEST_F(CloseNotify, OfAClientThatNeedsItsConfigurationNoMore)
{
  auto end = serve(kept_open);
  const auto client = transport();
  exchange(*client, request("GET"));
  client->set_tls(client_tls, false);
  EXPECT_EQ(value_of(end), close_notify);
}

TEST_F(CloseNotify, OfAClientThatIsDestroyed)
{
  auto end = serve(kept_open);
  auto client = transport();
  exchange(*client, request("GET"));
  client.reset();
  EXPECT_EQ(value_of(end), close_notify);
}

TEST_F(CloseNotify, OfAWatchThatIsDropped)
{
  auto end = serve("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n");
  const auto client = transport();
  auto response = exchange(*client, request("GET"), streamed());
  EXPECT_EQ(read(*response.stream), "ok");
  response.stream.reset();
  EXPECT_EQ(value_of(end), close_notify);
}

TEST_F(CloseNotify, OfAWatchThatIsStoppedWhileItWaits)
{
  auto end = serve("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n");
  const auto client = transport();
  std::stop_source stop;
  auto limits = streamed();
  limits.stop = stop.get_token();
  const auto response = exchange(*client, request("GET"), limits);
  EXPECT_EQ(read(*response.stream), "ok");
  auto waiting = start_read(*response.stream);
  stop.request_stop();
  EXPECT_EQ(error_of(waiting).code(), TransportErrc::cancelled);
  EXPECT_EQ(value_of(end), close_notify);
}

// A balancer may say close_notify and leave the connection open for a while: a write into it would be lost.
TEST_F(CloseNotify, ThatComesWithAnAnswerEndsTheConnection)
{
  const auto context = detail::make_tls_context(server_tls);
  SSL_CTX* const ssl = context->context.native_handle();
  ScriptedServer server(
      {[&](Peer& client) { answer_once(ssl, client, true); }, [&](Peer& client) { answer_once(ssl, client, false); }});
  auto with = options(server.port());
  with.tls = client_tls;
  const auto client = make_client_transport(runtime, with);
  EXPECT_EQ(exchange(*client, request("GET")).body, "ok");
  EXPECT_EQ(client->stats().idle, 0U);
  EXPECT_EQ(exchange(*client, request("POST")).body, "ok");
  EXPECT_EQ(client->stats().idle, 1U);
  EXPECT_EQ(server.accepted(), 2);
}

// The clock stands still: whoever waited for the other side would wait for ever.
TEST_F(CloseNotify, OfAListenerAfterItsLastAnswer)
{
  HttpListener listener(runtime, listening(), empty_and_close);
  Signal answered;
  auto end = client_of(listener, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", answered);
  EXPECT_EQ(value_of(end), close_notify);
  const auto silent = Peer::connect(listener.port());
  stop(listener);
  EXPECT_EQ(listener.connections(), 0U);
}

TEST_F(CloseNotify, OfAListenerWhoseClientIsIdle)
{
  for (const bool stops : {false, true}) {
    HttpListener listener(runtime, listening(), empty);
    Signal answered;
    auto end = client_of(listener, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", answered);
    ASSERT_TRUE(answered.wait());
    if (stops) {
      stop(listener);
    } else {
      EXPECT_TRUE(eventually([&] {
        clock.advance(120s);
        return listener.connections() == 0;
      }));
    }
    EXPECT_EQ(value_of(end), close_notify);
  }
}

TEST_F(CloseNotify, OfAListenerThatRefusesWhatItRead)
{
  HttpListener listener(runtime, listening(), empty);
  Signal answered;
  auto end = client_of(listener, "this is no HTTP\r\n\r\n", answered);
  EXPECT_EQ(value_of(end), close_notify);
}

TEST_F(CloseNotify, OfAListenerThatStopsAStream)
{
  const auto state = std::make_shared<FedStream::State>();
  HttpListener listener(runtime, listening(), [state](HttpRequest) { return streaming(state); });
  Signal answered;
  auto end = client_of(listener, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", answered);
  ASSERT_TRUE(answered.wait());
  stop(listener);
  EXPECT_EQ(value_of(end), close_notify);
}

}  // namespace
}  // namespace kubexx::test
