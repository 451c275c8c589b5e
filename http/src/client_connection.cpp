// SPDX-License-Identifier: Apache-2.0
#include "client_connection.hpp"

#include <algorithm>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <utility>

#include "request_head.hpp"

namespace kubexx::detail {

namespace {

constexpr unsigned kSwitchingProtocols = 101;
constexpr unsigned kFirstFinalStatus = 200;
constexpr unsigned kFirstRedirect = 300;
constexpr unsigned kTooManyRequests = 429;
// The part of its life after which a connection does not outlast a 429.
constexpr Duration::rep kYoungPart = 10;
// A connection that was idle for less is used without a look: what the server says is on its way for as long.
constexpr Duration kRecent = std::chrono::milliseconds(1);
// A connection that is idle for longer is watched, and gives back its memory. Not sooner: both cost more than an
// exchange that follows at once should.
constexpr Duration kBeforeRest = std::chrono::seconds(1);

bool is_success(unsigned status)
{
  return status >= kFirstFinalStatus && status < kFirstRedirect;
}

}  // namespace

ClientConnection::ClientConnection(std::shared_ptr<ConnectionPool> pool, std::shared_ptr<TlsContext> tls,
                                   std::uint64_t generation)
    : pool_(std::move(pool)),
      tls_(std::move(tls)),
      generation_(generation),
      strand_(make_strand_of(pool_->runtime().executor)),
      keep_(pool_->options().idle_timeout),
      lifetime_(pool_->draw_lifetime())
{
}

ClientConnection::~ClientConnection()
{
  // A stream that was dropped before its end.
  if (stream_ && !failure_) stream_->send_close_notify();
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
    self->begin(*call);
    self->check();
    if (!self->stream_) co_await self->connect();
    if (self->was_closed()) {
      call->stale = true;
      self->close();
      co_return;
    }
    {
      const std::string head = self->begin_sending(*call);
      IoResult result = self->stream_->try_write(asio::buffer(head));
      const std::string_view rest = goes_with_head(call->request->body) ? std::string_view() : call->request->body;
      if (result.error == asio::error::would_block || (!result.error && !rest.empty())) {
        result = co_await self->write_rest(result, head, rest);
      }
      self->end_sending(result);
    }
    while (!self->has_response(*call)) {
      while (!self->receive_now()) self->end_wait(co_await self->stream_->wait_input());
    }
    co_return;
  } catch (const TransportError& error) {
    closed_by_server = error.code() == TransportErrc::closed && !self->failure_;
    call->error = std::current_exception();
  } catch (...) {
    call->error = std::current_exception();
  }
  // By Asio's means: awaitable_operators, bind_cancellation_slot.
  const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
  if (cancellation.cancelled() != asio::cancellation_type::none) {
    self->abort(TransportErrc::cancelled, "request to " + self->peer() + " was cancelled");
    call->error = self->failure();
    self->close();
    co_return;
  }
  if (closed_by_server && self->used_ && !self->received_ && (call->resendable || !self->written_)) {
    call->stale = true;
    call->error = nullptr;
  }
  self->close();
}

bool ClientConnection::was_closed() const
{
  return used_ && begun_ - idle_since_ >= kRecent && has_pending_input(stream_->socket());
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
  begun_ = pool_->runtime().clock->now();
  deadline_ = call.limits->deadline;
  head_timeout_ = call.limits->head_timeout;
  idle_timeout_ = call.limits->idle_timeout;
  max_body_ = call.limits->max_body;
  expect_response(call);
  phase_ = Phase::sending;
  if (call.limits->stop.stop_requested()) {
    abort(TransportErrc::cancelled, "request to " + peer() + " was cancelled");
    return;
  }
  if (deadline_ && begun_ >= *deadline_) {
    abort(TransportErrc::timeout, "the deadline of a request to " + peer() + " passed before it began");
    return;
  }
  if (call.limits->stop.stop_possible()) {
    stop_.emplace(call.limits->stop, Stopped{weak_from_this(), exchange_id_});
  }
  limit_until(SteadyTime::max());
}

void ClientConnection::Stopped::operator()() const
{
  const auto self = connection.lock();
  if (!self) return;
  self->post_abort(TransportErrc::cancelled, "request to " + self->peer() + " was cancelled", exchange_id);
}

void ClientConnection::expect_response(const ClientCall& call)
{
  ParseLimits limits;
  limits.max_header = pool_->options().max_header;
  if (!call.limits->stream) limits.max_body = call.limits->max_body;
  parser_.emplace(limits, call.request->method == "HEAD");
}

std::string ClientConnection::begin_sending(const ClientCall& call)
{
  pool_->count_exchange();
  stream_->keep_buffers(!call.limits->stream);
  if (stream_->hides_written_bytes()) written_ = true;
  const std::string& body = call.request->body;
  std::string head = request_head(*call.request, pool_->authority(), pool_->proxy_form());
  if (goes_with_head(body)) head += body;
  return head;
}

awaitable<IoResult> ClientConnection::write_rest(IoResult result, std::string_view head, std::string_view body)
{
  if (result.error == asio::error::would_block) {
    const std::size_t taken = result.bytes;
    const asio::const_buffer rest(head.data() + taken, head.size() - taken);
    result = co_await stream_->write(rest);
    result.bytes += taken;
  }
  if (!result.error && !body.empty()) {
    written_ = true;
    const asio::const_buffer second(body.data(), body.size());
    result = co_await stream_->write(second);
  }
  co_return result;
}

void ClientConnection::end_sending(const IoResult& result)
{
  if (result.bytes > 0) written_ = true;
  check();
  // A server may answer before it has read everything, and close: its answer is worth more than our error.
  if (result.error && !written_) {
    fail(TransportErrc::closed,
         peer() + " closed the connection before the request was sent: " + result.error.message());
  }
  phase_ = Phase::waiting;
  limit_to(head_timeout_);
}

bool ClientConnection::has_response(ClientCall& call)
{
  if (phase_ == Phase::waiting) {
    if (!has_head(call)) return false;
    call.response.status = parser_->message().status;
    if (call.limits->stream) {
      call.response.headers = parser_->message().headers;
      phase_ = Phase::streaming;
      if (is_success(call.response.status)) deadline_.reset();
      limit_until(SteadyTime::max());
      return true;
    }
    phase_ = Phase::receiving;
    limit_to(idle_timeout_);
    arrived_ = 0;
  }
  if (!has_body()) return false;
  auto& message = parser_->message();
  call.response.body = std::move(message.body);
  keep_ = kept_by_server(message.headers, pool_->options().idle_timeout);
  call.response.headers = std::move(message.headers);
  finish();
  return true;
}

bool ClientConnection::has_head(const ClientCall& call)
{
  for (;;) {
    const auto result = parse();
    if (result.state == ParseState::more) return false;
    const unsigned status = parser_->message().status;
    if (status >= kFirstFinalStatus) return true;
    if (status == kSwitchingProtocols) {
      fail(TransportErrc::protocol, peer() + " switched to another protocol, which was not requested");
    }
    // 100 Continue and its like: the answer is yet to come.
    expect_response(call);
  }
}

bool ClientConnection::has_body()
{
  if (parser_->complete() || parse().state == ParseState::complete) return true;
  const auto size = parser_->message().body.size();
  if (idle_timeout_ && size != arrived_) limit_to(idle_timeout_);
  arrived_ = size;
  return false;
}

bool ClientConnection::receive_now()
{
  const auto room = buffer_.prepare(stream_->expected(), pool_->options().max_header);
  if (room.size() == 0) {
    fail(TransportErrc::too_large, "a line in the response of " + peer() + " is longer than " +
                                       std::to_string(pool_->options().max_header) + " bytes");
  }
  const IoResult result = stream_->read_now(room);
  if (result.error == asio::error::would_block) {
    buffer_.shrink(ReceiveSize::least);
    return false;
  }
  if (result.error) {
    if (result.ended && parser_->put_eof()) return true;
    fail_read(result.error);
  }
  received_ = true;
  buffer_.commit(result.bytes);
  return true;
}

void ClientConnection::end_wait(const boost::system::error_code& error)
{
  check();
  if (error) fail_read(error);
}

ParseResult ClientConnection::parse()
{
  auto result = parser_->put(buffer_.data());
  buffer_.consume(result.consumed);
  switch (result.state) {
    case ParseState::bad:
      fail(TransportErrc::protocol, peer() + " did not respond in HTTP/1.1: " + result.message);
    case ParseState::head_limit:
      fail(TransportErrc::too_large, "the response header of " + peer() + " is larger than " +
                                         std::to_string(pool_->options().max_header) + " bytes");
    case ParseState::body_limit:
      fail(TransportErrc::too_large, "the response body of " + peer() + ", HTTP status " +
                                         std::to_string(parser_->message().status) + ", is larger than " +
                                         std::to_string(max_body_) + " bytes, the limit of this call (max_body)");
    default:
      return result;
  }
}

class ClientConnection::Reading {
public:
  explicit Reading(ClientConnection& connection) : connection_(connection) { connection_.reading_ = true; }
  ~Reading()
  {
    connection_.reading_ = false;
    if (connection_.context_ended_) connection_.release();
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

private:
  ClientConnection& connection_;
};

awaitable<void> ClientConnection::read_piece(std::shared_ptr<ClientConnection> self, std::string* piece)
{
  const Reading reading(*self);
  bool failed = true;
  std::exception_ptr error;
  try {
    self->check();
    self->limit_to(self->idle_timeout_);
    bool complete = false;
    for (;;) {
      complete = self->parser_->complete() || self->parse().state == ParseState::complete;
      if (complete || !self->parser_->message().body.empty()) break;
      while (!self->receive_now()) self->end_wait(co_await self->stream_->wait_input());
    }
    self->limit_until(SteadyTime::max());
    *piece = self->take_arrived();
    failed = false;
    if (complete && piece->empty()) {
      self->keep_ = kept_by_server(self->parser_->message().headers, self->pool_->options().idle_timeout);
      self->finish();
    }
  } catch (...) {
    error = std::current_exception();
  }
  const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
  if (error && cancellation.cancelled() != asio::cancellation_type::none) {
    self->abort(TransportErrc::cancelled, "the stream was cancelled");
    error = self->failure();
  }
  if (failed) self->close();
  if (error) std::rethrow_exception(error);
}

std::string ClientConnection::take_arrived()
{
  return std::exchange(parser_->message().body, {});
}

void ClientConnection::finish()
{
  ++exchange_id_;
  stop_.reset();
  deadline_.reset();
  const SteadyTime now = pool_->runtime().clock->now();
  const bool reusable = !failure_ && parser_->keep_alive() && buffer_.empty() && !stream_->has_more() &&
                        keep_ > Duration::zero() && !past_its_time(now);
  parser_.reset();
  used_ = true;
  if (reusable) {
    phase_ = Phase::idle;
    idle_since_ = now;
    idle_until_ = std::min(saturating_add(idle_since_, keep_), saturating_add(connected_at_, lifetime_));
    watchdog_->expire_at(std::min(saturating_add(idle_since_, kBeforeRest), idle_until_));
    if (pool_->park(shared_from_this())) return;
  }
  close();
}

// At the end of an exchange. A 429 comes from a server that has too much to do, so the next request may as well go to
// another one; but not each, because handshakes would add to its work.
bool ClientConnection::past_its_time(SteadyTime now) const
{
  const bool refused = parser_->message().status == kTooManyRequests;
  return now - connected_at_ >= (refused ? lifetime_ / kYoungPart : lifetime_);
}

void ClientConnection::close() noexcept
{
  if (!failure_) failure_ = Failure{TransportErrc::closed, "the connection was closed"};
  stop_.reset();
  deadline_.reset();
  if (watchdog_) watchdog_->disarm();
  if (lookup_) lookup_->leave();
  if (connecting_) connecting_->cancel();
  if (stream_) {
    stream_->send_close_notify();
    stream_->close();
  }
  pool_->forget(this);
}

void ClientConnection::context_ends() noexcept
{
  context_ended_ = true;
  if (!reading_ && (phase_ == Phase::idle || phase_ == Phase::streaming)) release();
}

void ClientConnection::release() noexcept
{
  stop_.reset();
  watchdog_.reset();
  if (stream_ && !failure_) stream_->send_close_notify();
  stream_.reset();
  strand_ = asio::any_io_executor();
  pool_->forget(this);
}

void ClientConnection::rest()
{
  stream_->keep_buffers(false);
  stream_->release_room();
  buffer_.shrink(0);
  watch_idle();
  watchdog_->expire_at(idle_until_);
}

// While it is idle there is no reader: input means that the server has closed it, so it need not be kept. Asio may also
// tell of input that a later exchange has read in the meantime.
void ClientConnection::watch_idle()
{
  if (watching_idle_) return;
  watching_idle_ = true;
  stream_->socket().async_wait(Socket::wait_read, [weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self) return;
    self->watching_idle_ = false;
    if (error || self->phase_ != Phase::idle || !has_pending_input(self->stream_->socket())) return;
    if (self->pool_->unpark(self.get())) self->close();
  });
}

}  // namespace kubexx::detail
