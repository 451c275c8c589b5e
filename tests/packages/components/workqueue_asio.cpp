// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/io_context.hpp>
#include <kubexx/base/asio.hpp>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/workqueue/asio.hpp>
#include <kubexx/workqueue/queue.hpp>
#include <string>

namespace {

kubexx::awaitable<void> take(kubexx::Queue<std::string>* queue, std::string* taken)
{
  const auto lease = co_await kubexx::async_get(*queue);
  if (lease) *taken = lease->key();
}

}  // namespace

int main()
{
  kubexx::SystemClock clock;
  kubexx::QueueOptions options;
  options.clock = &clock;
  boost::asio::io_context io;
  kubexx::Queue<std::string> queue(options);
  std::string taken;
  kubexx::spawn(io.get_executor(), take(&queue, &taken));
  io.poll();
  queue.add("a");
  io.restart();
  io.run();
  return taken == "a" ? 0 : 1;
}
