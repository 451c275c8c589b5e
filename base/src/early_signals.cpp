// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/early_signals.hpp"

#include <csignal>
#include <cstdlib>
#include <initializer_list>

namespace kubexx {

namespace {

extern "C" void end_cleanly(int /*signal*/)
{
  std::_Exit(0);
}

}  // namespace

void install_early_signal_handlers()
{
  sigset_t both;
  sigemptyset(&both);
  for (const int number : {SIGTERM, SIGINT}) {
    sigaddset(&both, number);
    (void)std::signal(number, end_cleanly);
  }
  (void)pthread_sigmask(SIG_UNBLOCK, &both, nullptr);
}

}  // namespace kubexx
