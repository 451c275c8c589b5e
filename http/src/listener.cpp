// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/listener.hpp"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "byte_stream.hpp"
#include "listener_core.hpp"
#include "server_connection.hpp"

namespace kubexx {

namespace detail {

namespace {

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string http_date(std::int64_t seconds)
{
  static constexpr std::array<const char*, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 64> text{};
  const int length = std::snprintf(text.data(), text.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
                                   kDays[std::chrono::weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
                                   kMonths[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                                   static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                                   static_cast<int>(clock.seconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

ListenerCore::ListenerCore(Runtime the_runtime, ListenerOptions the_options, HttpHandler the_handler)
    : runtime(std::move(the_runtime)),
      options(std::move(the_options)),
      handler(std::move(the_handler)),
      tls_(options.tls ? make_tls_context(*options.tls) : nullptr)
{
}

std::shared_ptr<TlsContext> ListenerCore::tls() const
{
  const std::lock_guard lock(mutex_);
  return tls_;
}

void ListenerCore::set_tls(const TlsServerConfig& config)
{
  if (!options.tls) throw std::invalid_argument("this listener uses plain HTTP: it has no TLS configuration");
  auto renewed = make_tls_context(config);
  const std::lock_guard lock(mutex_);
  tls_.swap(renewed);
}

HttpResponse ListenerCore::error_response(Refusal why, unsigned status, std::string message) const
{
  if (options.error_response) return options.error_response(why, status, std::move(message));
  HttpResponse response;
  response.status = status;
  response.headers.add("Content-Type", "text/plain; charset=utf-8");
  response.body = std::move(message) + '\n';
  return response;
}

std::string ListenerCore::date()
{
  const auto now = std::chrono::floor<std::chrono::seconds>(runtime.clock->wall_now()).time_since_epoch().count();
  const std::lock_guard lock(mutex_);
  if (date_.empty() || date_second_ != now) {
    date_second_ = now;
    date_ = http_date(now);
  }
  return date_;
}

bool ListenerCore::enter(const std::shared_ptr<ServerConnection>& connection)
{
  const std::lock_guard lock(mutex_);
  if (stopping_) return false;
  open_.emplace(connection.get(), connection);
  return true;
}

void ListenerCore::leave(const ServerConnection* connection) noexcept
{
  std::vector<OneShot> ready;
  {
    const std::lock_guard lock(mutex_);
    if (open_.erase(connection) == 0) return;
    std::erase_if(waiting_, [&](const auto& waiter) {
      if (open_.size() >= waiter.first) return false;
      ready.push_back(waiter.second);
      return true;
    });
  }
  for (const auto& shot : ready) shot.fire();
}

std::size_t ListenerCore::connections() const
{
  const std::lock_guard lock(mutex_);
  return open_.size();
}

std::vector<std::shared_ptr<ServerConnection>> ListenerCore::live() const
{
  std::vector<std::shared_ptr<ServerConnection>> result;
  const std::lock_guard lock(mutex_);
  for (const auto& [address, weak] : open_) {
    if (auto connection = weak.lock()) result.push_back(std::move(connection));
  }
  return result;
}

void ListenerCore::stop()
{
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  for (const auto& connection : live()) connection->post_stop();
}

void ListenerCore::abort()
{
  aborted_ = true;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  for (const auto& connection : live()) connection->post_abort();
}

void ListenerCore::begins_waiting(ServerConnection* connection, SteadyTime since)
{
  std::shared_ptr<ServerConnection> closing;
  {
    const std::lock_guard lock(mutex_);
    idle_.emplace(since, connection);
    if (wants_room_ && !makes_room_) closing = longest_waiting();
  }
  if (closing) closing->post_close_waiting();
}

void ListenerCore::ends_waiting(ServerConnection* connection, SteadyTime since) noexcept
{
  const std::lock_guard lock(mutex_);
  idle_.erase({since, connection});
}

std::shared_ptr<ServerConnection> ListenerCore::longest_waiting()
{
  std::shared_ptr<ServerConnection> longest;
  while (!longest && !idle_.empty()) {
    const auto found = open_.find(idle_.begin()->second);
    if (found != open_.end()) longest = found->second.lock();
    idle_.erase(idle_.begin());
  }
  makes_room_ = longest != nullptr;
  return longest;
}

void ListenerCore::close_longest_waiting()
{
  std::shared_ptr<ServerConnection> closing;
  {
    const std::lock_guard lock(mutex_);
    if (wants_room_) closing = longest_waiting();
  }
  if (closing) closing->post_close_waiting();
}

OneShot ListenerCore::room()
{
  OneShot room;
  std::shared_ptr<ServerConnection> closing;
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    full = open_.size() >= options.max_connections;
    wants_room_ = full;
    makes_room_ = false;
    if (full) {
      waiting_.emplace_back(options.max_connections, room);
      closing = longest_waiting();
    }
  }
  if (!full) room.fire();
  if (closing) closing->post_close_waiting();
  return room;
}

void ListenerCore::room_taken() noexcept
{
  const std::lock_guard lock(mutex_);
  wants_room_ = false;
}

OneShot ListenerCore::when_fewer_than(std::size_t count)
{
  OneShot shot;
  {
    const std::lock_guard lock(mutex_);
    if (open_.size() >= count) {
      waiting_.emplace_back(count, shot);
      return shot;
    }
  }
  shot.fire();
  return shot;
}

}  // namespace detail

using asio::ip::tcp;
using detail::ListenerCore;
using detail::ServerConnection;

class HttpListener::Impl {
public:
  Impl(Runtime runtime, ListenerOptions options, HttpHandler handler)
      : core_(std::make_shared<ListenerCore>(std::move(runtime), std::move(options), std::move(handler))),
        strand_(make_strand_of(core_->runtime.executor)),
        acceptor_(strand_)
  {
    const std::string& wanted = core_->options.address;
    boost::system::error_code error = listen_on(wanted.empty() ? "::" : wanted);
    if (wanted.empty() && error == asio::error::address_family_not_supported) error = listen_on("0.0.0.0");
    if (error) throw std::runtime_error("cannot listen on " + where_ + ": " + error.message());
    port_ = acceptor_.local_endpoint().port();
  }

  static void start(const std::shared_ptr<Impl>& self) { asio::co_spawn(self->strand_, accept(self), asio::detached); }

  [[nodiscard]] ListenerCore& core() const noexcept { return *core_; }
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  [[nodiscard]] const std::string& address() const noexcept { return address_; }

  // Fires when the port is free again.
  static OneShot stop_accepting(const std::shared_ptr<Impl>& self)
  {
    OneShot closed;
    asio::post(self->strand_, [self, closed] {
      boost::system::error_code ignored;
      self->acceptor_.close(ignored);
      closed.fire();
    });
    return closed;
  }

  static awaitable<void> stop(std::shared_ptr<Impl> self)
  {
    const SteadyTime until = saturating_add(self->core_->runtime.clock->now(), self->core_->options.stop_timeout);
    return stop(std::move(self), until);
  }
  static awaitable<void> stop(std::shared_ptr<Impl> self, SteadyTime until)
  {
    self->core_->stop();
    const OneShot closed = stop_accepting(self);
    co_await closed.wait();
    auto& clock = *self->core_->runtime.clock;
    const OneShot empty = self->core_->when_fewer_than(1);
    {
      std::function<void()> give_up = [empty] { empty.fire(); };
      const Timer timer = clock.call_at(until, give_up);
      co_await empty.wait();
    }
    self->core_->abort();
  }

private:
  boost::system::error_code listen_on(const std::string& literal)
  {
    boost::system::error_code error;
    address_ = literal;
    const bool is_v6 = literal.find(':') != std::string::npos;
    where_ = (is_v6 ? '[' + literal + ']' : literal) + ':' + std::to_string(core_->options.port);
    const auto address = asio::ip::make_address(literal, error);
    if (error) throw std::runtime_error("cannot listen on " + where_ + ": \"" + literal + "\" is not an IP address");
    const tcp::endpoint endpoint(address, core_->options.port);
    detail::open_socket(acceptor_, endpoint.protocol(), error);
    if (error) return error;
    acceptor_.non_blocking(true, error);
    acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (address.is_v6()) acceptor_.set_option(asio::ip::v6_only(!address.is_unspecified()), error);
    acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    return error;
  }

  static awaitable<void> accept(std::shared_ptr<Impl> self)
  {
    const auto core = self->core_;
    const auto token = asio::as_tuple(asio::use_awaitable);
    constexpr Duration kPause = std::chrono::milliseconds(100);
    while (!core->stopping()) {
      const auto strand = make_strand_of(core->runtime.executor);
      auto [error] = co_await self->acceptor_.async_wait(tcp::acceptor::wait_read, token);
      detail::Socket socket(strand);
      if (!error) detail::accept_socket(self->acceptor_, socket, error);
      if (error == asio::error::would_block || error == asio::error::connection_aborted) continue;
      if (core->stopping() || error == asio::error::operation_aborted || error == asio::error::bad_descriptor) break;
      if (error) {
        // Out of descriptors, or a client that has gone already.
        core->runtime.log.warn("cannot accept a connection", {{"error", error.message()}});
        co_await async_sleep(*core->runtime.clock, kPause);
        continue;
      }
      const OneShot room = core->room();
      co_await room.wait();
      core->room_taken();
      auto connection = std::make_shared<ServerConnection>(core, strand, std::move(socket));
      if (core->enter(connection)) asio::co_spawn(strand, ServerConnection::run(connection), asio::detached);
    }
  }

  const std::shared_ptr<ListenerCore> core_;
  const asio::any_io_executor strand_;
  tcp::acceptor acceptor_;
  std::string address_, where_;
  std::uint16_t port_ = 0;
};

HttpListener::HttpListener(Runtime runtime, ListenerOptions options, HttpHandler handler)
    : impl_(std::make_shared<Impl>(std::move(runtime), std::move(options), std::move(handler)))
{
  Impl::start(impl_);
}

HttpListener::~HttpListener()
{
  impl_->core().abort();
  Impl::stop_accepting(impl_);
}

std::uint16_t HttpListener::port() const noexcept
{
  return impl_->port();
}

std::string HttpListener::url() const
{
  const std::string& address = impl_->address();
  const bool v6 = address.find(':') != std::string::npos;
  return std::string(impl_->core().options.tls ? "https://" : "http://") + (v6 ? '[' + address + ']' : address) + ':' +
         std::to_string(port());
}

void HttpListener::set_tls(const TlsServerConfig& config)
{
  impl_->core().set_tls(config);
}

std::size_t HttpListener::connections() const
{
  return impl_->core().connections();
}

void HttpListener::close_after_responses() noexcept
{
  impl_->core().close_after_responses();
}

awaitable<void> HttpListener::async_stop()
{
  return Impl::stop(impl_);
}

awaitable<void> HttpListener::async_stop(SteadyTime until)
{
  return Impl::stop(impl_, until);
}

void HttpListener::stop()
{
  const Runtime& runtime = impl_->core().runtime;
  const SteadyTime end = saturating_add(runtime.clock->now(), impl_->core().options.stop_timeout);
  block_on(runtime.executor, [impl = impl_] { return Impl::stop(impl); }, "async_stop", *runtime.clock, end);
}

}  // namespace kubexx
