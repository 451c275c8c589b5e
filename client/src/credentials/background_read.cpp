// SPDX-License-Identifier: Apache-2.0
#include "credentials/background_read.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "config/config_files.hpp"
#include "kubexx/base/detail/thread_name.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::detail {

namespace {

constexpr Duration patience = std::chrono::seconds(1);

/// Shared by a thread that reads and the coroutine that waits for it.
struct Work {
  std::vector<FileContent> found;  // set before `finished` fires
  OneShot finished;
};

FileContent read_one(const std::string& path) noexcept
{
  FileContent content;
  try {
    content.text = read_file(path);
  } catch (const std::exception& error) {
    content.problem = error.what();
  }
  return content;
}

/// On a thread that nobody joins, because the files may never answer. Throws std::system_error when there is no thread.
std::shared_ptr<Work> start_reading(std::vector<std::string> paths)
{
  auto work = std::make_shared<Work>();
  work->found.resize(paths.size());
  const auto read = [work, paths = std::move(paths)] {
    std::transform(paths.begin(), paths.end(), work->found.begin(), read_one);
    work->finished.fire();
  };
  std::thread([read] {
    detail::name_this_thread("kubexx-read");
    read();
  }).detach();
  return work;
}

/// One read and those who wait for it.
struct Reading {
  SteadyTime until;              // when the patience ends
  std::vector<OneShot> waiting;  // guarded by State::mutex
  bool over = false;             // guarded by State::mutex
  bool reported = false;         // guarded by State::mutex
};

}  // namespace

struct BackgroundRead::State {
  State(const Runtime& runtime_, std::string what_) : runtime(runtime_), what(std::move(what_)) {}

  const Runtime runtime;
  const std::string what;
  std::mutex mutex;
  std::shared_ptr<Reading> reading;  // guarded by mutex; null when nothing runs
};

BackgroundRead::BackgroundRead(const Runtime& runtime, std::string what)
    : state_(std::make_shared<State>(runtime, std::move(what)))
{
}

awaitable<bool> BackgroundRead::run(Paths paths, Use use, Needed needed, CredentialBounds bounds)
{
  return run_on(state_, std::move(paths), std::move(use), std::move(needed), std::move(bounds));
}

awaitable<void> BackgroundRead::read(std::shared_ptr<State> state, Paths paths, Use use)
{
  try {
    const auto work = start_reading(std::move(paths));
    co_await work->finished.wait();
    use(work->found);
  } catch (const std::system_error& error) {  // there is no thread to be had
    state->runtime.log.warn("cannot read a file", {{"file", state->what}, {"error", error.what()}});
  }
  std::vector<OneShot> waiting;
  {
    const std::lock_guard lock(state->mutex);
    const auto reading = std::exchange(state->reading, nullptr);
    reading->over = true;
    waiting.swap(reading->waiting);
  }
  for (const OneShot& one : waiting) one.fire();
}

awaitable<bool> BackgroundRead::run_on(std::shared_ptr<State> state, Paths paths, Use use, Needed needed,
                                       CredentialBounds bounds)
{
  Clock& clock = *state->runtime.clock;
  std::shared_ptr<Reading> reading;
  const OneShot wake;
  bool start = false;
  {
    const std::lock_guard lock(state->mutex);
    start = !state->reading;
    if (start) {
      if (!needed()) co_return true;
      state->reading = std::make_shared<Reading>();
      state->reading->until = saturating_add(clock.now(), patience);
    }
    reading = state->reading;
    if (clock.now() >= reading->until) co_return false;
    reading->waiting.push_back(wake);
  }
  if (start) spawn(state->runtime.executor, read(state, std::move(paths), std::move(use)));
  const SteadyTime until = std::min(reading->until, bounds.deadline.value_or(SteadyTime::max()));
  {
    const std::function<void()> fire = [wake] { wake.fire(); };
    const Timer timer = clock.call_at(until, fire);
    const std::stop_callback stopped(bounds.stop, fire);
    co_await wake.wait();
  }
  bool report = false;
  {
    const std::lock_guard lock(state->mutex);
    if (reading->over) co_return true;
    report = clock.now() >= reading->until && !std::exchange(reading->reported, true);
  }
  if (report) {
    state->runtime.log.warn("reading a file takes longer than a second, keeping its last content",
                            {{"file", state->what}});
  }
  if (bounds.stop.stop_requested()) {
    throw TransportError(TransportErrc::cancelled, "cancelled while " + state->what + " was read");
  }
  if (bounds.deadline && clock.now() >= *bounds.deadline) {
    throw TransportError(TransportErrc::timeout, state->what + " was not read before the deadline of this call");
  }
  co_return false;
}

}  // namespace kubexx::detail
