// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/client_transport.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <stdexcept>
#include <utility>

#include "client_connection.hpp"
#include "connection_pool.hpp"
#include "kubexx/base/asio_context_end.hpp"
#include "kubexx/base/asio_spawn.hpp"
#include "kubexx/http/detail/kept_request.hpp"

namespace kubexx {

using detail::ClientCall;
using detail::ClientConnection;
using detail::ConnectionPool;

namespace {

constexpr std::array<bool, 256> token_characters()
{
  constexpr std::string_view kSeparators = "\"(),/:;<=>?@[\\]{}";
  std::array<bool, 256> allowed{};
  for (unsigned c = '!'; c < 0x7F; ++c)
    allowed.at(c) = kSeparators.find(static_cast<char>(c)) == std::string_view::npos;
  return allowed;
}

bool is_token(std::string_view text)
{
  static constexpr auto kAllowed = token_characters();
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return kAllowed[static_cast<unsigned char>(c)]; });
}

// What would let a caller's text become another request. Values are not shown: they may be secret.
void validate(const HttpRequest& request)
{
  if (!is_token(request.method)) throw std::invalid_argument("\"" + request.method + "\" is not an HTTP method");
  const auto bad = [](char c) { return c <= ' ' || c == '\x7f'; };
  if (request.target.empty() || request.target.front() != '/' ||
      std::any_of(request.target.begin(), request.target.end(), bad)) {
    throw std::invalid_argument("a request target must start with / and must not contain spaces or control characters");
  }
  for (const auto& [name, value] : request.headers) {
    if (!is_token(name)) throw std::invalid_argument("\"" + name + "\" is not the name of a header field");
    const auto has = [&text = value](char c) { return text.find(c) != std::string::npos; };
    if (has('\r') || has('\n') || has('\0')) {
      throw std::invalid_argument("the value of header field " + name + " contains a line break");
    }
  }
}

bool is_resendable(std::string_view method)
{
  return method == "GET" || method == "HEAD" || method == "OPTIONS";
}

class ClientBodyStream final : public BodyStream {
public:
  ClientBodyStream(std::shared_ptr<ClientConnection> connection, std::uint64_t exchange_id)
      : weak_(connection), exchange_id_(exchange_id), connection_(std::move(connection))
  {
  }

  awaitable<std::string> read() override
  {
    if (!connection_) co_return std::string();
    std::string piece = connection_->take_arrived();
    if (!piece.empty()) co_return piece;
    connection_->need_context();
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    if (cancellation.slot().is_connected()) {
      auto work = ClientConnection::read_piece(connection_, &piece);
      co_await async_on(connection_->strand(), std::move(work));
    } else {
      co_await visit(&piece);
    }
    if (piece.empty()) connection_.reset();
    co_return piece;
  }

  void cancel() noexcept override
  {
    const auto connection = weak_.lock();
    if (connection) connection->post_abort(TransportErrc::cancelled, "the stream was cancelled", exchange_id_);
  }

private:
  // Reads in this coroutine, which goes to the strand and comes back: a second one costs more than what is read. Nobody
  // may cancel it meanwhile: that would have to go to the strand too.
  awaitable<void> visit(std::string* piece)
  {
    auto on_strand = asio::bind_executor(connection_->strand(), asio::deferred);
    std::exception_ptr error;
    co_await asio::dispatch(on_strand);
    try {
      co_await ClientConnection::read_piece(connection_, piece);
    } catch (...) {
      error = std::current_exception();
    }
    co_await asio::dispatch(asio::deferred);
    if (error) std::rethrow_exception(error);
  }

  const std::weak_ptr<ClientConnection> weak_;  // for cancel, which runs beside read
  const std::uint64_t exchange_id_;
  std::shared_ptr<ClientConnection> connection_;  // null after the end
};

// `request` and `limits` belong to the caller, who waits.
awaitable<HttpResponse> run_exchange(std::shared_ptr<ConnectionPool> pool, const HttpRequest* request,
                                     const ExchangeLimits* limits)
{
  validate(*request);
  const auto executor = co_await asio::this_coro::executor;
  try {
    std::optional<ConnectionPool::Slot> slot;
    if (!limits->stream && !pool->try_acquire(&slot)) {
      slot.emplace(co_await pool->acquire_slot(limits->deadline, limits->stop));
    }
    ClientCall call;
    call.request = request;
    call.limits = limits;
    call.resendable = is_resendable(request->method);
    for (bool fresh = false;; fresh = true) {
      auto connection = pool->take(fresh);
      call.stale = false;
      auto work = ClientConnection::exchange(connection, &call);
      if (connection->strand() != executor) work = async_on(connection->strand(), std::move(work));
      co_await std::move(work);
      if (call.stale) {
        pool->count_stale();
        continue;
      }
      if (call.error) std::rethrow_exception(call.error);
      if (limits->stream) {
        call.response.stream = std::make_unique<ClientBodyStream>(std::move(connection), call.exchange_id);
      }
      co_return std::move(call.response);
    }
  } catch (const boost::system::system_error& error) {
    if (error.code() != asio::error::operation_aborted) throw;
  }
  throw TransportError(TransportErrc::cancelled, "request to " + pool->peer() + " was cancelled");
}

awaitable<HttpResponse> run_owned_exchange(std::shared_ptr<ConnectionPool> pool, HttpRequest request,
                                           ExchangeLimits limits)
{
  co_return co_await run_exchange(std::move(pool), &request, &limits);
}

class PooledTransport final : public ClientTransport, public detail::KeptRequestTransport {
public:
  PooledTransport(Runtime runtime, ClientTransportOptions options)
      : pool_(std::make_shared<ConnectionPool>(std::move(runtime), std::move(options)))
  {
    auto& context = asio::query(pool_->runtime().executor, asio::execution::context);
    asio::use_service<detail::ContextEnd>(context).add(pool_);
  }
  ~PooledTransport() override { pool_->shut_down(); }

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    return run_owned_exchange(pool_, std::move(request), std::move(limits));
  }
  awaitable<HttpResponse> exchange_kept(HttpRequest* request, const ExchangeLimits* limits) override
  {
    return run_exchange(pool_, request, limits);
  }
  void set_tls(const TlsClientConfig& config, bool close_all) override { pool_->set_tls(config, close_all); }
  void set_proxy_tls(const TlsClientConfig& config) override { pool_->set_proxy_tls(config); }
  ClientTransportStats stats() const override { return pool_->stats(); }

private:
  std::shared_ptr<ConnectionPool> pool_;
};

}  // namespace

std::shared_ptr<ClientTransport> make_client_transport(Runtime runtime, ClientTransportOptions options)
{
  if (options.host.empty() || options.port == 0) throw std::invalid_argument("the server has no host name or no port");
  detail::check_host_name(options.host, "the host of the server");
  return std::make_shared<PooledTransport>(std::move(runtime), std::move(options));
}

}  // namespace kubexx
