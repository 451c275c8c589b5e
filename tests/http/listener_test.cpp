// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/listener.hpp"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "support.hpp"

namespace kubexx::test {
namespace {

awaitable<HttpResponse> echo(HttpRequest request)
{
  HttpResponse response;
  response.headers.add("X-Method", request.method);
  response.headers.add("X-Target", request.target);
  response.headers.add("X-User", request.user);
  std::string groups;
  for (const auto& group : request.groups) groups += group + ';';
  response.headers.add("X-Groups", groups);
  response.body = std::move(request.body);
  co_return response;
}

using State = FedStream::State;

// "/stream" is fed by the test, "/slow" waits for `go`, "/throw" throws; everything else is echoed.
class ListenerTest : public NetTest {
protected:
  struct World {
    std::shared_ptr<State> state = std::make_shared<State>();
    OneShot go;
    std::map<std::string, OneShot> others;  ///< for further targets that wait: one waits for a OneShot at a time
    Signal slow_began;
  };

  static awaitable<HttpResponse> handle(std::shared_ptr<World> world, HttpRequest request)
  {
    if (request.target == "/throw") throw std::runtime_error("hunter2");
    if (request.target == "/slow") {
      world->slow_began.set();
      co_await world->go.wait();
    }
    if (const auto other = world->others.find(request.target); other != world->others.end()) {
      co_await other->second.wait();
    }
    if (request.target == "/stream") {
      HttpResponse response;
      response.headers.add("Content-Type", "application/json");
      response.stream = std::make_unique<FedStream>(world->state);
      co_return response;
    }
    auto work = echo(std::move(request));
    co_return co_await std::move(work);
  }

  [[nodiscard]] HttpHandler handler() const
  {
    return [kept = world](HttpRequest request) { return handle(kept, std::move(request)); };
  }

  // Sends `text` over a connection of its own; what comes back up to `end`.
  static std::string ask(const HttpListener& listener, std::string_view text, std::string_view end = "\r\n\r\n")
  {
    const auto peer = Peer::connect(listener.port());
    peer->write(text);
    return peer->read_until(end);
  }

  static void expect_starts(const std::string& text, std::string_view start)
  {
    EXPECT_EQ(std::string_view(text).substr(0, start.size()), start) << text;
  }

  std::shared_ptr<World> world = std::make_shared<World>();
};

TEST_F(ListenerTest, AnswersAndKeepsTheConnection)
{
  HttpListener listener(runtime, {}, echo);
  const auto transport = plain(listener.port());
  for (int round = 0; round < 5; ++round) {
    const auto response = exchange(*transport, request("POST", "/a?b=c", "body " + std::to_string(round)));
    EXPECT_EQ(response.status, 200U);
    EXPECT_EQ(response.body, "body " + std::to_string(round));
    EXPECT_EQ(response.headers.find("x-target"), "/a?b=c");
    EXPECT_EQ(response.headers.find("date"), "Thu, 01 Jan 2026 00:00:00 GMT");
  }
  EXPECT_EQ(transport->stats().connects, 1U);
  EXPECT_EQ(transport->stats().exchanges, 5U);
  EXPECT_EQ(listener.connections(), 1U);
  stop(listener);
  EXPECT_EQ(listener.connections(), 0U);
}

TEST_F(ListenerTest, WithoutAnAddressItListensInBothFamilies)
{
  ListenerOptions listening;
  listening.address = "";
  HttpListener listener(runtime, listening, echo);
  EXPECT_EQ(listener.url(), "http://[::]:" + std::to_string(listener.port()));
  for (const char* host : {"127.0.0.1", "::1"}) {
    auto with = options(listener.port());
    with.host = host;
    const auto transport = make_client_transport(runtime, with);
    EXPECT_EQ(exchange(*transport, request("GET", "/a")).status, 200U) << host;
  }
  stop(listener);
}

// From here on the kernel has no IPv6 for this process: socket(AF_INET6, …) is EAFNOSUPPORT, as with ipv6.disable=1.
void take_ipv6_away()
{
  const auto argument = static_cast<std::uint32_t>(offsetof(seccomp_data, args[0]));
  const auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
  std::array<sock_filter, 6> code{{
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, number},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_socket},
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, argument},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, AF_INET6},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EAFNOSUPPORT},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  }};
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) std::_Exit(3);
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) std::_Exit(4);
}

[[noreturn]] void listen_without_ipv6()
{
  take_ipv6_away();
  const SystemRuntime system;
  ListenerOptions listening;
  listening.address = "";
  const HttpListener listener(system.runtime(), listening, echo);
  const auto peer = Peer::connect(listener.port());
  peer->write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const bool answered = peer->read_until().starts_with("HTTP/1.1 200");
  const bool said = listener.url() == "http://0.0.0.0:" + std::to_string(listener.port());
  std::_Exit(answered && said ? 0 : 1);
}

TEST(ListenerDeathTest, WithoutAnAddressItListensInIpv4WhereTheKernelHasNoOther)
{
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(listen_without_ipv6(), ::testing::ExitedWithCode(0), "");
}

TEST_F(ListenerTest, SpeaksTlsAndKnowsTheClient)
{
  const CertificateAuthority authority(clock);
  CertificateRequest server;
  server.common_name = "server";
  server.ip_addresses = {"127.0.0.1", "::1"};
  const auto leaf = authority.issue(server);
  ListenerOptions listening;
  listening.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, authority.cert_pem()};
  HttpListener listener(runtime, listening, echo);

  CertificateRequest person;
  person.common_name = "alice";
  person.organizations = {"system:masters", "dev"};
  person.server = false;
  const auto client = authority.issue(person);
  auto with = options(listener.port());
  with.tls = TlsClientConfig{};
  with.tls->ca_pem = authority.cert_pem();
  with.tls->cert_pem = client.cert_pem;
  with.tls->key_pem = client.key_pem;
  const auto transport = make_client_transport(runtime, with);
  for (int round = 0; round < 3; ++round) {
    const auto response = exchange(*transport, request("GET", "/"));
    EXPECT_EQ(response.headers.find("X-User"), "alice");
    EXPECT_EQ(response.headers.find("X-Groups"), "system:masters;dev;");
  }
  EXPECT_EQ(transport->stats().connects, 1U);
}

TEST_F(ListenerTest, ARenewedCertificateIsForNewConnections)
{
  const CertificateAuthority first(clock, "first");
  const CertificateAuthority second(clock, "second");
  CertificateRequest server;
  server.ip_addresses = {"127.0.0.1"};
  const auto old_leaf = first.issue(server);
  const auto new_leaf = second.issue(server);
  ListenerOptions listening;
  listening.tls = TlsServerConfig{old_leaf.cert_pem, old_leaf.key_pem, ""};
  HttpListener listener(runtime, listening, echo);
  const auto client_of = [&](const CertificateAuthority& authority) {
    auto with = options(listener.port());
    with.tls = TlsClientConfig{};
    with.tls->ca_pem = authority.cert_pem();
    return make_client_transport(runtime, with);
  };
  const auto before = client_of(first);
  EXPECT_EQ(exchange(*before, request("GET", "/")).status, 200U);
  EXPECT_THROW(listener.set_tls(TlsServerConfig{new_leaf.cert_pem, old_leaf.key_pem, ""}), std::invalid_argument);
  EXPECT_EQ(exchange(*client_of(first), request("GET", "/")).status, 200U) << "nothing has changed";
  listener.set_tls(TlsServerConfig{new_leaf.cert_pem, new_leaf.key_pem, ""});
  EXPECT_EQ(exchange(*client_of(second), request("GET", "/")).status, 200U);
  EXPECT_THROW(exchange(*client_of(first), request("GET", "/")), TransportError);
  EXPECT_EQ(exchange(*before, request("GET", "/")).status, 200U) << "its connection goes on";
  HttpListener without(runtime, {}, echo);
  EXPECT_THROW(without.set_tls(TlsServerConfig{new_leaf.cert_pem, new_leaf.key_pem, ""}), std::invalid_argument);
}

TEST_F(ListenerTest, SendsEachPieceOfAStreamAtOnce)
{
  HttpListener listener(runtime, {}, handler());
  const auto peer = Peer::connect(listener.port());
  peer->write("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto head = peer->read_until();
  expect_starts(head, "HTTP/1.1 200 OK\r\n");
  EXPECT_NE(head.find("Transfer-Encoding: chunked\r\n"), std::string::npos) << head;
  FedStream::feed(*world->state, "one\n");
  EXPECT_EQ(peer->read_until("\n\r\n"), "4\r\none\n\r\n");
  FedStream::feed(*world->state, "second\n");
  EXPECT_EQ(peer->read_until("\n\r\n"), "7\r\nsecond\n\r\n");
  FedStream::feed(*world->state, "");
  EXPECT_EQ(peer->read_until(), "0\r\n\r\n");
  EXPECT_TRUE(world->state->destroyed.wait());
  peer->write("GET /next HTTP/1.1\r\nHost: x\r\n\r\n");
  expect_starts(peer->read_until(), "HTTP/1.1 200 OK\r\n");
}

TEST_F(ListenerTest, AStreamsConnectionServesTheNextRequestOfOurClient)
{
  HttpListener listener(runtime, {}, handler());
  const auto transport = plain(listener.port());
  ExchangeLimits streamed;
  streamed.stream = true;
  FedStream::feed(*world->state, std::string(100000, 'x'));
  FedStream::feed(*world->state, "");
  const auto response = exchange(*transport, request("GET", "/stream"), streamed);
  EXPECT_EQ(read_all(*response.stream).size(), 100000U);
  EXPECT_EQ(exchange(*transport, request("POST", "/", "after")).body, "after");
  EXPECT_EQ(transport->stats().connects, 1U);
}

TEST_F(ListenerTest, RequestsThatCameWithAStreamOrDuringItAreServedAfterIt)
{
  HttpListener listener(runtime, {}, handler());
  const auto peer = Peer::connect(listener.port());
  peer->write("GET /stream HTTP/1.1\r\nHost: x\r\n\r\nGET /with HTTP/1.1\r\nHost: x\r\n\r\n");
  static_cast<void>(peer->read_until());
  FedStream::feed(*world->state, "one\n");
  EXPECT_EQ(peer->read_until("\n\r\n"), "4\r\none\n\r\n");
  peer->write("POST /during HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n");
  peer->write("during");
  FedStream::feed(*world->state, "");
  EXPECT_EQ(peer->read_until(), "0\r\n\r\n");
  expect_starts(peer->read_until(), "HTTP/1.1 200 OK\r\n");
  expect_starts(peer->read_until("during"), "HTTP/1.1 200 OK\r\n");
}

TEST_F(ListenerTest, AClientThatGoesAwayEndsItsStream)
{
  for (const bool reset : {false, true}) {
    world = std::make_shared<World>();
    HttpListener listener(runtime, {}, handler());
    const auto peer = Peer::connect(listener.port());
    peer->write("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
    static_cast<void>(peer->read_until());
    reset ? peer->reset() : peer->close();
    EXPECT_TRUE(world->state->cancelled.wait());
    EXPECT_TRUE(world->state->destroyed.wait());
    EXPECT_TRUE(eventually([&] { return listener.connections() == 0; }));
  }
}

TEST_F(ListenerTest, DestroyingItBreaksStreamsOff)
{
  auto listener = std::make_unique<HttpListener>(runtime, ListenerOptions(), handler());
  FedStream::feed(*world->state, "x");
  const auto transport = plain(listener->port());
  ExchangeLimits streamed;
  streamed.stream = true;
  auto response = exchange(*transport, request("GET", "/stream"), streamed);
  EXPECT_EQ(read(*response.stream), "x");
  auto next = start_read(*response.stream);
  listener.reset();
  EXPECT_EQ(error_of(next).code(), TransportErrc::truncated);
  EXPECT_TRUE(world->state->destroyed.wait());
}

TEST_F(ListenerTest, AHandlerThatThrowsIsAnInternalError)
{
  HttpListener listener(runtime, {}, handler());
  const auto transport = plain(listener.port());
  const auto response = exchange(*transport, request("GET", "/throw"));
  EXPECT_EQ(response.status, 500U);
  EXPECT_EQ(response.body, "internal error\n");
  EXPECT_EQ(exchange(*transport, request("GET")).status, 200U);
  EXPECT_EQ(transport->stats().connects, 1U);
}

TEST_F(ListenerTest, RefusesWhatIsTooLarge)
{
  ListenerOptions small;
  small.max_body = 1000;
  small.max_header = 2000;
  HttpListener listener(runtime, small, handler());
  expect_starts(ask(listener, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n"), "HTTP/1.1 413 ");
  expect_starts(ask(listener, "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n\r\n"),
                "HTTP/1.1 413 ");
  expect_starts(ask(listener, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n"),
                "HTTP/1.1 413 ");
  expect_starts(ask(listener, "GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(3000, 'x') + "\r\n\r\n"),
                "HTTP/1.1 431 ");
  expect_starts(ask(listener, "GET /" + std::string(3000, 'x')), "HTTP/1.1 431 ");
  // The answer arrives although the client is still sending.
  const auto transport = plain(listener.port());
  EXPECT_EQ(exchange(*transport, request("POST", "/", std::string(600000, 'x'))).status, 413U);
}

TEST_F(ListenerTest, RefusesWhatIsNotHttp)
{
  HttpListener listener(runtime, {}, handler());
  expect_starts(ask(listener, "\x16\x03\x01\x02\r\n\r\n"), "HTTP/1.1 400 ");
  expect_starts(ask(listener, "GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 400 ");
  expect_starts(ask(listener, "GET / HTTP/2.0\r\nHost: x\r\n\r\n"), "HTTP/1.1 400 ");
  expect_starts(ask(listener, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n"), "HTTP/1.1 501 ");
  expect_starts(ask(listener, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"),
                "HTTP/1.1 400 ");
  expect_starts(ask(listener, "GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n"), "HTTP/1.1 417 ");
}

TEST_F(ListenerTest, ErrorsAreTheOwnersToWord)
{
  ListenerOptions with;
  with.error_response = [](Refusal why, unsigned status, const std::string& message) {
    EXPECT_EQ(why, Refusal::no_host);
    HttpResponse response;
    response.status = status;
    response.body = "{" + message + "}\r\n\r\n";
    return response;
  };
  HttpListener listener(runtime, with, handler());
  const auto peer = Peer::connect(listener.port());
  peer->write("GET / HTTP/1.1\r\n\r\n");
  static_cast<void>(peer->read_until());
  EXPECT_EQ(peer->read_until(), "{the request has no Host header}\r\n\r\n");
  EXPECT_TRUE(peer->wait_closed());
}

TEST_F(ListenerTest, Continues)
{
  HttpListener listener(runtime, {}, handler());
  const auto peer = Peer::connect(listener.port());
  peer->write("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(peer->read_until(), "HTTP/1.1 100 Continue\r\n\r\n");
  peer->write("hello");
  expect_starts(peer->read_until("hello"), "HTTP/1.1 200 OK\r\n");
}

TEST_F(ListenerTest, ReadsAChunkedRequestByteByByteAndTheNextOneBehindIt)
{
  HttpListener listener(runtime, {}, handler());
  const auto peer = Peer::connect(listener.port());
  peer->write_one_by_one("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
  expect_starts(peer->read_until("hello"), "HTTP/1.1 200 OK\r\n");
  peer->write(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\naPOST / HTTP/1.1\r\nHost: x\r\nContent-Length: "
      "1\r\n\r\nb");
  expect_starts(peer->read_until("\r\n\r\na"), "HTTP/1.1 200 OK\r\n");
  expect_starts(peer->read_until("\r\n\r\nb"), "HTTP/1.1 200 OK\r\n");
}

TEST_F(ListenerTest, AnswersHeadWithoutABody)
{
  HttpListener listener(runtime, {}, handler());
  const auto transport = plain(listener.port());
  auto head = request("HEAD", "/", "12345");
  const auto response = exchange(*transport, head);
  EXPECT_EQ(response.headers.find("Content-Length"), "5");
  EXPECT_EQ(response.body, "");
  EXPECT_EQ(exchange(*transport, request("POST", "/", "x")).body, "x");
  const auto streamed = exchange(*transport, request("HEAD", "/stream"));
  EXPECT_EQ(streamed.status, 200U);
  EXPECT_TRUE(world->state->destroyed.wait());
  EXPECT_EQ(transport->stats().connects, 1U);
}

TEST_F(ListenerTest, SpeaksHttp10)
{
  HttpListener listener(runtime, {}, handler());
  {
    const auto peer = Peer::connect(listener.port());
    peer->write("POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi");
    const auto answer = peer->read_until("hi");
    EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos) << answer;
    EXPECT_TRUE(peer->wait_closed());
  }
  const auto peer = Peer::connect(listener.port());
  FedStream::feed(*world->state, "all of it");
  FedStream::feed(*world->state, "");
  peer->write("GET /stream HTTP/1.0\r\n\r\n");
  const auto head = peer->read_until();
  EXPECT_EQ(head.find("chunked"), std::string::npos) << head;
  EXPECT_EQ(peer->read_until("all of it"), "all of it");
  EXPECT_TRUE(peer->wait_closed());
}

TEST_F(ListenerTest, ClosesWhoIsTooSlow)
{
  HttpListener listener(runtime, {}, handler());
  const auto idle = Peer::connect(listener.port());
  EXPECT_TRUE(eventually([&] { return listener.connections() == 1 && clock.next_due(); }));
  clock.advance(std::chrono::seconds(119));
  const auto slow = Peer::connect(listener.port());
  slow->write("GET / HTTP/1.1\r\nHo");
  EXPECT_TRUE(eventually([&] { return listener.connections() == 2; }));
  clock.advance(std::chrono::seconds(1));
  EXPECT_TRUE(idle->wait_closed());
  EXPECT_TRUE(
      eventually([&] { return clock.next_due() && *clock.next_due() <= clock.now() + std::chrono::seconds(33); }));
  clock.advance(std::chrono::seconds(33));
  EXPECT_TRUE(slow->wait_closed());
  EXPECT_TRUE(eventually([&] { return listener.connections() == 0; }));
}

TEST_F(ListenerTest, StoppingEndsStreamsInOrderAndLetsAnswersThrough)
{
  HttpListener listener(runtime, {}, handler());
  const auto transport = plain(listener.port());
  const auto idle = Peer::connect(listener.port());
  ExchangeLimits streamed;
  streamed.stream = true;
  const auto watch = exchange(*transport, request("GET", "/stream"), streamed);
  auto slow = start(*transport, request("POST", "/slow", "done"));
  EXPECT_TRUE(world->slow_began.wait());
  auto stopping = asio::co_spawn(runtime.executor, listener.async_stop(), asio::use_future);
  EXPECT_EQ(read_all(*watch.stream), "");
  EXPECT_TRUE(idle->wait_closed());
  EXPECT_EQ(stopping.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  world->go.fire();
  EXPECT_EQ(value_of(slow).body, "done");
  value_of(stopping);
  EXPECT_EQ(listener.connections(), 0U);
  EXPECT_EQ(exchange_error(*transport, request("GET")).code(), TransportErrc::connect);
  listener.stop();  // again, and the blocking form
}

TEST_F(ListenerTest, TheBlockingStopIsRefusedInAHandler)
{
  HttpListener* own = nullptr;
  std::string error;
  HttpListener listener(runtime, {}, [&](HttpRequest) -> awaitable<HttpResponse> {
    try {
      own->stop();
    } catch (const std::logic_error& failure) {
      error = failure.what();
    }
    co_return HttpResponse();
  });
  own = &listener;
  const auto transport = plain(listener.port());
  EXPECT_EQ(exchange(*transport, request("GET")).status, 200U);
  EXPECT_NE(error.find("use async_stop"), std::string::npos) << error;
  listener.stop();
}

TEST_F(ListenerTest, StoppingIsBounded)
{
  HttpListener listener(runtime, {}, handler());
  const auto transport = plain(listener.port());
  auto slow = start(*transport, request("POST", "/slow", "done"));
  EXPECT_TRUE(world->slow_began.wait());
  auto stopping = asio::co_spawn(runtime.executor, listener.async_stop(), asio::use_future);
  EXPECT_TRUE(
      eventually([&] { return clock.next_due() && *clock.next_due() <= clock.now() + std::chrono::seconds(5); }));
  clock.advance(std::chrono::seconds(5));
  value_of(stopping);
  EXPECT_EQ(error_of(slow).code(), TransportErrc::closed);
  world->go.fire();
  EXPECT_TRUE(eventually([&] { return listener.connections() == 0; }));
}

TEST_F(ListenerTest, MoreConnectionsThanAllowedWaitForThoseThatAreAnswered)
{
  ListenerOptions few;
  few.max_connections = 1;
  HttpListener listener(runtime, few, handler());
  const auto first = Peer::connect(listener.port());
  first->write("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\ndone");
  EXPECT_TRUE(world->slow_began.wait());
  const auto second = Peer::connect(listener.port());
  second->write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(listener.connections(), 1U);
  world->go.fire();
  expect_starts(first->read_until("done"), "HTTP/1.1 200 OK\r\n");
  expect_starts(second->read_until(), "HTTP/1.1 200 OK\r\n");
  EXPECT_TRUE(first->wait_closed()) << "it has no request, and another connection waits";
}

TEST_F(ListenerTest, WhoSendsNoCompleteRequestGivesWayToOthers)
{
  ListenerOptions few;
  few.max_connections = 3;
  HttpListener listener(runtime, few, handler());
  const auto come = [&](std::string_view bytes, std::size_t count) {
    auto peer = Peer::connect(listener.port());
    peer->write(bytes);
    EXPECT_TRUE(eventually([&] { return listener.connections() == count; }));
    clock.advance(std::chrono::seconds(1));
    return peer;
  };
  const auto silent = come("", 1);
  const auto slow_head = come("GET / HTTP/1.1\r\nHo", 2);
  const auto slow_body = come("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na", 3);
  for (const char* target : {"/0", "/1", "/2"}) world->others[target];
  std::vector<std::unique_ptr<Peer>> others;
  for (auto* gone : {silent.get(), slow_head.get(), slow_body.get()}) {
    const auto target = "/" + std::to_string(others.size());
    others.push_back(Peer::connect(listener.port()));
    others.back()->write("POST " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\ndone");
    EXPECT_TRUE(gone->wait_closed());
  }
  for (const auto& [target, go] : world->others) go.fire();
  for (const auto& other : others) expect_starts(other->read_until("done"), "HTTP/1.1 200 OK\r\n");
}

TEST_F(ListenerTest, SaysWhereItCannotListen)
{
  HttpListener listener(runtime, {}, handler());
  EXPECT_EQ(listener.url(), "http://127.0.0.1:" + std::to_string(listener.port()));
  ListenerOptions taken;
  taken.port = listener.port();
  try {
    HttpListener second(runtime, taken, handler());
    FAIL() << "two listeners on one port";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "cannot listen on 127.0.0.1:" + std::to_string(taken.port) + ": Address already in use");
  }
  taken.address = "::one";
  taken.port = 80;
  try {
    HttpListener second(runtime, taken, handler());
    FAIL() << "::one is no address";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "cannot listen on [::one]:80: \"::one\" is not an IP address");
  }
  taken.address = "localhost";
  EXPECT_THROW(HttpListener(runtime, taken, handler()), std::runtime_error);
}

TEST_F(ListenerTest, ListensOnIpv6)
{
  ListenerOptions v6;
  v6.address = "::1";
  HttpListener listener(runtime, v6, handler());
  auto with = options(listener.port());
  with.host = "::1";
  const auto transport = make_client_transport(runtime, with);
  EXPECT_EQ(exchange(*transport, request("POST", "/", "six")).body, "six");
}

TEST_F(ListenerTest, AResponseCannotSmuggleAHeader)
{
  const auto smuggle = [](HttpRequest) -> awaitable<HttpResponse> {
    HttpResponse response;
    response.headers.add("X-Bad", "a\r\nSet-Cookie: b");
    response.headers.add("Content-Length", "100");
    response.body = "ok";
    co_return response;
  };
  HttpListener listener(runtime, {}, smuggle);
  const auto response = exchange(*plain(listener.port()), request("GET"));
  EXPECT_EQ(response.headers.find("Set-Cookie"), std::nullopt);
  EXPECT_EQ(response.body, "ok");
}

}  // namespace
}  // namespace kubexx::test
