// SPDX-License-Identifier: Apache-2.0
#include <kubexx/base/base64.hpp>
#include <kubexx/base/manual_clock.hpp>

int main()
{
  kubexx::ManualClock clock;
  bool rang = false;
  const kubexx::Timer timer = clock.call_at(clock.now() + std::chrono::hours(1), [&] { rang = true; });
  clock.advance(std::chrono::hours(2));
  return rang ? 0 : 1;
}
