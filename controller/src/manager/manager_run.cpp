// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "manager/manager_impl.hpp"

namespace kubexx {

namespace {

// How much longer than the grace period a stop may take before the process ends without it: only when the runtime's own
// threads are blocked, for then nobody is left to notice the end of the grace period. When leadership was lost, how
// much longer than the work, whatever is left to do: the next leader begins soon.
constexpr Duration kLastResort = std::chrono::seconds(2);

}  // namespace

// The signals are waited for on the calling thread, by an io_context of its own: a reconciler that blocks the runtime's
// threads cannot keep them from being seen.
int Manager::run()
{
  const auto impl = impl_;
  const Log& log = impl->runtime.log;
  if (running_in_this_thread(impl->runtime.executor)) {
    throw std::logic_error(
        "Manager::run() on a thread of the runtime's executor would wait for itself: use async_run()");
  }
  // Shared with the threads that post to it, which may still be inside post() when run() returns.
  const auto waiting = std::make_shared<asio::io_context>();
  asio::signal_set signals(*waiting, SIGTERM, SIGINT);
  try {
    impl->start();
  } catch (const std::exception& error) {
    log.error("cannot start", {{"error", error.what()}});
    return 1;
  }

  bool well = false;
  Timer last_resort;
  SteadyTime last_resort_at = SteadyTime::max();
  const auto end_now = [&log](const std::string& why) {
    log.error(why);
    std::_Exit(1);
  };
  const auto give_up = [&] {
    end_now(impl->has_lost() ? "leadership was lost and the stop takes too long: exiting now"
                             : "the grace period is over and the runtime does not respond: exiting now");
  };
  const auto stopping = [&] {
    const Duration grace = impl->has_lost() ? impl->grace_of_work() : impl->options.grace;
    const SteadyTime at = saturating_add(impl->runtime.clock->now(), grace + kLastResort);
    if (at >= last_resort_at) return;
    last_resort_at = at;
    std::function<void()> expire = [waiting, give_up] { asio::post(*waiting, give_up); };
    last_resort = impl->runtime.clock->call_at(at, expire);
  };
  const auto stopped = [&](bool in_time) {
    well = in_time;
    signals.cancel();
    last_resort.cancel();
  };
  const auto on_second = [&](const boost::system::error_code& error, int) {
    if (!error) end_now("a second signal: exiting now");
  };
  const auto on_first = [&](const boost::system::error_code& error, int signal) {
    if (error) return;
    log.info("stopping on a signal", {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
    signals.async_wait(on_second);
    stopping();  // not only when the stop begins, for it begins on the runtime's threads
    impl->request_stop();
  };
  signals.async_wait(on_first);
  // Copies of what refers to this frame, as a thread may call them when it is gone. Nobody runs what they post then.
  impl->listen({[waiting, stopping] { asio::post(*waiting, stopping); },
                [waiting, stopped](bool in_time) { asio::post(*waiting, [stopped, in_time] { stopped(in_time); }); }});
  waiting->run();
  if (!well) {
    const std::string failure = impl->failure();
    end_now(failure.empty() ? "exiting although something is still running" : "exiting because " + failure);
  }
  return 0;
}

awaitable<bool> Manager::Impl::run(std::shared_ptr<Impl> self, std::stop_token stop)
{
  self->start();
  OneShot asked;
  std::function<void()> fire = [asked] { asked.fire(); };
  self->listen({fire, {}});
  {
    const std::stop_callback by_token(stop, fire);
    co_await asked.wait();
  }
  co_return co_await Impl::stop(self);
}

awaitable<bool> Manager::async_run(std::stop_token stop)
{
  return Impl::run(impl_, std::move(stop));
}

}  // namespace kubexx
