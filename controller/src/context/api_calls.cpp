// SPDX-License-Identifier: Apache-2.0
#include "context/api_calls.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "context/changed_paths.hpp"
#include "context/stop_link.hpp"
#include "context/without_values.hpp"
#include "kubexx/base/detail/error_text.hpp"
#include "kubexx/controller/not_watched.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

namespace {

constexpr Duration kOpen{-1};
constexpr unsigned kFirstError = 300;

void append(std::vector<std::string>& to, const std::vector<std::string>& from)
{
  for (const auto& one : from) {
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
  }
}

std::string resource_of_call(const ApiCall& call)
{
  std::string text = call.type.group_resource();
  if (!call.subresource.empty()) text += "/" + call.subresource;
  return text;
}

// As it is in the query, which is enough for those names that need no escapes.
std::string field_manager_of(const HttpRequest& request)
{
  constexpr std::string_view kParameter = "fieldManager=";
  const auto begin = request.target.find(kParameter);
  if (begin == std::string::npos) return {};
  const auto from = begin + kParameter.size();
  return request.target.substr(from, request.target.find('&', from) - from);
}

Object before_update(const CacheReader& caches, const ApiCall& call)
{
  if (call.verb != Verb::update || !caches.synced(call.type, call.key.namespace_)) return {};
  try {
    return caches.get(call.type, call.key);
  } catch (const std::exception&) {
    return {};  // it is not known; the call itself says what is wrong with the key
  }
}

// What a call that was sent and threw says of the server. An answer that cannot be read was one.
ApiCalls::Heard heard_by(const std::exception_ptr& failure)
{
  try {
    std::rethrow_exception(failure);
  } catch (const TransportError& error) {
    switch (error.code()) {
      case TransportErrc::cancelled:
        return ApiCalls::Heard::cut_off;
      case TransportErrc::credentials:
        return ApiCalls::Heard::nothing;
      case TransportErrc::too_large:
      case TransportErrc::protocol:
        return ApiCalls::Heard::answer;
      case TransportErrc::resolve:
      case TransportErrc::connect:
      case TransportErrc::tls:
      case TransportErrc::timeout:
      case TransportErrc::idle:
      case TransportErrc::closed:
      case TransportErrc::truncated:
        break;
    }
    return ApiCalls::Heard::no_answer;
  } catch (...) {
    return ApiCalls::Heard::nothing;
  }
}

}  // namespace

// Around the whole of a call, so that it also notes what other links refuse without sending it.
class ApiCalls::Outer final : public detail::Link {
public:
  Outer(std::shared_ptr<ApiCalls> calls, std::shared_ptr<ControllerServices> services, std::string cluster,
        Clock& clock, std::stop_token stop)
      : calls_(std::move(calls)),
        caches_(services, std::move(cluster)),
        services_(std::move(services)),
        clock_(clock),
        stop_link_(make_stop_link(std::move(stop)))
  {
  }

  std::unique_ptr<detail::Passage> enter(detail::LiveCall& call) override;
  void written(const WriteReceipt& receipt) noexcept override { calls_->wrote(receipt, caches_.cluster()); }

private:
  class NotedCall;

  const std::shared_ptr<ApiCalls> calls_;
  const CacheReader caches_;
  const std::shared_ptr<ControllerServices> services_;
  Clock& clock_;
  const std::shared_ptr<detail::Link> stop_link_;  // inside this one, so that a call passes one link, not two
};

class ApiCalls::Outer::NotedCall final : public detail::Passage {
public:
  NotedCall(const Outer& link, detail::LiveCall& call) : link_(link)
  {
    RecordedCall noted;
    noted.verb = call.verb;
    noted.resource = resource_of_call(call);
    noted.key = call.key;
    noted.dry_run = call.dry_run;
    const ChangedPaths changed = changed_paths(call, before_update(link_.caches_, call));
    noted.changed = changed.shown;
    writes_ = is_write(call.verb) && call.verb != Verb::delete_collection && !call.dry_run;
    object_.cluster = link_.caches_.cluster();
    object_.resource = call.type.group_resource();
    object_.key = call.key;
    if (UnwatchedChildren::is_one(call, *link_.services_, object_.cluster)) unwatched_ = call.type;
    place_ = link_.calls_->begin(std::move(noted), link_.clock_.now(), round_);
    if (writes_) link_.calls_->begin_write(object_, changed, field_manager_of(call.request));
    stop_ = link_.stop_link_->enter(call);
  }

  void answered(HttpResponse& response) override
  {
    stop_->answered(response);
    // A success ends in written(), which has read the answer.
    end(Heard::answer, response.status >= kFirstError, response.status, {});
    if (unwatched_ && response.status < kFirstError) {
      link_.services_->unwatched.created(*unwatched_, object_.key, link_.services_->log);
    }
  }

  void failed(const std::exception_ptr& failure) override
  {
    std::exception_ptr shown = failure;
    try {
      stop_->failed(failure);
    } catch (...) {
      shown = std::current_exception();
    }
    end(heard_by(shown), true, 0, detail::error_text(shown));
    std::rethrow_exception(shown);
  }

private:
  void end(Heard heard, bool failed, unsigned status, std::string error)
  {
    ApiCalls& calls = *link_.calls_;
    calls.hear(object_.cluster, heard, place_, round_);
    if (writes_ && failed) calls.failed(object_, round_);
    calls.end(place_, round_, status, std::move(error), link_.clock_.now());
  }

  const Outer& link_;
  ObjectRef object_;
  std::optional<ResourceType> unwatched_;
  std::unique_ptr<detail::Passage> stop_;
  bool writes_ = false;
  std::size_t round_ = 0;
  std::size_t place_ = 0;
};

std::unique_ptr<detail::Passage> ApiCalls::Outer::enter(detail::LiveCall& call)
{
  return std::make_unique<NotedCall>(*this, call);
}

// Around each attempt.
class ApiCalls::Inner final : public detail::Link {
public:
  Inner(std::weak_ptr<ApiCalls> calls, std::string cluster, Clock& clock)
      : calls_(std::move(calls)), cluster_(std::move(cluster)), clock_(clock)
  {
  }
  std::unique_ptr<detail::Passage> enter(detail::LiveCall& call) override
  {
    if (const auto calls = calls_.lock()) calls->attempt(call, cluster_, clock_.now());
    return nullptr;
  }

private:
  const std::weak_ptr<ApiCalls> calls_;  // which keeps a client with this link
  const std::string cluster_;
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
      sending_ = access->client.with_innermost(std::make_shared<Inner>(weak_from_this(), cluster, clock));
    }
    sending = sending_;
  }
  return sending->with_outermost(
      std::make_shared<Outer>(shared_from_this(), services, std::move(cluster), clock, std::move(stop)));
}

void ApiCalls::forget_client()
{
  std::shared_ptr<const ClusterAccess> access;  // destroyed without the lock, as is the client
  std::optional<Client> sending;
  const std::lock_guard lock(mutex_);
  access.swap(access_);
  sending.swap(sending_);
}

void ApiCalls::set_id(std::string id)
{
  const std::lock_guard lock(mutex_);
  if (id_.empty()) id_ = std::move(id);  // on_give_up has one of its own
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

void ApiCalls::start(std::string controller, Request request, std::shared_ptr<WriteLog> log)
{
  const std::lock_guard lock(mutex_);
  controller_ = std::move(controller);
  request_ = std::move(request);
  log_ = std::move(log);
  gave_up_ = false;
}

void ApiCalls::give_up()
{
  const std::lock_guard lock(mutex_);
  gave_up_ = true;
}

void ApiCalls::begin_write(const ObjectRef& object, const ChangedPaths& paths, std::string manager)
{
  const std::lock_guard lock(mutex_);
  Writes& writes = writes_[object];
  ++writes.open;
  append(writes.wanted.shown, paths.shown);
  append(writes.wanted.covering, paths.covering);
  append(writes.wanted.beside, paths.beside);
  writes.manager = std::move(manager);
}

ApiCalls::Waiting ApiCalls::close(Writes& writes)
{
  if (writes.open > 0) --writes.open;
  if (writes.open > 0) return {};
  writes.wanted = {};
  writes.dry_run = false;
  return std::exchange(writes.waiting, {});
}

ApiCalls::Writes* ApiCalls::open_writes(const ObjectRef& object)
{
  auto found = writes_.find(object);
  if (found == writes_.end() || found->second.open == 0) {
    ObjectRef unnamed = object;
    unnamed.key.name.clear();
    found = writes_.find(unnamed);
  }
  return found == writes_.end() || found->second.open == 0 ? nullptr : &found->second;
}

void ApiCalls::wrote(const WriteReceipt& receipt, const std::string& cluster)
{
  ObjectRef object;
  object.cluster = cluster;
  object.resource = receipt.type.group_resource();
  object.key = receipt.key;
  Waiting waiting;
  {
    const std::lock_guard lock(mutex_);
    Writes* const found = open_writes(object);
    if (found == nullptr) return;
    Writes& writes = *found;
    if (!writes.dry_run) {
      const bool changes = receipt.verb == Verb::update || receipt.verb == Verb::patch;
      if (changes) {
        append(writes.done.shown, writes.wanted.shown);
        append(writes.done.covering, writes.wanted.covering);
      }
      if (log_) {
        WriteLog::Entry entry{controller_, request_, gave_up_, {}};
        if (changes) {
          entry.covering = writes.wanted.covering;
          append(entry.covering, writes.wanted.beside);
        }
        const auto shared = std::make_shared<const WriteLog::Entry>(std::move(entry));
        if (!receipt.resource_version.empty()) log_->add(object, receipt.resource_version, shared);
        if (receipt.verb == Verb::delete_ && !receipt.uid.empty()) log_->add_deletion(object, receipt.uid, shared);
      }
    }
    waiting = close(writes);
  }
  for (const auto& then : waiting) then();
}

void ApiCalls::failed(const ObjectRef& object, std::size_t round)
{
  Waiting waiting;
  {
    const std::lock_guard lock(mutex_);
    const auto found = writes_.find(object);
    if (round != round_ || found == writes_.end()) return;
    waiting = close(found->second);
  }
  for (const auto& then : waiting) then();
}

bool ApiCalls::when_written(const ObjectRef& object, std::function<void()> then)
{
  const std::lock_guard lock(mutex_);
  Writes* const found = open_writes(object);
  if (found == nullptr) return false;
  found->waiting.push_back(std::move(then));
  return true;
}

std::vector<ApiCalls::Change> ApiCalls::changes(std::string_view cluster) const
{
  const std::lock_guard lock(mutex_);
  std::vector<Change> changes;
  for (const auto& [object, writes] : writes_) {
    if (object.cluster != cluster || writes.done.shown.empty()) continue;
    changes.push_back({object, writes.done, writes.manager});
    if (changes.size() == most) break;
  }
  return changes;
}

// A call that waits for its turn in the client, or ends in a link of the program, was not sent. Of those beyond `most`
// it is not known.
void ApiCalls::hear(const std::string& cluster, Heard what, std::size_t place, std::size_t round)
{
  if (what == Heard::nothing) return;
  const std::lock_guard lock(mutex_);
  if (round != round_) return;
  const bool sent = place != kLeftOut && calls_[place].sent;
  if (!sent && what != Heard::answer) return;
  const auto known = std::find_if(heard_.begin(), heard_.end(), [&](const auto& one) { return one.first == cluster; });
  if (known == heard_.end()) {
    heard_.emplace_back(cluster, what);
  } else if (what != Heard::cut_off) {
    known->second = what;
  }
}

ApiCalls::Heard ApiCalls::heard_of(std::string_view cluster) const
{
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(heard_.begin(), heard_.end(), [&](const auto& one) { return one.first == cluster; });
  return known == heard_.end() ? Heard::nothing : known->second;
}

void ApiCalls::take(RecordedReconcile& reconcile)
{
  Waiting waiting;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [object, writes] : writes_) {
      std::move(writes.waiting.begin(), writes.waiting.end(), std::back_inserter(waiting));
    }
    writes_.clear();
    take_calls(reconcile);
  }
  for (const auto& then : waiting) then();
}

void ApiCalls::take_calls(RecordedReconcile& reconcile)
{
  reconcile.id = std::exchange(id_, {});
  reconcile.calls_left_out = std::exchange(left_out_, 0);
  ++round_;
  heard_.clear();
  if (calls_.empty()) return;
  reconcile.calls.reserve(calls_.size());
  for (auto& one : calls_) {
    if (one.call.took == kOpen) {
      one.call.took = Duration::zero();
      one.call.error = "it was still in flight when the reconcile returned";
    }
    reconcile.calls.push_back(std::move(one.call));
  }
  calls_.clear();
}

std::size_t ApiCalls::begin(RecordedCall call, SteadyTime now, std::size_t& round)
{
  call.took = kOpen;
  const std::lock_guard lock(mutex_);
  round = round_;
  if (calls_.size() >= most) {
    ++left_out_;
    return kLeftOut;
  }
  calls_.push_back({std::move(call), now, std::nullopt, 0});
  return calls_.size() - 1;
}

void ApiCalls::attempt(const ApiCall& call, const std::string& cluster, SteadyTime now)
{
  const auto same = [&](const Open& one) {
    return one.call.took == kOpen && one.call.verb == call.verb && one.call.key == call.key &&
           (call.retries > 0 || !one.sent) && one.call.resource == resource_of_call(call);
  };
  ObjectRef object;
  object.cluster = cluster;
  object.resource = call.type.group_resource();
  object.key = call.key;
  const std::lock_guard lock(mutex_);
  const auto writes = call.dry_run ? writes_.find(object) : writes_.end();
  if (writes != writes_.end()) writes->second.dry_run = true;
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
  one.call.error = without_values(std::move(error));
}

}  // namespace kubexx
