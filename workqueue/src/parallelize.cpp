// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/parallelize.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

namespace kubexx {

namespace {

/// One call; a task of the pool that comes too late finds it closed.
class Work {
public:
  Work(std::stop_token stop, std::size_t pieces, std::size_t chunk, const std::function<void(std::size_t)>& piece)
      : stop_(std::move(stop)), pieces_(pieces), chunk_(chunk), piece_(&piece)
  {
  }

  void join_in()
  {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      ++inside_;
    }
    take_chunks();
    const std::lock_guard lock(mutex_);
    if (--inside_ == 0) empty_.notify_all();
  }

  /// Lets nobody in any more, waits for those inside, and throws what one of them threw.
  void close()
  {
    std::unique_lock lock(mutex_);
    closed_ = true;
    empty_.wait(lock, [this] { return inside_ == 0; });
    if (error_) std::rethrow_exception(error_);
  }

private:
  void take_chunks()
  {
    try {
      for (;;) {
        const std::size_t number = next_.fetch_add(1, std::memory_order_relaxed);
        if (number > (pieces_ - 1) / chunk_) return;
        const std::size_t begin = number * chunk_;
        const std::size_t end = pieces_ - begin > chunk_ ? begin + chunk_ : pieces_;
        for (std::size_t at = begin; at < end; ++at) {
          if (stop_.stop_requested() || failed_) return;
          (*piece_)(at);
        }
      }
    } catch (...) {
      failed_ = true;
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }

  const std::stop_token stop_;
  const std::size_t pieces_;
  const std::size_t chunk_;
  const std::function<void(std::size_t)>* const piece_;  ///< used while not closed, or by those inside
  std::atomic<std::size_t> next_{0};                     ///< chunk
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::condition_variable empty_;  ///< inside_ became 0
  std::size_t inside_ = 0;         ///< guarded by mutex_, as the following
  bool closed_ = false;
  std::exception_ptr error_;  ///< the first
};

}  // namespace

void parallelize_until(TaskPool& pool, std::stop_token stop, std::size_t workers, std::size_t pieces,
                       const std::function<void(std::size_t)>& piece, std::size_t chunk)
{
  if (pieces == 0) return;
  chunk = std::max<std::size_t>(chunk, 1);
  const std::size_t chunks = (pieces - 1) / chunk + 1;
  workers = std::clamp<std::size_t>(workers, 1, chunks);
  const auto work = std::make_shared<Work>(std::move(stop), pieces, chunk, piece);
  try {
    for (std::size_t posted = 1; posted < workers; ++posted) pool.post([work] { work->join_in(); });
  } catch (...) {  // fewer workers then
  }
  work->join_in();
  work->close();
}

}  // namespace kubexx
