// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

namespace kubexx::test {

namespace {

constexpr auto kBound = std::chrono::seconds(20);

}  // namespace

void Signal::set()
{
  const std::lock_guard lock(mutex_);
  set_ = true;
  changed_.notify_all();
}

bool Signal::wait()
{
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, kBound, [&] { return set_; });
}

ScriptedServer::ScriptedServer(std::vector<Script> scripts) : scripts_(std::move(scripts))
{
  listener_ = listen_on_loopback(64, port_);
  thread_ = std::thread([this] { run(); });
}

ScriptedServer::~ScriptedServer()
{
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  for (auto& peer : peers_) peer.join();
  ::close(listener_);
}

int ScriptedServer::accepted() const
{
  const std::lock_guard lock(mutex_);
  return accepted_;
}

void ScriptedServer::run()
{
  for (;;) {
    const int handle = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (handle < 0) return;
    std::size_t index = 0;
    {
      const std::lock_guard lock(mutex_);
      index = static_cast<std::size_t>(accepted_++);
    }
    const auto& script = scripts_[std::min(index, scripts_.size() - 1)];
    peers_.emplace_back([&script, handle] {
      Peer peer(handle);
      script(peer);
    });
  }
}

awaitable<std::string> FedStream::read()
{
  const auto state = state_;
  for (;;) {
    OneShot wake;
    {
      const std::lock_guard lock(state->mutex);
      if (!state->pieces.empty()) {
        auto piece = std::move(state->pieces.front());
        state->pieces.pop_front();
        co_return piece;
      }
      if (state->ended) co_return std::string();
      state->waiter = wake;
    }
    co_await wake.wait();
  }
}

void FedStream::end(State& state)
{
  std::optional<OneShot> waiter;
  {
    const std::lock_guard lock(state.mutex);
    state.ended = true;
    waiter = state.waiter;
  }
  if (waiter) waiter->fire();
}

void FedStream::cancel() noexcept
{
  state_->cancelled.set();
  end(*state_);
}

void FedStream::feed(State& state, std::string piece)
{
  if (piece.empty()) return end(state);
  std::optional<OneShot> waiter;
  {
    const std::lock_guard lock(state.mutex);
    state.pieces.push_back(std::move(piece));
    waiter = state.waiter;
  }
  if (waiter) waiter->fire();
}

NetTest::NetTest() : runtime(system.runtime())
{
  runtime.clock = &clock;
}

NetTest::~NetTest() = default;

HttpRequest NetTest::request(std::string method, std::string target, std::string body)
{
  HttpRequest result;
  result.method = std::move(method);
  result.target = std::move(target);
  result.body = std::move(body);
  return result;
}

ClientTransportOptions NetTest::options(std::uint16_t port) const
{
  ClientTransportOptions result;
  result.host = "127.0.0.1";
  result.port = port;
  return result;
}

std::shared_ptr<ClientTransport> NetTest::plain(std::uint16_t port) const
{
  return make_client_transport(runtime, options(port));
}

std::future<HttpResponse> NetTest::start(Transport& transport, HttpRequest request, ExchangeLimits limits)
{
  return asio::co_spawn(runtime.executor, transport.exchange(std::move(request), std::move(limits)), asio::use_future);
}

HttpResponse NetTest::exchange(Transport& transport, HttpRequest request, ExchangeLimits limits)
{
  auto future = start(transport, std::move(request), std::move(limits));
  return value_of(future);
}

TransportError NetTest::exchange_error(Transport& transport, HttpRequest request, ExchangeLimits limits)
{
  auto future = start(transport, std::move(request), std::move(limits));
  return error_of(future);
}

std::future<std::string> NetTest::start_read(BodyStream& stream)
{
  return asio::co_spawn(runtime.executor, stream.read(), asio::use_future);
}

std::string NetTest::read(BodyStream& stream)
{
  auto future = start_read(stream);
  return value_of(future);
}

std::string NetTest::read_all(BodyStream& stream)
{
  std::string all;
  for (;;) {
    const auto piece = read(stream);
    if (piece.empty()) return all;
    all += piece;
  }
}

void NetTest::stop(HttpListener& listener)
{
  auto future = asio::co_spawn(runtime.executor, listener.async_stop(), asio::use_future);
  value_of(future);
}

}  // namespace kubexx::test
