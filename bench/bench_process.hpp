// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <malloc.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kubexx::bench {

using Micros = std::chrono::duration<double, std::micro>;

/// User and system time of this process.
inline Micros cpu_time()
{
  rusage all{};
  ::getrusage(RUSAGE_SELF, &all);
  const auto micros = [](const timeval& t) {
    return Micros(1e6 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec));
  };
  return micros(all.ru_utime) + micros(all.ru_stime);
}

/// A row of /proc/self/status in bytes: "VmRSS", "VmHWM".
inline double memory_row(std::string_view name)
{
  std::ifstream status("/proc/self/status");
  std::string row;
  while (std::getline(status, row)) {
    if (row.starts_with(name)) return 1024 * std::stod(row.substr(name.size() + 1));
  }
  throw std::runtime_error("no row " + std::string(name) + " in /proc/self/status");
}

/// VmHWM counts from now on.
inline void reset_peak_memory()
{
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  if (!file) throw std::runtime_error("cannot write to /proc/self/clear_refs");
}

/// Bytes that were allocated and not freed, of all arenas.
inline double heap_in_use()
{
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

}  // namespace kubexx::bench
