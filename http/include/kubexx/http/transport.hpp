// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx {

/// What went wrong below HTTP. The comment says when it arises and whether trying again can help.
enum class TransportErrc {
  resolve,      ///< the host name has no address, or the name service failed; retry helps when DNS recovers
  connect,      ///< refused or unreachable; retry helps when the server comes back
  tls,          ///< handshake or verification failed; retry does not help before the configuration is changed
  timeout,      ///< a deadline passed, of the operation, of connecting or of the response head: the text says which
  idle,         ///< a body was silent for longer than its idle limit: the peer is probably dead; reconnect
  closed,       ///< the connection ended before a complete response head came
  truncated,    ///< the body ended before it was complete
  too_large,    ///< the body or head exceeds the limit set by the caller; retry does not help
  protocol,     ///< not HTTP, or HTTP that kubexx does not accept
  cancelled,    ///< the caller's stop token was used
  credentials,  ///< there are none to send: a credential plugin failed; retry helps when it recovers
};

[[nodiscard]] const char* to_string(TransportErrc code) noexcept;

/// Failure below the level of an HTTP answer. Its text names the peer, where there is one, and holds no credentials.
class TransportError : public std::runtime_error {
public:
  TransportError(TransportErrc code, const std::string& message, bool request_written = false, unsigned status = 0)
      : std::runtime_error(message), code_(code), request_written_(request_written), status_(status)
  {
  }
  /// The same failure with another text.
  [[nodiscard]] TransportError with_message(const std::string& message) const
  {
    return {code_, message, request_written_, status_};
  }
  [[nodiscard]] TransportErrc code() const noexcept { return code_; }
  /// Whether a byte of the request may have reached the server: then a call that is not idempotent must not be resent.
  [[nodiscard]] bool request_written() const noexcept { return request_written_; }
  /// The HTTP status of a response whose head came and whose body did not; 0: no head came.
  [[nodiscard]] unsigned status() const noexcept { return status_; }
  /// Whether the same call can succeed later without any change by the user.
  [[nodiscard]] bool retryable() const noexcept
  {
    return code_ != TransportErrc::tls && code_ != TransportErrc::too_large && code_ != TransportErrc::cancelled;
  }

private:
  TransportErrc code_;
  bool request_written_;
  unsigned status_;
};

/// The bounds of one exchange. Each deadline is independent of the others; the first one that passes ends the exchange.
struct ExchangeLimits {
  ExchangeLimits() = default;  // no aggregate: g++ 12 destroys temporaries of those in co_await expressions twice
  std::optional<SteadyTime> deadline;    ///< of all of it; with `stream`: to the head of a 2xx or the end of an error
  std::optional<Duration> head_timeout;  ///< from the last byte of the request to the end of the response head
  std::optional<Duration> idle_timeout;  ///< the longest silence between two pieces of a body, streamed or not
  std::stop_token stop;                  ///< ends the exchange immediately with TransportErrc::cancelled
  std::size_t max_body = std::size_t{1} << 30U;  ///< bytes of a body that is not streamed, decompressed
  bool stream = false;  ///< hand out `HttpResponse::stream` as soon as the head has come (a watch, a log that is
                        ///< followed, an informer's list)
};

/// One HTTP exchange over connections that it manages itself: the real network, the embedded API server in this
/// process, or a fault injector around another. Thread safe.
class Transport {
public:
  virtual ~Transport() = default;

  /// Sends and receives. Throws TransportError; every HTTP status is a response, not an error. Never resends a request
  /// that is not idempotent once a byte of it was written.
  [[nodiscard]] virtual awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) = 0;

  /// Whether `exchange` (without `stream`) completes on the calling thread without suspending: then a blocking verb
  /// runs as one atomic step wherever it is called, as simulation needs it.
  [[nodiscard]] virtual bool completes_inline() const noexcept { return false; }
};

}  // namespace kubexx
