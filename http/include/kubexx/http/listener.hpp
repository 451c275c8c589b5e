// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/http/tls.hpp"

namespace kubexx {

/// Handles one request. Runs on the connection's strand, concurrently for several connections. An exception becomes a
/// 500 response. If the response has a `stream`, the listener sends each chunk as soon as it arrives.
using HttpHandler = std::function<awaitable<HttpResponse>(HttpRequest)>;

/// Why a listener responds in place of its handler.
enum class Refusal {
  not_http,           ///< 400: invalid request line or header field
  no_host,            ///< 400: no Host header
  bad_body,           ///< 400: invalid chunks or length, or (with BodyDecision::deadline) a body that broke off
  body_too_slow,      ///< 408: BodyDecision::deadline has passed
  head_too_large,     ///< 431
  body_too_large,     ///< 413
  transfer_encoding,  ///< 501: anything other than chunked
  expectation,        ///< 417: anything other than 100-continue
  handler_failed,     ///< 500: the handler threw
};

/// The decision of ListenerOptions::before_body. A value that can only be moved.
struct BodyDecision {
  BodyDecision() = default;
  /// If set, this is the response. The body is not read, and the connection is closed.
  std::optional<HttpResponse> refusal;
  std::size_t max_body = 0;  ///< bytes, at most ListenerOptions::max_body; a larger body gets 413
  /// The body must have arrived by then. A client that is slower gets 408, and one that breaks off 400.
  /// Without it, its connection is closed after ListenerOptions::body_timeout of silence.
  std::optional<SteadyTime> deadline;
  std::shared_ptr<void> held;  ///< destroyed when the response has been sent, or when the connection has ended
};

/// The address of an HttpListener and the limits of its connections.
struct ListenerOptions {
  /// An IPv4 or IPv6 literal. "::" listens on every interface for IPv4 and IPv6, "0.0.0.0" on every interface for IPv4.
  /// Empty: "::", or "0.0.0.0" if the kernel has no IPv6.
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;                   ///< 0: any free port
  std::optional<TlsServerConfig> tls = {};  ///< nullopt: plain HTTP
  /// When one more connection arrives, the connection that has waited longest for a complete request is closed. If none
  /// is waiting for a request, the new connection must wait.
  std::size_t max_connections = 1024;
  std::size_t max_header = std::size_t{64} << 10U;        ///< bytes; a request with a larger head gets 431
  std::size_t max_body = std::size_t{3} << 20U;           ///< bytes; a larger body gets 413; default: as kube-apiserver
  Duration handshake_timeout = std::chrono::seconds(10);  ///< for the TLS handshake
  Duration header_timeout = std::chrono::seconds(32);     ///< from the first byte of a request's head to the last
  Duration body_timeout = std::chrono::seconds(60);       ///< the longest silence while a request body arrives
  Duration write_timeout = std::chrono::seconds(60);      ///< for one write to a peer that does not read its response
  Duration idle_timeout = std::chrono::seconds(120);      ///< between two requests on a connection
  Duration stop_timeout = std::chrono::seconds(5);        ///< how long async_stop waits for requests in progress
  /// Called for each request when its head has arrived, before its body is read, on the connection's strand. It may
  /// wait, e.g. until there is memory for the body; `head` lives until it returns. Empty: each body is read.
  std::function<awaitable<BodyDecision>(const HttpRequest& head)> before_body = {};
  /// Makes the response that replaces the handler's; the default is `status` with one line of text. The connection is
  /// then closed, except after `handler_failed`.
  std::function<HttpResponse(Refusal why, unsigned status, std::string message)> error_response = {};
};

/// An HTTP/1.1 server with keep-alive, chunked streams and TLS, shared by the embedded API server, probes and metrics.
/// Listens as soon as it is constructed. Thread safe.
///
/// If a client goes away, the listener ends its stream: it calls BodyStream::cancel, and destroys the stream as soon as
/// its read() has returned.
class HttpListener {
public:
  /// Throws std::runtime_error, which names the address and the port, if it cannot listen there, and
  /// std::invalid_argument if the TLS configuration is unusable.
  HttpListener(Runtime runtime, ListenerOptions options, HttpHandler handler);
  /// Closes everything without waiting. Handler calls in progress may end afterwards: await async_stop first if the
  /// handler refers to objects that are destroyed next.
  ~HttpListener();
  HttpListener(const HttpListener&) = delete;
  HttpListener& operator=(const HttpListener&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept;
  /// Scheme, address and port that it listens on, e.g. "http://127.0.0.1:8080".
  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::size_t connections() const;
  /// Uses another certificate for connections that are accepted from now on. Throws std::invalid_argument, and changes
  /// nothing, if `config` is unusable or the listener has no TLS.
  void set_tls(const TlsServerConfig& config);

  /// From now on each response has "Connection: close" and ends its connection. Connections are still accepted, and
  /// idle ones stay open until their next request. For a server that is about to stop while clients still know it.
  void close_after_responses() noexcept;
  /// Stops accepting, ends streams, completes requests in progress, also those that have begun to arrive (for at most
  /// `stop_timeout`), then closes every connection. Returns when no connection is left or the time is over. Idempotent.
  [[nodiscard]] awaitable<void> async_stop();
  /// Likewise, but waits for requests in progress until `until`.
  [[nodiscard]] awaitable<void> async_stop(SteadyTime until);
  /// The blocking form. Throws std::logic_error if called from a thread of the runtime's executor, and RuntimeStopped.
  void stop();

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
