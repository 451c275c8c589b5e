// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <array>
#include <csignal>
#include <cstdlib>

namespace kubexx::cli {
namespace {

extern "C" void leave(int /*signal*/)
{
  std::_Exit(1);
}

}  // namespace

void end_on_interrupt()
{
  constexpr std::array<int, 4> ending{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (const int signal : ending) std::signal(signal, leave);
}

}  // namespace kubexx::cli
