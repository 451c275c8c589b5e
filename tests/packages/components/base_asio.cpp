// SPDX-License-Identifier: Apache-2.0
// The program has an io_context of its own, and the library runs coroutines on it. A shared library must use the same
// Asio for that.
#include <boost/asio/io_context.hpp>
#include <kubexx/base/asio.hpp>
#include <kubexx/base/system_clock.hpp>
#include <thread>

namespace {

kubexx::awaitable<void> wait_a_while(kubexx::Clock* clock, bool* ended)
{
  *ended = co_await kubexx::async_sleep(*clock, std::chrono::milliseconds(1), {});
}

}  // namespace

int main()
{
  kubexx::SystemClock clock;
  boost::asio::io_context io;
  bool ended = false;
  kubexx::spawn(io.get_executor(), wait_a_while(&clock, &ended));
  io.run();

  const kubexx::SystemRuntime system;
  bool again = false;
  kubexx::block_on(system.runtime().executor, [&] { return wait_a_while(&clock, &again); }, "waiting");
  return ended && again ? 0 : 1;
}
