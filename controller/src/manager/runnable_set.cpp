// SPDX-License-Identifier: Apache-2.0
#include "manager/runnable_set.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "context/stop_link.hpp"
#include "kubexx/base/detail/error_text.hpp"

namespace kubexx {

namespace {

constexpr std::size_t kGroups = 3;

}  // namespace

// Requests the stop when it is destroyed before the runnable has ended.
class RunnableSet::StopOfUnended {
public:
  StopOfUnended(std::stop_source stop, const Entry& entry) : stop_(std::move(stop)), entry_(entry) {}
  ~StopOfUnended()
  {
    if (!entry_.ended) stop_.request_stop();
  }
  StopOfUnended(const StopOfUnended&) = delete;
  StopOfUnended& operator=(const StopOfUnended&) = delete;

private:
  std::stop_source stop_;
  const Entry& entry_;
};

awaitable<void> RunnableFunction::run(RunContext context, TaskPool& pool, std::stop_token cancel) const
{
  const auto plain = plain_;
  const auto coroutine = coroutine_;
  if (coroutine) {
    co_await async_cancel_on(std::move(cancel), (*coroutine)(std::move(context)));
    co_return;
  }
  std::function<void()> call = [plain, context = std::move(context)] { (*plain)(context); };
  co_await run_on<void>(pool, std::move(call));
}

RunnableSet::RunnableSet(Runtime runtime, Failed failed) : runtime_(std::move(runtime)), failed_(std::move(failed))
{
  for (std::size_t i = 0; i < kGroups; ++i) groups_.push_back(std::make_unique<Group>());
}

void RunnableSet::add(std::string name, RunnableFunction function, RunnableGroup of, Client client)
{
  if (name.empty() || !function) throw std::invalid_argument("a runnable needs a name and a function");
  const bool blocks = function.may_block() && runtime_.pool != nullptr;
  auto entry = std::make_shared<Entry>(
      Entry{name, std::move(function), of, std::move(client), blocks ? runtime_.pool->another(1) : nullptr});
  const std::lock_guard lock(mutex_);
  const bool known =
      std::any_of(entries_.begin(), entries_.end(), [&](const auto& other) { return other->name == name; });
  if (known) throw std::invalid_argument("the manager already has a runnable named '" + name + "'");
  if (group(of).stopped) throw std::logic_error("the manager is stopping: cannot add runnable '" + name + "'");
  entries_.push_back(entry);
  if (group(of).started) launch(entry);
}

bool RunnableSet::empty() const
{
  const std::lock_guard lock(mutex_);
  return entries_.empty();
}

void RunnableSet::start(RunnableGroup of)
{
  const std::lock_guard lock(mutex_);
  if (group(of).stopped || std::exchange(group(of).started, true)) return;
  for (const auto& entry : entries_) {
    if (entry->group == of) launch(entry);
  }
}

void RunnableSet::launch(const std::shared_ptr<Entry>& entry)
{
  entry->started = true;
  const auto holder = std::make_shared<Gate::Holder>(group(entry->group).running.hold());
  // Destroyed in reverse: the set outlives the entry into its gate.
  std::function<void()> on_end = [self = shared_from_this(), holder] { holder->release(); };
  spawn(make_strand_of(runtime_.executor), run(shared_from_this(), entry), std::move(on_end));
}

awaitable<void> RunnableSet::run(std::shared_ptr<RunnableSet> self, std::shared_ptr<Entry> entry)
{
  Group& group = self->group(entry->group);
  const Log log = self->runtime_.log.with({{"runnable", entry->name}});
  RunContext context(entry->client.with_interceptor(make_stop_link(group.cancel.get_token())), log,
                     group.stop.get_token());
  std::exception_ptr failure;
  // When the executor is gone before the runnable has ended, which may be a function that runs on a thread of its own.
  const StopOfUnended stop_of_unended(group.stop, *entry);
  log.debug("runnable started");
  try {
    TaskPool& pool = entry->pool ? *entry->pool : *self->runtime_.pool;
    co_await entry->function.run(std::move(context), pool, group.cancel.get_token());
  } catch (...) {
    failure = std::current_exception();
  }
  {
    const std::lock_guard lock(self->mutex_);
    entry->ended = true;
  }
  if (!failure) {
    log.debug("runnable ended");
  } else if (group.stop.stop_requested()) {
    log.debug("runnable ended", {{"error", detail::error_text(failure)}});
  } else {
    const std::string text = detail::error_text(failure);
    log.error("runnable failed", {{"error", text}});
    self->failed_("runnable '" + entry->name + "': " + text);
  }
}

void RunnableSet::close(const std::set<RunnableGroup>& groups)
{
  {
    const std::lock_guard lock(mutex_);
    for (const RunnableGroup which : groups) {
      group(which).stopped = true;
      group(which).running.close();
    }
  }
  for (const RunnableGroup which : groups) group(which).stop.request_stop();
}

void RunnableSet::request_stop()
{
  const std::set<RunnableGroup> all{RunnableGroup::servers, RunnableGroup::every_replica, RunnableGroup::leader};
  close(all);
  for (const RunnableGroup which : all) group(which).cancel.request_stop();
}

awaitable<bool> RunnableSet::async_stop(std::shared_ptr<RunnableSet> self, std::set<RunnableGroup> groups,
                                        SteadyTime drain, SteadyTime end)
{
  self->close(groups);
  bool well = true;
  for (const RunnableGroup which : groups) {
    const bool ended = co_await wait_ended(self, which, drain, end);
    well = well && ended;
  }
  co_return well;
}

awaitable<bool> RunnableSet::wait_ended(std::shared_ptr<RunnableSet> self, RunnableGroup which, SteadyTime drain,
                                        SteadyTime end)
{
  Group& waited = self->group(which);
  const Runtime& runtime = self->runtime_;
  OneShot ended;
  std::function<void()> wake = [ended] { ended.fire(); };
  std::function<void()> cancel = [stop = waited.cancel]() mutable { stop.request_stop(); };
  const Timer drained = runtime.clock->call_at(drain, cancel);
  const Timer late = runtime.clock->call_at(end, wake);
  waited.running.on_empty(wake);
  co_await ended.wait();
  const std::lock_guard lock(self->mutex_);
  for (const auto& entry : self->entries_) {
    if (entry->group != which || !entry->started || entry->ended || std::exchange(entry->reported, true)) continue;
    runtime.log.error("a runnable does not stop", {{"runnable", entry->name}});
  }
  co_return waited.running.holders() == 0;
}

std::vector<HealthReport::Item> RunnableSet::health(
    const std::function<HealthReport::Item(RunnableGroup)>& not_started) const
{
  std::vector<HealthReport::Item> items;
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_) {
    HealthReport::Item item;
    if (!entry->started) item = not_started(entry->group);
    item.name = "runnable-" + entry->name;
    if (entry->ended) item.detail = "ended";
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace kubexx
