// SPDX-License-Identifier: Apache-2.0
#include "discovery/discovery_fetch.hpp"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <utility>

#include "requests/request_parts.hpp"

namespace kubexx::detail {

namespace {

using Impl = ClientAccess::Impl;

constexpr const char* accepted =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";

constexpr std::size_t at_a_time = 8;

/// What the coroutines that fetch share; all of them on one strand.
struct Fetch {
  Fetch(DiscoveryRun run_, std::vector<PendingVersion> wanted_)
      : run(std::move(run_)), wanted(std::move(wanted_)), got(wanted.size())
  {
    run.stop = stop.get_token();
  }

  std::stop_source stop;
  DiscoveryRun run;
  const std::vector<PendingVersion> wanted;
  std::vector<FetchedVersion> got;
  std::size_t next = 0;
  std::size_t busy = 0;
  std::exception_ptr ends_all;
  OneShot ended;
};

/// Whoever waits for a fetch takes it with him when he goes.
struct Owner {
  explicit Owner(std::shared_ptr<Fetch> fetch_) : fetch(std::move(fetch_)) {}
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() { fetch->stop.request_stop(); }
  const std::shared_ptr<Fetch> fetch;
};

awaitable<void> fetch_one(std::shared_ptr<Fetch> fetch, std::size_t index)
{
  const PendingVersion& version = fetch->wanted[index];
  FetchedVersion& to = fetch->got[index];
  try {
    const std::string body = co_await read_discovery(fetch->run, version.path());
    to.resources = read_resources(body, version);
    co_return;
  } catch (const TransportError& error) {
    to.problem = error.what();
    if (error.code() != TransportErrc::cancelled) co_return;
    if (!fetch->ends_all) fetch->ends_all = std::current_exception();
  } catch (const ApiError& error) {
    to.problem = error.what();
    co_return;
  } catch (const ObjectError& error) {
    to.problem = "get " + version.path() + ": the server's response is not a discovery document: " + error.what();
    co_return;
  } catch (...) {
    if (!fetch->ends_all) fetch->ends_all = std::current_exception();
  }
  fetch->stop.request_stop();
}

awaitable<void> fetch_some(std::shared_ptr<Fetch> fetch)
{
  while (fetch->next < fetch->wanted.size() && !fetch->ends_all) co_await fetch_one(fetch, fetch->next++);
  if (--fetch->busy == 0) fetch->ended.fire();
}

}  // namespace

awaitable<std::string> read_discovery(DiscoveryRun run, std::string path)
{
  ApiCall call = raw_call(std::move(path));
  accept(call, accepted);
  const Duration left = std::max(run.deadline - run.impl->runtime.clock->now(), Duration::zero());
  const CallOptions bounds(left, run.stop);
  return Impl::raw(run.impl, std::make_unique<LiveCall>(std::move(call)), bounds, run.may_wait);
}

awaitable<std::vector<FetchedVersion>> fetch_versions(DiscoveryRun run, std::vector<PendingVersion> wanted)
{
  if (wanted.empty()) co_return std::vector<FetchedVersion>{};
  const std::stop_token stop = run.stop;
  const Owner owner(std::make_shared<Fetch>(std::move(run), std::move(wanted)));
  const std::shared_ptr<Fetch> fetch = owner.fetch;
  const auto end_all = [fetch] { fetch->stop.request_stop(); };
  const std::stop_callback on_stop(stop, end_all);
  const asio::any_io_executor strand = make_strand_of(co_await asio::this_coro::executor);
  fetch->busy = std::min(at_a_time, fetch->wanted.size());
  for (std::size_t i = fetch->busy; i > 0; --i) spawn(strand, fetch_some(fetch));
  co_await fetch->ended.wait();
  if (fetch->ends_all) std::rethrow_exception(fetch->ends_all);
  co_return std::move(fetch->got);
}

}  // namespace kubexx::detail
