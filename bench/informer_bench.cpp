// SPDX-License-Identifier: Apache-2.0
// informer_bench FOLDER WAY COUNT [EVENTS]: an informer of the COUNT pods of informer_bench_server, with one handler.
// WAY of the first list: stream (over the watch), pages (of 500), whole (in one answer); "-compressed" behind it: with
// InformerOptions::compressed. With EVENTS, so many changes
// follow at 1 000 a second, then a full relist of which one pod in twenty has changed, then one of which all have.
//
// Prints NAME=VALUE: per_second and cpu_us of the first sync, until the handler was called for every pod; kept and rss,
// bytes per pod; store, what Store::memory says; bytes, those of the pod's JSON without managedFields; peak, of the
// resident memory against what is kept; p50_us and p99_us from the server's write to the handler, event_us of CPU;
// relist5_us of CPU per pod, relist5_peak, the same for 100.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench_process.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {
namespace {

using bench::Micros;

constexpr std::string_view kCompressed = "-compressed";

/// What the handler has seen. Written on the runtime's one io thread.
class Seen {
public:
  EventHandler handler()
  {
    EventHandler result;
    result.on_add = [this](const Object&, bool) { count(added_); };
    result.on_update = [this](const Object&, const Object& now) {
      if (timed_) took_.push_back(age(now));
      count(updated_);
    };
    return result;
  }

  void wait_added(std::size_t number) const { wait(added_, number); }
  void wait_updated(std::size_t number) const { wait(updated_, number); }
  [[nodiscard]] std::size_t updated() const { return updated_; }

  /// Before and after the events whose age is taken.
  void take_ages(std::size_t events)
  {
    took_.reserve(events);
    timed_ = true;
  }
  std::vector<Micros> ages()
  {
    timed_ = false;
    std::sort(took_.begin(), took_.end());
    return std::move(took_);
  }

private:
  static Micros age(const Object& pod)
  {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return now - std::chrono::nanoseconds(std::stoll(pod.annotation("bench.kubexx.dev/sent").value()));
  }

  void count(std::atomic<std::size_t>& number) const
  {
    if (++number == wanted_) number.notify_one();
  }

  // Wakes the waiting thread once, so that it costs what is measured nothing.
  void wait(const std::atomic<std::size_t>& number, std::size_t wanted) const
  {
    wanted_ = wanted;
    for (std::size_t now = number; now < wanted; now = number) number.wait(now);
  }

  std::atomic<std::size_t> added_ = 0, updated_ = 0;
  mutable std::atomic<std::size_t> wanted_ = 0;
  std::atomic<bool> timed_ = false;
  std::vector<Micros> took_;
};

class Bench {
public:
  Bench(Runtime runtime, std::filesystem::path folder, const std::string& way, std::size_t count)
      : folder_(std::move(folder)),
        count_(count),
        informer_(Client::connect(std::move(runtime),
                                  load_kubeconfig(folder_ / (way.starts_with("whole") ? "whole" : "pages"))),
                  resources::pods, options(way))
  {
  }

  void sync()
  {
    bench::reset_peak_memory();
    before_ = {bench::memory_row("VmRSS"), bench::heap_in_use()};
    const Micros cpu = bench::cpu_time();
    const auto start = std::chrono::steady_clock::now();
    registration_ = informer_.add_handler(seen_.handler());
    informer_.start();
    seen_.wait_added(count_);
    const Micros wall = std::chrono::steady_clock::now() - start;
    const Micros used = bench::cpu_time() - cpu;
    settle();
    std::printf("per_second=%.0f cpu_us=%.2f kept=%.0f rss=%.0f store=%.0f bytes=%zu peak=%.3f",
                1e6 / per_pod(wall.count()), per_pod(used.count()), per_pod(bench::heap_in_use() - before_.heap),
                per_pod(bench::memory_row("VmRSS") - before_.resident),
                per_pod(static_cast<double>(informer_.store().memory())),
                informer_.store().get({"default", "pod-0000000"}).bytes().size(), peak());
  }

  void events(std::size_t events)
  {
    const Micros cpu = bench::cpu_time();
    seen_.take_ages(events);
    const std::size_t wanted = seen_.updated() + events;
    command("events 1000 " + std::to_string(events));
    seen_.wait_updated(wanted);
    const Micros used = bench::cpu_time() - cpu;
    const auto took = seen_.ages();
    std::printf(" p50_us=%.1f p99_us=%.1f event_us=%.2f", took[took.size() / 2].count(),
                took[took.size() * 99 / 100].count(), used.count() / static_cast<double>(events));
  }

  void relist(std::size_t percent)
  {
    bench::reset_peak_memory();
    const Micros cpu = bench::cpu_time();
    const std::size_t wanted = seen_.updated() + count_ * percent / 100;
    command("expire " + std::to_string(percent));
    seen_.wait_updated(wanted);
    const Micros used = bench::cpu_time() - cpu;
    settle();
    std::printf(" relist%zu_us=%.2f relist%zu_peak=%.3f", percent, per_pod(used.count()), percent, peak());
  }

private:
  struct Memory {
    double resident = 0, heap = 0;
  };

  static InformerOptions options(const std::string& way)
  {
    InformerOptions result;
    result.stream_list = way.starts_with("stream");
    result.compressed = way.ends_with(kCompressed);
    return result;
  }

  [[nodiscard]] double per_pod(double value) const { return value / static_cast<double>(count_); }

  /// The most that was resident since the last reset, against what is kept; both without what was there before.
  [[nodiscard]] double peak() const
  {
    return (bench::memory_row("VmHWM") - before_.resident) / (bench::heap_in_use() - before_.heap);
  }

  /// What was needed on the way is freed a moment after the last call of the handler.
  static void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(200)); }

  void command(const std::string& line) const { std::ofstream(folder_ / "control") << line << std::endl; }

  const std::filesystem::path folder_;
  const std::size_t count_;
  Seen seen_;
  SharedInformer informer_;
  std::unique_ptr<HandlerRegistration> registration_;
  Memory before_;
};

void run(const std::string& folder, const std::string& way, std::size_t count, std::size_t events)
{
  const std::string list = way.ends_with(kCompressed) ? way.substr(0, way.size() - kCompressed.size()) : way;
  if (list != "stream" && list != "pages" && list != "whole") throw std::invalid_argument("no such way: " + way);
  SystemRuntime system;
  Bench bench(system.runtime(), folder, way, count);
  bench.sync();
  if (events > 0) {
    bench.events(events);
    bench.relist(5);
    bench.relist(100);
  }
  std::printf("\n");
}

}  // namespace
}  // namespace kubexx

int main(int argc, char** argv)
{
  try {
    if (argc != 4 && argc != 5) throw std::invalid_argument("usage: informer_bench FOLDER WAY COUNT [EVENTS]");
    kubexx::run(argv[1], argv[2], std::stoul(argv[3]), argc == 5 ? std::stoul(argv[4]) : 0);
  } catch (const std::exception& error) {
    std::cerr << "informer_bench: " << error.what() << "\n";
    return 1;
  }
}
