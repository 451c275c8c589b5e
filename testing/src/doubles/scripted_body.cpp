// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/scripted_body.hpp"

#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "kubexx/base/asio.hpp"

namespace kubexx::testing {

struct BodyScript::State {
  /// Changes something under the lock, and wakes the reader.
  template <class Change>
  void change(Change what)
  {
    std::optional<OneShot> waiting;
    {
      const std::lock_guard lock(mutex);
      what();
      waiting.swap(reader);
    }
    if (waiting) waiting->fire();
  }
  /// The next chunk, empty at the end; nullopt: `wake` will be fired. Throws what the script ends with.
  std::optional<std::string> next(const OneShot& wake)
  {
    const std::lock_guard lock(mutex);
    if (cancelled) return std::string();
    if (!chunks.empty()) {
      std::string chunk = std::move(chunks.front());
      chunks.pop_front();
      return chunk;
    }
    if (broken) throw TransportError(*broken, "the script breaks off");
    if (ended) return std::string();
    reader = wake;
    return std::nullopt;
  }

  std::mutex mutex;
  std::deque<std::string> chunks;       // guarded by mutex, as all below
  std::optional<TransportErrc> broken;  // what the body ends with
  bool ended = false, cancelled = false, closed = false;
  std::size_t reads = 0;
  std::optional<OneShot> reader;  // waits
};

namespace {

template <class State>
awaitable<std::string> read_from(std::shared_ptr<State> state, std::stop_token stop)
{
  while (true) {
    if (stop.stop_requested()) throw TransportError(TransportErrc::cancelled, "stopped");
    const OneShot wake;
    auto chunk = state->next(wake);
    if (chunk) co_return std::move(*chunk);
    const std::function<void()> fire = [wake] { wake.fire(); };
    const std::stop_callback stopped(stop, fire);
    co_await wake.wait();
  }
}

}  // namespace

BodyScript::BodyScript() : state_(std::make_shared<State>()) {}

void BodyScript::send(std::string chunk)
{
  if (chunk.empty()) return;
  state_->change([&] { state_->chunks.push_back(std::move(chunk)); });
}

void BodyScript::end()
{
  state_->change([&] { state_->ended = true; });
}

void BodyScript::break_off(TransportErrc code)
{
  state_->change([&] { state_->broken = code; });
}

std::size_t BodyScript::reads() const
{
  const std::lock_guard lock(state_->mutex);
  return state_->reads;
}

bool BodyScript::cancelled() const
{
  const std::lock_guard lock(state_->mutex);
  return state_->cancelled;
}

bool BodyScript::closed() const
{
  const std::lock_guard lock(state_->mutex);
  return state_->closed;
}

ScriptedBody::ScriptedBody(const BodyScript& script) : state_(script.state_) {}

ScriptedBody::ScriptedBody(std::vector<std::string> chunks, std::optional<TransportErrc> ending)
    : ScriptedBody(BodyScript())
{
  for (auto& chunk : chunks) {
    if (!chunk.empty()) state_->chunks.push_back(std::move(chunk));
  }
  state_->broken = ending;
  state_->ended = true;
}

ScriptedBody::~ScriptedBody()
{
  const std::lock_guard lock(state_->mutex);
  state_->closed = true;
}

awaitable<std::string> ScriptedBody::read()
{
  {
    const std::lock_guard lock(state_->mutex);
    ++state_->reads;
  }
  return read_from(state_, stop_);
}

void ScriptedBody::cancel() noexcept
{
  state_->change([&] { state_->cancelled = true; });
}

}  // namespace kubexx::testing
