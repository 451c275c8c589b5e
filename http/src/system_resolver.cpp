// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <netdb.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <system_error>

#include "kubexx/base/asio_spawn.hpp"
#include "kubexx/base/asio_thread.hpp"
#include "kubexx/http/resolver.hpp"
#include "kubexx/http/transport.hpp"

#if defined(__SANITIZE_THREAD__)
#define KUBEXX_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define KUBEXX_THREAD_SANITIZER 1
#endif
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define KUBEXX_LEAK_SANITIZER 1
#endif
#endif

namespace kubexx {

namespace {

struct FreeAddresses {
  void operator()(addrinfo* list) const noexcept { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

addrinfo stream_hints() noexcept
{
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV;
  return hints;
}

[[noreturn]] void fail(const std::string& host, int code)
{
  throw TransportError(TransportErrc::resolve, "cannot resolve " + host + ": " + ::gai_strerror(code));
}

std::vector<Endpoint> endpoints_of(const addrinfo* list, const std::string& host, std::uint16_t port)
{
  std::vector<Endpoint> result;
  for (; list != nullptr; list = list->ai_next) {
    if (list->ai_family != AF_INET && list->ai_family != AF_INET6) continue;
    asio::ip::tcp::endpoint address;
    if (list->ai_addrlen > address.capacity()) continue;
    std::memcpy(address.data(), list->ai_addr, list->ai_addrlen);
    address.resize(list->ai_addrlen);
    Endpoint endpoint{address.address().to_string(), port};
    if (std::find(result.begin(), result.end(), endpoint) == result.end()) result.push_back(std::move(endpoint));
  }
  if (result.empty()) throw TransportError(TransportErrc::resolve, "the host name " + host + " has no address");
  return result;
}

[[noreturn]] void cancelled(const std::string& host)
{
  throw TransportError(TransportErrc::cancelled, "the lookup of " + host + " was cancelled");
}

#ifdef KUBEXX_THREAD_SANITIZER

// ThreadSanitizer does not know the threads that glibc starts by itself and crashes in them: there, and only there, the
// look-up runs on a thread of ours, so a hanging one holds up the program's end.
awaitable<std::vector<Endpoint>> look_up(std::string host, std::uint16_t port, std::stop_token stop)
{
  if (stop.stop_requested()) cancelled(host);
  std::function<std::vector<Endpoint>()> work = [host, port] {
    const auto hints = stream_hints();
    addrinfo* list = nullptr;
    const int code = ::getaddrinfo(host.c_str(), nullptr, &hints, &list);
    if (code != 0) fail(host, code);
    const Addresses owned(list);
    return endpoints_of(list, host, port);
  };
  co_return co_await run_on_own_thread<std::vector<Endpoint>>(work);
}

#else

// One look-up by glibc's own threads. It has two owners, the coroutine that asked and glibc, which may keep it for
// ever; who lets go last destroys it.
struct Request {
  std::string host;
  addrinfo hints = stream_hints();
  gaicb block{};
  int event = -1;  // becomes readable when the look-up has ended
  std::atomic<bool> one_owner_left = false;

  Request() = default;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request()
  {
    if (block.ar_result != nullptr) ::freeaddrinfo(block.ar_result);
    if (event >= 0) ::close(event);
  }
  void let_go()
  {
    if (one_owner_left.exchange(true)) delete this;
  }
};

// On a thread of glibc's, when the look-up has ended and glibc needs the request no more.
void notify(sigval value)
{
  auto* request = static_cast<Request*>(value.sival_ptr);
  const std::uint64_t one = 1;
  static_cast<void>(::write(request->event, &one, sizeof one));
  request->let_go();
}

struct LetGo {
  void operator()(Request* request) const { request->let_go(); }
};

// On a strand.
awaitable<std::vector<Endpoint>> look_up(std::string host, std::uint16_t port, std::stop_token stop)
{
  if (stop.stop_requested()) cancelled(host);
  auto made = std::make_unique<Request>();
  made->host = host;
  made->block.ar_name = made->host.c_str();
  made->block.ar_request = &made->hints;
  made->event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  const int own = made->event < 0 ? -1 : ::fcntl(made->event, F_DUPFD_CLOEXEC, 0);
  if (own < 0) throw std::system_error(errno, std::generic_category(), "cannot create an eventfd for a lookup");
  const auto strand = co_await asio::this_coro::executor;
  const auto descriptor = std::make_shared<asio::posix::stream_descriptor>(strand, own);

  sigevent notification{};
  notification.sigev_notify = SIGEV_THREAD;
  notification.sigev_notify_function = notify;
  notification.sigev_value.sival_ptr = made.get();
  gaicb* list[1] = {&made->block};
  const int started = ::getaddrinfo_a(GAI_NOWAIT, list, 1, &notification);
  if (started != 0) fail(host, started);
  const std::unique_ptr<Request, LetGo> request(made.release());
#ifdef KUBEXX_LEAK_SANITIZER
  __lsan_ignore_object(request.get());  // it does not see what only a thread of glibc's own points to
#endif
  {
    std::function<void()> give_up = [strand, descriptor] {
      asio::post(strand, [descriptor] {
        boost::system::error_code ignored;
        descriptor->close(ignored);
      });
    };
    const std::stop_callback stopped(stop, give_up);
    const auto token = asio::as_tuple(asio::use_awaitable);
    co_await descriptor->async_wait(asio::posix::stream_descriptor::wait_read, token);
  }
  if (stop.stop_requested()) cancelled(host);
  const int code = ::gai_error(&request->block);
  if (code != 0) fail(host, code);
  co_return endpoints_of(request->block.ar_result, host, port);
}

#endif

class SystemResolver final : public Resolver {
public:
  explicit SystemResolver(Runtime runtime) : runtime_(std::move(runtime)) {}

  awaitable<std::vector<Endpoint>> resolve(std::string host, std::uint16_t port, std::stop_token stop) override
  {
    boost::system::error_code not_numeric;
    static_cast<void>(asio::ip::make_address(host, not_numeric));
    if (!not_numeric) co_return std::vector<Endpoint>(1, Endpoint{host, port});
#ifdef KUBEXX_THREAD_SANITIZER
    co_return co_await look_up(host, port, stop);
#else
    auto work = look_up(host, port, stop);
    co_return co_await async_on(make_strand_of(runtime_.executor), std::move(work));
#endif
  }

private:
  const Runtime runtime_;
};

}  // namespace

std::shared_ptr<Resolver> make_system_resolver(Runtime runtime)
{
  return std::make_shared<SystemResolver>(std::move(runtime));
}

}  // namespace kubexx
