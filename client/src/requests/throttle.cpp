// SPDX-License-Identifier: Apache-2.0
#include "requests/throttle.hpp"

#include <algorithm>
#include <string>

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

bool is_busy(const ApiCall& call, const HttpResponse& response)
{
  if (response.status != 429 || !response.headers.find("Retry-After")) return false;
  const Sheds how = sheds(call);
  if (how != Sheds::in_plain_text) return how == Sheds::always;
  const auto type = response.headers.find("Content-Type");
  return !type || !type->starts_with("application/");
}

}  // namespace

std::optional<Throttle::Turn> Throttle::admit(const ApiCall& call)
{
  const bool is_free = call.verb == Verb::watch && call.retries == 0;
  if (!call.may_wait || is_free) return std::nullopt;
  const SteadyTime now = clock_.now();
  SteadyTime when;
  double rate = 0;
  {
    const std::lock_guard lock(mutex_);
    // Threads may come here in another order than they read the clock.
    latest_ = std::max(latest_, now);
    when = std::max(state_.reserve(latest_), now);
    rate = state_.limit();
  }
  if (when > now) return Turn(now, when, rate);
  if (rate > 0) metrics_->throttled(call.request.method, Duration::zero());
  return std::nullopt;
}

awaitable<void> Throttle::wait(Turn turn, const ApiCall* call)
{
  if (call->limits.deadline && turn.when >= *call->limits.deadline) {
    give_back();
    throw TransportError(TransportErrc::timeout, "client-side throttling would exceed the deadline: " +
                                                     std::to_string(static_cast<long>(turn.rate)) +
                                                     " requests per second are currently allowed");
  }
  bool waited = false;
  try {
    waited = co_await async_sleep_until(clock_, turn.when, call->limits.stop);
  } catch (...) {  // cancelled by Asio's means
    give_back();
    throw;
  }
  if (!waited) {
    give_back();
    throw TransportError(TransportErrc::cancelled, "cancelled by the caller during client-side throttling");
  }
  if (turn.rate > 0) metrics_->throttled(call->request.method, turn.when - turn.now);
}

void Throttle::give_back()
{
  const std::lock_guard lock(mutex_);
  state_.give_back();
}

void Throttle::heed(const ApiCall& call, const HttpResponse& response)
{
  if (!is_busy(call, response)) return;
  double limit = 0;
  {
    const std::lock_guard lock(mutex_);
    latest_ = std::max(latest_, clock_.now());
    if (!state_.refused(latest_)) return;
    limit = state_.limit();
  }
  log_.info("the API server is busy: sending fewer requests", {{"per_second", limit}});
}

}  // namespace kubexx::detail
