// SPDX-License-Identifier: Apache-2.0
#include "requests/blocking.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/base/asio_thread_check.hpp"

namespace kubexx::detail {

namespace {

void run_inline(const std::stop_token& stop, const BlockingWork& work, const char* verb)
{
  struct Step {
    asio::io_context context{1};
    std::stop_source source;
    bool done = false;
    std::exception_ptr error;
  };
  auto step = std::make_shared<Step>();
  const std::stop_callback forward(stop, [step] { step->source.request_stop(); });
  auto on_end = [state = step.get()](std::exception_ptr error) {
    state->done = true;
    state->error = std::move(error);
  };
  asio::co_spawn(step->context, work(step->source.get_token(), false), std::move(on_end));
  step->context.poll();
  if (step->done) {
    if (step->error) std::rethrow_exception(step->error);
    return;
  }
  // Whatever waits wakes up and ends, so that nothing refers to this frame or to the context afterwards.
  step->source.request_stop();
  step->context.restart();
  step->context.poll();
  if (!step->done) {
    // It ignores its stop token: leaving the context alive leaks it, destroying it would leave dangling references.
    new std::shared_ptr<Step>(step);
  }
  throw std::logic_error(std::string("a blocking verb over an in-process transport runs as one step, but something in "
                                     "it had to wait: use ") +
                         verb);
}

}  // namespace

void run_blocking(const Runtime& runtime, const Transport& transport, const std::stop_token& stop, BlockingWork work,
                  const char* verb, std::optional<SteadyTime> deadline)
{
  if (transport.completes_inline()) {
    refuse_in_handler(runtime.executor, verb);
    return run_inline(stop, work, verb);
  }
  auto call = [stop, work = std::move(work)] { return work(stop, true); };
  if (deadline) return block_on(runtime.executor, std::move(call), verb, *runtime.clock, *deadline);
  block_on(runtime.executor, std::move(call), verb);
}

}  // namespace kubexx::detail
