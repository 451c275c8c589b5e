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

/// An error below HTTP. The comments state when it occurs and whether a retry can help.
enum class TransportErrc {
  resolve,      ///< the host name has no address, or the name service failed; a retry helps once DNS recovers
  connect,      ///< refused or unreachable; a retry helps once the server is back
  tls,          ///< handshake or verification failed; a retry does not help until the configuration changes
  timeout,      ///< the operation, connecting or the response head took too long; the text names which
  idle,         ///< no data in a body for longer than the idle limit: the peer is probably dead; reconnect
  closed,       ///< the connection ended before a complete response head arrived
  truncated,    ///< the body ended before it was complete
  too_large,    ///< the body or head exceeds the limit set by the caller; a retry does not help
  protocol,     ///< not HTTP, or HTTP that kubexx does not accept
  cancelled,    ///< stopped or cancelled by the caller, or the transport was destroyed
  credentials,  ///< none to send, because a credential plugin failed; a retry helps once it recovers
};

[[nodiscard]] const char* to_string(TransportErrc code) noexcept;

/// A failure below HTTP. Its text names the peer, if there is one, and holds no credentials.
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
  /// True if a byte of the request may have reached the server. A call that is not idempotent must then not be resent.
  [[nodiscard]] bool request_written() const noexcept { return request_written_; }
  /// The HTTP status of a response whose head arrived but whose body did not; 0: no head arrived.
  [[nodiscard]] unsigned status() const noexcept { return status_; }
  /// True if the same call can succeed later without any change by the user.
  [[nodiscard]] bool retryable() const noexcept
  {
    return code_ != TransportErrc::tls && code_ != TransportErrc::too_large && code_ != TransportErrc::cancelled;
  }

private:
  TransportErrc code_;
  bool request_written_;
  unsigned status_;
};

/// The limits of one exchange. Each deadline is independent; the first one that passes ends the exchange.
struct ExchangeLimits {
  ExchangeLimits() = default;  // not an aggregate: g++ 12 destroys temporary aggregates in co_await expressions twice
  /// For the whole exchange; with `stream`: until the head of a 2xx response or the end of an error response.
  std::optional<SteadyTime> deadline;
  std::optional<Duration> head_timeout;          ///< from the last byte of the request to the end of the response head
  std::optional<Duration> idle_timeout;          ///< the longest silence between two chunks of a body, streamed or not
  std::stop_token stop;                          ///< ends the exchange immediately with TransportErrc::cancelled
  std::size_t max_body = std::size_t{1} << 30U;  ///< bytes of a body that is not streamed, decompressed
  /// Returns with `HttpResponse::stream` as soon as the head has arrived (watches, followed logs, an informer's list).
  bool stream = false;
};

/// Performs HTTP exchanges over connections that it manages itself: on the real network, with the embedded API server
/// in this process, or as a fault injector around another transport. Thread safe.
class Transport {
public:
  virtual ~Transport() = default;

  /// Sends `request` and receives the response. Throws TransportError, and std::invalid_argument if the method, the
  /// target or a header field cannot be sent. Any HTTP status is a response, not an error.
  /// Never resends a request that is not idempotent once a byte of it was written.
  [[nodiscard]] virtual awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) = 0;

  /// True if `exchange` (without `stream`) completes on the calling thread without suspending. A blocking call then
  /// runs as one atomic step wherever it is made, as simulation needs.
  [[nodiscard]] virtual bool completes_inline() const noexcept { return false; }
};

}  // namespace kubexx
