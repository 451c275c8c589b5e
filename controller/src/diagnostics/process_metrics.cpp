// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/process_metrics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace kubexx {

namespace {

std::string file(const char* path)
{
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> words(const std::string& text)
{
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

double number(std::string_view text)
{
  double value = 0;
  const auto digits = text.find_first_not_of(' ');
  if (digits == std::string_view::npos) return value;
  std::from_chars(text.data() + digits, text.data() + text.size(), value);
  return value;
}

void add(std::string& out, std::string_view name, std::string_view type, std::string_view help,
         std::optional<double> value)
{
  if (!value) return;
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, *value).ptr;
  out.append("# HELP ").append(name).append(" ").append(help);
  out.append("\n# TYPE ").append(name).append(" ").append(type).append("\n").append(name);
  out.append(" ").append(digits, end).append("\n");
}

// /proc/self/stat, from its third field on: the second may have blanks in it.
class Stat {
public:
  Stat()
  {
    const std::string text = file("/proc/self/stat");
    const auto name_end = text.rfind(')');
    if (name_end != std::string::npos) fields_ = words(text.substr(name_end + 1));
  }
  /// By its number in proc(5).
  [[nodiscard]] std::optional<double> field(std::size_t number_) const
  {
    if (number_ < 3 || number_ - 3 >= fields_.size()) return std::nullopt;
    return number(fields_[number_ - 3]);
  }

private:
  std::vector<std::string> fields_;
};

std::optional<double> seconds_of(std::optional<double> ticks)
{
  if (!ticks) return std::nullopt;
  return *ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::optional<double> boot_time()
{
  std::istringstream lines(file("/proc/stat"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("btime ")) return number(line.substr(6));
  }
  return std::nullopt;
}

std::optional<double> open_files()
{
  std::error_code error;
  std::filesystem::directory_iterator files("/proc/self/fd", error);
  if (error) return std::nullopt;
  const auto count = std::distance(begin(files), end(files));
  return static_cast<double>(count - 1);  // without the folder itself
}

double cpu_seconds()
{
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  double total = 0;
  for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
    total += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return total;
}

double limit(int resource)
{
  rlimit limits{};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &limits);
  return static_cast<double>(limits.rlim_cur);  // RLIM_INFINITY is the largest integer, as client_golang shows it
}

// A column of "IpExt" in /proc/self/net/netstat, whose names and values are lines of their own.
std::optional<double> network(const std::string& column)
{
  std::istringstream lines(file("/proc/self/net/netstat"));
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("IpExt: ")) continue;
    if (names.empty()) {
      names = words(line);
      continue;
    }
    const auto values = words(line);
    for (std::size_t i = 0; i < names.size() && i < values.size(); ++i) {
      if (names[i] == column) return number(values[i]);
    }
  }
  return std::nullopt;
}

}  // namespace

std::string process_metrics_text()
{
  const Stat stat;
  const auto since_boot = seconds_of(stat.field(22)), boot = boot_time();
  std::optional<double> started, resident;
  if (since_boot && boot) started = *boot + *since_boot;
  if (const auto pages = stat.field(24)) resident = *pages * static_cast<double>(sysconf(_SC_PAGESIZE));
  std::string out;
  add(out, "process_cpu_seconds_total", "counter", "Total user and system CPU time spent in seconds.", cpu_seconds());
  add(out, "process_max_fds", "gauge", "Maximum number of open file descriptors.", limit(RLIMIT_NOFILE));
  add(out, "process_network_receive_bytes_total", "counter",
      "Number of bytes received by the process over the network.", network("InOctets"));
  add(out, "process_network_transmit_bytes_total", "counter", "Number of bytes sent by the process over the network.",
      network("OutOctets"));
  add(out, "process_open_fds", "gauge", "Number of open file descriptors.", open_files());
  add(out, "process_resident_memory_bytes", "gauge", "Resident memory size in bytes.", resident);
  add(out, "process_start_time_seconds", "gauge", "Start time of the process since unix epoch in seconds.", started);
  add(out, "process_virtual_memory_bytes", "gauge", "Virtual memory size in bytes.", stat.field(23));
  add(out, "process_virtual_memory_max_bytes", "gauge", "Maximum amount of virtual memory available in bytes.",
      limit(RLIMIT_AS));
  return out;
}

}  // namespace kubexx
