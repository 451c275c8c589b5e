// SPDX-License-Identifier: Apache-2.0
// Makes each fault of a network or a server happen over real sockets, and prints as a table what a call gets and after
// how long, how soon the next call works, and how soon a reflector has its next event. docs/reference/wire-faults.md
// explains it.
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/compression.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/informer/reflector.hpp"
#include "support/peer.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;
using test::Peer;
using Steady = std::chrono::steady_clock;

constexpr std::string_view stream_head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr std::size_t megabyte = std::size_t{1} << 20U;

std::string pod(const std::string& name, const std::string& version)
{
  return R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":")" + name + R"(","namespace":"n","resourceVersion":")" +
         version + "\"}}";
}

std::string answer_of(const std::string& body, const std::string& more = "Content-Type: application/json\r\n")
{
  return "HTTP/1.1 200 OK\r\n" + more + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

class Server;
using Script = std::function<void(Server&, Peer&)>;

/// Something that goes wrong, once. What is not set does not apply.
struct Fault {
  Script at_accept;  ///< before a byte is read
  Script answer;     ///< in place of the answer to a request
  Script in_stream;  ///< in the middle of an open watch; else the watch ends in order and the next gets `answer`
};

/// An API server of one pod, a thread for each connection.
class Server {
public:
  Server() : listener_(test::listen_on_loopback(64, port_)), thread_([this] { accept(); }) {}
  ~Server()
  {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      for (const Peer* wire : wires_) wire->shut_down();
    }
    changed_.notify_all();
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    for (auto& peer : peers_) peer.join();
    ::close(listener_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  /// The next connection or request gets it.
  void arm(const Fault& fault)
  {
    const std::lock_guard lock(mutex_);
    if (fault.at_accept) {
      at_accept_ = fault.at_accept;
    } else {
      answer_ = fault.answer;
    }
  }
  /// The open watch gets it.
  void arm_watch(const Fault& fault)
  {
    {
      const std::lock_guard lock(mutex_);
      if (fault.in_stream) {
        in_stream_ = fault.in_stream;
      } else {
        in_stream_ = [](Server&, Peer& wire) { wire.write("0\r\n\r\n"); };
        watch_answer_ = fault.answer;
        at_accept_ = fault.at_accept;
      }
    }
    changed_.notify_all();
  }
  [[nodiscard]] int writes() const
  {
    const std::lock_guard lock(mutex_);
    return writes_;
  }
  [[nodiscard]] Steady::time_point broken_at() const
  {
    const std::lock_guard lock(mutex_);
    return broken_at_;
  }
  void send_event(Peer& wire) { wire.write_chunk(R"({"type":"MODIFIED","object":)" + pod("a", next()) + "}\n"); }

private:
  std::string next()
  {
    const std::lock_guard lock(mutex_);
    return std::to_string(++version_);
  }
  Script take(Script Server::* which)
  {
    const std::lock_guard lock(mutex_);
    return std::exchange(this->*which, nullptr);
  }
  void accept()
  {
    for (;;) {
      const int handle = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (handle < 0) return;
      peers_.emplace_back([this, handle] {
        Peer wire(handle);
        {
          const std::lock_guard lock(mutex_);
          wires_.push_back(&wire);
        }
        serve(wire);
        const std::lock_guard lock(mutex_);
        std::erase(wires_, &wire);
      });
    }
  }
  void serve(Peer& wire)
  {
    if (const auto fault = take(&Server::at_accept_)) return fault(*this, wire);
    for (;;) {
      const std::string head = wire.read_until();
      if (head.empty()) return;
      if (head.find("watch=") != std::string::npos) return watch(wire);
      {
        const std::lock_guard lock(mutex_);
        if (head.starts_with("POST")) ++writes_;
      }
      if (const auto fault = take(&Server::answer_)) return fault(*this, wire);
      const bool list = head.find("/pods?") != std::string::npos;
      const std::string version = next();
      wire.write(answer_of(list ? R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":")" + version +
                                      R"("},"items":[)" + pod("a", version) + "]}"
                                : pod("a", version)));
    }
  }
  void watch(Peer& wire)
  {
    if (const auto fault = take(&Server::watch_answer_)) return fault(*this, wire);
    wire.write(stream_head);
    send_event(wire);
    Script fault;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopping_ || in_stream_; });
      if (stopping_) return;
      fault = std::exchange(in_stream_, nullptr);
      broken_at_ = Steady::now();
    }
    fault(*this, wire);
  }

  std::uint16_t port_ = 0;
  int listener_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Script at_accept_, answer_, watch_answer_, in_stream_;  // guarded by mutex_
  bool stopping_ = false;                                 // guarded by mutex_
  int writes_ = 0;                                        // guarded by mutex_; requests that were POST
  std::uint64_t version_ = 1;                             // guarded by mutex_
  Steady::time_point broken_at_;                          // guarded by mutex_; when in_stream_ was taken
  std::vector<const Peer*> wires_;                        // guarded by mutex_
  std::vector<std::thread> peers_;
  std::thread thread_;
};

/// Remembers when something came.
class Arrivals final : public ReflectorSink {
public:
  void list_done(std::vector<Object> /*items*/, const std::string& /*resource_version*/) override {}
  void applied(Object /*object*/, const std::string& /*resource_version*/) override
  {
    {
      const std::lock_guard lock(mutex_);
      times_.push_back(Steady::now());
    }
    changed_.notify_all();
  }
  void deleted(Object /*last*/, const std::string& /*resource_version*/) override {}
  void bookmark(const std::string& /*resource_version*/) override {}

  /// When the first one after `count` others came.
  std::optional<Steady::time_point> after(std::size_t count)
  {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, 60s, [&] { return times_.size() > count; })) return std::nullopt;
    return times_[count];
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Steady::time_point> times_;  // guarded by mutex_
};

/// A name service that does not answer its first question.
class HangingOnce final : public Resolver {
public:
  awaitable<std::vector<Endpoint>> resolve(std::string /*host*/, std::uint16_t port, std::stop_token /*stop*/) override
  {
    if (!std::exchange(asked_, true)) co_await never_.wait();
    co_return std::vector<Endpoint>(1, Endpoint{"127.0.0.1", port});
  }
  ~HangingOnce() override { never_.fire(); }

private:
  bool asked_ = false;
  OneShot never_;
};

std::string duration_text(Steady::duration duration)
{
  const double milliseconds = std::chrono::duration<double, std::milli>(duration).count();
  char text[32];
  std::snprintf(text, sizeof text, milliseconds < 100 ? "%.1f ms" : "%.2f s",
                milliseconds < 100 ? milliseconds : milliseconds / 1000);
  return text;
}

/// Megabytes; since the last forget_peak().
double peak_memory()
{
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  }
  return 0;
}
void forget_peak()
{
  std::ofstream("/proc/self/clear_refs") << 5;
}

struct Case {
  std::string name;
  Fault fault;
  /// Default: get of a pod.
  std::function<std::string(const Client&, Transport&)> call;
  std::function<void(ClientTransportOptions&)> change;  ///< of the transport
  bool for_reflector = true;
  bool recovers = true;
};

std::string get(const Client& client, Transport& /*transport*/)
{
  GetOptions options;
  options.retry = false;
  return "ok, " + std::string(client.get(resources::pods, {"n", "a"}, options).name());
}

awaitable<void> fetch(Transport& transport, ExchangeLimits limits, HttpResponse* response)
{
  *response = co_await transport.exchange(HttpRequest(), std::move(limits));
}

class Bench {
public:
  Bench()
  {
    std::puts("| fault | what the call gets | after | the next call | a reflector's next event | peak memory |");
    std::puts("|---|---|---|---|---|---|");
  }
  void run(const Case& one)
  {
    forget_peak();
    const double before = peak_memory();
    const auto [result, took, next] = try_call(one);
    const std::string reflector = one.for_reflector ? try_reflector(one) : "–";
    char memory[32];
    std::snprintf(memory, sizeof memory, "+%.0f MB", peak_memory() - before);
    std::printf("| %s | %s | %s | %s | %s | %s |\n", one.name.c_str(), result.c_str(), took.c_str(), next.c_str(),
                reflector.c_str(), memory);
    std::fflush(stdout);
  }
  [[nodiscard]] const Runtime& runtime() const noexcept { return runtime_; }

private:
  [[nodiscard]] std::pair<Client, std::shared_ptr<Transport>> connect(const Server& server, const Case& one) const
  {
    ClientTransportOptions to;
    to.host = "127.0.0.1";
    to.port = server.port();
    to.connect_timeout = 1s;
    if (one.change) one.change(to);
    const auto transport = make_decompressing(make_client_transport(runtime_, to));
    Client::Options options;
    options.timeout = 5s;
    options.head_timeout = 1s;
    options.idle_timeout = 1s;
    return {Client(runtime_, transport, options), transport};
  }
  struct Outcome {
    std::string result, took, next;
  };
  Outcome try_call(const Case& one)
  {
    Server server;
    const auto [client, transport] = connect(server, one);
    const auto& call = one.call ? one.call : get;
    Outcome outcome;
    // Over a connection that was used before, where there can be one.
    if (one.fault.answer && !one.fault.at_accept) get(client, *transport);
    if (one.fault.answer || one.fault.at_accept) {
      server.arm(one.fault);
    } else if (one.fault.in_stream) {
      server.arm_watch(one.fault);
    }
    const auto begin = Steady::now();
    try {
      outcome.result = call(client, *transport);
    } catch (const TransportError& error) {
      outcome.result = std::string("TransportError `") + to_string(error.code()) + "`: " + error.what();
    } catch (const ApiError& error) {
      outcome.result = std::string("ApiError ") + error.what();
    } catch (const std::exception& error) {
      outcome.result = std::string("ObjectError ") + error.what();
    }
    outcome.took = duration_text(Steady::now() - begin);
    if (server.writes() > 0) outcome.result += "; sent " + std::to_string(server.writes()) + " time(s)";
    outcome.result = shortened(outcome.result, server.port());
    outcome.next = one.recovers ? next_call(client, *transport) : "–";
    return outcome;
  }
  static std::string next_call(const Client& client, Transport& transport)
  {
    const auto begin = Steady::now();
    for (int failed = 0;; ++failed) {
      try {
        get(client, transport);
        return duration_text(Steady::now() - begin) + (failed > 0 ? ", after failures" : "");
      } catch (const std::exception&) {
        if (Steady::now() - begin > 30s) return "none within 30 s";
      }
    }
  }
  std::string try_reflector(const Case& one)
  {
    Server server;
    auto [client, transport] = connect(server, one);
    Arrivals arrivals;
    ReflectorOptions options;
    options.watch_timeout = 1s;
    Reflector reflector(client, resources::pods, options, arrivals);
    std::stop_source stop;
    const auto strand = make_strand_of(runtime_.executor);
    auto running = asio::co_spawn(strand, reflector.async_run(stop.get_token()), asio::use_future);
    std::string result = "none";
    if (arrivals.after(0)) {
      server.arm_watch(one.fault);
      if (const auto next = arrivals.after(1)) result = duration_text(*next - server.broken_at());
    }
    stop.request_stop();
    running.wait();
    return result;
  }
  static std::string shortened(std::string text, std::uint16_t port)
  {
    constexpr std::string_view call = "get pods \"a\" in namespace \"n\": ";
    if (const auto at = text.find(call); at != std::string::npos) text.erase(at, call.size());
    const std::string number = ':' + std::to_string(port);
    for (auto at = text.find(number); at != std::string::npos; at = text.find(number))
      text.replace(at, number.size(), ":PORT");
    for (char& c : text) {
      if (c == '|' || c == '\n') c = ' ';
    }
    constexpr std::size_t most = 170;
    return text.size() > most ? text.substr(0, most) + "…" : text;
  }

  SystemRuntime system_;
  Runtime runtime_ = system_.runtime();
};

Script says(std::string text)
{
  return [text = std::move(text)](Server&, Peer& wire) { wire.write(text); };
}
Script says_and_waits(std::string text)
{
  return [text = std::move(text)](Server&, Peer& wire) {
    wire.write(text);
    static_cast<void>(wire.wait_closed());
  };
}

std::vector<Case> server_cases()
{
  const std::string half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"kind\":";
  const Script resets = [](Server&, Peer& wire) { wire.reset(); };
  const Script waits = [](Server&, Peer& wire) { static_cast<void>(wire.wait_closed()); };
  const std::string big(10 * megabyte, 'x');
  const auto big_event = [big](Server& server, Peer& wire) {
    wire.write_chunk(
        R"({"type":"MODIFIED","object":{"metadata":{"name":"big","namespace":"n","resourceVersion":"2","annotations":{"a":")" +
        big + "\"}}}}\n");
    server.send_event(wire);
    static_cast<void>(wire.wait_closed());
  };
  const auto one_by_one = [](Server&, Peer& wire) {
    const std::string event = R"({"type":"MODIFIED","object":)" + pod("a", "900") + "}\n";
    for (const char byte : event) wire.write_chunk(std::string(1, byte));
    static_cast<void>(wire.wait_closed());
  };
  const auto flood = [](Server&, Peer& wire) {
    wire.write("HTTP/1.1 200 OK\r\n");
    while (wire.write("X-Flood: " + std::string(1000, 'x') + "\r\n")) {
    }
  };
  const auto slow_head = [](Server&, Peer& wire) {
    wire.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    while (wire.write("x")) std::this_thread::sleep_for(100ms);
  };
  std::string items;
  for (int item = 0; item < 100'000; ++item) {
    items += (item > 0 ? "," : "") + pod("pod-" + std::to_string(item), std::to_string(item + 1));
  }
  const std::string list =
      R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[)" + items + "]}";
  const auto create = [](const Client& client, Transport&) {
    return "ok, " + std::string(client.create(resources::pods, Object::parse(pod("a", ""))).name());
  };
  const auto list_all = [](const Client& client, Transport&) {
    ListOptions options;
    options.retry = false;
    return "ok, " + std::to_string(client.list(resources::pods, options).items.size()) + " items";
  };
  const auto stream_logs = [](const Client& client, Transport&) {
    LogOptions options;
    options.timeout = 1s;
    return "ok, " + client.stream_logs({"n", "a"}, options).read();
  };
  const auto small_limit = [](const Client& client, Transport& transport) {
    ExchangeLimits limits;
    limits.max_body = 16 * megabyte;
    HttpResponse response;
    block_on(client.runtime().executor, [&] { return fetch(transport, limits, &response); }, "exchange");
    return "ok, " + std::to_string(response.body.size()) + " bytes";
  };
  const auto watch = [](const Client& client, Transport&) {
    const auto stream = client.watch(resources::pods);
    static_cast<void>(stream->next());
    const auto big_one = stream->next();
    return "ok, an event of " + std::to_string(big_one->object.bytes().size()) + " bytes";
  };
  const std::string bomb = test::gzip_of_blanks(200 * megabyte);

  return {
      {"one byte at a time",
       {{}, [](Server&, Peer& wire) { wire.write_one_by_one(answer_of(pod("a", "7"))); }, one_by_one},
       {},
       {}},
      {"closed right after the connection", {[](Server&, Peer&) {}, {}, {}}, {}, {}},
      {"reset right after the connection", {resets, {}, {}}, {}, {}},
      {"closed before an answer", {{}, [](Server&, Peer&) {}, [](Server&, Peer&) {}}, {}, {}},
      {"closed before an answer to a POST over a kept connection", {{}, resets, {}}, create, {}, false},
      {"closed in the head", {{}, says("HTTP/1.1 200 OK\r\nContent-"), {}}, {}, {}},
      {"closed in the body (length)", {{}, says(half), {}}, {}, {}},
      {"closed in a chunk",
       {{}, says(std::string(stream_head) + "20\r\n{\"kind"), says("40\r\n{\"type\":\"MOD")},
       {},
       {}},
      {"reset in the body",
       {{},
        [half](Server&, Peer& wire) {
          wire.write(half);
          wire.reset();
        },
        resets},
       {},
       {}},
      {"silent before an answer", {{}, waits, {}}, {}, {}},
      {"silent in the body", {{}, says_and_waits(half), waits}, {}, {}},
      {"slow headers, a byte each 100 ms", {{}, slow_head, {}}, {}, {}},
      {"a flood of headers", {{}, flood, {}}, {}, {}},
      {"garbage instead of HTTP", {{}, says("SSH-2.0-OpenSSH_9.2p1\r\n"), says("garbage, not a chunk\r\n")}, {}, {}},
      {"a page instead of JSON",
       {{},
        says(answer_of("<html>welcome</html>", "Content-Type: text/html\r\n")),
        [](Server& server, Peer& wire) {
          wire.write_chunk("<html>\n");
          server.send_event(wire);
          static_cast<void>(wire.wait_closed());
        }},
       {},
       {}},
      {"500 without a body", {{}, says("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"), {}}, {}, {}},
      {"an error to a log stream whose body does not end",
       {{}, says_and_waits("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 99\r\n\r\nout of order"), {}},
       stream_logs,
       {}},
      {"502 with a proxy's page",
       {{}, says("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 24\r\n\r\n<html>Bad Gateway</html>"), {}},
       {},
       {}},
      {"a failure inside a 200",
       {{},
        says(answer_of(R"({"kind":"Status","status":"Failure","reason":"Expired","message":"too old","code":410})")),
        [](Server&, Peer& wire) {
          wire.write_chunk(
              R"({"type":"ERROR","object":{"kind":"Status","status":"Failure","reason":"Expired","code":410}})"
              "\n");
          static_cast<void>(wire.wait_closed());
        }},
       {},
       {}},
      {"a redirect",
       {{},
        says("HTTP/1.1 302 Found\r\nLocation: https://login.example/x?token=SECRET\r\nContent-Length: 0\r\n\r\n"),
        {}},
       {},
       {}},
      {"200 MB of blanks in 0.2 MB of gzip, limit 16 MB",
       {{}, says(answer_of(bomb, "Content-Encoding: gzip\r\n")), {}},
       small_limit,
       {},
       false},
      {"an event of 10 MB", {{}, {}, big_event}, watch, {}},
      {"a list of 100 000 items", {{}, says(answer_of(list)), {}}, list_all, {}, false},
  };
}

awaitable<HttpResponse> empty(HttpRequest /*request*/)
{
  co_return HttpResponse();
}

void connection_cases(Bench& bench)
{
  const auto to_port = [](std::uint16_t port) { return [port](ClientTransportOptions& to) { to.port = port; }; };
  std::uint16_t closed_port = 0;
  ::close(test::listen_on_loopback(1, closed_port));
  bench.run({"connection refused", {}, {}, to_port(closed_port), false, false});
  const test::BlackHole hole;
  bench.run({"no answer to the connection", {}, {}, to_port(hole.port()), false, false});
  const auto hanging = [](ClientTransportOptions& to) {
    to.host = "api.example";
    to.resolver = std::make_shared<HangingOnce>();
  };
  bench.run({"the name service hangs", {}, {}, hanging, false});

  const CertificateAuthority authority(*bench.runtime().clock);
  const CertificateAuthority other(*bench.runtime().clock);
  const auto trusting = [&authority](ClientTransportOptions& to) {
    to.tls.emplace();
    to.tls->ca_pem = authority.cert_pem();
  };
  const std::string garbage("\x16\x03\x03\x00\x10garbage-garbage-", 21);
  bench.run({"garbage instead of TLS", {says_and_waits(garbage), {}, {}}, {}, trusting, false, false});
  bench.run(
      {"plain HTTP instead of TLS", {says("HTTP/1.1 400 Bad Request\r\n\r\n"), {}, {}}, {}, trusting, false, false});
  bench.run({"silent in the TLS handshake",
             {[](Server&, Peer& wire) { static_cast<void>(wire.wait_closed()); }, {}, {}},
             {},
             trusting,
             false,
             false});

  const auto with_certificate = [&](const char* name, const CertificateAuthority& by,
                                    const CertificateRequest& wanted) {
    const auto leaf = by.issue(wanted);
    ListenerOptions listening;
    listening.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}};
    const HttpListener listener(bench.runtime(), listening, empty);
    const auto change = [&](ClientTransportOptions& to) {
      trusting(to);
      to.port = listener.port();
    };
    bench.run({name, {}, {}, change, false, false});
  };
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  with_certificate("a certificate of another authority", other, wanted);
  wanted.not_before = -std::chrono::hours(2);
  wanted.not_after = -std::chrono::hours(1);
  with_certificate("an expired certificate", authority, wanted);
  wanted = CertificateRequest();
  wanted.dns_names = {"other.example"};
  with_certificate("a certificate of another name", authority, wanted);
}

}  // namespace
}  // namespace kubexx

int main()
{
  kubexx::Bench bench;
  kubexx::connection_cases(bench);
  for (const auto& one : kubexx::server_cases()) bench.run(one);
  return 0;
}
