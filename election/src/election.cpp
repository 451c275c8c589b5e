// SPDX-License-Identifier: Apache-2.0
#include "election.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <limits>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/base/detail/error_text.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

namespace {

// client-go's JitterFactor: a replica that stands by looks every 1 to 2.2 retry periods.
constexpr double kJitter = 1.2;
constexpr Duration kShortestTimeout = std::chrono::seconds(1);
// Between two tries to give the Lease back.
constexpr Duration kReleasePause = std::chrono::milliseconds(100);

LeaderElectionOptions checked(LeaderElectionOptions options, const Client& client)
{
  if (options.namespace_.empty()) options.namespace_ = client.default_namespace();
  if (options.identity.empty()) options.identity = client.runtime().random->uuid();
  std::string text;
  for (const auto& mistake : mistakes_of(options)) text += (text.empty() ? "leader election: " : "; ") + mistake;
  if (!text.empty()) throw std::invalid_argument(text);
  return options;
}

InformerOptions only(const LeaderElectionOptions& options)
{
  InformerOptions informer;
  informer.namespaces = {options.namespace_};
  informer.field_selector = "metadata.name=" + options.lease;
  informer.name = "leader-election";
  return informer;
}

template <class Options>
Options with(CallOptions call)
{
  Options options;
  static_cast<CallOptions&>(options) = std::move(call);
  return options;
}

}  // namespace

Election::Election(Client client, LeaderElectionOptions options, Callbacks callbacks)
    : runtime_(client.runtime()),
      options_(checked(std::move(options), client)),
      callbacks_(std::move(callbacks)),
      log_(runtime_.log.with({{"lease", options_.namespace_ + "/" + options_.lease}, {"identity", options_.identity}})),
      leases_(api<Lease>(client)),
      key_{options_.namespace_, options_.lease},
      informer_(client, resource_of<Lease>(), only(options_)),
      series_(runtime_.metrics),
      leads_metric_(series_.gauge(
          "leader_election_master_status",
          "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master.",
          {{"name", options_.lease}})),
      slow_metric_(series_.counter("leader_election_slowpath_total",
                                   "Total number of slow path exercised in renewing leader leases.",
                                   {{"name", options_.lease}})),
      leadership_(std::make_shared<Leadership>(*runtime_.clock))
{
}

void Election::start()
{
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(started_, true)) throw std::logic_error("the leader election was already started");
  }
  EventHandler handler;
  handler.name = "leader election";
  handler.on_event = [weak = weak_from_this()](const ObjectEvent& event) {
    if (const auto self = weak.lock()) self->on_event(event.transitions.back().object);
  };
  registration_ = informer_.add_handler(std::move(handler));
  informer_.start();
  std::function<void()> on_end = [self = shared_from_this()] { self->ended_.request_stop(); };
  spawn(make_strand_of(runtime_.executor), campaign(shared_from_this()), std::move(on_end));
}

void Election::abandon()
{
  stop_.request_stop();
  give_up();
  std::unique_lock lock(mutex_);
  abandoned_ = true;
  // A callback that destroys the last handle must not wait for itself.
  if (calling_ != std::this_thread::get_id()) idle_.wait(lock, [this] { return calling_ == std::thread::id(); });
}

bool Election::call_out(const std::function<void()>& callback)
{
  {
    const std::lock_guard lock(mutex_);
    if (abandoned_) return false;
    calling_ = std::this_thread::get_id();
  }
  std::exception_ptr thrown;
  try {
    callback();
  } catch (...) {
    thrown = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    calling_ = std::thread::id();
    idle_.notify_all();
  }
  if (thrown) std::rethrow_exception(thrown);
  return true;
}

void Election::notify(const char* which, const std::function<void()>& callback)
{
  try {
    static_cast<void>(call_out(callback));
  } catch (...) {
    log_.error("a callback of the leader election failed",
               {{"callback", which}, {"error", detail::error_text(std::current_exception())}});
  }
}

void Election::require_fit()
{
  if (!callbacks_.check) return;
  std::optional<std::string> wrong;
  const std::function<void()> ask = [&] { wrong = callbacks_.check(); };
  try {
    if (!call_out(ask)) wrong = "its election has ended";
  } catch (...) {
    wrong = "its check threw: " + detail::error_text(std::current_exception());
  }
  if (wrong) throw std::runtime_error("this replica does not campaign: " + *wrong);
}

awaitable<void> Election::campaign(std::shared_ptr<Election> self)
{
  for (;;) {
    const bool lost = co_await serve_term(self);
    if (!lost || !self->options_.campaign_again) co_return;
    // Whoever waits for the Lease comes first.
    const Duration pause = self->runtime_.random->jitter(self->options_.retry_period, kJitter);
    const bool goes_on = co_await async_sleep(*self->runtime_.clock, pause, self->stop_.get_token());
    if (!goes_on) co_return;
  }
}

awaitable<bool> Election::serve_term(std::shared_ptr<Election> self)
{
  const bool acquired = co_await acquire(self);
  if (!acquired) co_return false;
  const std::string why = co_await hold(self);
  if (why.empty()) co_return false;
  self->give_up();
  self->log_.error("leadership lost", {{"why", why}});
  if (!self->callbacks_.on_stopped_leading) co_return true;
  const std::function<void()> callback = std::bind_front(self->callbacks_.on_stopped_leading, why);
  self->notify("on_stopped_leading", callback);
  co_return true;
}

// --- standing by ---

awaitable<bool> Election::acquire(std::shared_ptr<Election> self)
{
  while (!self->stop_.stop_requested()) {
    std::string error;
    bool acquired = false;
    try {
      acquired = co_await try_acquire(self);
    } catch (const std::exception& failure) {
      error = failure.what();
    }
    if (acquired) co_return true;
    if (self->stop_.stop_requested()) break;
    self->report(error);
    const SteadyTime now = self->now();
    SteadyTime next = saturating_add(now, self->runtime_.random->jitter(self->options_.retry_period, kJitter));
    {
      const std::lock_guard lock(self->mutex_);
      if (self->seen_.expires() > now) next = std::min(next, self->seen_.expires());
    }
    co_await pause_until(self, next);
  }
  co_return false;
}

awaitable<bool> Election::try_acquire(std::shared_ptr<Election> self)
{
  Typed<Lease> lease = co_await read(self, self->call());
  if (lease) {
    const std::lock_guard lock(self->mutex_);
    if (!self->seen_.is_free_for(self->options_.identity, self->now())) co_return false;
  }
  self->require_fit();
  const SteadyTime sent = self->now();
  self->may_hold_ = true;
  try {
    co_await write(self, std::move(lease), self->call());
  } catch (const ApiError& error) {
    if (!is_conflict(error) && !is_already_exists(error)) throw;
    self->may_hold_ = false;
    co_return false;  // another replica was faster
  }
  if (!self->lead(sent)) co_return false;
  self->log_.info("leading");
  if (self->callbacks_.on_started_leading) self->notify("on_started_leading", self->callbacks_.on_started_leading);
  co_return true;
}

// --- leading ---

awaitable<std::string> Election::hold(std::shared_ptr<Election> self)
{
  const LeaderElectionOptions& options = self->options_;
  for (;;) {
    const SteadyTime until = self->leadership_->until();
    co_await pause_until(self, std::min(until, saturating_add(self->now(), options.retry_period)));
    if (self->stop_.stop_requested()) co_return std::string();
    if (self->now() >= until) {
      co_return "it could not be renewed within " + MetaDuration(options.renew_deadline).to_string() +
          (self->last_error_.empty() ? "" : ": " + self->last_error_);
    }
    std::string error;
    Renewal renewal = Renewal::failed;
    try {
      renewal = co_await renew(self);
    } catch (const std::exception& failure) {
      error = failure.what();
    }
    if (self->stop_.stop_requested()) co_return std::string();
    if (renewal == Renewal::lost) {
      const std::string leader = self->leader();
      co_return leader.empty() ? "the Lease was released" : "\"" + leader + "\" holds the Lease";
    }
    self->report(error);
  }
}

awaitable<Election::Renewal> Election::renew(std::shared_ptr<Election> self)
{
  self->require_fit();
  const SteadyTime sent = self->now();
  try {
    co_await write(self, self->held_, self->call(self->leadership_->until()));
    self->lead(sent);
    co_return Renewal::held;
  } catch (const ApiError&) {  // it is another one now, or gone (500: a version must not be set): what is it?
  }
  if (self->slow_metric_) self->slow_metric_->increment();
  co_return co_await renew_anew(self);
}

awaitable<Election::Renewal> Election::renew_anew(std::shared_ptr<Election> self)
{
  const SteadyTime until = self->leadership_->until();
  Typed<Lease> lease = co_await read(self, self->call(until));
  if (lease && lease->spec.holderIdentity != self->options_.identity) co_return Renewal::lost;
  const SteadyTime sent = self->now();
  co_await write(self, std::move(lease), self->call(until));
  self->lead(sent);
  co_return Renewal::held;
}

// --- giving it back ---

awaitable<bool> Election::stop(std::shared_ptr<Election> self, bool release_it, SteadyTime deadline)
{
  bool started = false;
  {
    const std::lock_guard lock(self->mutex_);
    started = self->started_;
  }
  self->stop_.request_stop();
  self->give_up();
  if (!started) co_return true;
  self->informer_.request_stop();
  if (self->now() < deadline) {
    co_await async_sleep_until(*self->runtime_.clock, deadline, self->ended_.get_token());
  }
  if (!self->ended_.stop_requested()) {
    self->log_.warn("the leader election did not end in time: the Lease is not released");
    co_return false;
  }
  self->giving_back_ = true;
  bool well = true;
  if (self->may_hold_ && release_it && self->options_.release) well = co_await release(self, deadline);
  co_await self->informer_.async_stop();
  co_return well;
}

awaitable<bool> Election::release(std::shared_ptr<Election> self, SteadyTime deadline)
{
  const SteadyTime end = std::min(deadline, saturating_add(self->now(), self->options_.renew_deadline));
  for (;;) {
    std::string error;
    try {
      const bool released = co_await try_release(self, end);
      if (released) self->log_.info("released the Lease");
      self->may_hold_ = false;
      co_return true;
    } catch (const std::exception& failure) {
      error = failure.what();
    }
    if (saturating_add(self->now(), kReleasePause) >= end) {
      self->log_.warn("could not release the Lease", {{"error", error}});
      co_return false;
    }
    co_await async_sleep(*self->runtime_.clock, kReleasePause);
  }
}

// Whoever holds it now, only an own Lease is given back: another replica may have taken it meanwhile.
awaitable<bool> Election::try_release(std::shared_ptr<Election> self, SteadyTime deadline)
{
  Typed<Lease> lease = co_await read(self, self->call(deadline));
  if (!lease || lease->spec.holderIdentity != self->options_.identity) co_return false;
  const MicroTime wall(self->runtime_.clock->wall_now());
  lease->spec.holderIdentity.clear();
  set_duration(*lease, std::chrono::seconds(1));
  lease->spec.acquireTime = wall;
  lease->spec.renewTime = wall;
  static_cast<void>(co_await lease.async_update(with<WriteOptions>(self->call(deadline))));
  co_return true;
}

// --- the Lease ---

awaitable<Typed<Lease>> Election::read(std::shared_ptr<Election> self, CallOptions call)
{
  std::optional<Typed<Lease>> found =
      co_await self->leases_.async_try_get(self->key_, with<GetOptions>(std::move(call)));
  if (!found) co_return Typed<Lease>();
  self->see(**found);
  co_return std::move(*found);
}

awaitable<void> Election::write(std::shared_ptr<Election> self, Typed<Lease> lease, CallOptions call)
{
  const MicroTime wall(self->runtime_.clock->wall_now());
  WriteOptions options = with<WriteOptions>(std::move(call));
  LeaseSpec& spec = lease->spec;
  if (spec.holderIdentity != self->options_.identity) {
    if (lease && spec.leaseTransitions < std::numeric_limits<std::int32_t>::max()) ++spec.leaseTransitions;
    spec.holderIdentity = self->options_.identity;
    spec.acquireTime = wall;
  }
  spec.renewTime = wall;
  set_duration(*lease, self->options_.lease_duration);
  if (lease) {
    static_cast<void>(co_await lease.async_update(std::move(options)));
  } else {
    lease->metadata.name = self->key_.name;
    lease->metadata.namespace_ = self->key_.namespace_;
    const Lease fresh = *lease;
    lease = co_await self->leases_.async_create(fresh, std::move(options));
  }
  self->see(*lease);
  self->held_ = std::move(lease);
}

CallOptions Election::call(std::optional<SteadyTime> at_most) const
{
  CallOptions call;
  call.retry = false;  // the election has a rhythm of its own
  call.stop = giving_back_ ? std::stop_token() : stop_.get_token();
  Duration timeout = std::max(options_.renew_deadline / 2, kShortestTimeout);
  if (at_most) {
    const SteadyTime start = now();
    if (*at_most <= start) throw std::runtime_error("there is no time left for the request");
    timeout = std::min(timeout, *at_most - start);
  }
  call.timeout = timeout;
  return call;
}

void Election::see(const Lease& lease)
{
  std::string holder;
  {
    const std::lock_guard lock(mutex_);
    const std::string before = seen_.holder();
    seen_.see(lease, now());
    if (seen_.holder() == before) return;
    holder = seen_.holder();
  }
  if (holder.empty()) return;
  log_.info("new leader elected", {{"leader", holder}});
  // What stop() reads is read on its caller's executor, where no callback is called.
  if (giving_back_ || !callbacks_.on_new_leader) return;
  const std::function<void()> callback = [this, &holder] { callbacks_.on_new_leader(holder); };
  notify("on_new_leader", callback);
}

bool Election::lead(SteadyTime sent)
{
  last_error_.clear();
  const std::lock_guard lock(mutex_);
  if (stop_.stop_requested()) return false;
  leadership_->begin_or_extend(saturating_add(sent, options_.renew_deadline),
                               saturating_add(sent, options_.lease_duration));
  if (leads_metric_) leads_metric_->set(1);
  return true;
}

void Election::give_up()
{
  const std::lock_guard lock(mutex_);
  leadership_->end();
  if (leads_metric_) leads_metric_->set(0);
}

std::string Election::leader() const
{
  const std::lock_guard lock(mutex_);
  return seen_.holder();
}

void Election::report(const std::string& error)
{
  if (!error.empty() && error != last_error_) log_.warn("cannot acquire or renew the Lease", {{"error", error}});
  last_error_ = error;
}

// --- waiting ---

awaitable<void> Election::pause_until(std::shared_ptr<Election> self, SteadyTime when)
{
  OneShot end;
  {
    const std::lock_guard lock(self->mutex_);
    if (std::exchange(self->woken_, false)) co_return;
    self->pause_ = end;
  }
  {
    std::function<void()> fire = [end] { end.fire(); };
    const Timer timer = self->runtime_.clock->call_at(when, fire);
    const std::stop_callback stopped(self->stop_.get_token(), fire);
    co_await end.wait();
  }
  const std::lock_guard lock(self->mutex_);
  self->woken_ = false;
  self->pause_.reset();
}

void Election::on_event(const Object& lease)
{
  const bool own = lease.at("/spec/holderIdentity").equals(options_.identity);
  if (leadership_->was_gained() && own) return;
  const std::lock_guard lock(mutex_);
  woken_ = true;
  if (pause_) pause_->fire();
}

}  // namespace kubexx
