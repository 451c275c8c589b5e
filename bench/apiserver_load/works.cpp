// SPDX-License-Identifier: Apache-2.0
#include "works.hpp"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

namespace kubexx::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t watches_per_group = 10;

/// Prints what both sides took of CPU and memory since it was made.
class Costs {
public:
  explicit Costs(const Load& load) : load_(load), before_(load.server.megabytes("VmRSS"))
  {
    load.server.reset_peak();
    server_ = load.server.cpu();
    own_ = cpu_time();
    begin_ = Clock::now();
  }

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  /// `own`: that of another process instead of this one's.
  void print(std::size_t items, double took, Micros own = Micros(-1)) const
  {
    const auto count = static_cast<double>(std::max<std::size_t>(items, 1));
    const Micros server = load_.server.cpu() - server_;
    if (own.count() < 0) own = cpu_time() - own_;
    std::printf(
        "seconds=%.3f items=%zu per_second=%.1f server_us=%.2f load_us=%.2f before_mb=%.1f peak_mb=%.1f rss_mb=%.1f",
        took, items, count / took, server.count() / count, own.count() / count, before_,
        load_.server.megabytes("VmHWM"), load_.server.megabytes("VmRSS"));
  }

private:
  const Load& load_;
  double before_;
  Micros server_{}, own_{};
  Clock::time_point begin_;
};

void print_percentiles(const char* name, std::vector<double>& took)
{
  if (took.empty()) return;
  std::sort(took.begin(), took.end());
  std::printf(" %sp50_us=%.1f %sp99_us=%.1f", name, took[took.size() / 2], name, took[took.size() * 99 / 100]);
}

/// Counts a text in a stream that comes in pieces.
class Occurrences {
public:
  explicit Occurrences(std::string_view wanted) : wanted_(wanted) {}

  std::size_t in(std::string_view piece)
  {
    edge_ += piece.substr(0, wanted_.size() - 1);  // one may be divided between two pieces
    const auto found = count(edge_) + count(piece);
    if (piece.size() >= wanted_.size()) edge_ = piece.substr(piece.size() - wanted_.size() + 1);
    return found;
  }

private:
  [[nodiscard]] std::size_t count(std::string_view text) const
  {
    std::size_t found = 0;
    for (auto at = text.find(wanted_); at != std::string_view::npos; at = text.find(wanted_, at + 1)) ++found;
    return found;
  }

  std::string_view wanted_;
  std::string edge_;
};

std::string path_of(const std::string& space)
{
  return "/api/v1/namespaces/" + space + "/configmaps";
}

void make_namespace(const Load& load, const std::string& space)
{
  Connection connection(load.target);
  connection.send("POST", "/api/v1/namespaces",
                  R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":")" + space + "\"}}");
  const unsigned status = connection.receive();
  if (status != 409) expect(status, 201, "the namespace");
}

/// `count` writes by `clients` threads; `body` makes them. Returns the time that each took.
template <class Body>
std::vector<double> write_all(const Load& load, const std::string& space, std::size_t count, std::size_t clients,
                              const Body& body)
{
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::vector<double> all;
  std::exception_ptr failed;
  const auto path = path_of(space);
  const auto client = [&] {
    try {
      Connection connection(load.target);
      std::vector<double> took;
      for (std::size_t index = next++; index < count; index = next++) {
        const std::string text = body(index);
        const auto begin = Clock::now();
        connection.send("POST", path, text);
        expect(connection.receive(), 201, "a write");
        took.push_back(Micros(Clock::now() - begin).count());
      }
      const std::lock_guard lock(mutex);
      all.insert(all.end(), took.begin(), took.end());
    } catch (...) {
      const std::lock_guard lock(mutex);
      failed = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t index = 0; index < clients; ++index) threads.emplace_back(client);
  for (auto& thread : threads) thread.join();
  if (failed) std::rethrow_exception(failed);
  return all;
}

/// The watches of all groups, on one thread.
class Watches {
public:
  Watches(const Load& load, const std::string& space, std::size_t count, const std::string& version)
      : epoll_(::epoll_create1(EPOLL_CLOEXEC))
  {
    for (std::size_t index = 0; index < count; ++index) {
      const auto& connection = watches_.emplace_back(std::make_unique<Connection>(load.target)).connection;
      connection->send("GET", path_of(space) + "?watch=true&resourceVersion=" + version + "&labelSelector=group%3Dg" +
                                  std::to_string(index / watches_per_group));
      expect(connection->receive_head(), 200, "a watch");
      connection->stop_blocking();
      add(connection->socket(), index);
    }
  }
  ~Watches() { ::close(epoll_); }
  Watches(const Watches&) = delete;
  Watches& operator=(const Watches&) = delete;

  /// Waits up to `limit` for bytes, and calls `event` once for each event that begins in them.
  template <class Event>
  void wait(std::chrono::milliseconds limit, const Event& event)
  {
    std::array<epoll_event, 64> ready{};
    const int count =
        ::epoll_wait(epoll_, ready.data(), static_cast<int>(ready.size()), static_cast<int>(limit.count()));
    for (int place = 0; place < count; ++place) {
      auto& one = watches_[ready[static_cast<std::size_t>(place)].data.u64];
      for (auto bytes = one.connection->available(); !bytes.empty(); bytes = one.connection->available()) {
        for (auto left = one.events.in(bytes); left > 0; --left) event();
      }
    }
  }

private:
  struct Watch {
    explicit Watch(std::unique_ptr<Connection> to) : connection(std::move(to)) {}
    std::unique_ptr<Connection> connection;
    Occurrences events{R"({"type":"ADDED")"};
  };

  void add(int socket, std::size_t index) const
  {
    epoll_event wanted{};
    wanted.events = EPOLLIN;
    wanted.data.u64 = index;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &wanted) != 0) throw std::runtime_error("cannot poll");
  }

  int epoll_;
  std::vector<Watch> watches_;
};

/// What stands behind `"name":"` in `text`; empty when nothing does.
std::string string_behind(std::string_view text, const std::string& name)
{
  const auto before = "\"" + name + "\":\"";
  const auto at = text.find(before);
  if (at == std::string_view::npos) return {};
  const auto rest = text.substr(at + before.size());
  return std::string(rest.substr(0, rest.find('"')));
}

constexpr auto patience = std::chrono::seconds(60);

void paced_writes(const Load& load, const std::string& space, Watches& watches, std::size_t groups, std::size_t count)
{
  Connection writer(load.target);
  const auto path = path_of(space);
  std::vector<double> events, answers;
  const Costs costs(load);
  for (std::size_t index = 0; index < count; ++index) {
    const auto text = config_map("paced-" + std::to_string(index), "g" + std::to_string(index % groups), 1000);
    std::size_t seen = 0;
    const auto begin = Clock::now();
    writer.send("POST", path, text);
    while (seen < watches_per_group) {
      watches.wait(std::chrono::milliseconds(1000), [&] {
        ++seen;
        events.push_back(Micros(Clock::now() - begin).count());
      });
      if (Clock::now() - begin > patience) throw std::runtime_error("an event does not come");
    }
    expect(writer.receive(), 201, "a write");
    answers.push_back(Micros(Clock::now() - begin).count());
  }
  costs.print(count, costs.seconds());
  print_percentiles("event_", events);
  print_percentiles("", answers);
  std::printf("\n");
}

void burst_of_writes(const Load& load, const std::string& space, Watches& watches, std::size_t groups,
                     std::size_t count, std::size_t clients)
{
  std::exception_ptr failed;
  std::vector<double> took;
  double written = 0;
  const Costs costs(load);
  std::thread writers([&] {
    try {
      took = write_all(load, space, count, clients, [groups](std::size_t index) {
        return config_map("burst-" + std::to_string(index), "g" + std::to_string(index % groups), 1000);
      });
      written = costs.seconds();
    } catch (...) {
      failed = std::current_exception();
    }
  });
  std::size_t seen = 0;
  const auto end = Clock::now() + patience * 5;
  while (seen < count * watches_per_group && Clock::now() < end) {
    watches.wait(std::chrono::milliseconds(1000), [&seen] { ++seen; });
  }
  const double all = costs.seconds();
  writers.join();
  if (failed) std::rethrow_exception(failed);
  if (seen != count * watches_per_group) throw std::runtime_error("events are missing");
  costs.print(count, written);
  print_percentiles("", took);
  std::printf(" events_per_second=%.1f\n", static_cast<double>(seen) / all);
}

}  // namespace

std::string config_map(const std::string& name, const std::string& group, std::size_t bytes)
{
  // Text that does not repeat, of letters and blanks.
  std::uint64_t state = std::hash<std::string>()(name) | 1U;
  const auto letter = [&state] {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return "etaoin shrdlu cmfwyp vbgkjqxz 01"[state % 32];
  };
  std::string text = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name +
                     R"(","labels":{"app":"bench","group":")" + group + R"("}},"data":{)";
  constexpr std::size_t keys = 4;
  const std::size_t each = (bytes - std::min(bytes, text.size() + 50)) / keys;
  for (std::size_t key = 0; key < keys; ++key) {
    text += (key == 0 ? "\"key" : ",\"key") + std::to_string(key) + "\":\"";
    for (std::size_t place = 0; place < each; ++place) text.push_back(letter());
    text += '"';
  }
  return text + "}}";
}

void expect(unsigned status, unsigned wanted, const std::string& what)
{
  if (status == wanted) return;
  throw std::runtime_error(what + " is answered with " + std::to_string(status));
}

void create(const Load& load, const std::string& space, std::size_t count, std::size_t bytes, std::size_t clients)
{
  make_namespace(load, space);
  const Costs costs(load);
  auto took = write_all(load, space, count, clients, [bytes](std::size_t index) {
    return config_map("object-" + std::to_string(index), "g" + std::to_string(index % 100), bytes);
  });
  costs.print(count, costs.seconds());
  print_percentiles("", took);
  std::printf("\n");
}

void read(const Load& load, const std::string& space, std::size_t limit)
{
  Connection connection(load.target);
  const Costs costs(load);
  std::size_t bytes = 0, objects = 0;
  std::string token, start;
  do {
    std::string path = path_of(space);
    if (limit > 0) path += "?limit=" + std::to_string(limit);
    if (!token.empty()) path += "&continue=" + token;
    connection.send("GET", path);
    start.clear();
    Occurrences uids(R"("uid":")");
    const unsigned status = connection.receive([&](std::string_view piece) {
      bytes += piece.size();
      if (start.size() < 4096) start += piece.substr(0, 4096);
      objects += uids.in(piece);
    });
    expect(status, 200, "a list");
    token = string_behind(start.substr(0, start.find("\"items\"")), "continue");
  } while (!token.empty());
  const double took = costs.seconds();
  costs.print(objects, took);
  std::printf(" bytes=%zu mb_per_second=%.1f\n", bytes, static_cast<double>(bytes) / took / 1e6);
}

void watch(const Load& load, const std::string& space, std::size_t watches, std::size_t paced, std::size_t burst,
           std::size_t clients)
{
  make_namespace(load, space);
  std::string version;
  {
    Connection connection(load.target);
    std::string text;
    connection.send("GET", path_of(space));
    expect(connection.receive([&text](std::string_view piece) { text += piece; }), 200, "a list");
    version = string_behind(text, "resourceVersion");
  }
  const Costs costs(load);
  Watches all(load, space, watches, version);
  std::printf("open ");
  costs.print(watches, costs.seconds());
  std::printf("\npaced ");
  const std::size_t groups = std::max<std::size_t>(watches / watches_per_group, 1);
  paced_writes(load, space, all, groups, paced);
  std::printf("burst ");
  burst_of_writes(load, space, all, groups, burst, clients);
}

void run(const Load& load, std::vector<std::string> command)
{
  std::vector<char*> argv;
  for (auto& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  const Costs costs(load);
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nothing, STDOUT_FILENO);
    ::execvp(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  rusage used{};
  if (pid < 0 || ::wait4(pid, &status, 0, &used) != pid || status != 0) {
    throw std::runtime_error(command.at(0) + " failed");
  }
  const auto micros = [](const timeval& t) {
    return Micros(1e6 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec));
  };
  costs.print(1, costs.seconds(), micros(used.ru_utime) + micros(used.ru_stime));
  std::printf("\n");
}

}  // namespace kubexx::bench
