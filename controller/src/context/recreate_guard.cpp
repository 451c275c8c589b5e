// SPDX-License-Identifier: Apache-2.0
#include "context/recreate_guard.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/client/detail/link.hpp"

namespace kubexx {

namespace {

constexpr int kBurst = 5;
constexpr Duration kPeriod = std::chrono::seconds(1);

class RecreateGuard final : public detail::Link {
public:
  explicit RecreateGuard(const Clock& clock) : clock_(clock) {}

  std::unique_ptr<detail::Passage> enter(detail::LiveCall& call) override
  {
    const bool creates =
        call.verb == Verb::create && call.subresource.empty() && !call.key.name.empty() && !call.dry_run;
    if (!creates) return nullptr;
    std::string object = call.type.group_resource() + " " + call.key.to_string();
    if (!may_create(object)) throw refused(call);
    return std::make_unique<Creation>(*this, std::move(object));
  }

private:
  class Creation final : public detail::Passage {
  public:
    Creation(RecreateGuard& guard, std::string object) : guard_(guard), object_(std::move(object)) {}
    void answered(HttpResponse& response) override
    {
      if (response.status == kCreated) guard_.created(object_);
    }

  private:
    static constexpr unsigned kCreated = 201;

    RecreateGuard& guard_;
    const std::string object_;
  };

  // A token bucket in one number, the time at which it is full again. What the server refused, and what may not
  // have reached it, takes no token: then the caller is to see that error, and not this guard's.
  bool may_create(const std::string& object)
  {
    const SteadyTime now = clock_.now();
    const std::lock_guard lock(mutex_);
    const auto found = full_at_.find(object);
    return found == full_at_.end() || found->second + kPeriod <= now + kBurst * kPeriod;
  }

  void created(const std::string& object)
  {
    const SteadyTime now = clock_.now();
    const std::lock_guard lock(mutex_);
    const auto place = full_at_.try_emplace(object, now).first;
    place->second = std::max(place->second, now) + kPeriod;
    sweep(now);
  }

  // Needs mutex_. Each creation looks at two others, so what is long ago does not pile up.
  void sweep(SteadyTime now)
  {
    for (int looked = 0; looked < 2; ++looked) {
      auto next = full_at_.upper_bound(swept_);
      if (next == full_at_.end()) next = full_at_.begin();
      swept_ = next->first;
      if (next->second <= now) full_at_.erase(next);
      if (full_at_.empty()) return;
    }
  }

  static ApiError refused(const ApiCall& call)
  {
    Status status;
    status.code = 429;
    status.reason = "TooManyRequests";
    status.name = call.key.name;
    status.group = call.type.group;
    status.kind = call.type.plural;
    status.retry_after = kPeriod;
    status.message = call.type.group_resource() + " \"" + call.key.to_string() +
                     "\" was created several times within seconds and was deleted each time: is its owner gone, "
                     "or does another controller or this one delete it?";
    return {status, "create held back: " + status.message};
  }

  const Clock& clock_;
  std::mutex mutex_;
  std::map<std::string, SteadyTime> full_at_;  // guarded by mutex_
  std::string swept_;                          // guarded by mutex_; where sweep() goes on
};

}  // namespace

std::shared_ptr<Interceptor> make_recreate_guard(const Clock& clock)
{
  return std::make_shared<RecreateGuard>(clock);
}

}  // namespace kubexx
