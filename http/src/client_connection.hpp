// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "byte_stream.hpp"
#include "connection_pool.hpp"
#include "happy_eyeballs.hpp"
#include "message_parser.hpp"
#include "name_lookup.hpp"
#include "read_buffer.hpp"
#include "watchdog.hpp"

namespace kubexx::detail {

/// One request through one connection. Lives in the frame of the caller, who waits.
struct ClientCall {
  const HttpRequest* request = nullptr;
  const ExchangeLimits* limits = nullptr;
  bool resendable = false;  // GET, HEAD, OPTIONS
  // Results.
  HttpResponse response;
  std::exception_ptr error;
  bool stale = false;             // nothing happened: the idle connection was closed; try another one
  std::uint64_t exchange_id = 0;  // names this exchange for post_abort
};

/// One connection to the server, from the look-up of its name to its end. Everything but the constructor runs on
/// `strand()`, unless it says otherwise; the last owner may drop it anywhere, which closes it.
class ClientConnection : public std::enable_shared_from_this<ClientConnection> {
public:
  ClientConnection(std::shared_ptr<ConnectionPool> pool, std::shared_ptr<TlsContext> tls, std::uint64_t generation);
  ~ClientConnection();
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  [[nodiscard]] const asio::any_io_executor& strand() const noexcept { return strand_; }
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

  /// Connects when needed, sends and receives; then the connection is parked, owned by a stream, or closed. Never
  /// throws: see `call`.
  static awaitable<void> exchange(std::shared_ptr<ClientConnection> self, ClientCall* call);

  /// The next piece of a streamed body; empty at the end.
  static awaitable<void> read_piece(std::shared_ptr<ClientConnection> self, std::string* piece);
  /// What has arrived of a streamed body already. Between two read_piece, by the stream's reader, on any thread.
  [[nodiscard]] std::string take_arrived();

  /// From any thread: closes the connection; what is under way ends with `code`. With `exchange_id` only while that
  /// exchange or its stream is under way: the connection may serve another one by now.
  void post_abort(TransportErrc code, std::string message, std::optional<std::uint64_t> exchange_id = std::nullopt);

  /// Releases the socket, the timers and the strand, which belong to the context. Called while the context is
  /// destroyed, when nothing runs on the strand. A read that is under way releases them when the context destroys its
  /// coroutine.
  void context_ends() noexcept;
  /// From any thread. Throws TransportError cancelled after context_ends.
  void need_context() const;

private:
  /// A coroutine uses `stream_` as long as this object lives.
  class Reading;

  enum class Phase { idle, resolving, connecting, asking_proxy, handshaking, sending, waiting, receiving, streaming };

  // client_connect.cpp
  awaitable<void> connect();
  awaitable<std::vector<Endpoint>> resolve();
  awaitable<void> connect_to(std::vector<Endpoint> endpoints);
  awaitable<void> through_proxy(SteadyTime until);
  /// `until` is the end of connecting.
  awaitable<void> handshake(SteadyTime until);
  /// Who we connect to: the proxy, when there is one.
  [[nodiscard]] const std::string& next_host() const noexcept;
  [[nodiscard]] std::uint16_t next_port() const noexcept;
  /// Its name in messages.
  [[nodiscard]] std::string next_name() const;
  // client_connection.cpp
  /// Whether the server has closed it since it became idle. Without a look if that was a moment ago.
  [[nodiscard]] bool was_closed() const;
  /// Ready to send. Returns what is written first.
  [[nodiscard]] std::string begin_sending(const ClientCall& call);
  /// After a write that has not written everything. `body` is empty if it is part of `head`.
  awaitable<IoResult> write_rest(IoResult result, std::string_view head, std::string_view body);
  void end_sending(const IoResult& result);
  /// Whether the response has arrived, or its head if its body is a stream; then it is in `call`.
  [[nodiscard]] bool has_response(ClientCall& call);
  /// Whether the head of the response has arrived.
  [[nodiscard]] bool has_head(const ClientCall& call);
  /// Whether its body has.
  [[nodiscard]] bool has_body();
  /// Reads once. False: nothing has come, and input has to be waited for; then `end_wait`. At the end of the input it
  /// returns true if that completes the message, and fails otherwise.
  [[nodiscard]] bool receive_now();
  void end_wait(const boost::system::error_code& error);
  [[nodiscard]] ParseResult parse();

  void begin(ClientCall& call);
  void expect_response(const ClientCall& call);
  // client_failure.cpp
  void abort(TransportErrc code, std::string message);
  void expired();
  void limit_until(SteadyTime phase_end);
  void limit_to(std::optional<Duration> phase);  // from now; nullopt: by the deadline alone
  void check() const;
  [[nodiscard]] std::exception_ptr failure() const;  // as what `check` throws; requires failure_
  [[noreturn]] void fail(TransportErrc code, const std::string& message) const;
  [[nodiscard]] TransportError error(TransportErrc code, const std::string& message) const;
  [[noreturn]] void fail_read(const boost::system::error_code& error);
  // client_connection.cpp
  void finish();
  [[nodiscard]] bool past_its_time(SteadyTime now) const;
  void close() noexcept;
  void release() noexcept;
  /// It has been idle for a while: gives back memory, and watches for the server to close it.
  void rest();
  void watch_idle();
  [[nodiscard]] const std::string& peer() const noexcept { return pool_->peer(); }

  struct Failure {
    TransportErrc code;
    std::string message;
  };
  /// What the stop token of an exchange calls.
  struct Stopped {
    std::weak_ptr<ClientConnection> connection;
    std::uint64_t exchange_id;
    void operator()() const;
  };

  const std::shared_ptr<ConnectionPool> pool_;
  const std::shared_ptr<TlsContext> tls_;  // null for plain HTTP
  const std::uint64_t generation_;
  asio::any_io_executor strand_;  // empty when its context has ended
  std::shared_ptr<Watchdog> watchdog_;
  std::unique_ptr<ByteStream> stream_;         // null until connected
  std::shared_ptr<HappyEyeballs> connecting_;  // while connecting
  std::shared_ptr<NameLookup> lookup_;         // while resolving
  ReadBuffer buffer_;
  std::optional<ResponseParser> parser_;  // of the present exchange
  Phase phase_ = Phase::idle;
  std::optional<Failure> failure_;  // set once: the connection is finished
  std::optional<SteadyTime> deadline_;
  std::optional<Duration> head_timeout_;
  std::optional<Duration> idle_timeout_;
  std::size_t max_body_ = 0;
  SteadyTime begun_;  // when the present exchange began
  std::optional<std::stop_callback<Stopped>> stop_;
  std::uint64_t exchange_id_ = 0;  // of the present exchange; moves on at its end too
  Duration keep_;                  // how long it may be idle
  Duration lifetime_;              // after which it serves no further request
  SteadyTime connected_at_;
  SteadyTime idle_since_;       // when it is idle, and in the exchange that follows
  SteadyTime idle_until_;       // when it is idle
  std::size_t arrived_ = 0;     // of the body of the present response
  bool used_ = false;           // it has served an exchange before the present one
  bool written_ = false;        // a byte of the present request may have reached the server
  bool received_ = false;       // a byte of the present response has come
  bool watching_idle_ = false;  // a wait for input is under way
  bool reading_ = false;        // a Reading lives
  std::atomic<bool> context_ended_ = false;
};

}  // namespace kubexx::detail
