// SPDX-License-Identifier: Apache-2.0
// The workers: take a key, reconcile it, settle what follows.
#include <atomic>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "context/without_values.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/detail/shown_duration.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "kubexx/base/detail/asio_work_canceller.hpp"
#include "kubexx/base/detail/error_text.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "reconcile/controller_impl.hpp"

namespace kubexx {

namespace {

constexpr double kUnsyncedJitter = 2.0 / 9;

// Requests the stop when it is destroyed: a function may still run on a thread of its own when the executor is gone and
// destroys the coroutine that waits for it.
class StopAtEnd {
public:
  explicit StopAtEnd(std::stop_source stop) : stop_(std::move(stop)) {}
  ~StopAtEnd() { stop_.request_stop(); }
  StopAtEnd(const StopAtEnd&) = delete;
  StopAtEnd& operator=(const StopAtEnd&) = delete;

private:
  std::stop_source stop_;
};

// A pool whose functions keep what they use, although the coroutine that waits for them may be destroyed.
class KeepingPool final : public TaskPool {
public:
  KeepingPool(TaskPool& pool, std::shared_ptr<const void> kept) : pool_(pool), kept_(std::move(kept)) {}
  void post(std::function<void()> task) override
  {
    pool_.post([kept = kept_, task = std::move(task)] { task(); });
  }

private:
  TaskPool& pool_;
  const std::shared_ptr<const void> kept_;
};

}  // namespace

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
  if (options_.every > Duration::zero()) spawn(runtime_.executor, add_periodically(shared_from_this()));
  log_.info("controller started", {{"workers", options_.workers}, {"queued", queue_->size()}});
  for (std::size_t worker = 0; worker < options_.workers; ++worker) {
    // Destroyed in reverse: the controller outlives the entry into its gate.
    std::function<void()> on_end = [self = shared_from_this(), holder = std::move(holders[worker])] {
      holder->release();
    };
    const auto canceller = std::make_shared<detail::WorkCanceller>(make_strand_of(runtime_.executor));
    canceller->spawn(work(shared_from_this(), worker, canceller), std::move(on_end));
  }
}

awaitable<void> Controller::Impl::work(std::shared_ptr<Impl> self, std::size_t worker,
                                       std::shared_ptr<detail::WorkCanceller> canceller)
{
  for (;;) {
    auto lease = co_await async_get(*self->queue_, self->stop_.get_token());
    if (!lease) co_return;
    const std::size_t removed_clusters = self->removed_clusters_;
    Job job{worker,
            self->services_->cluster(lease->key().cluster),
            lease->key(),
            lease->triggers(),
            lease->priority(),
            lease->queued_for()};
    if (!job.access) {
      self->queue_.forget(job.request);
      self->log_.debug("dropped a key of a removed cluster", {{"key", job.request.to_string()}});
    } else if (self->enter_cluster(job)) {
      if (self->hold_back(job)) {
        self->leave_cluster(job, ClusterShares::Answer::unknown, Duration::zero());
      } else {
        if (self->services_->has_missing()) {
          co_await ControllerServices::look_for_missing(self->services_, job.request.cluster);
        }
        if (job.name_opponent) co_await name_opponent(self, job);
        co_await reconcile(self, job, canceller);
        // One that went meanwhile may be that of the last call.
        if (self->removed_clusters_ != removed_clusters) self->calls_[worker]->forget_client();
      }
    }
    lease->done();
  }
}

bool Controller::Impl::enter_cluster(Job& job)
{
  // A kept key waits for a reconcile that leaves: as long as there is one, all enter.
  if (!services_->has_others() && shares_->kept() == 0) return true;
  ClusterShares::Key key{job.request, job.triggers, job.priority};
  job.shares_workers = shares_->enter(key);
  job.triggers = key.triggers;
  return job.shares_workers;
}

void Controller::Impl::leave_cluster(const Job& job, ClusterShares::Answer answer, Duration took)
{
  if (!job.shares_workers) return;
  shares_->leave(job.request.cluster, answer, took);
  // Nothing is remembered of one that went while it ran.
  if (!services_->cluster(job.request.cluster)) shares_->forget(job.request.cluster);
}

// The cluster of the key alone is meant: what else a reconcile waits for is not its fault.
ClusterShares::Answer Controller::Impl::answer_of(const Job& job, const Outcome& outcome, bool timed_out) const
{
  switch (calls_[job.worker]->heard_of(job.request.cluster)) {
    case ApiCalls::Heard::answer:
      return ClusterShares::Answer::came;
    case ApiCalls::Heard::no_answer:
      return ClusterShares::Answer::missing;
    case ApiCalls::Heard::cut_off:
      return timed_out ? ClusterShares::Answer::missing : ClusterShares::Answer::unknown;
    case ApiCalls::Heard::nothing:
      break;
  }
  const bool interrupted = outcome.kind == Outcome::Kind::superseded || outcome.kind == Outcome::Kind::not_synced;
  return timed_out || interrupted ? ClusterShares::Answer::unknown : ClusterShares::Answer::unneeded;
}

awaitable<void> Controller::Impl::reconcile(std::shared_ptr<Impl> self, const Job& job,
                                            const std::shared_ptr<detail::WorkCanceller>& canceller)
{
  const ControllerOptions& options = self->options_;
  Clock& clock = *self->runtime_.clock;
  self->metrics_.began();
  const SteadyTime start = clock.now();
  const auto timed_out = std::make_shared<std::atomic<bool>>(false);
  std::stop_source stop;
  self->calls_[job.worker]->start(options.name, job.request, self->writes_);
  self->active_->begin(job.worker, job.request, job.triggers, start, stop);
  Outcome outcome;
  {
    const StopAtEnd stop_at_end(stop);
    std::function<void()> end = [stop]() mutable { stop.request_stop(); };
    const std::stop_callback with_controller(self->stop_.get_token(), end);
    Context::Attempt attempt{stop.get_token(), std::nullopt, {}, {}, self->calls_[job.worker]};
    Timer timeout;
    if (options.reconcile_timeout > Duration::zero()) {
      // Not on the thread of the timers, for a stop calls what the user has registered.
      std::function<void()> expire = [stop, timed_out, executor = self->runtime_.executor] {
        asio::post(executor, [stop, timed_out]() mutable {
          if (stop.stop_requested()) return;  // something else ended it: no timeout
          timed_out->store(true);
          stop.request_stop();
        });
      };
      attempt.deadline = saturating_add(start, options.reconcile_timeout);
      timeout = clock.call_at(*attempt.deadline, expire);
    }
    const auto context =
        std::make_shared<Context>(self->services_, job.access, job.request, job.triggers, std::move(attempt));
    KeepingPool pool(self->pool(), context);
    std::exception_ptr failure;
    {
      // A plain function runs to its end, and is waited for.
      std::optional<detail::WorkCanceller::Scope> cancelled_by_stop;
      if (!self->reconciler_.may_block()) cancelled_by_stop.emplace(canceller, stop.get_token());
      try {
        const Result result = co_await self->reconciler_.run(*context, job.request, pool);
        outcome = outcome_of(result);
      } catch (...) {
        failure = std::current_exception();
      }
      // Returns from the executor where the user's code ended, and lets other handlers run if that code never waited.
      co_await asio::this_coro::throw_if_cancelled(false);
      co_await asio::post(asio::deferred);
    }
    co_await asio::this_coro::reset_cancellation_state();
    co_await asio::this_coro::throw_if_cancelled(true);
    if (failure) {
      outcome = outcome_of(failure);
      if (*timed_out) {
        outcome.message =
            "it took longer than " + detail::shown_duration(options.reconcile_timeout) + ": " + outcome.message;
      }
      if (self->active_->is_superseded(job.worker)) outcome.kind = Outcome::Kind::superseded;
    }
    timeout.cancel();
    stop.request_stop();  // what it opened through the context ends with it
    self->settle(*context, job, outcome);
    if (self->log_.enabled(LogLevel::debug)) {
      const LogField result("result", label_of(outcome.kind));
      const LogField took("took", clock.now() - start);
      if (job.queued_for) {
        self->say(*context, job, LogLevel::debug, "reconciled", {result, took, {"queued_for", *job.queued_for}});
      } else {
        self->say(*context, job, LogLevel::debug, "reconciled", {result, took});
      }
    }
  }
  if (outcome.given_up && options.on_give_up) co_await report_given_up(self, job, outcome.message);
  const SteadyTime end = clock.now();
  self->watch_for_loop(job, start, end);
  const ClusterShares::Answer answer = self->answer_of(job, outcome, *timed_out);
  self->note(job, outcome, start, end);
  self->active_->end(job.worker, end);
  self->metrics_.ended(outcome, end - start, *timed_out);
  self->leave_cluster(job, answer, end - start);
}

void Controller::Impl::note(const Job& job, const Outcome& outcome, SteadyTime start, SteadyTime end)
{
  RecordedReconcile record;
  record.took = end - start;
  const WallTime now = runtime_.clock->wall_now();
  record.began = now - record.took;
  record.queued_for = job.queued_for;
  record.triggers = job.triggers;
  record.result = label_of(outcome.kind);
  record.error = without_values(outcome.message);
  record.failures = outcome.failures;
  record.final = outcome.given_up || outcome.kind == Outcome::Kind::terminal;
  if (outcome.comes_back_in)
    record.next = *outcome.comes_back_in < WallTime::max() - now ? now + *outcome.comes_back_in : WallTime::max();
  calls_[job.worker]->take(record);
  if (recorder_) recorder_->add(options_.name, job.request, record);
}

void Controller::Impl::settle(const Context& context, const Job& job, Outcome& outcome)
{
  const int priority = outcome.priority.value_or(job.priority);
  {
    const std::lock_guard lock(mutex_);
    unsynced_.erase(job.request);
  }
  switch (outcome.kind) {
    case Outcome::Kind::success:
      queue_.forget(job.request);
      break;
    case Outcome::Kind::requeue_after:
      queue_.forget(job.request);
      queue_.add_after(job.request, outcome.delay, triggers::kRequeue, priority);
      outcome.comes_back_in = outcome.delay;
      break;
    case Outcome::Kind::requeue:
      outcome.comes_back_in = queue_.add_rate_limited(job.request, triggers::kRetry, Duration::zero(), priority);
      break;
    case Outcome::Kind::terminal:
      queue_.forget(job.request);
      say(context, job, LogLevel::error, "reconcile failed with a terminal error", {{"error", outcome.message}});
      break;
    case Outcome::Kind::superseded:  // the key is queued
      say(context, job, LogLevel::debug, "reconcile cancelled, because its object has changed",
          {{"error", outcome.message}});
      break;
    case Outcome::Kind::not_synced:
      wait_for_cache(context, job, outcome);
      break;
    case Outcome::Kind::conflict:
    case Outcome::Kind::error:
    case Outcome::Kind::panic:
      retry(context, job, outcome);
      break;
  }
}

void Controller::Impl::retry(const Context& context, const Job& job, Outcome& outcome)
{
  if (stop_.stop_requested()) {
    say(context, job, LogLevel::debug, "reconcile interrupted by the stop", {{"error", outcome.message}});
    return;
  }
  if (!services_->cluster(job.request.cluster)) {
    queue_.forget(job.request);
    say(context, job, LogLevel::debug, "reconcile interrupted: its cluster was removed", {{"error", outcome.message}});
    return;
  }
  const std::uint32_t before = queue_.num_requeues(job.request);
  if (outcome.already_exists && before >= kQuietAlreadyExists) outcome.kind = Outcome::Kind::error;
  const bool quiet = outcome.kind == Outcome::Kind::conflict;
  if (!quiet && options_.max_retries && before >= *options_.max_retries) {
    outcome.given_up = true;
    outcome.failures = before + 1;
    queue_.forget(job.request);
    say(context, job, LogLevel::error, "reconcile failed too often: giving up until something changes",
        {{"error", outcome.message}, {"failures", before + 1}});
    return;
  }
  Duration at_least = outcome.refused ? kRefusedDelay : Duration::zero();
  if (outcome.retry_after) at_least = delay_of_retry_after(*outcome.retry_after, *runtime_.random);
  const Duration delay = queue_.add_rate_limited(job.request, triggers::kRetry, at_least, job.priority);
  outcome.failures = before + 1;
  outcome.comes_back_in = delay;
  const char* const text = quiet             ? "the cache is behind the API server, retrying"
                           : outcome.refused ? "reconcile failed: the API server will reject the same request again"
                                             : "reconcile failed";
  say(context, job, quiet ? LogLevel::debug : LogLevel::error, text,
      {{"error", outcome.message}, {"failures", before + 1}, {"retry_in", delay}});
}

// It is neither a failure nor an end of failures.
void Controller::Impl::wait_for_cache(const Context& context, const Job& job, Outcome& outcome)
{
  say(context, job, LogLevel::debug, "a cache has not synced, retrying", {{"error", outcome.message}});
  const Duration delay = runtime_.random->jitter(kUnsyncedDelay * 9 / 10, kUnsyncedJitter);
  queue_.add_after(job.request, delay, triggers::kRetry, job.priority);
  outcome.comes_back_in = delay;
  const std::lock_guard lock(mutex_);
  unsynced_.insert_or_assign(job.request, job.priority);
}

void Controller::Impl::wake_unsynced()
{
  std::map<Request, int> keys;
  {
    const std::lock_guard lock(mutex_);
    keys.swap(unsynced_);
  }
  // Now, in the place of the delay.
  for (const auto& [key, priority] : keys) queue_.add_after(key, Duration(1), triggers::kRetry, priority);
}

void Controller::Impl::say(const Context& context, const Job& job, LogLevel level, std::string_view text,
                           std::initializer_list<LogField> fields) const
{
  if (!log_.enabled(level)) return;
  context.log().with({{"trigger", triggers::text(job.triggers, services_->watches())}}).write(level, text, fields);
}

// With a context of its own: that of the reconcile has ended, and may have timed out.
awaitable<void> Controller::Impl::report_given_up(std::shared_ptr<Impl> self, Job job, std::string failure)
{
  self->calls_[job.worker]->give_up();
  // It goes into a condition or an annotation, as a rule.
  failure = valid_utf8(failure, Condition::message_limit);
  Context::Attempt attempt{self->stop_.get_token(), std::nullopt, std::move(failure), {}, self->calls_[job.worker]};
  Context context(self->services_, job.access, job.request, job.triggers, std::move(attempt));
  std::exception_ptr thrown;
  try {
    static_cast<void>(
        co_await self->options_.on_give_up.run(context, job.request, self->pool(), self->stop_.get_token()));
  } catch (...) {
    thrown = std::current_exception();
  }
  if (thrown) self->say(context, job, LogLevel::error, "on_give_up failed", {{"error", detail::error_text(thrown)}});
}

}  // namespace kubexx
