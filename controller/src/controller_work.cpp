// SPDX-License-Identifier: Apache-2.0
// The workers: take a key, reconcile it, settle what follows.
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "controller_impl.hpp"
#include "kubexx/workqueue/asio.hpp"

namespace kubexx {

void Controller::Impl::start_workers()
{
  std::vector<std::shared_ptr<Gate::Holder>> holders;  // shared, because a function that owns one must be copyable
  {
    const std::lock_guard lock(mutex_);
    if (working_.is_closed()) return;
    running_ = true;
    for (std::size_t worker = 0; worker < options_.workers; ++worker) {
      holders.push_back(std::make_shared<Gate::Holder>(working_.hold()));
    }
  }
  stop_waiting_.request_stop();
  log_.info("controller started", {{"workers", options_.workers}, {"queued", queue_.size()}});
  for (std::size_t worker = 0; worker < options_.workers; ++worker) {
    // Destroyed in reverse: the controller outlives the entry into its gate.
    std::function<void()> on_end = [self = shared_from_this(), holder = std::move(holders[worker])] {
      holder->release();
    };
    spawn(make_strand_of(runtime_.executor), work(shared_from_this(), worker), std::move(on_end));
  }
}

awaitable<void> Controller::Impl::work(std::shared_ptr<Impl> self, std::size_t worker)
{
  for (;;) {
    auto lease = co_await async_get(self->queue_, self->stop_.get_token());
    if (!lease) co_return;
    co_await reconcile(self, worker, lease->key(), lease->causes());
    lease->done();
  }
}

awaitable<void> Controller::Impl::reconcile(std::shared_ptr<Impl> self, std::size_t worker, Request request,
                                            Cause causes)
{
  {
    const std::lock_guard lock(self->mutex_);
    self->active_.emplace(worker, request);
  }
  self->metrics_.began();
  const SteadyTime start = self->runtime_.clock->now();
  auto timed_out = std::make_shared<std::atomic<bool>>(false);
  Outcome outcome;
  {
    std::stop_source stop;
    std::function<void()> end = [stop]() mutable { stop.request_stop(); };
    const std::stop_callback with_controller(self->stop_.get_token(), end);
    Timer timeout;
    if (self->options_.reconcile_timeout > Duration::zero()) {
      std::function<void()> expire = [stop, timed_out]() mutable {
        timed_out->store(true);
        stop.request_stop();
      };
      timeout = self->runtime_.clock->call_at(saturating_add(start, self->options_.reconcile_timeout), expire);
    }
    Context context(self->services_, request, causes, stop.get_token());
    std::exception_ptr failure;
    try {
      const Result result = co_await self->reconciler_.run(context, request, *self->runtime_.pool);
      outcome = outcome_of(result);
    } catch (...) {
      failure = std::current_exception();
    }
    if (failure) outcome = outcome_of(failure);
    timeout.cancel();
    stop.request_stop();  // what it opened through the context ends with it
    self->settle(context, outcome);
  }
  self->metrics_.ended(outcome.kind, self->runtime_.clock->now() - start, *timed_out);
  const std::lock_guard lock(self->mutex_);
  self->active_.erase(worker);
}

void Controller::Impl::settle(const Context& context, Outcome& outcome)
{
  const Request& request = context.request();
  switch (outcome.kind) {
    case Outcome::Kind::success:
      queue_.forget(request);
      break;
    case Outcome::Kind::requeue_after:
      queue_.forget(request);
      queue_.add_after(request, outcome.delay, causes::kRequeue);
      break;
    case Outcome::Kind::requeue:
      queue_.add_rate_limited(request, causes::kRetry);
      break;
    case Outcome::Kind::terminal:
      queue_.forget(request);
      context.log().error("reconcile failed, trying again cannot help", {{"error", outcome.message}});
      break;
    case Outcome::Kind::conflict:
    case Outcome::Kind::error:
    case Outcome::Kind::panic:
      retry(context, outcome);
      break;
  }
}

void Controller::Impl::retry(const Context& context, Outcome& outcome)
{
  const Request& request = context.request();
  if (stop_.stop_requested()) {
    context.log().debug("reconcile interrupted by the stop", {{"error", outcome.message}});
    return;
  }
  Duration at_least{};
  if (outcome.retry_after) at_least = delay_of_retry_after(*outcome.retry_after, *runtime_.random);
  const Duration delay = queue_.add_rate_limited(request, causes::kRetry, at_least);
  const auto failures = queue_.num_requeues(request);
  if (outcome.already_exists && failures > kQuietAlreadyExists) outcome.kind = Outcome::Kind::error;
  const bool quiet = outcome.kind == Outcome::Kind::conflict;
  context.log().write(quiet ? LogLevel::debug : LogLevel::error,
                      quiet ? "the cache is behind the API server, trying again" : "reconcile failed",
                      {{"error", outcome.message}, {"failures", failures}, {"retry_in", delay}});
}

}  // namespace kubexx
