// SPDX-License-Identifier: Apache-2.0
// What ends an exchange early: deadlines, stops, and what went wrong, in words.
#include <algorithm>
#include <boost/asio/post.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "client_connection.hpp"
#include "duration_text.hpp"

namespace kubexx::detail {

namespace {

constexpr const char* kDoing[] = {"it was idle",
                                  "the host name was being resolved",
                                  "it was connecting",
                                  "the proxy was connecting",
                                  "the TLS handshake was in progress",
                                  "it was being sent",
                                  "it was waiting for the response",
                                  "the response body was being received",
                                  "the response body was being streamed"};

}  // namespace

void ClientConnection::post_abort(TransportErrc code, std::string message, std::optional<std::uint64_t> exchange_id)
{
  if (context_ended_) return;
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
  if (lookup_) lookup_->leave();
  if (connecting_) connecting_->cancel();
  if (!stream_) return;
  // The others may be writing.
  if (phase_ == Phase::idle || phase_ >= Phase::waiting) stream_->send_close_notify();
  stream_->close();
}

void ClientConnection::expired()
{
  if (deadline_ && pool_->runtime().clock->now() >= *deadline_) {
    abort(TransportErrc::timeout, "the deadline of a request to " + peer() + ", " + duration_text(*deadline_ - begun_) +
                                      " after it began, passed while " + kDoing[static_cast<std::size_t>(phase_)]);
    return;
  }
  const auto connecting_for = duration_text(pool_->options().connect_timeout);
  switch (phase_) {
    case Phase::idle:
      if (pool_->runtime().clock->now() < idle_until_) {
        rest();
      } else if (pool_->unpark(this)) {
        close();
      }
      break;
    case Phase::resolving:
      abort(TransportErrc::timeout,
            "the host name " + next_host() + " was not resolved within " + connecting_for + " (connect timeout)");
      break;
    case Phase::connecting:
      abort(TransportErrc::timeout,
            "cannot connect to " + next_name() + ": no response within " + connecting_for + " (connect timeout)");
      break;
    case Phase::asking_proxy:
      abort(TransportErrc::timeout, next_name() + " did not connect to " + pool_->options().host + " within " +
                                        connecting_for + " (connect timeout)");
      break;
    case Phase::handshaking:
      abort(TransportErrc::timeout, "the TLS handshake with " + peer() + " did not complete within " + connecting_for +
                                        " of connecting (connect timeout)");
      break;
    case Phase::waiting:
      abort(TransportErrc::timeout, peer() + " did not send response headers within " +
                                        duration_text(head_timeout_.value_or(Duration::zero())) +
                                        " of the request (head timeout)");
      break;
    case Phase::receiving:
    case Phase::streaming:
      abort(TransportErrc::idle, peer() + " sent nothing for " +
                                     duration_text(idle_timeout_.value_or(Duration::zero())) +
                                     " in the response body (idle timeout): it is probably gone");
      break;
    case Phase::sending:
      limit_until(SteadyTime::max());
      break;
  }
}

void ClientConnection::limit_to(std::optional<Duration> phase)
{
  limit_until(phase ? saturating_add(pool_->runtime().clock->now(), *phase) : SteadyTime::max());
}

void ClientConnection::limit_until(SteadyTime phase_end)
{
  watchdog_->expire_at(deadline_ ? std::min(*deadline_, phase_end) : phase_end);
}

std::exception_ptr ClientConnection::failure() const
{
  return std::make_exception_ptr(error(failure_->code, failure_->message));
}

void ClientConnection::check() const
{
  if (failure_) throw error(failure_->code, failure_->message);
}

void ClientConnection::need_context() const
{
  if (context_ended_) {
    fail(TransportErrc::cancelled, "the io_context of the connection to " + peer() + " was destroyed");
  }
}

void ClientConnection::fail(TransportErrc code, const std::string& message) const
{
  throw error(code, message);
}

TransportError ClientConnection::error(TransportErrc code, const std::string& message) const
{
  const bool answered = parser_ && parser_->head_done();
  return {code, message, written_, answered ? parser_->message().status : 0U};
}

void ClientConnection::fail_read(const boost::system::error_code& error)
{
  if (parser_->head_done()) {
    // The status says what became of a write.
    fail(TransportErrc::truncated, "the response of " + peer() + ", HTTP status " +
                                       std::to_string(parser_->message().status) +
                                       ", ended before its body was complete: " + error.message());
  }
  constexpr std::string_view kTlsAlert = "\x15\x03";
  if (!tls_ && buffer_.data().substr(0, kTlsAlert.size()) == kTlsAlert) {
    fail(TransportErrc::protocol, peer() + " responded in TLS: is it an https:// server?");
  }
  if (!received_) {
    const auto tls = stream_->explain(error);
    if (tls && tls->code == TransportErrc::tls) fail(tls->code, tls->message);
  }
  fail(TransportErrc::closed, peer() + " closed the connection before it responded: " + error.message());
}

}  // namespace kubexx::detail
