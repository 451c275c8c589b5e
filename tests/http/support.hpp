// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/http/resolver.hpp"
#include "support/peer.hpp"

namespace kubexx::test {

/// Something that one thread announces and another waits for, with a bound that only a broken test reaches.
class Signal {
public:
  void set();
  /// False when it did not come.
  [[nodiscard]] bool wait();

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

/// Listens on a loopback port; each accepted connection runs the next script (the last one again) on its own thread.
class ScriptedServer {
public:
  using Script = std::function<void(Peer&)>;
  explicit ScriptedServer(std::vector<Script> scripts);
  explicit ScriptedServer(Script script) : ScriptedServer(std::vector<Script>{std::move(script)}) {}
  ~ScriptedServer();
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  [[nodiscard]] int accepted() const;

private:
  void run();
  std::vector<Script> scripts_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  int accepted_ = 0;  // guarded by mutex_
  std::vector<std::thread> peers_;
  std::thread thread_;
};

/// A stream that a test feeds. The stream itself belongs to whoever reads it; the test keeps the state.
class FedStream final : public BodyStream {
public:
  struct State {
    Signal destroyed;
    Signal cancelled;
    std::mutex mutex;
    std::deque<std::string> pieces;  // guarded by mutex
    bool ended = false;              // guarded by mutex
    std::optional<OneShot> waiter;   // guarded by mutex
  };
  explicit FedStream(std::shared_ptr<State> state) : state_(std::move(state)) {}
  ~FedStream() override { state_->destroyed.set(); }
  awaitable<std::string> read() override;
  void cancel() noexcept override;
  /// An empty piece ends the stream.
  static void feed(State& state, std::string piece);

private:
  static void end(State& state);
  std::shared_ptr<State> state_;
};

/// A name service that does not answer, whatever its caller's stop token says, until it is released.
class HangingResolver final : public Resolver {
public:
  awaitable<std::vector<Endpoint>> resolve(std::string /*host*/, std::uint16_t /*port*/,
                                           std::stop_token /*stop*/) override
  {
    asked.set();
    co_await let_go.wait();
    co_return std::vector<Endpoint>();
  }
  Signal asked;
  OneShot let_go;
};

/// A running executor whose time stands still until a test moves it.
class NetTest : public ::testing::Test {
protected:
  NetTest();
  ~NetTest() override;

  [[nodiscard]] static HttpRequest request(std::string method, std::string target = "/", std::string body = {});
  [[nodiscard]] ClientTransportOptions options(std::uint16_t port) const;
  [[nodiscard]] std::shared_ptr<ClientTransport> plain(std::uint16_t port) const;

  HttpResponse exchange(Transport& transport, HttpRequest request, ExchangeLimits limits = {});
  /// Runs in the background.
  std::future<HttpResponse> start(Transport& transport, HttpRequest request, ExchangeLimits limits = {});
  std::string read(BodyStream& stream);
  std::future<std::string> start_read(BodyStream& stream);
  /// The rest of the stream.
  std::string read_all(BodyStream& stream);
  void stop(HttpListener& listener);

  template <class T>
  static void must_end(std::future<T>& future)
  {
    if (future.wait_for(std::chrono::seconds(20)) == std::future_status::ready) return;
    ADD_FAILURE() << "the call did not end";
    std::abort();
  }
  template <class T>
  static TransportError error_of(std::future<T>& future)
  {
    must_end(future);
    try {
      static_cast<void>(future.get());
    } catch (const TransportError& error) {
      return error;
    }
    ADD_FAILURE() << "no TransportError was thrown";
    return TransportError(TransportErrc::protocol, "none");
  }
  TransportError exchange_error(Transport& transport, HttpRequest request, ExchangeLimits limits = {});

  template <class T>
  static T value_of(std::future<T>& future)
  {
    must_end(future);
    return future.get();
  }

  /// Waits until something that happens by itself has happened.
  template <class Condition>
  static bool eventually(Condition condition)
  {
    for (int round = 0; round < 2000; ++round) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  ManualClock clock;  // before `system`, whose thread may look at it until it is stopped
  SystemRuntime system;
  Runtime runtime;
};

}  // namespace kubexx::test
