// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/faults.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "fault_stream.hpp"
#include "status_answer.hpp"

namespace kubexx::testing {

namespace {

constexpr std::array<std::string_view, kFaultKinds> kNames{
    "refused",           "lost request",   "lost response", "hang",        "hang after commit",    "conflict",
    "too many requests", "internal error", "stale list",    "list gone",   "crash before request", "crash after commit",
    "watch gone",        "watch broken",   "watch cut",     "watch split", "watch duplicated",     "watch ended",
    "watch delayed",     "watch silent"};

constexpr Duration kLongestHang = std::chrono::minutes(2);  // of a caller without deadline

// A list is handed out in one piece, also to who reads it item by item.
bool is_list(const HttpRequest& request)
{
  const std::string path = request.target.substr(0, request.target.find('?'));
  return request.method == "GET" && request.target.find("watch=") == std::string::npos && !path.ends_with("/log");
}

// What of a request decides which faults fit it.
struct Subject {
  explicit Subject(const HttpRequest& request, bool streams)
      : watch(streams),
        write(request.method != "GET"),
        overwrite(request.method == "PUT" || request.method == "PATCH"),
        streaming_list(request.target.find("sendInitialEvents=true") != std::string::npos),
        versioned(request.target.find("resourceVersion=") != std::string::npos),
        later_page(request.target.find("continue=") != std::string::npos),
        verb(streams ? "WATCH" : request.method),
        path(request.target.substr(0, request.target.find('?')))
  {
  }

  [[nodiscard]] bool fits(FaultKind kind, bool can_crash) const
  {
    switch (kind) {
      case FaultKind::conflict:
        return overwrite;
      case FaultKind::list_gone:
        return !watch && !write && (versioned || later_page);
      case FaultKind::watch_gone:
        return watch;
      case FaultKind::lost_response:
      case FaultKind::hang_after_commit:
        return !watch;
      case FaultKind::crash_before_request:
      case FaultKind::crash_after_commit:
        return write && can_crash;
      default:
        return true;
    }
  }

  bool watch, write, overwrite, streaming_list, versioned, later_page;
  std::string verb, path;
};

// One of the kinds from `first` to `last` that `fits`, by their rates.
std::optional<Fault> draw_of(const FaultRates& rates, FaultKind first, FaultKind last, Random& random,
                             const std::function<bool(FaultKind)>& fits)
{
  double dice = random.fraction();
  for (auto at = static_cast<std::size_t>(first); at <= static_cast<std::size_t>(last); ++at) {
    const auto kind = static_cast<FaultKind>(at);
    if (!fits(kind)) continue;
    dice -= rates[kind];
    if (dice >= 0) continue;
    Fault fault;
    fault.what = name_of(kind);
    const bool crash = kind == FaultKind::crash_before_request || kind == FaultKind::crash_after_commit;
    const Duration longest = crash                              ? rates.longest_restart
                             : kind == FaultKind::watch_delayed ? rates.longest_delay
                                                                : Duration::zero();
    fault.span = Duration(static_cast<Duration::rep>(random.below(static_cast<std::uint64_t>(longest.count()))));
    return fault;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(FaultKind kind) noexcept
{
  return kNames.at(static_cast<std::size_t>(kind));
}

std::optional<FaultKind> fault_kind_named(std::string_view name) noexcept
{
  for (std::size_t index = 0; index < kFaultKinds; ++index) {
    if (kNames.at(index) == name) return static_cast<FaultKind>(index);
  }
  return std::nullopt;
}

std::optional<Injected> FaultLink::at_piece(const std::string& watch)
{
  return decide(faults.plan.visit(watch + " piece"), [this](Random& random) {
    return draw_of(faults.rates, FaultKind::watch_broken, FaultKind::watch_silent, random,
                   [](FaultKind) { return true; });
  });
}

std::optional<Injected> FaultLink::decide(const std::string& site,
                                          const std::function<std::optional<Fault>(Random&)>& draw)
{
  const auto fault = faults.plan.decide(site, draw);
  if (!fault) return std::nullopt;
  const auto kind = fault_kind_named(fault->what);
  if (!kind) throw std::invalid_argument("not a fault of a request or watch: " + to_string(*fault));
  record("fault", {fault->site, fault->what});
  return Injected{*kind, fault->span};
}

void FaultLink::record(std::string_view kind, std::initializer_list<std::string_view> fields) const
{
  if (faults.trace != nullptr) faults.trace->record(kind, fields);
}

void FaultLink::check_alive() const
{
  if (dead) throw TransportError(TransportErrc::connect, "injected: this process has crashed", false);
}

namespace {

class Network final : public FaultTransport {
public:
  Network(std::shared_ptr<FaultLink> link, std::shared_ptr<Transport> inner, std::function<void(Duration)> on_crash)
      : link_(std::move(link)), inner_(std::move(inner)), on_crash_(std::move(on_crash))
  {
  }

  void cut() noexcept override { link_->dead = true; }

  bool completes_inline() const noexcept override
  {
    return inner_->completes_inline() && link_->faults.rates.longest_latency <= Duration::zero();
  }

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    link_->check_alive();
    limits.stream = limits.stream && !is_list(request);
    const Subject subject(request, limits.stream);
    const InFlight counted(link_->faults.traffic, subject.write);
    const std::string site = begin(request, subject);
    SeededRandom own = link_->faults.plan.random(site + " own");
    const Duration there = latency(own);
    const Duration back = latency(own);
    std::optional<std::string> stale;
    if (!subject.watch && !subject.write) stale = link_->faults.lists.answer(request.target, own);
    const auto fault = link_->decide(site, [&](Random& random) {
      return draw_of(link_->faults.rates, FaultKind::refused, FaultKind::watch_gone, random, [&](FaultKind kind) {
        return kind == FaultKind::stale_list ? stale.has_value() : subject.fits(kind, on_crash_ != nullptr);
      });
    });
    const std::stop_token stop = limits.stop;
    const std::optional<SteadyTime> patience = patience_of(limits);
    if (fault && fault->kind == FaultKind::stale_list && stale) co_return stale_list(std::move(*stale));
    if (fault) {
      if (auto answer = co_await instead(*fault, patience, stop)) co_return std::move(*answer);
    }
    co_await travel(there, stop);
    HttpResponse response = co_await inner_->exchange(std::move(request), std::move(limits));
    if (fault) co_await lose_answer(*fault, patience, stop);
    co_await travel(back, stop);
    link_->record("response", {std::to_string(response.status), response.body});
    if (response.stream) {
      if (subject.streaming_list) ++link_->faults.traffic.streaming_lists;
      response.stream = make_fault_stream(link_, std::move(response.stream), site, stop);
    }
    co_return response;
  }

private:
  class InFlight {
  public:
    InFlight(Traffic& traffic, bool write) : traffic_(traffic), write_(write ? 1 : 0)
    {
      ++traffic_.in_flight;
      traffic_.writes_in_flight += write_;
    }
    ~InFlight()
    {
      --traffic_.in_flight;
      traffic_.writes_in_flight -= write_;
    }
    InFlight(const InFlight&) = delete;
    InFlight& operator=(const InFlight&) = delete;

  private:
    Traffic& traffic_;
    std::size_t write_;
  };

  std::string begin(const HttpRequest& request, const Subject& subject)
  {
    Traffic& traffic = link_->faults.traffic;
    ++traffic.requests;
    std::string place = link_->process + " " + subject.verb + " " + subject.path;
    if (subject.later_page) ++traffic.later_pages;
    if (subject.write) {
      ++traffic.writes;
      traffic.last_write = place;
    }
    link_->record("request", {link_->process, request.method, request.target, request.body});
    return link_->faults.plan.visit(place);
  }

  HttpResponse stale_list(std::string body)
  {
    HttpResponse response;
    response.headers.set("Content-Type", "application/json");
    response.body = std::move(body);
    link_->record("response", {"200", response.body});
    return response;
  }

  // What happens in place of the exchange; nothing when the server gets the request.
  awaitable<std::optional<HttpResponse>> instead(Injected fault, std::optional<SteadyTime> patience,
                                                 std::stop_token stop)
  {
    switch (fault.kind) {
      case FaultKind::refused:
        throw TransportError(TransportErrc::connect, "injected: connection refused", false);
      case FaultKind::lost_request:
        throw TransportError(TransportErrc::closed, "injected: the connection broke", true);
      case FaultKind::hang:
        co_await hang(patience, stop);
        break;
      case FaultKind::crash_before_request:
        crash(fault.span);
        break;
      case FaultKind::conflict:
        co_return status_answer(409, "Conflict", "injected: the object has been modified");
      case FaultKind::internal_error:
        co_return status_answer(500, "InternalError", "injected: internal error");
      case FaultKind::list_gone:
      case FaultKind::watch_gone:
        co_return status_answer(410, "Expired", "injected: too old resource version");
      case FaultKind::too_many_requests:
        co_return status_answer(429, "TooManyRequests", "injected: slow down");
      default:
        break;
    }
    co_return std::nullopt;
  }

  // The server has acted.
  awaitable<void> lose_answer(Injected fault, std::optional<SteadyTime> patience, std::stop_token stop)
  {
    switch (fault.kind) {
      case FaultKind::lost_response:
        throw TransportError(TransportErrc::closed, "injected: the response was lost", true);
      case FaultKind::hang_after_commit:
        co_await hang(patience, stop);
        break;
      case FaultKind::crash_after_commit:
        crash(fault.span);
        break;
      default:
        break;
    }
  }

  void crash(Duration restart_after)
  {
    if (!on_crash_) return;
    cut();
    on_crash_(restart_after);
    link_->check_alive();
  }

  std::optional<SteadyTime> patience_of(const ExchangeLimits& limits) const
  {
    std::optional<SteadyTime> end = limits.deadline;
    const auto within = [&](std::optional<Duration> limit) {
      if (!limit) return;
      const SteadyTime at = saturating_add(link_->runtime.clock->now(), *limit);
      end = end ? std::min(*end, at) : at;
    };
    within(limits.head_timeout);
    within(limits.idle_timeout);
    return end;
  }

  awaitable<void> hang(std::optional<SteadyTime> patience, std::stop_token stop)
  {
    Clock& clock = *link_->runtime.clock;
    const SteadyTime end = patience.value_or(saturating_add(clock.now(), kLongestHang));
    const bool waited = co_await async_sleep_until(clock, end, stop);
    throw TransportError(waited ? TransportErrc::timeout : TransportErrc::cancelled, "injected: no response arrived",
                         true);
  }

  Duration latency(Random& random) const
  {
    return Duration(static_cast<Duration::rep>(
        random.below(static_cast<std::uint64_t>(link_->faults.rates.longest_latency.count()))));
  }

  awaitable<void> travel(Duration latency, std::stop_token stop)
  {
    if (latency > Duration::zero()) {
      const bool arrived = co_await async_sleep(*link_->runtime.clock, latency, stop);
      if (!arrived) throw TransportError(TransportErrc::cancelled, "the caller stopped the request", true);
    }
    link_->check_alive();
  }

  std::shared_ptr<FaultLink> link_;
  std::shared_ptr<Transport> inner_;
  std::function<void(Duration)> on_crash_;
};

}  // namespace

std::shared_ptr<FaultTransport> make_fault_transport(Runtime runtime, std::shared_ptr<Transport> inner, Faults& faults,
                                                     std::string process, std::function<void(Duration)> on_crash)
{
  auto link = std::make_shared<FaultLink>(std::move(runtime), faults, std::move(process));
  return std::make_shared<Network>(std::move(link), std::move(inner), std::move(on_crash));
}

}  // namespace kubexx::testing
