// SPDX-License-Identifier: Apache-2.0
// From the server's name to a stream: look-up, connecting, TLS handshake.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/address.hpp>
#include <utility>

#include "client_connection.hpp"
#include "proxy_handshake.hpp"

namespace kubexx::detail {

awaitable<void> ClientConnection::connect()
{
  auto& clock = *pool_->runtime().clock;
  auto until = saturating_add(clock.now(), pool_->options().connect_timeout);
  phase_ = Phase::resolving;
  limit_until(until);
  auto endpoints = co_await resolve();
  phase_ = Phase::connecting;
  co_await connect_to(std::move(endpoints));
  if (pool_->options().proxy) {
    if (pool_->proxy_tls()) co_await handshake(until);
    until = saturating_add(clock.now(), pool_->options().connect_timeout);
    co_await through_proxy(until);
  }
  if (tls_) co_await handshake(until);
  pool_->count_connect(tls_ && stream_->resumed());
  connected_at_ = clock.now();
  phase_ = Phase::sending;
  limit_until(SteadyTime::max());
  // The watchdog comes too late when the process stood still meanwhile.
  if (deadline_ && connected_at_ >= *deadline_) {
    expired();
    check();
  }
}

const std::string& ClientConnection::next_host() const noexcept
{
  const auto& options = pool_->options();
  return options.proxy ? options.proxy->host : options.host;
}

std::uint16_t ClientConnection::next_port() const noexcept
{
  const auto& options = pool_->options();
  return options.proxy ? options.proxy->port : options.port;
}

std::string ClientConnection::next_name() const
{
  const auto& proxy = pool_->options().proxy;
  return proxy ? "the proxy " + proxy->str() : peer();
}

// stream_ leads to the proxy, its own TLS included; afterwards to the server, but for TLS with that.
awaitable<void> ClientConnection::through_proxy(SteadyTime until)
{
  const auto& options = pool_->options();
  if (pool_->tunnels()) {
    phase_ = Phase::asking_proxy;
    limit_until(until);
    const auto failed = co_await ask_proxy(*stream_, *options.proxy, options.host, options.port);
    check();
    if (failed) fail(TransportErrc::connect, *failed);
  }
  if (tls_) {
    stream_ =
        make_tls_client_stream(std::move(stream_), tls_, options.host, peer(), pool_->runtime().clock->wall_now());
  }
}

awaitable<std::vector<Endpoint>> ClientConnection::resolve()
{
  const auto& options = pool_->options();
  const auto& host = next_host();
  boost::system::error_code not_numeric;
  static_cast<void>(asio::ip::make_address(host, not_numeric));
  if (!not_numeric) co_return std::vector<Endpoint>(1, Endpoint{host, next_port()});

  auto lookup = std::make_shared<NameLookup>();
  lookup->resolver = options.resolver;
  lookup->host = host;
  lookup->port = next_port();
  lookup_ = lookup;
  asio::co_spawn(strand_, NameLookup::run(lookup), asio::detached);
  co_await lookup->done.wait();
  lookup_.reset();
  check();
  if (lookup->error) {
    try {
      std::rethrow_exception(lookup->error);
    } catch (const TransportError&) {
      throw;
    } catch (const std::exception& error) {
      fail(TransportErrc::resolve, "cannot resolve " + host + ": " + error.what());
    }
  }
  if (lookup->endpoints.empty()) fail(TransportErrc::resolve, "the host name " + host + " has no address");
  co_return std::move(lookup->endpoints);
}

awaitable<void> ClientConnection::connect_to(std::vector<Endpoint> endpoints)
{
  connecting_ = std::make_shared<HappyEyeballs>(*pool_->runtime().clock, strand_, std::move(endpoints));
  const auto attempts = connecting_;
  co_await HappyEyeballs::run(attempts);
  connecting_.reset();
  check();
  auto socket = attempts->take_connection();
  if (!socket) {
    std::string why = attempts->last_error();
    if (!attempts->last_address().empty() && attempts->last_address() != next_host()) {
      why += " (" + attempts->last_address() + ')';
    }
    fail(TransportErrc::connect, "cannot connect to " + next_name() + ": " + why);
  }
  const auto tls = pool_->options().proxy ? pool_->proxy_tls() : tls_;
  stream_ = tls ? make_tls_client_stream(std::move(*socket), tls, next_host(), next_name(),
                                         pool_->runtime().clock->wall_now())
                : make_plain_stream(std::move(*socket));
}

awaitable<void> ClientConnection::handshake(SteadyTime until)
{
  phase_ = Phase::handshaking;
  limit_until(until);
  const auto failed = co_await stream_->handshake();
  check();
  if (failed) fail(failed->code, failed->message);
}

}  // namespace kubexx::detail
