// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/rest_mapper.hpp"

#include <boost/system/system_error.hpp>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "discovery/discovery.hpp"
#include "requests/blocking_verb.hpp"
#include "requests/cancelled.hpp"

namespace kubexx {

using detail::ClientAccess;
using Known = std::shared_ptr<const Discovery>;

/// What the handles share: what is known, and the one discovery that may be under way.
class RestMapper::State {
public:
  State(ClientAccess::Impl::Self impl_, Options options_) : impl(std::move(impl_)), options(options_) {}

  /// A discovery that others wait for.
  struct Flight {
    std::vector<OneShot> waiting;
    std::exception_ptr error;  // shared with those who wait, unless it is the leader's own (a stop, a deadline)
  };

  const ClientAccess::Impl::Self impl;
  const Options options;
  mutable std::mutex mutex;
  Known known;                      // guarded by mutex
  std::optional<SteadyTime> asked;  // guarded by mutex; when the last discovery ended
  std::uint64_t loads = 0;          // guarded by mutex; discoveries that succeeded
  std::shared_ptr<Flight> flight;   // guarded by mutex
};

namespace {

using State = RestMapper::State;
using Shared = std::shared_ptr<State>;
using Take = std::function<bool(const Discovery&)>;

/// Ends the flight of the coroutine that leads it, also when that is destroyed half way.
class Lead {
public:
  Lead(Shared state, std::shared_ptr<State::Flight> flight) : state_(std::move(state)), flight_(std::move(flight)) {}
  Lead(const Lead&) = delete;
  Lead& operator=(const Lead&) = delete;
  ~Lead() { end({}, nullptr); }

  void end(Known found, std::exception_ptr error)
  {
    if (!flight_) return;
    const auto flight = std::exchange(flight_, nullptr);
    {
      const std::lock_guard lock(state_->mutex);
      if (found) {
        state_->known = std::move(found);
        ++state_->loads;
      }
      state_->asked = state_->impl->runtime.clock->now();
      if (state_->flight == flight) state_->flight.reset();
      flight->error = std::move(error);
    }
    for (const OneShot& waiting : flight->waiting) waiting.fire();
  }

private:
  Shared state_;
  std::shared_ptr<State::Flight> flight_;
};

bool is_the_leaders_own(const TransportError& error) noexcept
{
  return error.code() == TransportErrc::cancelled || error.code() == TransportErrc::timeout;
}

awaitable<void> lead(Shared state, std::shared_ptr<State::Flight> flight, CallOptions bounds, bool may_wait)
{
  Lead guard(state, std::move(flight));
  try {
    Discovery found = co_await detail::discover(state->impl, std::move(bounds), may_wait);
    guard.end(std::make_shared<const Discovery>(std::move(found)), nullptr);
  } catch (const TransportError& error) {
    guard.end({}, is_the_leaders_own(error) ? nullptr : std::current_exception());
    throw;
  } catch (const boost::system::system_error&) {
    guard.end({}, nullptr);  // cancelled by Asio's means
    throw;
  } catch (...) {
    guard.end({}, std::current_exception());
    throw;
  }
}

/// Waits for the end of someone else's flight.
awaitable<void> follow(Shared state, std::shared_ptr<State::Flight> flight, OneShot ended, CallOptions bounds)
{
  Clock& clock = *state->impl->runtime.clock;
  const auto wake = [ended] { ended.fire(); };
  const std::stop_callback on_stop(bounds.stop, wake);
  const SteadyTime deadline = saturating_add(clock.now(), bounds.timeout.value_or(state->impl->options.timeout));
  const Timer timer = clock.call_at(deadline, wake);
  try {
    co_await ended.wait();
  } catch (const boost::system::system_error& error) {
    detail::throw_cancelled(error, "cancelled while waiting for discovery", false);
  }
  if (bounds.stop.stop_requested()) {
    throw TransportError(TransportErrc::cancelled, "cancelled while waiting for discovery");
  }
  std::exception_ptr error;
  bool over = false;
  {
    const std::lock_guard lock(state->mutex);
    error = flight->error;
    over = state->flight != flight;
  }
  if (error) std::rethrow_exception(error);
  if (!over) throw TransportError(TransportErrc::timeout, "discovery did not complete before the deadline");
}

/// Returns once there was a successful discovery after the first `seen` of them.
awaitable<void> learn(Shared state, std::uint64_t seen, CallOptions bounds, bool may_wait)
{
  for (;;) {
    std::shared_ptr<State::Flight> flight;
    std::optional<OneShot> ended;
    {
      const std::lock_guard lock(state->mutex);
      if (state->loads > seen) co_return;
      if (state->flight && may_wait) {
        flight = state->flight;
        flight->waiting.push_back(ended.emplace());
      } else {
        // What may not wait (an in-process verb beside another thread's) asks for itself.
        flight = std::make_shared<State::Flight>();
        if (!state->flight) state->flight = flight;
      }
    }
    if (ended) {
      co_await follow(state, std::move(flight), *ended, bounds);
    } else {
      co_await lead(state, std::move(flight), bounds, may_wait);
    }
  }
}

/// Whether a miss may be followed by another discovery now.
bool may_ask_again(const State& state)
{
  const std::lock_guard lock(state.mutex);
  if (!state.asked) return true;
  return state.impl->runtime.clock->now() >= saturating_add(*state.asked, state.options.reload_interval);
}

std::pair<Known, std::uint64_t> known_of(const State& state)
{
  const std::lock_guard lock(state.mutex);
  return {state.known, state.loads};
}

/// Calls `take` with what is known, and again after a reload when it returned false; true when it ever took.
awaitable<bool> look_up(Shared state, Take take, CallOptions bounds, bool may_wait)
{
  bool asked = false;
  for (;;) {
    const auto [known, seen] = known_of(*state);
    if (known && take(*known)) co_return true;
    if (known && (asked || !may_ask_again(*state))) co_return false;
    co_await learn(state, seen, bounds, may_wait);
    asked = true;
  }
}

std::string not_learned(const State& state)
{
  const Known known = known_of(state).first;
  if (!known || known->failures.empty()) return {};
  std::string text = "; discovery failed for: ";
  for (const auto& failure : known->failures) {
    if (&failure != &known->failures.front()) text += ", ";
    text += (failure.group.empty() ? "" : failure.group + "/") + failure.version + " (" + failure.problem + ")";
  }
  return text;
}

using Find = std::function<const ApiResource*(const Discovery&)>;

awaitable<ApiResource> one(Shared state, Find find, std::string what, CallOptions bounds, bool may_wait)
{
  ApiResource found;
  const Take take = [&](const Discovery& discovery) {
    const ApiResource* resource = find(discovery);
    if (resource != nullptr) found = *resource;
    return resource != nullptr;
  };
  if (!co_await look_up(state, take, std::move(bounds), may_wait)) {
    throw NoMatchError("the server does not have " + what + not_learned(*state));
  }
  co_return found;
}

awaitable<std::vector<ApiResource>> members(Shared state, std::string category, CallOptions bounds, bool may_wait)
{
  std::vector<ApiResource> found;
  const Take take = [&](const Discovery& discovery) {
    for (const ApiResource* resource : find_category(discovery, category)) found.push_back(*resource);
    return !found.empty();
  };
  (void)co_await look_up(std::move(state), take, std::move(bounds), may_wait);
  co_return found;
}

std::string named(const char* what, const std::string& group, const std::string& name, const std::string& version)
{
  return std::string("a ") + what + " \"" + name + "\" in " +
         (group.empty() ? "the core group" : "group \"" + group + "\"") +
         (version.empty() ? "" : ", version \"" + version + "\"");
}

std::string as_argument(const std::string& argument)
{
  return "a resource type \"" + argument + "\"";
}

Find by_argument(std::string argument)
{
  return [argument = std::move(argument)](const Discovery& discovery) { return find_resource(discovery, argument); };
}

Find by_kind(std::string group, std::string kind, std::string version)
{
  return [group = std::move(group), kind = std::move(kind), version = std::move(version)](const Discovery& discovery) {
    return find_kind(discovery, group, kind, version);
  };
}

Find by_plural(std::string group, std::string plural, std::string version)
{
  return [group = std::move(group), plural = std::move(plural), version = std::move(version)](
             const Discovery& discovery) { return find_plural(discovery, group, plural, version); };
}

ApiResource one_now(const Shared& state, const Find& find, const std::string& what, const CallOptions& options,
                    const char* verb)
{
  const auto start = [state, find, what](CallOptions bounds, bool may_wait) {
    return one(state, find, what, std::move(bounds), may_wait);
  };
  return detail::run_verb<ApiResource>(*state->impl, options, verb, start);
}

}  // namespace

RestMapper::RestMapper(Client client) : RestMapper(std::move(client), Options{}) {}

RestMapper::RestMapper(Client client, Options options)
    : state_(std::make_shared<State>(ClientAccess::impl(client), options))
{
}

awaitable<ApiResource> RestMapper::async_resource(std::string argument, CallOptions options) const
{
  std::string what = as_argument(argument);
  return one(state_, by_argument(std::move(argument)), std::move(what), std::move(options), true);
}

ApiResource RestMapper::resource(std::string_view argument, const CallOptions& options) const
{
  const std::string text(argument);
  return one_now(state_, by_argument(text), as_argument(text), options, "async_resource");
}

awaitable<ApiResource> RestMapper::async_kind(std::string group, std::string kind, std::string version,
                                              CallOptions options) const
{
  std::string what = named("kind", group, kind, version);
  auto find = by_kind(std::move(group), std::move(kind), std::move(version));
  return one(state_, std::move(find), std::move(what), std::move(options), true);
}

ApiResource RestMapper::kind(std::string_view group, std::string_view kind, std::string_view version,
                             const CallOptions& options) const
{
  const std::string in(group), name(kind), of(version);
  return one_now(state_, by_kind(in, name, of), named("kind", in, name, of), options, "async_kind");
}

awaitable<ApiResource> RestMapper::async_plural(std::string group, std::string plural, std::string version,
                                                CallOptions options) const
{
  std::string what = named("resource", group, plural, version);
  auto find = by_plural(std::move(group), std::move(plural), std::move(version));
  return one(state_, std::move(find), std::move(what), std::move(options), true);
}

ApiResource RestMapper::plural(std::string_view group, std::string_view plural, std::string_view version,
                               const CallOptions& options) const
{
  const std::string in(group), name(plural), of(version);
  return one_now(state_, by_plural(in, name, of), named("resource", in, name, of), options, "async_plural");
}

awaitable<std::vector<ApiResource>> RestMapper::async_category(std::string category, CallOptions options) const
{
  return members(state_, std::move(category), std::move(options), true);
}

std::vector<ApiResource> RestMapper::category(std::string_view category, const CallOptions& options) const
{
  const auto start = [state = state_, name = std::string(category)](CallOptions bounds, bool may_wait) {
    return members(state, name, std::move(bounds), may_wait);
  };
  return detail::run_verb<std::vector<ApiResource>>(*state_->impl, options, "async_category", start);
}

std::shared_ptr<const Discovery> RestMapper::known() const
{
  return known_of(*state_).first;
}

void RestMapper::invalidate() const
{
  const std::lock_guard lock(state_->mutex);
  state_->known.reset();
}

}  // namespace kubexx
