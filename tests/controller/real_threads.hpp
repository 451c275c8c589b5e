// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <source_location>
#include <stop_token>
#include <string>

#include "harness.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::testing {

/// Moves by hand, and knows for which times it was asked since it moved.
class AskedClock final : public Clock {
public:
  [[nodiscard]] SteadyTime now() const noexcept override { return manual_.now(); }
  [[nodiscard]] WallTime wall_now() const noexcept override { return manual_.wall_now(); }
  [[nodiscard]] Timer call_at(SteadyTime when, std::function<void()> callback) override
  {
    Timer timer = manual_.call_at(when, std::move(callback));
    const std::lock_guard lock(mutex_);
    asked_.insert(when);
    return timer;
  }
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                  std::optional<SteadyTime> deadline, std::stop_token stop) override
  {
    manual_.wait_until(lock, cv, deadline, std::move(stop));
  }
  void advance(Duration step)
  {
    {
      const std::lock_guard lock(mutex_);
      asked_.clear();
    }
    manual_.advance(step);
  }
  // Runs what was due when it was asked for.
  void run_due() { manual_.advance(Duration::zero()); }
  [[nodiscard]] bool was_asked_for(SteadyTime when) const
  {
    const std::lock_guard lock(mutex_);
    return asked_.contains(when);
  }

private:
  ManualClock manual_;
  mutable std::mutex mutex_;
  std::set<SteadyTime> asked_;  // guarded by mutex_
};

/// A server and its clients on real threads, in time that the test moves.
class RealThreadsTest : public ::testing::Test {
protected:
  Runtime runtime_of(const SystemRuntime& of)
  {
    Runtime made = of.runtime();
    made.clock = &clock;
    made.log = Log(log).with_clock(clock);
    return made;
  }
  /// Waits in real time, at most 15 s.
  void wait_for(const std::function<bool()>& done, std::source_location at = std::source_location::current()) const
  {
    for (int i = 0; i < 3000 && !done(); ++i) usleep(5000);
    EXPECT_TRUE(done()) << "line " << at.line() << "\n" << log->text();
  }
  void create(const std::string& name)
  {
    (void)user.create(
        kConfigMaps,
        Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":")" + name +
                      R"("}})"));
  }
  void stop(Manager& manager)
  {
    std::atomic<bool> ended{false};
    spawn(system.runtime().executor, stop_of(manager), [&ended] { ended = true; });
    for (int i = 0; i < 3000 && !ended; ++i) {
      clock.advance(std::chrono::milliseconds(100));
      usleep(1000);
    }
    EXPECT_TRUE(ended) << log->text();
  }
  static awaitable<void> stop_of(Manager& manager) { (void)co_await manager.async_stop(); }

  std::shared_ptr<RecordingLog> log = make_recording_log();
  // Before the runtimes, whose threads may look at them, or ask the server, until they are stopped.
  AskedClock clock;
  SystemRandom random;
  ApiServer server{server_options()};
  SystemRuntime system, elsewhere;
  std::shared_ptr<Transport> transport = make_in_process_transport(runtime_of(system), server);
  Client client{runtime_of(system), transport};
  Client user{runtime_of(elsewhere), transport};

private:
  ApiServer::Options server_options()
  {
    ApiServer::Options options;
    options.clock = &clock;
    options.random = &random;
    return options;
  }
};

}  // namespace kubexx::testing
