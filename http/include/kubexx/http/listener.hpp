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

/// Answers one request. Runs on the connection's strand, for several connections at the same time; an exception becomes
/// a 500. A response with `stream` is sent piece by piece, each one as soon as it arrives.
using HttpHandler = std::function<awaitable<HttpResponse>(HttpRequest)>;

/// Why a listener answers in place of its handler.
enum class Refusal {
  not_http,           ///< 400: the request line or a header field
  no_host,            ///< 400
  bad_body,           ///< 400: its chunks or its length
  head_too_large,     ///< 431
  body_too_large,     ///< 413
  transfer_encoding,  ///< 501: another one than chunked
  expectation,        ///< 417: another one than 100-continue
  handler_failed,     ///< 500: it threw
};

struct ListenerOptions {
  /// An IPv4 or IPv6 literal; "::" for every interface in both families, "0.0.0.0" for every one in IPv4. Empty: "::",
  /// or "0.0.0.0" where the kernel has no IPv6.
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free one
  std::optional<TlsServerConfig> tls;
  /// When one more comes, the one that has waited longest for a complete request is closed; when none waits, it has to.
  std::size_t max_connections = 1024;
  std::size_t max_header = std::size_t{64} << 10U;        ///< a larger head gets 431
  std::size_t max_body = std::size_t{3} << 20U;           ///< a larger body gets 413; kube-apiserver has 3 MiB too
  Duration handshake_timeout = std::chrono::seconds(10);  ///< TLS
  Duration header_timeout = std::chrono::seconds(32);     ///< from the first byte of a head to its last
  Duration body_timeout = std::chrono::seconds(60);       ///< longest silence while a request body arrives
  Duration write_timeout = std::chrono::seconds(60);      ///< for a peer that does not take what it asked for
  Duration idle_timeout = std::chrono::seconds(120);      ///< between two requests of a connection
  Duration stop_timeout = std::chrono::seconds(5);        ///< how long async_stop waits for answers under way
  /// What to answer in place of the handler, instead of `status` with a line of text. The connection is closed then.
  std::function<HttpResponse(Refusal why, unsigned status, std::string message)> error_response;
};

/// An HTTP/1.1 server shared by the embedded API server, probes and metrics: keep-alive, chunked streams, TLS. Listens
/// from the constructor on. Thread safe.
///
/// A client that goes away ends its stream: BodyStream::cancel, then the destructor as soon as its read() has returned.
class HttpListener {
public:
  /// Throws std::runtime_error that names the address and port when it cannot listen there, and std::invalid_argument
  /// when the TLS configuration cannot be used.
  HttpListener(Runtime runtime, ListenerOptions options, HttpHandler handler);
  /// Closes everything without waiting. Handler calls that are under way may still end afterwards: use async_stop first
  /// when the handler refers to what is destroyed next.
  ~HttpListener();
  HttpListener(const HttpListener&) = delete;
  HttpListener& operator=(const HttpListener&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept;
  /// "http://127.0.0.1:8080": scheme, address and port, as it listens.
  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::size_t connections() const;
  /// Another certificate, for connections that are accepted from now on. Throws std::invalid_argument when it cannot be
  /// used, and for a listener without TLS: then nothing changes.
  void set_tls(const TlsServerConfig& config);

  /// Stops accepting, ends streams, lets answers under way be sent (at most `stop_timeout`), closes every connection.
  /// Returns when no connection is left or the time is over. Idempotent.
  [[nodiscard]] awaitable<void> async_stop();

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
