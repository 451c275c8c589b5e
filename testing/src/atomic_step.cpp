// SPDX-License-Identifier: Apache-2.0
#include "atomic_step.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <memory>
#include <utility>

namespace kubexx::testing {

bool run_as_one_step(std::function<awaitable<void>()> work)
{
  struct Step {
    std::function<awaitable<void>()> work;  // lives as long as its coroutine, which may be a lambda
    asio::cancellation_signal cancel;
    asio::io_context context{1};
    bool done = false;
    std::exception_ptr error;
  };
  const auto step = std::make_shared<Step>();
  step->work = std::move(work);
  auto on_end = [state = step.get()](std::exception_ptr error) {
    state->done = true;
    state->error = std::move(error);
  };
  asio::co_spawn(step->context, step->work(), asio::bind_cancellation_slot(step->cancel.slot(), std::move(on_end)));
  step->context.poll();
  if (step->done) {
    if (step->error) std::rethrow_exception(step->error);
    return true;
  }
  step->cancel.emit(asio::cancellation_type::terminal);
  step->context.restart();
  step->context.poll();
  // It refers to the context, which therefore stays.
  if (!step->done) new std::shared_ptr<Step>(step);
  return false;
}

}  // namespace kubexx::testing
