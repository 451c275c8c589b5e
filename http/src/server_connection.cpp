// SPDX-License-Identifier: Apache-2.0
#include "server_connection.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <utility>

#include "response_head.hpp"

namespace kubexx::detail {

namespace {

constexpr Duration kPartingTimeout = std::chrono::seconds(1);
constexpr std::size_t kMostDrained = std::size_t{16} << 20U;

std::string hex(std::size_t value)
{
  std::array<char, 16> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, 16).ptr;
  return {text.data(), end};
}

}  // namespace

// Shared with a read that may outlive the stream it watched over.
struct ServerConnection::Watch {
  OneShot done;
  IoResult result;
};

ServerConnection::ServerConnection(std::shared_ptr<ListenerCore> core, asio::any_io_executor strand, Socket socket)
    : core_(std::move(core)), strand_(std::move(strand))
{
  tune(socket);
  boost::system::error_code unknown;
  const auto remote = socket.remote_endpoint(unknown);
  const std::string peer = unknown ? "a client" : remote.address().to_string();
  auto tls = core_->tls();
  stream_ = tls ? make_tls_server_stream(std::move(socket), std::move(tls), peer, core_->runtime.clock->wall_now())
                : make_plain_stream(std::move(socket));
}

ServerConnection::~ServerConnection()
{
  core_->leave(this);
}

awaitable<void> ServerConnection::run(std::shared_ptr<ServerConnection> self)
{
  try {
    co_await self->serve();
  } catch (const std::exception& error) {
    self->core_->runtime.log.error("http connection failed", {{"error", error.what()}});
  }
  self->close();
  self->end_wait();
  self->core_->leave(self.get());
}

awaitable<void> ServerConnection::serve()
{
  watchdog_ = std::make_shared<Watchdog>(*core_->runtime.clock, strand_, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) {
      self->timed_out_ = true;
      if (self->reading_body_) {
        boost::system::error_code ignored;
        self->stream_->socket().cancel(ignored);
      } else {
        self->close();
      }
    }
  });
  begin_wait();
  if (core_->options.tls) limit(core_->options.handshake_timeout);
  if (const auto failed = co_await stream_->handshake()) {
    core_->runtime.log.debug("TLS handshake failed", {{"error", failed->message}});
    co_return;
  }
  peer_ = stream_->peer();

  while (!closed_) {
    auto rejection = co_await read_request();
    if (rejection) {
      const bool sent = co_await reject(*rejection);
      if (sent) co_await part(true);
      co_return;
    }
    if (closed_ || core_->aborted()) co_return;
    auto request = std::move(parser_->message());
    const bool head_only = request.method == "HEAD";
    request.user = peer_.user;
    request.groups = peer_.groups;
    auto work = answer(std::move(request));
    auto response = co_await std::move(work);
    if (closed_) co_return;
    const auto connection = response.headers.find("Connection");
    const bool wants_close = connection && same_token(*connection, "close");
    const bool keep = parser_->keep_alive() && !wants_close && !core_->stopping() && !core_->closes_after_responses() &&
                      !(response.stream && parser_->http_1_0());
    auto writing = write_response(std::move(response), head_only, keep);
    const bool written = co_await std::move(writing);
    held_.reset();
    if (!written) co_return;
    if (!keep || core_->stopping()) {
      co_await part(false);
      co_return;
    }
  }
}

awaitable<std::optional<ServerConnection::Rejection>> ServerConnection::read_request()
{
  ParseLimits limits;
  limits.max_header = core_->options.max_header;
  limits.max_body = max_body_ = core_->options.max_body;
  body_deadline_.reset();
  parser_ = std::make_unique<RequestParser>(limits);
  if (buffer_.empty()) {
    idle_ = true;
    if (core_->stopping()) co_return Rejection{};
    limit(core_->options.idle_timeout);
    const bool more = co_await fill();
    if (!more) co_return Rejection{};
  }
  idle_ = false;
  auto rejection = co_await read_head();
  if (!rejection && core_->options.before_body) rejection = co_await decide_on_body();
  if (!rejection) rejection = co_await meet_expectation();
  if (!rejection) rejection = co_await read_body();
  watchdog_->disarm();
  end_wait();
  co_return rejection;
}

awaitable<std::optional<ServerConnection::Rejection>> ServerConnection::read_head()
{
  limit(core_->options.header_timeout);
  for (;;) {
    const auto result = parser_->put(buffer_.data());
    buffer_.consume(result.consumed);
    if (result.state == ParseState::head) break;
    if (auto rejection = rejection_of(result, false)) co_return rejection;
    if (buffer_.data().size() >= core_->options.max_header)
      co_return Rejection{431, "the request header is too large", Refusal::head_too_large};
    const bool more = co_await fill();
    if (!more) co_return Rejection{};
  }
  const auto& headers = parser_->message().headers;
  const auto encoding = headers.find("Transfer-Encoding");
  if (encoding && !same_token(*encoding, "chunked")) {
    co_return Rejection{501, "the only Transfer-Encoding accepted is chunked", Refusal::transfer_encoding};
  }
  if (!parser_->http_1_0() && !headers.find("Host"))
    co_return Rejection{400, "the request has no Host header", Refusal::no_host};
  if (std::count_if(headers.begin(), headers.end(), [](const auto& field) { return same_token(field.first, "Host"); }) >
      1) {
    co_return Rejection{400, "this is not an HTTP/1.1 request: it has two Host headers"};
  }
  co_return std::nullopt;
}

awaitable<std::optional<ServerConnection::Rejection>> ServerConnection::meet_expectation()
{
  const auto expect = parser_->message().headers.find("Expect");
  if (expect && !parser_->http_1_0()) {
    if (!same_token(*expect, "100-continue")) co_return Rejection{417, "unknown expectation", Refusal::expectation};
    if (!parser_->complete() && buffer_.empty()) {
      limit(core_->options.write_timeout);
      const bool written = co_await write("HTTP/1.1 100 Continue\r\n\r\n", {});
      if (!written) co_return Rejection{};
    }
  }
  co_return std::nullopt;
}

awaitable<std::optional<ServerConnection::Rejection>> ServerConnection::decide_on_body()
{
  watchdog_->disarm();
  end_wait();
  BodyDecision decision;
  bool failed = false;
  try {
    auto deciding = core_->options.before_body(parser_->message());
    decision = co_await std::move(deciding);
  } catch (const std::exception& error) {
    core_->runtime.log.error("http: before_body failed", {{"error", error.what()}});
    failed = true;
  }
  if (closed_) co_return Rejection{};
  if (failed) co_return Rejection{500, "internal error", Refusal::handler_failed};
  held_ = std::move(decision.held);
  body_deadline_ = decision.deadline;
  if (decision.refusal) {
    Rejection rejection;
    rejection.status = decision.refusal->status;
    rejection.response = std::move(decision.refusal);
    co_return rejection;
  }
  if (parser_->complete()) co_return std::nullopt;
  const auto length = parser_->announced_length();
  if (length && *length > decision.max_body) co_return body_too_large(decision.max_body);
  parser_->limit_body(decision.max_body);
  max_body_ = decision.max_body;
  co_return std::nullopt;
}

awaitable<std::optional<ServerConnection::Rejection>> ServerConnection::read_body()
{
  for (;;) {
    const auto result = parser_->put(buffer_.data());
    buffer_.consume(result.consumed);
    if (result.state == ParseState::complete) co_return std::nullopt;
    if (auto rejection = rejection_of(result, true)) co_return rejection;
    limit(core_->options.body_timeout);
    if (body_deadline_) watchdog_->expire_at(*body_deadline_);
    reading_body_ = body_deadline_.has_value();
    const bool more = co_await fill();
    const bool answers = std::exchange(reading_body_, false) && !closed_;
    if (more) continue;
    if (!answers) co_return Rejection{};
    if (timed_out_) co_return Rejection{408, "the request body did not arrive in time", Refusal::body_too_slow};
    co_return Rejection{400, "the request body broke off", Refusal::bad_body};
  }
}

std::optional<ServerConnection::Rejection> ServerConnection::rejection_of(const ParseResult& result, bool in_body) const
{
  switch (result.state) {
    case ParseState::bad:
      return Rejection{400, "this is not an HTTP/1.1 request: " + result.message,
                       in_body ? Refusal::bad_body : Refusal::not_http};
    case ParseState::head_limit:
      return Rejection{431, "the request header is larger than " + std::to_string(core_->options.max_header) + " bytes",
                       Refusal::head_too_large};
    case ParseState::body_limit:
      return body_too_large(max_body_);
    default:
      return std::nullopt;
  }
}

ServerConnection::Rejection ServerConnection::body_too_large(std::size_t most)
{
  return {413, "the request body is larger than " + std::to_string(most) + " bytes", Refusal::body_too_large, {}};
}

// Reads once. False at the end of the input or after an error.
awaitable<bool> ServerConnection::fill()
{
  begin_wait();
  if (watch_) {
    const auto watch = watch_;
    co_await watch->done.wait();
    watch_.reset();
    co_return !watch->result.error && !closed_;
  }
  const auto room = buffer_.prepare(stream_->expected(), core_->options.max_header + ReadBuffer::kInitial);
  const auto result = co_await stream_->read_some(room);
  if (result.error || closed_) co_return false;
  buffer_.commit(result.bytes);
  co_return true;
}

awaitable<HttpResponse> ServerConnection::answer(HttpRequest request)
{
  std::string failure;
  try {
    auto work = core_->handler(std::move(request));
    co_return co_await std::move(work);
  } catch (const std::exception& error) {
    failure = error.what();
  } catch (...) {
    failure = "an exception that is not a std::exception";
  }
  core_->runtime.log.error("http handler failed", {{"error", failure}});
  co_return core_->error_response(Refusal::handler_failed, 500, "internal error");
}

awaitable<bool> ServerConnection::reject(Rejection& rejection)
{
  if (rejection.status == 0 || closed_) co_return false;
  HttpResponse response;
  if (rejection.response) {
    response = std::move(*rejection.response);
  } else {
    response = core_->error_response(rejection.why, rejection.status, std::move(rejection.message));
  }
  auto writing = write_response(std::move(response), false, false);
  co_return co_await std::move(writing);
}

awaitable<bool> ServerConnection::write_response(HttpResponse response, bool head_only, bool keep)
{
  const ResponseForm form{head_only, keep, parser_->http_1_0()};
  auto head = response_head(response, form, core_->date());
  const bool bodiless = head_only || has_no_body(response.status);
  if (response.stream && !bodiless) {
    const bool chunked = !parser_->http_1_0();
    std::shared_ptr<BodyStream> stream = std::move(response.stream);
    const bool written = co_await write(std::move(head), {});
    if (!written) co_return false;
    co_return co_await write_stream(std::move(stream), chunked);
  }
  if (bodiless) response.body.clear();
  co_return co_await write(std::move(head), std::move(response.body));
}

awaitable<bool> ServerConnection::write_stream(std::shared_ptr<BodyStream> stream, bool chunked)
{
  sending_ = stream;
  watch_client();
  if (core_->stopping()) stream->cancel();
  bool ended = false;
  std::string failure;
  try {
    while (!closed_) {
      std::string piece = co_await stream->read();
      if (closed_ || core_->aborted()) break;
      if (piece.empty()) {
        ended = true;
        break;
      }
      if (chunked) {
        std::string frame = hex(piece.size()) + "\r\n";
        piece += "\r\n";
        const bool written = co_await write(std::move(frame), std::move(piece));
        if (!written) break;
      } else {
        const bool written = co_await write(std::move(piece), {});
        if (!written) break;
      }
    }
  } catch (const std::exception& error) {
    failure = error.what();
  }
  sending_.reset();
  stream.reset();
  if (!failure.empty() && !closed_ && !core_->stopping()) {
    core_->runtime.log.debug("a streamed response was interrupted", {{"error", failure}});
  }
  // Without the last chunk the client knows that the body is not complete.
  if (!ended || closed_) co_return false;
  if (!chunked) co_return true;
  co_return co_await write("0\r\n\r\n", {});
}

awaitable<bool> ServerConnection::write(std::string first, std::string second)
{
  if (first.size() + second.size() <= most_in_one_write) {
    first += second;
    second.clear();
  }
  limit(core_->options.write_timeout);
  writing_ = true;
  const asio::const_buffer head(first.data(), first.size());
  auto result = co_await stream_->write(head);
  if (!result.error && !second.empty() && !closed_) {
    limit(core_->options.write_timeout);
    const asio::const_buffer rest(second.data(), second.size());
    result = co_await stream_->write(rest);
  }
  writing_ = false;
  watchdog_->disarm();
  co_return !result.error && !closed_;
}

// Sends close_notify. With `unread_input` it takes what the client still sends: closing then would reset the
// connection, and the client might never see our answer.
awaitable<void> ServerConnection::part(bool unread_input)
{
  limit(kPartingTimeout);
  writing_ = true;
  co_await stream_->shutdown();
  writing_ = false;
  std::size_t drained = 0;
  while (unread_input && !watch_ && !closed_ && drained < kMostDrained) {
    buffer_.consume(buffer_.data().size());
    // Below TLS, which reads no more after its close_notify.
    const asio::mutable_buffer room = buffer_.prepare(ReadBuffer::kInitial);
    const auto [error, bytes] = co_await stream_->socket().async_read_some(room, asio::as_tuple(asio::use_awaitable));
    if (error) break;
    drained += bytes;
  }
  close();
}

void ServerConnection::begin_wait()
{
  if (waiting_since_) return;
  waiting_since_ = core_->runtime.clock->now();
  core_->begins_waiting(this, *waiting_since_);
}

void ServerConnection::end_wait() noexcept
{
  if (!waiting_since_) return;
  core_->ends_waiting(this, *waiting_since_);
  waiting_since_.reset();
}

void ServerConnection::watch_client()
{
  if (watch_) return;
  watch_ = std::make_shared<Watch>();
  asio::co_spawn(strand_, watch(shared_from_this(), watch_), asio::detached);
}

awaitable<void> ServerConnection::watch(std::shared_ptr<ServerConnection> self, std::shared_ptr<Watch> watch)
{
  // A stream may last for hours, and the client says nothing meanwhile.
  self->buffer_.shrink(0);
  self->stream_->release_room();
  watch->result.error = asio::error::would_block;
  while (watch->result.error == asio::error::would_block) {
    const auto failed = co_await self->stream_->wait_input();
    const auto room =
        self->buffer_.prepare(self->stream_->expected(), self->core_->options.max_header + ReadBuffer::kInitial);
    watch->result = failed ? IoResult{failed, 0, false} : self->stream_->read_now(room);
  }
  // At once: what came with the request, in front of it, may be taken before anybody asks for this.
  if (!watch->result.error) self->buffer_.commit(watch->result.bytes);
  if (watch->result.error && self->sending_) self->close();
  watch->done.fire();
}

void ServerConnection::limit(Duration duration)
{
  watchdog_->expire_at(saturating_add(core_->runtime.clock->now(), duration));
}

void ServerConnection::close() noexcept
{
  if (std::exchange(closed_, true)) return;
  if (watchdog_) watchdog_->disarm();
  if (const auto stream = sending_) stream->cancel();
  if (!stream_) return;
  if (!writing_) stream_->send_close_notify();
  stream_->close();
}

void ServerConnection::post_stop()
{
  asio::post(strand_, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    if (self->idle_) {
      self->close();
    } else if (const auto stream = self->sending_) {
      stream->cancel();
    }
  });
}

void ServerConnection::post_close_waiting()
{
  asio::post(strand_, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    if (self->waiting_since_) {
      self->close();
    } else {
      self->core_->close_longest_waiting();  // its request has come meanwhile
    }
  });
}

void ServerConnection::post_abort()
{
  asio::post(strand_, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->close();
  });
}

}  // namespace kubexx::detail
