// SPDX-License-Identifier: Apache-2.0
#include "context/api_calls.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "context/changed_paths.hpp"
#include "context/error_text.hpp"
#include "context/stop_link.hpp"
#include "kubexx/controller/not_watched.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

namespace {

constexpr Duration kOpen{-1};

std::string resource_of_call(const ApiCall& call)
{
  std::string text = call.type.group_resource();
  if (!call.subresource.empty()) text += "/" + call.subresource;
  return text;
}

Object before_update(const CacheReader& caches, const ApiCall& call)
{
  if (call.verb != Verb::update) return {};
  try {
    return caches.get(call.type, call.key);
  } catch (const NotWatched&) {
    return {};
  }
}

// Whether the server was asked, or could not be.
bool is_missing_answer(const std::exception_ptr& failure)
{
  try {
    std::rethrow_exception(failure);
  } catch (const TransportError& error) {
    return error.code() != TransportErrc::cancelled && error.code() != TransportErrc::credentials;
  } catch (...) {
    return false;
  }
}

}  // namespace

// Around the whole of a call, so that it also notes what other links refuse without sending it.
class ApiCalls::Outer final : public Interceptor {
public:
  Outer(std::shared_ptr<ApiCalls> calls, std::shared_ptr<ControllerServices> services, std::string cluster,
        Clock& clock, std::stop_token stop)
      : calls_(std::move(calls)),
        caches_(std::move(services), std::move(cluster)),
        clock_(clock),
        stop_link_(make_stop_link(std::move(stop)))
  {
  }

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    RecordedCall noted;
    noted.verb = call.verb;
    noted.resource = resource_of_call(call);
    noted.key = call.key;
    noted.dry_run = call.dry_run;
    noted.changed = changed_paths(call, before_update(caches_, call));
    std::size_t round = 0;
    const std::size_t place = calls_->begin(std::move(noted), caches_.cluster(), clock_.now(), round);
    std::exception_ptr failure;
    HttpResponse response;
    try {
      response = co_await stop_link_->intercept(std::move(call), std::move(next));
    } catch (...) {
      failure = std::current_exception();
    }
    if (!failure || is_missing_answer(failure)) calls_->heard_of(caches_.cluster(), !failure);
    calls_->end(place, round, failure ? 0 : response.status, failure ? error_text(failure) : std::string(),
                clock_.now());
    if (failure) std::rethrow_exception(failure);
    co_return response;
  }

  void written(const WriteReceipt& receipt) noexcept override { calls_->wrote(receipt, caches_.cluster()); }

private:
  const std::shared_ptr<ApiCalls> calls_;
  const CacheReader caches_;
  Clock& clock_;
  const std::shared_ptr<Interceptor> stop_link_;  // inside this one, so that a call passes one link, not two
};

// Around each attempt.
class ApiCalls::Inner final : public Interceptor {
public:
  Inner(std::weak_ptr<ApiCalls> calls, Clock& clock) : calls_(std::move(calls)), clock_(clock) {}
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    if (const auto calls = calls_.lock()) calls->attempt(call, clock_.now());
    return next(std::move(call));
  }

private:
  const std::weak_ptr<ApiCalls> calls_;  // which keeps a client with this link
  Clock& clock_;
};

Client ApiCalls::noting(const std::shared_ptr<const ClusterAccess>& access,
                        const std::shared_ptr<ControllerServices>& services, std::string cluster, std::stop_token stop)
{
  Clock& clock = *access->client.runtime().clock;
  std::optional<Client> sending;
  {
    const std::lock_guard lock(mutex_);
    if (access_ != access) {
      access_ = access;
      sending_ = access->client.with_innermost(std::make_shared<Inner>(weak_from_this(), clock));
    }
    sending = sending_;
  }
  return sending->with_outermost(
      std::make_shared<Outer>(shared_from_this(), services, std::move(cluster), clock, std::move(stop)));
}

void ApiCalls::set_id(std::string id)
{
  const std::lock_guard lock(mutex_);
  id_ = std::move(id);
}

std::vector<ApiCalls::Open> ApiCalls::open() const
{
  const std::lock_guard lock(mutex_);
  std::vector<Open> found;
  for (const auto& one : calls_) {
    if (one.call.took == kOpen) found.push_back(one);
  }
  return found;
}

// The call of which the answer was just read is the last one that wrote to the object.
void ApiCalls::wrote(const WriteReceipt& receipt, std::string_view cluster)
{
  const std::string resource = receipt.type.group_resource();
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(calls_.rbegin(), calls_.rend(), [&](const Open& one) {
    return one.cluster == cluster && one.call.verb == receipt.verb && one.call.key == receipt.key &&
           one.call.resource.starts_with(resource);
  });
  if (found != calls_.rend()) found->version = receipt.resource_version;
}

std::vector<ApiCalls::Change> ApiCalls::changes(std::string_view cluster) const
{
  const std::lock_guard lock(mutex_);
  std::vector<Change> changes;
  for (const auto& one : calls_) {
    const RecordedCall& call = one.call;
    if (one.cluster != cluster || one.version.empty() || call.dry_run || call.changed.empty()) continue;
    const std::string resource = call.resource.substr(0, call.resource.find('/'));
    auto known = std::find_if(changes.begin(), changes.end(), [&](const Change& change) {
      return change.resource == resource && change.key == call.key;
    });
    if (known == changes.end()) known = changes.insert(changes.end(), {resource, call.key, {}, {}});
    known->version = one.version;
    known->fields.insert(known->fields.end(), call.changed.begin(), call.changed.end());
  }
  return changes;
}

void ApiCalls::heard_of(const std::string& cluster, bool answered)
{
  const std::lock_guard lock(mutex_);
  const auto known =
      std::find_if(answered_.begin(), answered_.end(), [&](const auto& one) { return one.first == cluster; });
  if (known == answered_.end()) {
    answered_.emplace_back(cluster, answered);
  } else {
    known->second = answered;
  }
}

std::optional<bool> ApiCalls::was_answered(std::string_view cluster) const
{
  const std::lock_guard lock(mutex_);
  const auto known =
      std::find_if(answered_.begin(), answered_.end(), [&](const auto& one) { return one.first == cluster; });
  return known == answered_.end() ? std::nullopt : std::optional(known->second);
}

void ApiCalls::take(RecordedReconcile& reconcile)
{
  const std::lock_guard lock(mutex_);
  reconcile.id = std::exchange(id_, {});
  reconcile.calls_left_out = std::exchange(left_out_, 0);
  ++round_;
  answered_.clear();
  if (calls_.empty()) return;
  reconcile.calls.reserve(calls_.size());
  for (auto& one : calls_) {
    if (one.call.took == kOpen) {
      one.call.took = Duration::zero();
      one.call.error = "it was still under way when the reconcile returned";
    }
    reconcile.calls.push_back(std::move(one.call));
  }
  calls_.clear();
}

std::size_t ApiCalls::begin(RecordedCall call, std::string cluster, SteadyTime now, std::size_t& round)
{
  call.took = kOpen;
  const std::lock_guard lock(mutex_);
  round = round_;
  if (calls_.size() >= most) {
    ++left_out_;
    return kLeftOut;
  }
  calls_.push_back({std::move(call), now, std::nullopt, 0, {}, std::move(cluster)});
  return calls_.size() - 1;
}

void ApiCalls::attempt(const ApiCall& call, SteadyTime now)
{
  const auto same = [&](const Open& one) {
    return one.call.took == kOpen && one.call.verb == call.verb && one.call.key == call.key &&
           (call.retries > 0 || !one.sent) && one.call.resource == resource_of_call(call);
  };
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(calls_.begin(), calls_.end(), same);
  if (found == calls_.end()) return;
  found->sent = now;
  found->call.dry_run = call.dry_run;  // the program's own links may have made it one
  ++found->attempts;
}

void ApiCalls::end(std::size_t place, std::size_t round, unsigned status, std::string error, SteadyTime now)
{
  const std::lock_guard lock(mutex_);
  if (place == kLeftOut || round != round_) return;
  Open& one = calls_[place];
  one.call.took = now - one.began;
  one.call.status = status;
  one.call.error = std::move(error);
}

}  // namespace kubexx
