// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <utility>

#include "requests/budget_state.hpp"
#include "requests/interceptors.hpp"

namespace kubexx::detail {

namespace {

// Whether a 429 says that the server is busy. That of an eviction is about one Pod's disruption budget; a Status for a
// list or a watch is about one resource, whose watch cache still fills ("storage is (re)initializing", as after a CRD
// was made). A server that sheds load answers in plain text (k8s.io/apiserver/pkg/server/filters/maxinflight.go).
enum class Sheds { always, in_plain_text, never };

Sheds sheds(const ApiCall& call)
{
  if (call.subresource == "eviction") return Sheds::never;
  return call.verb == Verb::watch || call.verb == Verb::list ? Sheds::in_plain_text : Sheds::always;
}

bool is_busy(Sheds sheds, const HttpResponse& response)
{
  if (response.status != 429 || sheds == Sheds::never || !response.headers.find("Retry-After")) return false;
  if (sheds == Sheds::always) return true;
  const auto type = response.headers.find("Content-Type");
  return !type || !type->starts_with("application/");
}

class Throttle final : public Interceptor {
public:
  Throttle(const RequestBudget& budget, const Runtime& runtime, std::shared_ptr<RestMetrics> metrics)
      : clock_(*runtime.clock), log_(runtime.log), metrics_(std::move(metrics)), state_(budget, clock_.now())
  {
  }

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    const Sheds how = sheds(call);
    const bool is_free = call.verb == Verb::watch && call.retries == 0;
    if (call.may_wait && !is_free) co_await wait(call.request.method, call.limits);
    HttpResponse response = co_await next(std::move(call));
    if (is_busy(how, response)) refused();
    co_return response;
  }

private:
  awaitable<void> wait(std::string method, ExchangeLimits limits)
  {
    const SteadyTime now = clock_.now();
    const auto [when, rate] = reserve(now);
    if (when > now) {
      if (limits.deadline && when >= *limits.deadline) {
        give_back();
        throw TransportError(TransportErrc::timeout, "client-side throttling would exceed the deadline: " +
                                                         std::to_string(static_cast<long>(rate)) +
                                                         " requests per second are currently allowed");
      }
      bool waited = false;
      try {
        waited = co_await async_sleep_until(clock_, when, limits.stop);
      } catch (...) {  // cancelled by Asio's means
        give_back();
        throw;
      }
      if (!waited) {
        give_back();
        throw TransportError(TransportErrc::cancelled, "cancelled by the caller during client-side throttling");
      }
    }
    if (rate > 0) metrics_->throttled(method, when - now);
  }
  std::pair<SteadyTime, double> reserve(SteadyTime now)
  {
    const std::lock_guard lock(mutex_);
    // Threads may come here in another order than they read the clock.
    latest_ = std::max(latest_, now);
    const SteadyTime when = state_.reserve(latest_);
    return {std::max(when, now), state_.limit()};
  }
  void give_back()
  {
    const std::lock_guard lock(mutex_);
    state_.give_back();
  }
  void refused()
  {
    double limit = 0;
    {
      const std::lock_guard lock(mutex_);
      latest_ = std::max(latest_, clock_.now());
      if (!state_.refused(latest_)) return;
      limit = state_.limit();
    }
    log_.info("the API server is busy: sending fewer requests", {{"per_second", limit}});
  }

  Clock& clock_;
  const Log log_;
  const std::shared_ptr<RestMetrics> metrics_;
  std::mutex mutex_;
  BudgetState state_;    // guarded by mutex_
  SteadyTime latest_{};  // guarded by mutex_
};

}  // namespace

std::shared_ptr<Interceptor> make_throttle(const RequestBudget& budget, const Runtime& runtime,
                                           std::shared_ptr<RestMetrics> metrics)
{
  return std::make_shared<Throttle>(budget, runtime, std::move(metrics));
}

}  // namespace kubexx::detail
