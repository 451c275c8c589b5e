// SPDX-License-Identifier: Apache-2.0
#include "watch/piece_reader.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <mutex>
#include <utility>

namespace kubexx::detail {

/// What the reader shares with a read under way, which may outlive it.
struct PieceReader::State {
  explicit State(std::unique_ptr<BodyStream> body_) : body(std::move(body_)) {}

  const std::unique_ptr<BodyStream> body;
  std::mutex mutex;
  std::optional<OneShot> waiting;    // guarded by mutex
  std::optional<std::string> piece;  // guarded by mutex; what the read brought
  std::exception_ptr error;          // guarded by mutex; or why it failed
};

PieceReader::PieceReader(Runtime runtime, std::unique_ptr<BodyStream> body)
    : runtime_(std::move(runtime)), state_(std::make_shared<State>(std::move(body)))
{
}

PieceReader::~PieceReader()
{
  if (reading_) state_->body->cancel();
}

awaitable<void> PieceReader::run(std::shared_ptr<State> state)
{
  std::string piece;
  std::exception_ptr error;
  try {
    piece = co_await state->body->read();
  } catch (...) {
    error = std::current_exception();
  }
  std::optional<OneShot> waiting;
  {
    const std::lock_guard lock(state->mutex);
    if (!error) state->piece = std::move(piece);
    state->error = error;
    waiting = state->waiting;
  }
  if (waiting) waiting->fire();
}

awaitable<std::optional<std::string>> PieceReader::read(Bounds bounds)
{
  const auto state = state_;
  if (bounds.stop.stop_requested()) co_return std::nullopt;
  if (!reading_ && !bounds.may_wait) {
    const auto end = [state] { state->body->cancel(); };
    const std::stop_callback on_stop(bounds.stop, end);
    std::string piece = co_await state->body->read();
    co_return piece;
  }
  const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
  const bool can_end_early = bounds.deadline || bounds.stop.stop_possible() || cancellation.slot().is_connected();
  if (!reading_ && !can_end_early) co_return co_await state->body->read();

  const OneShot ended;
  {
    const std::lock_guard lock(state->mutex);
    if (state->piece || state->error) {
      ended.fire();
    } else {
      state->waiting = ended;
    }
  }
  if (!std::exchange(reading_, true)) spawn(runtime_.executor, run(state));
  {
    const auto wake = [ended] { ended.fire(); };
    const std::stop_callback on_stop(bounds.stop, wake);
    Timer timer;
    if (bounds.deadline) timer = runtime_.clock->call_at(*bounds.deadline, wake);
    co_await ended.wait();
  }
  const std::lock_guard lock(state->mutex);
  state->waiting.reset();
  if (!state->piece && !state->error) co_return std::nullopt;
  reading_ = false;
  if (state->error) std::rethrow_exception(state->error);
  co_return std::exchange(state->piece, std::nullopt);
}

}  // namespace kubexx::detail
