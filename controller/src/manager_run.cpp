// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>

#include "manager_impl.hpp"

namespace kubexx {

namespace {

// How much longer than the grace period a stop may take before the process ends without it: only when the runtime's own
// threads are blocked, for then nobody is left to notice the end of the grace period.
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
  asio::io_context waiting;
  asio::signal_set signals(waiting, SIGTERM, SIGINT);
  try {
    impl->start();
  } catch (const std::exception& error) {
    log.error("cannot start", {{"error", error.what()}});
    return 1;
  }

  bool well = false;
  Timer last_resort;
  const auto end_now = [&log](const char* why) {
    log.error(why);
    std::_Exit(1);
  };
  std::function<void(bool)> stopped = [&](bool in_time) {
    well = in_time;
    signals.cancel();
    last_resort.cancel();
  };
  const auto on_second = [&](const boost::system::error_code& error, int) {
    if (!error) end_now("a second signal: ending at once");
  };
  const auto on_first = [&](const boost::system::error_code& error, int signal) {
    if (error) return;
    log.info("stopping on a signal", {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
    signals.async_wait(on_second);
    std::function<void()> expire = [&] {
      asio::post(waiting, [&] { end_now("the grace period is over and the runtime does not answer: ending at once"); });
    };
    last_resort = impl->runtime.clock->call_at(
        saturating_add(impl->runtime.clock->now(), impl->options.grace + kLastResort), expire);
    auto ended = [&waiting, &stopped](bool in_time) { asio::post(waiting, [&stopped, in_time] { stopped(in_time); }); };
    spawn(impl->runtime.executor, stop_and_tell(impl, std::move(ended)));
  };
  signals.async_wait(on_first);
  waiting.run();
  if (!well) end_now("ending although something still runs");
  return 0;
}

awaitable<void> Manager::stop_and_tell(std::shared_ptr<Impl> impl, std::function<void(bool)> tell)
{
  const bool well = co_await impl->stop();
  tell(well);
}

}  // namespace kubexx
