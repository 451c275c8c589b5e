// SPDX-License-Identifier: Apache-2.0
// watch_reader FOLDER COUNT EVENTS [store]: the least that a first list, and then a change, can cost a program that
// reads a watch of informer_bench_server: blocking calls of OpenSSL, lines, no HTTP and no JSON. Of each of the COUNT
// pods of the list it keeps two thirds of the bytes, as many as are left without managedFields, in memory of their own;
// each of the EVENTS is printed on standard output (send it to /dev/null). With "store" it also does what no cache can
// do without: it waits by epoll, as who reads more than one connection does, passes each line as JSON, and an event
// takes the place of what the list has kept under its name. On standard error, as informer_bench does: per_second,
// cpu_us and kept of the list; p50_us and p99_us from the server's write until the event was printed, event_us of CPU.
#include <arpa/inet.h>
#include <sys/epoll.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench_process.hpp"
#include "informer_server/tls_connection.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"

namespace kubexx::bench {
namespace {

int connect_to(int port)
{
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect");
  }
  return socket;
}

/// Of the kubeconfig that the server has written.
int port_of(const std::string& kubeconfig)
{
  std::ifstream file(kubeconfig);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string before = "https://127.0.0.1:";
  const std::size_t found = text.find(before);
  if (found == std::string::npos) throw std::runtime_error("no server in " + kubeconfig);
  return std::stoi(text.substr(found + before.size()));
}

/// How long the event was on its way; negative when this is none.
Micros age(std::string_view line)
{
  constexpr std::string_view before = R"("bench.kubexx.dev/sent":")";
  const std::size_t found = line.find(before);
  if (found == std::string_view::npos) return Micros(-1);
  const std::string digits(line.substr(found + before.size(), 19));
  return std::chrono::system_clock::now().time_since_epoch() - std::chrono::nanoseconds(std::stoll(digits));
}

/// The value of the first member of that name; empty when there is none.
std::string_view text_of(std::string_view line, std::string_view member)
{
  const std::size_t found = line.find(member);
  if (found == std::string_view::npos) return {};
  const std::size_t begin = found + member.size();
  return line.substr(begin, line.find('"', begin) - begin);
}

/// Waits until there is something to read at one of its sockets.
class Poll {
public:
  explicit Poll(int socket) : epoll_(::epoll_create1(EPOLL_CLOEXEC))
  {
    epoll_event event{};
    event.events = EPOLLIN;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event) != 0) throw std::runtime_error("cannot poll");
  }
  ~Poll() { ::close(epoll_); }
  Poll(const Poll&) = delete;
  Poll& operator=(const Poll&) = delete;
  void wait() const
  {
    epoll_event event{};
    while (::epoll_wait(epoll_, &event, 1, -1) < 0) {
    }
  }

private:
  int epoll_;
};

/// Objects by name, each in memory of its own.
class Kept {
public:
  explicit Kept(bool replaces) : replaces_(replaces) {}

  void keep(std::string_view line)
  {
    const std::size_t size = line.size() / 3 * 2;
    auto copy = std::make_unique_for_overwrite<char[]>(size);
    line.copy(copy.get(), size);
    if (replaces_) {
      named_[std::string(text_of(line, R"("name":")"))] = std::move(copy);
    } else {
      listed_.push_back(std::move(copy));
    }
  }
  [[nodiscard]] bool replaces() const noexcept { return replaces_; }

private:
  bool replaces_;
  std::vector<std::unique_ptr<char[]>> listed_;
  std::unordered_map<std::string, std::unique_ptr<char[]>> named_;
};

class Reader {
public:
  Reader(TlsConnection& connection, bool checks) : connection_(connection), checks_(checks), poll_(connection.socket())
  {
  }

  /// Calls `each` for so many events.
  template <class Each>
  void read(std::size_t events, const Each& each)
  {
    while (events > 0) {
      if (checks_ && !connection_.has_more()) poll_.wait();
      const std::string_view piece = connection_.read();
      if (piece.empty()) throw std::runtime_error("the watch ended");
      rest_ += piece;
      std::size_t begin = 0;
      for (std::size_t end = 0; events > 0 && (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const std::string_view line = std::string_view(rest_).substr(begin, end + 1 - begin);
        if (!line.starts_with('{')) continue;  // the head, or a chunk's size
        if (checks_) detail::JsonScanner(line).value();
        each(line);
        --events;
      }
      rest_.erase(0, begin);
    }
  }

private:
  TlsConnection& connection_;
  bool checks_;
  Poll poll_;
  std::string rest_;
};

void list(Reader& reader, std::size_t count, Kept& kept)
{
  const double before = heap_in_use();
  const Micros cpu = cpu_time();
  const auto start = std::chrono::steady_clock::now();
  reader.read(count, [&](std::string_view line) { kept.keep(line); });
  const Micros wall = std::chrono::steady_clock::now() - start;
  const Micros used = cpu_time() - cpu;
  const auto pods = static_cast<double>(count);
  std::fprintf(stderr, "per_second=%.0f cpu_us=%.2f kept=%.0f ", 1e6 / (wall.count() / pods), used.count() / pods,
               (heap_in_use() - before) / pods);
}

void follow(Reader& reader, std::size_t events, Kept& kept)
{
  std::vector<Micros> took;
  took.reserve(events);
  const Micros cpu = cpu_time();
  reader.read(events, [&](std::string_view line) {
    if (kept.replaces()) kept.keep(line);
    if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) throw std::runtime_error("cannot print");
    took.push_back(age(line));
  });
  const Micros used = cpu_time() - cpu;
  std::sort(took.begin(), took.end());
  std::fprintf(stderr, "p50_us=%.1f p99_us=%.1f event_us=%.2f\n", took[took.size() / 2].count(),
               took[took.size() * 99 / 100].count(), used.count() / static_cast<double>(events));
}

void run(const std::string& folder, std::size_t count, std::size_t events, bool store)
{
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  TlsConnection connection(context.get(), connect_to(port_of(folder + "/pages")), TlsConnection::Side::client);
  Reader reader(connection, store);
  Kept kept(store);
  connection.write(
      "GET /api/v1/pods?watch=true&sendInitialEvents=true HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n\r\n");
  list(reader, count, kept);
  reader.read(1, [](std::string_view) {});  // the bookmark
  std::ofstream(folder + "/control") << "events 1000 " << events << std::endl;
  follow(reader, events, kept);
}

}  // namespace
}  // namespace kubexx::bench

int main(int argc, char** argv)
{
  try {
    const bool store = argc == 5 && std::string_view(argv[4]) == "store";
    if (argc != 4 && !store) throw std::invalid_argument("usage: watch_reader FOLDER COUNT EVENTS [store]");
    kubexx::bench::run(argv[1], std::stoul(argv[2]), std::stoul(argv[3]), store);
  } catch (const std::exception& error) {
    std::cerr << "watch_reader: " << error.what() << "\n";
    return 1;
  }
}
