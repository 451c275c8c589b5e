// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "test_backend.hpp"

namespace kubexx::testing {

/// What every TestWorld in real time has in common: threads, and waits that ask again and again.
class RealTimeWorld : public TestWorld {
public:
  explicit RealTimeWorld(const WorldOptions& options);

  [[nodiscard]] Runtime runtime() const override { return system_.runtime(); }
  bool run_until(const std::function<bool()>& done, Duration within) override;
  bool run(std::function<awaitable<void>()> work, Duration within) override;

protected:
  /// Ends the threads: the first thing that the destructor of a derived class does when it has nothing left to ask.
  void stop_threads() { system_.stop(); }

private:
  SystemRuntime system_;
};

/// Until `done`, asked every few milliseconds of the real clock of `runtime`; false after `within`.
[[nodiscard]] bool poll(const Runtime& runtime, const std::function<bool()>& done, Duration within);

}  // namespace kubexx::testing
