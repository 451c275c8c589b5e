// SPDX-License-Identifier: Apache-2.0
#include "server.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string>

#include "bench_kubeconfig.hpp"
#include "bench_listener.hpp"
#include "kubexx/base/system_clock.hpp"

namespace kubexx::bench {

namespace {

void watch_socket(int epoll, int operation, int socket, std::uint32_t wanted)
{
  epoll_event event{};
  event.events = wanted;
  event.data.fd = socket;
  ::epoll_ctl(epoll, operation, socket, &event);
}

/// The value of a field of a request's head, in which names may be written in any case; empty when it is not there.
std::string_view field(std::string_view head, std::string_view name)
{
  const auto same = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a + ('a' - 'A') == b); };
  for (std::size_t line = head.find('\n'); line != std::string_view::npos; line = head.find('\n', line + 1)) {
    const std::string_view rest = head.substr(line + 1);
    if (rest.size() <= name.size() || rest[name.size()] != ':') continue;
    if (!std::equal(name.begin(), name.end(), rest.begin(), [&](char n, char h) { return same(h, n); })) continue;
    std::string_view value = rest.substr(name.size() + 1, rest.find('\r') - name.size() - 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    return value;
  }
  return {};
}

}  // namespace

Server::Server(const std::filesystem::path& kubeconfig)
    : context_(nullptr, SSL_CTX_free), listener_(listening_socket()), epoll_(::epoll_create1(EPOLL_CLOEXEC))
{
  const SystemClock clock;
  const CertificateAuthority authority(clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  context_.reset(tls_context(authority.issue(wanted)));
  write_kubeconfig(kubeconfig, url_of(listener_), authority.cert_pem(), "bench-token");
  watch_socket(epoll_, EPOLL_CTL_ADD, listener_, EPOLLIN);
}

Server::~Server()
{
  connections_.clear();
  ::close(epoll_);
  ::close(listener_);
}

void Server::accept_one()
{
  const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket < 0) return;
  connections_[socket] = std::make_unique<Connection>(context_.get(), socket);
  watch_socket(epoll_, EPOLL_CTL_ADD, socket, EPOLLIN);
}

void Server::close(int socket)
{
  const auto found = connections_.find(socket);
  cluster_.forget(*found->second);
  connections_.erase(found);
}

bool Server::answer_one(Connection& connection)
{
  std::string& in = connection.received();
  const std::size_t end = in.find("\r\n\r\n");
  if (end == std::string::npos) return false;
  const std::string_view head = std::string_view(in).substr(0, end + 2);
  std::size_t size = 0;
  const std::string_view length = field(head, "content-length");
  std::from_chars(length.data(), length.data() + length.size(), size);
  if (in.size() < end + 4 + size) return false;

  Call call;
  call.method = head.substr(0, head.find(' '));
  const std::string_view rest = head.substr(call.method.size() + 1);
  const std::string_view target = rest.substr(0, rest.find(' '));
  call.path = target.substr(0, target.find('?'));
  call.query = target.substr(std::min(call.path.size() + 1, target.size()));
  call.body = std::string_view(in).substr(end + 4, size);
  last_request_ = Clock::now();
  cluster_.answer(call, connection);
  in.erase(0, end + 4 + size);
  return true;
}

void Server::serve(Connection& connection)
{
  bool open = connection.receive();
  while (open && answer_one(connection)) {
  }
  open = open && connection.flush();
  if (!open) close(connection.socket());
}

bool Server::run_until(Clock::time_point deadline, const std::function<bool()>& done)
{
  std::array<epoll_event, 32> events{};
  while (!done()) {
    const auto left = deadline - Clock::now();
    if (left <= Clock::duration::zero()) return false;
    // Precise: a millisecond is too coarse. At most a second, because `done` may turn true without a request.
    const std::chrono::nanoseconds wait = std::min<Clock::duration>(left, std::chrono::seconds(1));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wait);
    const timespec timeout{seconds.count(), (wait - seconds).count()};
    const int count = ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &timeout, nullptr);
    for (int i = 0; i < count; ++i) {
      const int socket = events[static_cast<std::size_t>(i)].data.fd;
      if (socket == listener_) {
        accept_one();
      } else {
        serve(*connections_.at(socket));
      }
    }
    cluster_.flush_watches();
    for (const auto& [socket, connection] : connections_) {
      if (!connection->changed()) continue;
      watch_socket(epoll_, EPOLL_CTL_MOD, socket, connection->blocked() ? EPOLLIN | EPOLLOUT : EPOLLIN);
    }
  }
  return true;
}

}  // namespace kubexx::bench
