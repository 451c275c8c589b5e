// SPDX-License-Identifier: Apache-2.0
#include <kubexx/base/system_clock.hpp>
#include <kubexx/workqueue/rate_limiting_queue.hpp>
#include <stdexcept>
#include <string>

int main()
{
  try {
    const kubexx::Queue<std::string> without_a_clock{kubexx::QueueOptions()};
    return 1;
  } catch (const std::invalid_argument&) {
    // What the library throws reaches the program.
  }
  kubexx::SystemClock clock;
  kubexx::QueueOptions options;
  options.clock = &clock;
  kubexx::Queue<std::string> queue(options);
  queue.add("a", 2);
  const auto lease = queue.get();
  return lease && lease->key() == "a" && lease->triggers() == 2 ? 0 : 1;
}
