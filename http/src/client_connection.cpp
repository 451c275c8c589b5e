// SPDX-License-Identifier: Apache-2.0
#include "client_connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <utility>

namespace kubexx::detail {

namespace {

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);
// A body up to this size goes out in one write with its head.
constexpr std::size_t kOneWrite = std::size_t{16} << 10U;
// With several addresses, each gets its share of the time, but at least this much (as in Go).
constexpr Duration kLeastAttempt = std::chrono::seconds(2);
constexpr unsigned kSwitchingProtocols = 101;
constexpr unsigned kFirstFinalStatus = 200;

std::string seconds_text(Duration duration)
{
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  if (milliseconds % 1000 == 0) return std::to_string(milliseconds / 1000) + " s";
  return std::to_string(milliseconds) + " ms";
}

std::string serialize_head(const HttpRequest& request, const std::string& authority)
{
  std::string head;
  head.reserve(256 + (request.body.size() <= kOneWrite ? request.body.size() : 0));
  head.append(request.method).append(" ").append(request.target).append(" HTTP/1.1\r\n");
  if (!request.headers.find("Host")) head.append("Host: ").append(authority).append("\r\n");
  for (const auto& [name, value] : request.headers) head.append(name).append(": ").append(value).append("\r\n");
  const bool expects_body = request.method == "POST" || request.method == "PUT" || request.method == "PATCH";
  if (expects_body || !request.body.empty()) {
    head.append("Content-Length: ").append(std::to_string(request.body.size())).append("\r\n");
  }
  head.append("\r\n");
  return head;
}

// `Keep-Alive: timeout=N`: how long the server keeps an idle connection; we go a second earlier.
Duration kept_by_server(const Headers& headers, Duration ours)
{
  const auto value = headers.find("Keep-Alive");
  if (!value) return ours;
  constexpr std::string_view kTimeout = "timeout=";
  const auto at = value->find(kTimeout);
  if (at == std::string_view::npos) return ours;
  const auto number = value->substr(at + kTimeout.size());
  unsigned seconds = 0;
  const auto parsed = std::from_chars(number.data(), number.data() + number.size(), seconds);
  if (parsed.ec != std::errc()) return ours;
  return std::min<Duration>(ours, std::chrono::seconds(seconds) - std::chrono::seconds(1));
}

}  // namespace

// A look-up may be left behind: it owns everything it touches.
struct ClientConnection::Lookup {
  std::shared_ptr<Resolver> resolver;
  std::string host;
  std::uint16_t port = 0;
  OneShot done;
  std::stop_source stop;
  std::vector<Endpoint> endpoints;
  std::exception_ptr error;

  static awaitable<void> run(std::shared_ptr<Lookup> self)
  {
    try {
      self->endpoints = co_await self->resolver->resolve(self->host, self->port, self->stop.get_token());
    } catch (...) {
      self->error = std::current_exception();
    }
    self->done.fire();
  }
};

ClientConnection::ClientConnection(std::shared_ptr<ConnectionPool> pool, std::shared_ptr<TlsContext> tls,
                                   std::uint64_t generation)
    : pool_(std::move(pool)),
      tls_(std::move(tls)),
      generation_(generation),
      strand_(make_strand_of(pool_->runtime().executor)),
      keep_(pool_->options().idle_timeout)
{
}

ClientConnection::~ClientConnection()
{
  pool_->forget(this);
}

awaitable<void> ClientConnection::exchange(std::shared_ptr<ClientConnection> self, ClientCall* call)
{
  if (self->failure_) {
    // It was idle until a moment ago.
    call->stale = true;
    co_return;
  }
  bool closed_by_server = false;
  try {
    co_await self->run(call);
  } catch (const TransportError& error) {
    closed_by_server = error.code() == TransportErrc::closed && !self->failure_;
    call->error = std::current_exception();
  } catch (...) {
    call->error = std::current_exception();
  }
  if (!call->error) co_return;
  if (closed_by_server && self->used_ && !self->received_ && (call->resendable || !self->written_)) {
    call->stale = true;
    call->error = nullptr;
  }
  self->close();
}

awaitable<void> ClientConnection::run(ClientCall* call)
{
  begin(*call);
  check();
  if (!stream_) {
    co_await connect();
  } else if (has_pending_input(stream_->socket())) {
    call->stale = true;
    close();
    co_return;
  }
  pool_->count_exchange();
  co_await send(call->request);
  co_await receive_head(call);
  auto& message = parser_->message();
  call->response.status = message.status;
  if (call->limits.stream) {
    call->response.headers = message.headers;
    deadline_.reset();
    phase_ = Phase::streaming;
    watchdog_->disarm();
    co_return;
  }
  co_await receive_body();
  call->response.body = std::move(message.body);
  keep_ = kept_by_server(message.headers, pool_->options().idle_timeout);
  call->response.headers = std::move(message.headers);
  finish();
}

void ClientConnection::begin(ClientCall& call)
{
  if (!watchdog_) {
    watchdog_ = std::make_shared<Watchdog>(*pool_->runtime().clock, strand_, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->expired();
    });
  }
  call.exchange_id = ++exchange_id_;
  written_ = false;
  received_ = false;
  deadline_ = call.limits.deadline;
  stream_idle_ = call.limits.idle;
  expect_response(call);
  phase_ = Phase::sending;
  if (call.limits.stop.stop_requested()) {
    abort(TransportErrc::cancelled, "request to " + peer() + " was cancelled");
    return;
  }
  if (deadline_ && pool_->runtime().clock->now() >= *deadline_) {
    abort(TransportErrc::timeout, "the deadline of a request to " + peer() + " had passed before it began");
    return;
  }
  if (call.limits.stop.stop_possible()) {
    std::function<void()> stopped = [weak = weak_from_this(), id = exchange_id_] {
      if (const auto self = weak.lock()) {
        self->post_abort(TransportErrc::cancelled, "request to " + self->peer() + " was cancelled", id);
      }
    };
    stop_.emplace(call.limits.stop, std::move(stopped));
  }
  limit_until(SteadyTime::max());
}

void ClientConnection::expect_response(const ClientCall& call)
{
  ParseLimits limits;
  limits.max_header = pool_->options().max_header;
  if (!call.limits.stream) limits.max_body = call.limits.max_body;
  parser_ = std::make_unique<ResponseParser>(limits, call.request->method == "HEAD");
}

awaitable<void> ClientConnection::connect()
{
  auto& clock = *pool_->runtime().clock;
  const auto until = saturating_add(clock.now(), pool_->options().connect_timeout);
  phase_ = Phase::resolving;
  limit_until(until);
  auto endpoints = co_await resolve();
  phase_ = Phase::connecting;
  co_await connect_to(std::move(endpoints), until);
  if (tls_) co_await handshake();
  pool_->count_connect();
}

awaitable<std::vector<Endpoint>> ClientConnection::resolve()
{
  const auto& options = pool_->options();
  boost::system::error_code not_numeric;
  static_cast<void>(asio::ip::make_address(options.host, not_numeric));
  if (!not_numeric) co_return std::vector<Endpoint>(1, Endpoint{options.host, options.port});

  auto lookup = std::make_shared<Lookup>();
  lookup->resolver = options.resolver;
  lookup->host = options.host;
  lookup->port = options.port;
  lookup_ = lookup;
  asio::co_spawn(strand_, Lookup::run(lookup), asio::detached);
  co_await lookup->done.wait();
  lookup_.reset();
  check();
  if (lookup->error) {
    try {
      std::rethrow_exception(lookup->error);
    } catch (const TransportError&) {
      throw;
    } catch (const std::exception& error) {
      fail(TransportErrc::resolve, "cannot find the address of " + options.host + ": " + error.what());
    }
  }
  if (lookup->endpoints.empty()) fail(TransportErrc::resolve, "the name " + options.host + " has no address");
  co_return std::move(lookup->endpoints);
}

awaitable<void> ClientConnection::connect_to(std::vector<Endpoint> endpoints, SteadyTime until)
{
  auto& clock = *pool_->runtime().clock;
  std::string last_error;
  for (std::size_t index = 0; index < endpoints.size(); ++index) {
    const auto& endpoint = endpoints[index];
    const auto left = endpoints.size() - index;
    more_endpoints_ = left > 1;
    attempt_expired_ = false;
    const auto share = (until - clock.now()) / static_cast<Duration::rep>(left);
    limit_until(std::min(until, saturating_add(clock.now(), std::max(share, more_endpoints_ ? kLeastAttempt : share))));

    boost::system::error_code error;
    const auto address = asio::ip::make_address(endpoint.address, error);
    if (error) {
      last_error = "\"" + endpoint.address + "\" is not an IP address";
      continue;
    }
    connecting_ = std::make_unique<Socket>(strand_);
    const asio::ip::tcp::endpoint target(address, endpoint.port);
    connecting_->open(target.protocol(), error);
    if (!error) {
      tune(*connecting_);
      const auto [result] = co_await connecting_->async_connect(target, kResult);
      error = result;
    }
    auto socket = std::move(connecting_);
    check();
    if (!error) {
      stream_ = tls_ ? make_tls_client_stream(std::move(*socket), tls_, pool_->options().host, peer(),
                                              pool_->runtime().clock->wall_now())
                     : make_plain_stream(std::move(*socket));
      co_return;
    }
    last_error = attempt_expired_ ? "no answer" : error.message();
    if (endpoint.address != pool_->options().host) last_error += " (" + endpoint.address + ')';
  }
  fail(TransportErrc::connect, "cannot connect to " + peer() + ": " + last_error);
}

awaitable<void> ClientConnection::handshake()
{
  phase_ = Phase::handshaking;
  limit_until(saturating_add(pool_->runtime().clock->now(), pool_->options().tls_handshake_timeout));
  const auto failed = co_await stream_->handshake();
  check();
  if (failed) fail(failed->code, failed->message);
}

awaitable<void> ClientConnection::send(const HttpRequest* request)
{
  phase_ = Phase::sending;
  limit_until(SteadyTime::max());
  auto head = serialize_head(*request, pool_->authority());
  const bool one_write = request->body.size() <= kOneWrite;
  if (one_write) head += request->body;
  if (stream_->hides_written_bytes()) written_ = true;
  const asio::const_buffer first(head.data(), head.size());
  auto result = co_await stream_->write(first);
  if (result.bytes > 0) written_ = true;
  if (!result.error && !one_write) {
    const asio::const_buffer second(request->body.data(), request->body.size());
    result = co_await stream_->write(second);
  }
  check();
  // A server may answer before it has read everything, and close: its answer is worth more than our error.
  if (result.error && !written_) {
    fail(TransportErrc::closed,
         peer() + " closed the connection before the request was sent: " + result.error.message());
  }
}

awaitable<void> ClientConnection::receive_head(ClientCall* call)
{
  phase_ = Phase::waiting;
  for (;;) {
    const auto result = parse();
    if (result.state == ParseState::more) {
      co_await receive_more();
      continue;
    }
    const unsigned status = parser_->message().status;
    if (status >= kFirstFinalStatus) co_return;
    if (status == kSwitchingProtocols) {
      fail(TransportErrc::protocol, peer() + " switched to another protocol, which nobody asked for");
    }
    // 100 Continue and its like: the answer is yet to come.
    expect_response(*call);
  }
}

awaitable<void> ClientConnection::receive_body()
{
  phase_ = Phase::receiving;
  while (parse().state != ParseState::complete) {
    co_await receive_more();
    if (parser_->complete()) co_return;
  }
}

// Reads once. At the end of the input it returns when that completes the message, and fails otherwise.
awaitable<void> ClientConnection::receive_more()
{
  const auto room = buffer_.prepare(pool_->options().max_header);
  if (room.size() == 0) {
    fail(TransportErrc::too_large, "a line in the answer of " + peer() + " is longer than " +
                                       std::to_string(pool_->options().max_header) + " bytes");
  }
  const auto result = co_await stream_->read_some(room);
  check();
  if (result.error) {
    if (result.error == asio::error::eof && parser_->put_eof()) co_return;
    fail_read(result.error);
  }
  received_ = true;
  buffer_.commit(result.bytes);
}

ParseResult ClientConnection::parse()
{
  auto result = parser_->put(buffer_.data());
  buffer_.consume(result.consumed);
  switch (result.state) {
    case ParseState::bad:
      fail(TransportErrc::protocol, peer() + " did not answer in HTTP/1.1: " + result.message);
    case ParseState::head_limit:
      fail(TransportErrc::too_large, "the head of the answer of " + peer() + " is larger than " +
                                         std::to_string(pool_->options().max_header) + " bytes");
    case ParseState::body_limit:
      fail(TransportErrc::too_large, "the body of the answer of " + peer() + " is larger than the limit of this call");
    default:
      return result;
  }
}

awaitable<void> ClientConnection::read_piece(std::shared_ptr<ClientConnection> self, std::string* piece)
{
  bool failed = true;
  std::exception_ptr error;
  try {
    self->check();
    if (self->stream_idle_) {
      self->limit_until(saturating_add(self->pool_->runtime().clock->now(), *self->stream_idle_));
    }
    bool complete = false;
    for (;;) {
      complete = self->parser_->complete() || self->parse().state == ParseState::complete;
      if (complete || !self->parser_->message().body.empty()) break;
      co_await self->receive_more();
    }
    self->watchdog_->disarm();
    *piece = self->take_arrived();
    failed = false;
    if (complete && piece->empty()) {
      self->keep_ = kept_by_server(self->parser_->message().headers, self->pool_->options().idle_timeout);
      self->finish();
    }
  } catch (...) {
    error = std::current_exception();
  }
  if (failed) self->close();
  if (error) std::rethrow_exception(error);
}

std::string ClientConnection::take_arrived()
{
  return std::exchange(parser_->message().body, {});
}

void ClientConnection::post_abort(TransportErrc code, std::string message, std::optional<std::uint64_t> exchange_id)
{
  asio::post(strand_, [weak = weak_from_this(), code, text = std::move(message), exchange_id]() mutable {
    const auto self = weak.lock();
    if (self && exchange_id.value_or(self->exchange_id_) == self->exchange_id_) self->abort(code, std::move(text));
  });
}

void ClientConnection::abort(TransportErrc code, std::string message)
{
  if (failure_) return;
  failure_ = Failure{code, std::move(message)};
  if (phase_ == Phase::idle) pool_->unpark(this);
  if (lookup_) {
    lookup_->stop.request_stop();
    lookup_->done.fire();
  }
  boost::system::error_code ignored;
  if (connecting_) connecting_->close(ignored);
  if (stream_) stream_->close();
}

void ClientConnection::expired()
{
  if (deadline_ && pool_->runtime().clock->now() >= *deadline_) {
    static constexpr const char* kDoing[] = {
        "it was idle",       "the name service was asked", "it was connecting", "the TLS handshake was under way",
        "it was being sent", "the answer was awaited",     "its body arrived",  "its body was streamed"};
    abort(TransportErrc::timeout,
          "the deadline of a request to " + peer() + " passed while " + kDoing[static_cast<std::size_t>(phase_)]);
    return;
  }
  const auto& options = pool_->options();
  switch (phase_) {
    case Phase::idle:
      if (pool_->unpark(this)) close();
      break;
    case Phase::resolving:
      abort(TransportErrc::resolve,
            "the name service did not answer for " + options.host + " within " + seconds_text(options.connect_timeout));
      break;
    case Phase::connecting:
      if (more_endpoints_) {
        attempt_expired_ = true;
        boost::system::error_code ignored;
        if (connecting_) connecting_->close(ignored);
      } else {
        abort(TransportErrc::connect,
              "cannot connect to " + peer() + ": no answer within " + seconds_text(options.connect_timeout));
      }
      break;
    case Phase::handshaking:
      abort(TransportErrc::connect,
            "the TLS handshake with " + peer() + " did not end within " + seconds_text(options.tls_handshake_timeout));
      break;
    case Phase::streaming:
      abort(TransportErrc::idle, peer() + " sent nothing for " + seconds_text(stream_idle_.value_or(Duration::zero())) +
                                     ": it is probably gone");
      break;
    default:
      limit_until(SteadyTime::max());
      break;
  }
}

void ClientConnection::limit_until(SteadyTime phase_end)
{
  watchdog_->expire_at(deadline_ ? std::min(*deadline_, phase_end) : phase_end);
}

void ClientConnection::check() const
{
  if (failure_) throw TransportError(failure_->code, failure_->message, written_);
}

void ClientConnection::fail(TransportErrc code, const std::string& message) const
{
  throw TransportError(code, message, written_);
}

void ClientConnection::fail_read(const boost::system::error_code& error)
{
  if (parser_->head_done()) {
    fail(TransportErrc::truncated, "the answer of " + peer() + " broke off in its body: " + error.message());
  }
  constexpr std::string_view kTlsAlert = "\x15\x03";
  if (!tls_ && buffer_.data().substr(0, kTlsAlert.size()) == kTlsAlert) {
    fail(TransportErrc::protocol, peer() + " answered in TLS: is it an https:// server?");
  }
  if (!received_) {
    const auto tls = stream_->explain(error);
    if (tls && tls->code == TransportErrc::tls) fail(tls->code, tls->message);
  }
  fail(TransportErrc::closed, peer() + " closed the connection before it answered: " + error.message());
}

void ClientConnection::finish()
{
  ++exchange_id_;
  stop_.reset();
  deadline_.reset();
  const bool reusable = !failure_ && parser_->keep_alive() && buffer_.empty() && keep_ > Duration::zero();
  parser_.reset();
  used_ = true;
  if (reusable) {
    phase_ = Phase::idle;
    watchdog_->expire_at(saturating_add(pool_->runtime().clock->now(), keep_));
    watch_idle();
    if (pool_->park(shared_from_this())) return;
  }
  close();
}

void ClientConnection::close() noexcept
{
  if (!failure_) failure_ = Failure{TransportErrc::closed, "the connection was closed"};
  stop_.reset();
  deadline_.reset();
  if (watchdog_) watchdog_->disarm();
  if (stream_) stream_->close();
  pool_->forget(this);
}

// While it is idle nobody reads: input means that the server has closed it, so it need not be kept.
void ClientConnection::watch_idle()
{
  if (watching_idle_) return;
  watching_idle_ = true;
  stream_->socket().async_wait(Socket::wait_read, [weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self) return;
    self->watching_idle_ = false;
    if (!error && self->phase_ == Phase::idle && self->pool_->unpark(self.get())) self->close();
  });
}

}  // namespace kubexx::detail
