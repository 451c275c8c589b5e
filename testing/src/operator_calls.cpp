// SPDX-License-Identifier: Apache-2.0
#include "operator_calls.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "asked_permission.hpp"
#include "kubexx/http/transport.hpp"
#include "status_answer.hpp"
#include "watched_stream.hpp"

namespace kubexx::testing {

namespace {

// Whether `named` ("backups/status", "backups.example.org") is this resource.
bool is_named(std::string_view named, const ResourceType& type, std::string_view subresource)
{
  const auto slash = named.find('/');
  const auto of_named = slash == std::string_view::npos ? std::string_view() : named.substr(slash + 1);
  named = named.substr(0, slash);
  return of_named == subresource && (named == type.plural || named == type.group_resource());
}

// As Permissions::Rule has it.
std::string rule_resource(const ResourceType& type, std::string_view subresource)
{
  return subresource.empty() ? type.plural : type.plural + "/" + std::string(subresource);
}

std::string rule_text(const std::string& group, const std::string& resource)
{
  if (group.empty()) return resource;
  const auto slash = resource.find('/');
  const std::string rest = slash == std::string::npos ? "" : resource.substr(slash);
  return resource.substr(0, slash) + "." + group + rest;
}

}  // namespace

std::string resource_text(const ResourceType& type, std::string_view subresource)
{
  std::string text = type.group_resource();
  if (!subresource.empty()) text.append("/").append(subresource);
  return text;
}

std::string OperatorCall::to_string() const
{
  std::string text = std::string(kubexx::to_string(verb)) + " " + resource;
  const std::string of = cluster.empty() ? key.to_string() : cluster + ":" + key.to_string();
  if (!of.empty()) text += " " + of;
  return text;
}

std::string NamedFault::to_string() const
{
  std::string call = std::string(kubexx::to_string(verb)) + ", \"" + resource + "\"";
  const std::string where = cluster.empty() ? "" : " in cluster " + cluster;
  switch (kind) {
    case Kind::answer:
      return "fail_next(" + call + ", " + std::to_string(status) + ")" + where;
    case Kind::lose_answer:
      return "lose_answer(" + call + ")" + where;
    case Kind::crash_before:
      return "crash_before(" + call + ")" + where;
    case Kind::crash_after:
      return "crash_after(" + call + ")" + where;
  }
  return call;
}

OperatorCalls::Fate OperatorCalls::begin(const ApiCall& call, OperatorLife& life, const std::string& cluster)
{
  const std::lock_guard lock(mutex_);
  if (life.dead) throw TransportError(TransportErrc::connect, "injected: this process has ended", false);
  if (!call.may_wait) on_blocking_();
  OperatorCall made;
  made.verb = call.verb;
  made.resource = call.verb == Verb::raw ? call.request.target : resource_text(call.type, call.subresource);
  made.cluster = cluster;
  made.key = call.key;
  calls_.push_back(made);
  types_.push_back(call.type);
  Fate fate;
  fate.number = calls_.size();
  if (crash_at_ && crash_at_->call == fate.number) {
    if (!crash_at_->after) {
      fate.kind = Fate::Kind::crash;
      return fate;
    }
    fate.crash_after = true;
  }
  if (unreachable_.contains(cluster)) {
    fate.kind = Fate::Kind::unreachable;
    return fate;
  }
  if (const auto asked = check_permissions_ ? asked_permission(call) : std::nullopt;
      asked && !allowed(asked->verb, asked->type, asked->subresource, cluster, asked->key.namespace_)) {
    const std::string text = remedy(asked->verb, asked->type, asked->subresource, cluster);
    const std::string& namespace_ = asked->key.namespace_;
    undeclared_.push_back(
        {asked->verb, asked->type, asked->subresource, cluster, namespace_, made.to_string() + ": " + text});
    fate.kind = Fate::Kind::forbid;
    fate.text = asked->type.group_resource() + " is forbidden: no role of the operator grants it to " +
                kubexx::to_string(asked->verb) + " " + resource_text(asked->type, asked->subresource) +
                (namespace_.empty() ? "" : " in namespace " + namespace_) + ": " + text;
    return fate;
  }
  if (kubexx::is_write(call.verb) && !call.dry_run) {
    used_.push_back({call.verb, rule_text(call.type.group, rule_resource(call.type, call.subresource)), cluster});
  }
  for (auto& fault : faults_) {
    if (fault.times == 0 || fault.verb != call.verb || fault.cluster != cluster) continue;
    if (!is_named(fault.resource, call.type, call.subresource)) continue;
    --fault.times;
    switch (fault.kind) {
      case NamedFault::Kind::answer:
        fate.kind = Fate::Kind::answer;
        fate.status = fault.status;
        fate.text = "injected by " + fault.to_string();
        break;
      case NamedFault::Kind::lose_answer:
        fate.lose_answer = true;
        break;
      case NamedFault::Kind::crash_before:
        fate.kind = Fate::Kind::crash;
        break;
      case NamedFault::Kind::crash_after:
        fate.crash_after = true;
        break;
    }
    break;
  }
  if (fate.kind == Fate::Kind::pass && call.verb == Verb::watch) opening_.emplace(fate.number, false);
  return fate;
}

void OperatorCalls::answered(std::size_t number, unsigned status)
{
  constexpr unsigned created = 201;
  const std::lock_guard lock(mutex_);
  OperatorCall& call = calls_.at(number - 1);
  call.status = status;
  if (call.verb != Verb::patch || status != created) return;
  // An apply has created the object, for which the API server asks for create as well.
  const ResourceType& type = types_[number - 1];
  used_.push_back({Verb::create, rule_text(type.group, rule_resource(type, {})), call.cluster});
  if (!check_permissions_ || allowed(Verb::create, type, {}, call.cluster, call.key.namespace_)) return;
  undeclared_.push_back({Verb::create,
                         type,
                         {},
                         call.cluster,
                         call.key.namespace_,
                         call.to_string() + ": the apply creates the object, which also needs the verb create: " +
                             remedy(Verb::create, type, {}, call.cluster)});
}

bool OperatorCalls::kill(OperatorLife& life)
{
  const std::lock_guard lock(mutex_);
  if (std::exchange(life.dead, true)) return false;
  for (auto* stream : streams_) {
    if (stream->is_of(life)) stream->break_off();
  }
  return true;
}

void OperatorCalls::crash(OperatorLife& life, std::size_t number)
{
  const bool died = kill(life);
  const std::lock_guard lock(mutex_);
  if (died && crash_at_ && crash_at_->call == number) crashed_there_ = true;
}

void OperatorCalls::wrote(std::size_t number) const
{
  std::function<void(const OperatorCall&)> look;
  OperatorCall made;
  {
    const std::lock_guard lock(mutex_);
    if (!on_write_) return;
    look = on_write_;
    made = calls_.at(number - 1);
  }
  look(made);
}

bool OperatorCalls::is_dead(const OperatorLife& life) const
{
  const std::lock_guard lock(mutex_);
  return life.dead;
}

void OperatorCalls::opened(WatchedStream& stream, const OperatorLife& life, std::size_t number)
{
  const std::lock_guard lock(mutex_);
  streams_.push_back(&stream);
  // It died, or the watch was dropped, while the answer came.
  const auto opening = opening_.find(number);
  if (life.dead || (opening != opening_.end() && opening->second)) stream.break_off();
}

void OperatorCalls::ended(std::size_t number) noexcept
{
  const std::lock_guard lock(mutex_);
  opening_.erase(number);
}

void OperatorCalls::closed(WatchedStream& stream)
{
  const std::lock_guard lock(mutex_);
  std::erase(streams_, &stream);
}

void OperatorCalls::add(NamedFault fault)
{
  const std::lock_guard lock(mutex_);
  faults_.push_back(std::move(fault));
}

std::vector<std::string> OperatorCalls::pending_faults() const
{
  const std::lock_guard lock(mutex_);
  std::vector<std::string> pending;
  for (const auto& fault : faults_) {
    if (fault.times > 0) pending.push_back(fault.to_string());
  }
  return pending;
}

void OperatorCalls::crash_at(CrashAt point)
{
  const std::lock_guard lock(mutex_);
  crash_at_ = point;
}

bool OperatorCalls::has_crashed_there() const
{
  const std::lock_guard lock(mutex_);
  return crashed_there_;
}

std::size_t OperatorCalls::total() const
{
  const std::lock_guard lock(mutex_);
  return calls_.size();
}

OperatorCall OperatorCalls::call(std::size_t number) const
{
  const std::lock_guard lock(mutex_);
  return calls_.at(number - 1);
}

void OperatorCalls::on_write(std::function<void(const OperatorCall&)> look)
{
  const std::lock_guard lock(mutex_);
  on_write_ = std::move(look);
}

bool OperatorCalls::knows(std::string_view resource) const
{
  const auto named = resource.substr(0, resource.find('/'));
  const std::lock_guard lock(mutex_);
  const auto is_of_rule = [&](const Granted& granted) {
    return std::any_of(granted.rules.begin(), granted.rules.end(), [&](const Permissions::Rule& rule) {
      const auto plural = rule.resource.substr(0, rule.resource.find('/'));
      return named == plural || named == rule_text(rule.group, plural);
    });
  };
  for (const auto& [cluster, granted] : granted_) {
    if (std::any_of(granted.begin(), granted.end(), is_of_rule)) return true;
  }
  return std::any_of(types_.begin(), types_.end(), [&](const ResourceType& type) { return is_named(named, type, {}); });
}

bool OperatorCalls::drop_watches(std::string_view resource, std::string_view cluster)
{
  const std::lock_guard lock(mutex_);
  for (auto* stream : streams_) {
    if (stream->cluster() != cluster) continue;
    if (resource.empty() || is_named(resource, stream->type(), "")) stream->break_off();
  }
  for (auto& [number, dropped] : opening_) {
    if (calls_[number - 1].cluster != cluster) continue;
    if (resource.empty() || is_named(resource, types_[number - 1], "")) dropped = true;
  }
  for (std::size_t index = 0; index < calls_.size(); ++index) {
    if (calls_[index].verb != Verb::watch || calls_[index].cluster != cluster) continue;
    if (resource.empty() || is_named(resource, types_[index], "")) return true;
  }
  return false;
}

void OperatorCalls::set_reachable(std::string_view cluster, bool reachable)
{
  const std::lock_guard lock(mutex_);
  if (reachable) {
    unreachable_.erase(std::string(cluster));
  } else {
    unreachable_.emplace(cluster);
  }
}

void OperatorCalls::set_all_reachable()
{
  const std::lock_guard lock(mutex_);
  unreachable_.clear();
}

void OperatorCalls::allow(const std::string& cluster, std::vector<RoleGrant> grants)
{
  const std::lock_guard lock(mutex_);
  auto& granted = granted_[cluster];
  granted.clear();
  for (const auto& grant : grants) granted.push_back({grant.namespace_, grant.permissions.rules()});
  std::erase_if(undeclared_, [this](const Undeclared& call) {
    return allowed(call.verb, call.type, call.subresource, call.cluster, call.namespace_);
  });
}

Namespaces OperatorCalls::granted_in(Verb verb, const ResourceType& type, std::string_view subresource,
                                     const std::string& cluster) const
{
  Namespaces where;
  const auto of_cluster = granted_.find(cluster);
  if (of_cluster == granted_.end()) return where;
  const std::string resource = rule_resource(type, subresource);
  for (const auto& granted : of_cluster->second) {
    const bool does = std::any_of(granted.rules.begin(), granted.rules.end(), [&](const Permissions::Rule& rule) {
      return rule.group == type.group && rule.resource == resource && rule.verbs.contains(verb);
    });
    if (does) where.insert(granted.namespace_);
  }
  return where;
}

bool OperatorCalls::allowed(Verb verb, const ResourceType& type, std::string_view subresource,
                            const std::string& cluster, const std::string& namespace_) const
{
  const Namespaces where = granted_in(verb, type, subresource, cluster);
  return where.contains("") || where.contains(namespace_);
}

std::string OperatorCalls::remedy(Verb verb, const ResourceType& type, std::string_view subresource,
                                  const std::string& cluster) const
{
  const Namespaces where = granted_in(verb, type, subresource, cluster);
  if (!where.empty()) return "it is declared, but the roles grant it only" + in_namespaces(where);
  return "declare it with " + declaration_of(verb, type, subresource) +
         (cluster.empty() ? "" : " and, as its last argument, clusters that contain " + cluster);
}

std::vector<std::string> OperatorCalls::undeclared() const
{
  const std::lock_guard lock(mutex_);
  std::vector<std::string> texts;
  for (const auto& call : undeclared_) {
    if (std::find(texts.begin(), texts.end(), call.text) == texts.end()) texts.push_back(call.text);
  }
  return texts;
}

std::vector<std::string> OperatorCalls::unused() const
{
  const std::lock_guard lock(mutex_);
  std::vector<std::string> unused;
  const auto add = [&](const std::string& cluster, const Permissions::Rule& rule) {
    // Of these no call is made: a blocking owner reference needs the one, a series of events the other.
    const bool events = rule.group == "events.k8s.io";
    if (rule.resource.ends_with("/finalizers")) return;
    const std::string resource = rule_text(rule.group, rule.resource);
    for (const Verb verb : rule.verbs) {
      if (!kubexx::is_write(verb) || (events && verb == Verb::patch)) continue;
      if (std::find(used_.begin(), used_.end(), Used{verb, resource, cluster}) != used_.end()) continue;
      std::string text =
          std::string(kubexx::to_string(verb)) + " " + resource + (cluster.empty() ? "" : " in cluster " + cluster);
      // Roles of several namespaces grant the same.
      if (std::find(unused.begin(), unused.end(), text) == unused.end()) unused.push_back(std::move(text));
    }
  };
  for (const auto& [cluster, grants] : granted_) {
    for (const auto& granted : grants) {
      for (const auto& rule : granted.rules) add(cluster, rule);
    }
  }
  return unused;
}

std::vector<OperatorCall> OperatorCalls::calls() const
{
  const std::lock_guard lock(mutex_);
  return {calls_.begin() + static_cast<std::ptrdiff_t>(forgotten_), calls_.end()};
}

std::size_t OperatorCalls::count(Verb verb, std::string_view resource, std::string_view cluster) const
{
  const std::lock_guard lock(mutex_);
  std::size_t count = 0;
  for (std::size_t index = forgotten_; index < calls_.size(); ++index) {
    const auto& call = calls_[index];
    if (call.verb != verb || call.cluster != cluster) continue;
    const auto slash = call.resource.find('/');
    const auto subresource =
        slash == std::string::npos ? std::string_view() : std::string_view(call.resource).substr(slash + 1);
    if (is_named(resource, types_[index], subresource)) ++count;
  }
  return count;
}

void OperatorCalls::forget()
{
  const std::lock_guard lock(mutex_);
  forgotten_ = calls_.size();
}

namespace {

constexpr std::size_t kCallsInATurn = 10;

/// A call on its way, whatever becomes of it.
class CallUnderWay {
public:
  CallUnderWay(OperatorCalls& calls, std::size_t number) : calls_(calls), number_(number) {}
  ~CallUnderWay() { calls_.ended(number_); }
  CallUnderWay(const CallUnderWay&) = delete;
  CallUnderWay& operator=(const CallUnderWay&) = delete;

private:
  OperatorCalls& calls_;
  std::size_t number_;
};

class CallInterceptor final : public Interceptor {
public:
  CallInterceptor(std::shared_ptr<OperatorCalls> calls, std::shared_ptr<OperatorLife> life, std::string cluster)
      : calls_(std::move(calls)), life_(std::move(life)), cluster_(std::move(cluster))
  {
  }

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    const OperatorCalls::Fate fate = calls_->begin(call, *life_, cluster_);
    const CallUnderWay under_way(*calls_, fate.number);
    // A simulation answers at once: a coroutine that calls in a loop would keep its thread, and nobody could end the
    // test.
    if (call.may_wait && fate.number % kCallsInATurn == 0) co_await async_yield();
    const ResourceType type = call.type;
    const Verb verb = call.verb;
    const bool writes = is_write(verb) && !call.dry_run;
    HttpResponse response;
    std::exception_ptr failure;
    switch (fate.kind) {
      case OperatorCalls::Fate::Kind::forbid:
        response = status_answer(403, "Forbidden", fate.text);
        break;
      case OperatorCalls::Fate::Kind::unreachable:
        failure = std::make_exception_ptr(
            TransportError(TransportErrc::connect, "injected: the server cannot be reached", false));
        break;
      case OperatorCalls::Fate::Kind::answer:
        response = status_answer(fate.status, fate.status == 410 ? "Expired" : reason_of(fate.status, verb), fate.text);
        break;
      case OperatorCalls::Fate::Kind::crash:
        crash(fate);
      case OperatorCalls::Fate::Kind::pass:
        try {
          response = co_await next(std::move(call));
        } catch (...) {
          failure = std::current_exception();
        }
        if (writes) calls_->wrote(fate.number);
        break;
    }
    if (!failure) calls_->answered(fate.number, response.status);
    if (fate.crash_after) crash(fate);
    if (failure) std::rethrow_exception(failure);
    if (calls_->is_dead(*life_)) {
      throw TransportError(TransportErrc::closed, "injected: this process has ended", true);
    }
    if (fate.lose_answer) throw TransportError(TransportErrc::closed, "injected: the response was lost", true);
    if (response.stream) {
      response.stream =
          std::make_unique<WatchedStream>(calls_, life_, type, cluster_, fate.number, std::move(response.stream));
    }
    co_return response;
  }

private:
  [[noreturn]] void crash(const OperatorCalls::Fate& fate)
  {
    calls_->crash(*life_, fate.number);
    throw TransportError(TransportErrc::closed, "injected: this process has crashed", true);
  }

  const std::shared_ptr<OperatorCalls> calls_;
  const std::shared_ptr<OperatorLife> life_;
  const std::string cluster_;
};

}  // namespace

std::shared_ptr<Interceptor> make_call_interceptor(std::shared_ptr<OperatorCalls> calls,
                                                   std::shared_ptr<OperatorLife> life, std::string cluster)
{
  return std::make_shared<CallInterceptor>(std::move(calls), std::move(life), std::move(cluster));
}

}  // namespace kubexx::testing
