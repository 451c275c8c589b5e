// SPDX-License-Identifier: Apache-2.0
// Expected (quantity.hpp: "clamped to 64 bits"): scaled_value returns for every scale, as in Go, or throws ValueError.
// Happened: scaled_value(1 << 30) took minutes.
// Exit code 0 = holds, 1 = broken.
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include "kubexx/apimachinery/quantity.hpp"
int main()
{
  std::signal(SIGALRM, [](int) {
    static const char text[] = "BROKEN: scaled_value(1 << 30) has not returned after 5 s\n";
    (void)!write(1, text, sizeof text - 1);
    _exit(1);
  });
  alarm(5);
  try {
    const auto memory = kubexx::Quantity::parse("512Mi");
    std::printf("holds: %ld\n", (long)memory.scaled_value(1 << 30));
  } catch (const std::exception& e) {
    std::printf("holds: throws %s\n", e.what());
  }
}
