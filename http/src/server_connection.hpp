// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "byte_stream.hpp"
#include "listener_core.hpp"
#include "message_parser.hpp"
#include "read_buffer.hpp"
#include "watchdog.hpp"

namespace kubexx::detail {

/// One accepted connection, from the handshake to its end. Everything runs on `strand()` unless it says otherwise.
class ServerConnection : public std::enable_shared_from_this<ServerConnection> {
public:
  ServerConnection(std::shared_ptr<ListenerCore> core, asio::any_io_executor strand, Socket socket);
  ~ServerConnection();
  ServerConnection(const ServerConnection&) = delete;
  ServerConnection& operator=(const ServerConnection&) = delete;

  [[nodiscard]] const asio::any_io_executor& strand() const noexcept { return strand_; }
  /// Serves requests until the connection ends. Never throws.
  static awaitable<void> run(std::shared_ptr<ServerConnection> self);

  /// From any thread: ends the connection after the answer under way, a stream at once.
  void post_stop();
  /// From any thread: closes the connection.
  void post_abort();
  /// From any thread: closes it if it still waits for a complete request, else the next one that does.
  void post_close_waiting();

private:
  // What a failure to read a request means for the connection.
  struct Rejection {
    unsigned status = 0;  // 0: no answer
    std::string message;
    Refusal why = Refusal::not_http;
    std::optional<HttpResponse> response = {};  // in place of that of the other members
  };
  struct Watch;

  awaitable<void> serve();
  awaitable<std::optional<Rejection>> read_request();
  awaitable<std::optional<Rejection>> read_head();
  awaitable<std::optional<Rejection>> decide_on_body();
  awaitable<std::optional<Rejection>> meet_expectation();
  awaitable<std::optional<Rejection>> read_body();
  awaitable<bool> fill();
  awaitable<HttpResponse> answer(HttpRequest request);
  awaitable<bool> reject(Rejection& rejection);
  awaitable<bool> write_response(HttpResponse response, bool head_only, bool keep);
  awaitable<bool> write_stream(std::shared_ptr<BodyStream> stream, bool chunked);
  awaitable<bool> write(std::string first, std::string second);
  awaitable<void> part(bool unread_input);

  [[nodiscard]] std::optional<Rejection> rejection_of(const ParseResult& result, bool in_body) const;
  [[nodiscard]] static Rejection body_too_large(std::size_t most);
  void begin_wait();
  void end_wait() noexcept;
  void watch_client();
  static awaitable<void> watch(std::shared_ptr<ServerConnection> self, std::shared_ptr<Watch> watch);
  void limit(Duration duration);
  void close() noexcept;

  const std::shared_ptr<ListenerCore> core_;
  const asio::any_io_executor strand_;
  std::unique_ptr<ByteStream> stream_;
  std::shared_ptr<Watchdog> watchdog_;
  ReadBuffer buffer_;
  std::unique_ptr<RequestParser> parser_;  // of the present request
  std::shared_ptr<void> held_;             // of the present request: BodyDecision::held
  PeerIdentity peer_;
  std::shared_ptr<Watch> watch_;             // a read that was begun while a stream was sent
  std::shared_ptr<BodyStream> sending_;      // the stream that is being sent
  std::optional<SteadyTime> body_deadline_;  // of the present request
  bool reading_body_ = false;                // which has a deadline
  std::size_t max_body_ = 0;                 // of the present request
  bool idle_ = true;                         // between two requests
  bool closed_ = false;
  bool writing_ = false;                     // a write is under way
  std::optional<SteadyTime> waiting_since_;  // for a complete request
  bool timed_out_ = false;
};

}  // namespace kubexx::detail
