// SPDX-License-Identifier: Apache-2.0
#include "task_scheduler.hpp"

namespace kubexx::testing {

namespace {

class RoleUntilHere {
public:
  RoleUntilHere(ThreadRole& of, ThreadRole role) : of_(of), before_(of) { of_ = role; }
  ~RoleUntilHere() { of_ = before_; }
  RoleUntilHere(const RoleUntilHere&) = delete;
  RoleUntilHere& operator=(const RoleUntilHere&) = delete;

private:
  ThreadRole& of_;
  const ThreadRole before_;
};

}  // namespace

TaskScheduler::TaskScheduler(Clock& clock, std::uint64_t seed, double disorder, std::function<Duration()> stall)
    : clock_(clock), random_(seed), disorder_(disorder), stall_(std::move(stall))
{
  boost::asio::make_service<ThreadCheck>(*this, [this] { return role_; });
  boost::asio::make_service<ThreadCheck>(outside_, [] { return ThreadRole::own; });
}

TaskScheduler::~TaskScheduler()
{
  closed_ = true;
  // Destroying a task destroys its coroutine, which may add tasks: those are dropped.
  stalled_.clear();
  ready_.clear();
  shutdown();
  destroy();
}

void TaskScheduler::add(std::function<void()> function, Kind kind)
{
  if (closed_) return;
  Task task{std::move(function), kind};
  const Duration wait = stall_ ? stall_() : Duration::zero();
  if (wait <= Duration::zero()) {
    ready_.push_back(std::move(task));
    return;
  }
  const std::uint64_t number = stalls_++;
  Timer over = clock_.call_at(saturating_add(clock_.now(), wait), [this, number] {
    auto found = stalled_.extract(number);
    ready_.push_back(std::move(found.mapped().second));
  });
  stalled_.emplace(number, std::pair(std::move(over), std::move(task)));
}

bool TaskScheduler::run_one()
{
  if (ready_.empty()) return false;
  std::size_t chosen = 0;
  if (ready_.size() > 1 && random_.fraction() < disorder_) {
    chosen = random_.below(ready_.size());
    if (chosen != 0) ++reordered_;
  }
  const Task task = std::move(ready_[chosen]);
  ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(chosen));
  const RoleUntilHere role(role_, task.kind == Kind::handler ? ThreadRole::handler : ThreadRole::own);
  task.run();
  return true;
}

void TaskScheduler::run_as_handler(const std::function<void()>& function)
{
  const RoleUntilHere role(role_, ThreadRole::handler);
  function();
}

}  // namespace kubexx::testing
