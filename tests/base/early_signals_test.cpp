// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/early_signals.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace kubexx {
namespace {

// Ends with 3 when no signal ends it before.
[[noreturn]] void raise_early(int number)
{
  install_early_signal_handlers();
  std::raise(number);
  std::_Exit(3);
}

TEST(EarlySignalsDeathTest, EndTheProcessWith0)
{
  EXPECT_EXIT(raise_early(SIGTERM), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(raise_early(SIGINT), ::testing::ExitedWithCode(0), "");
}

[[noreturn]] void raise_blocked(int number)
{
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  std::raise(number);
  install_early_signal_handlers();
  std::_Exit(3);
}

TEST(EarlySignalsDeathTest, EndTheProcessWhenTheyCameWhileBlocked)
{
  EXPECT_EXIT(raise_blocked(SIGTERM), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(raise_blocked(SIGINT), ::testing::ExitedWithCode(0), "");
}

[[noreturn]] void raise_after_another_handler()
{
  install_early_signal_handlers();
  (void)std::signal(SIGTERM, [](int) { std::_Exit(5); });
  std::raise(SIGTERM);
  std::_Exit(3);
}

TEST(EarlySignalsDeathTest, AHandlerThatIsSetLaterTakesOver)
{
  EXPECT_EXIT(raise_after_another_handler(), ::testing::ExitedWithCode(5), "");
}

}  // namespace
}  // namespace kubexx
