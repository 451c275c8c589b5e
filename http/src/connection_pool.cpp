// SPDX-License-Identifier: Apache-2.0
#include "connection_pool.hpp"

#include <algorithm>
#include <utility>

#include "client_connection.hpp"
#include "duration_text.hpp"
#include "kubexx/http/url.hpp"
#include "proxy_handshake.hpp"

namespace kubexx::detail {

namespace {

ClientTransportOptions completed(const Runtime& runtime, ClientTransportOptions options)
{
  if (!options.resolver) options.resolver = make_system_resolver(runtime);
  options.max_connections = std::max<std::size_t>(options.max_connections, 1);
  return options;
}

std::string host_and_port(const ClientTransportOptions& options)
{
  const bool v6 = options.host.find(':') != std::string::npos;
  return (v6 ? '[' + options.host + ']' : options.host) + ':' + std::to_string(options.port);
}

std::string authority_of(const ClientTransportOptions& options)
{
  ServerUrl url;
  url.scheme = options.tls ? "https" : "http";
  url.host = options.host;
  url.port = options.port;
  return url.authority();
}

// For messages: with a proxy, whatever goes wrong may be its doing.
std::string peer_of(const ClientTransportOptions& options)
{
  const auto server = host_and_port(options);
  return options.proxy ? server + " (through the proxy " + options.proxy->str() + ')' : server;
}

ProxyForm proxy_form_of(const ClientTransportOptions& options, const std::string& authority)
{
  ProxyForm form;
  if (!options.proxy || options.proxy->kind == ProxyKind::socks5 || options.tls) return form;
  form.origin = "http://" + authority;
  form.authorization = proxy_authorization(*options.proxy);
  return form;
}

}  // namespace

ConnectionPool::ConnectionPool(Runtime runtime, ClientTransportOptions options)
    : runtime_(std::move(runtime)),
      options_(completed(runtime_, std::move(options))),
      peer_(peer_of(options_)),
      authority_(authority_of(options_)),
      proxy_form_(proxy_form_of(options_, authority_))
{
  if (options_.proxy && options_.proxy->kind == ProxyKind::https) proxy_tls_ = make_tls_context(options_.proxy_tls);
  if (options_.tls) tls_ = make_tls_context(*options_.tls);
}

bool ConnectionPool::try_acquire(std::optional<Slot>* slot)
{
  const std::lock_guard lock(mutex_);
  if (running_ >= options_.max_connections) return false;
  ++running_;
  slot->emplace(shared_from_this());
  return true;
}

awaitable<ConnectionPool::Slot> ConnectionPool::acquire_slot(std::optional<SteadyTime> deadline, std::stop_token stop)
{
  auto self = shared_from_this();
  const auto begun = runtime_.clock->now();
  std::shared_ptr<Waiter> waiter;
  {
    const std::lock_guard lock(mutex_);
    if (running_ < options_.max_connections) {
      ++running_;
      co_return Slot(self);
    }
    waiter = std::make_shared<Waiter>();
    waiters_.push_back(waiter);
  }
  std::exception_ptr cancelled;  // by Asio's means
  try {
    std::function<void()> wake = [shot = waiter->wake] { shot.fire(); };
    Timer timer;
    if (deadline) timer = runtime_.clock->call_at(*deadline, wake);
    const std::stop_callback stopped(stop, wake);
    if (!deadline || runtime_.clock->now() < *deadline) co_await waiter->wake.wait();
  } catch (...) {
    cancelled = std::current_exception();
  }
  bool granted = false;
  bool closed = false;
  {
    const std::lock_guard lock(mutex_);
    granted = waiter->granted;
    closed = closed_;
    if (!granted) std::erase(waiters_, waiter);
  }
  std::optional<Slot> slot;
  if (granted) slot.emplace(self);
  if (cancelled) std::rethrow_exception(cancelled);
  if (stop.stop_requested()) throw TransportError(TransportErrc::cancelled, "request to " + peer_ + " was cancelled");
  if (closed) throw TransportError(TransportErrc::cancelled, "the transport to " + peer_ + " was closed");
  if (!granted) {
    throw TransportError(TransportErrc::timeout, "no connection to " + peer_ + " became free within " +
                                                     duration_text(*deadline - begun) +
                                                     ", the deadline of the request (" +
                                                     std::to_string(options_.max_connections) + " are in use)");
  }
  co_return std::move(*slot);
}

void ConnectionPool::release_slot()
{
  std::shared_ptr<Waiter> next;
  {
    const std::lock_guard lock(mutex_);
    if (waiters_.empty()) {
      --running_;
      return;
    }
    next = std::move(waiters_.front());
    waiters_.pop_front();
    next->granted = true;
  }
  next->wake.fire();
}

std::shared_ptr<ClientConnection> ConnectionPool::take(bool fresh)
{
  std::shared_ptr<TlsContext> tls;
  std::uint64_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) throw TransportError(TransportErrc::cancelled, "the transport to " + peer_ + " was closed");
    if (!fresh && !idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
    tls = tls_;
    generation = generation_;
  }
  auto connection = std::make_shared<ClientConnection>(shared_from_this(), std::move(tls), generation);
  const std::lock_guard lock(mutex_);
  if (closed_) throw TransportError(TransportErrc::cancelled, "the transport to " + peer_ + " was closed");
  open_.emplace(connection.get(), connection);
  return connection;
}

bool ConnectionPool::park(std::shared_ptr<ClientConnection> connection)
{
  const std::lock_guard lock(mutex_);
  if (closed_ || connection->generation() != generation_ || idle_.size() >= options_.max_idle) return false;
  idle_.push_back(std::move(connection));
  return true;
}

bool ConnectionPool::unpark(const ClientConnection* connection)
{
  std::shared_ptr<ClientConnection> dropped;  // destroyed after the lock is released
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(idle_.begin(), idle_.end(), [&](const auto& one) { return one.get() == connection; });
  if (found == idle_.end()) return false;
  dropped = std::move(*found);
  idle_.erase(found);
  return true;
}

void ConnectionPool::forget(const ClientConnection* connection) noexcept
{
  const std::lock_guard lock(mutex_);
  open_.erase(connection);
}

Duration ConnectionPool::draw_lifetime() const
{
  constexpr Duration::rep parts = 4;
  const Duration age = options_.max_age;
  return age - std::chrono::duration_cast<Duration>(age / parts * runtime_.random->fraction());
}

void ConnectionPool::count_connect(bool resumed)
{
  const std::lock_guard lock(mutex_);
  ++stats_.connects;
  if (resumed) ++stats_.resumed;
}

void ConnectionPool::count_exchange()
{
  const std::lock_guard lock(mutex_);
  ++stats_.exchanges;
}

void ConnectionPool::count_stale()
{
  const std::lock_guard lock(mutex_);
  ++stats_.stale;
}

ClientTransportStats ConnectionPool::stats() const
{
  const std::lock_guard lock(mutex_);
  auto result = stats_;
  result.idle = idle_.size();
  result.open = open_.size();
  return result;
}

std::vector<std::shared_ptr<ClientConnection>> ConnectionPool::live() const
{
  std::vector<std::shared_ptr<ClientConnection>> result;
  for (const auto& [address, weak] : open_) {
    if (auto connection = weak.lock()) result.push_back(std::move(connection));
  }
  return result;
}

void ConnectionPool::end(const std::vector<std::shared_ptr<ClientConnection>>& connections, TransportErrc code,
                         const std::string& why) const
{
  for (const auto& connection : connections) connection->post_abort(code, why);
}

void ConnectionPool::set_tls(const TlsClientConfig& config, bool close_all)
{
  if (!options_.tls) throw std::invalid_argument(peer_ + " uses plain HTTP: it has no TLS configuration");
  auto tls = make_tls_context(config);
  std::vector<std::shared_ptr<ClientConnection>> idle;
  std::vector<std::shared_ptr<ClientConnection>> ended;
  {
    const std::lock_guard lock(mutex_);
    tls_ = std::move(tls);
    ++generation_;
    idle.swap(idle_);
    if (close_all) ended = live();
  }
  end(ended, TransportErrc::closed, "the connection to " + peer_ + " was closed: its TLS configuration has changed");
}

std::shared_ptr<TlsContext> ConnectionPool::proxy_tls() const
{
  const std::lock_guard lock(mutex_);
  return proxy_tls_;
}

void ConnectionPool::set_proxy_tls(const TlsClientConfig& config)
{
  if (!options_.proxy || options_.proxy->kind != ProxyKind::https) {
    throw std::invalid_argument(peer_ + " does not use an https proxy");
  }
  auto tls = make_tls_context(config);
  const std::lock_guard lock(mutex_);
  proxy_tls_.swap(tls);
}

void ConnectionPool::shut_down()
{
  std::vector<std::shared_ptr<ClientConnection>> idle;
  std::vector<std::shared_ptr<ClientConnection>> ended;
  std::deque<std::shared_ptr<Waiter>> waiters;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    idle.swap(idle_);
    ended = live();
    waiters = waiters_;
  }
  for (const auto& waiter : waiters) waiter->wake.fire();
  end(ended, TransportErrc::cancelled, "the transport to " + peer_ + " was closed");
}

void ConnectionPool::context_ends() noexcept
{
  std::vector<std::shared_ptr<ClientConnection>> idle;
  std::vector<std::shared_ptr<ClientConnection>> ended;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    idle.swap(idle_);
    ended = live();
  }
  for (const auto& connection : ended) connection->context_ends();
}

}  // namespace kubexx::detail
