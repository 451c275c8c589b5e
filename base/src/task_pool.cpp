// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/task_pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kubexx/base/detail/thread_name.hpp"

namespace kubexx {

class ThreadPool::Impl {
public:
  Impl(std::size_t threads, std::string name) : most_(std::max<std::size_t>(threads, 1)), name_(std::move(name)) {}

  ~Impl()
  {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    work_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  void post(std::function<void()> task)
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    // While stopping the destructor walks over threads_; the thread that posts now is one of them and takes the task.
    if (stopping_ || idle_ >= tasks_.size() || threads_.size() == most_) {
      work_.notify_one();
      return;
    }
    try {
      threads_.emplace_back([this] { run(); });
    } catch (...) {
      // The system has no thread to give: those that run will do, if there are any.
      if (!threads_.empty()) return;
      tasks_.pop_back();
      throw;
    }
  }

private:
  void run()
  {
    detail::name_this_thread(name_.c_str());
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      work_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      --idle_;
      if (tasks_.empty()) return;
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      task = nullptr;
      lock.lock();
    }
  }

  const std::size_t most_;
  const std::string name_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<std::function<void()>> tasks_;  // guarded by mutex_
  std::vector<std::thread> threads_;         // grown under mutex_
  std::size_t idle_ = 0;                     // guarded by mutex_; threads that wait in run()
  bool stopping_ = false;                    // guarded by mutex_
};

ThreadPool::ThreadPool(std::size_t threads, std::string name) : impl_(std::make_unique<Impl>(threads, std::move(name)))
{
}
ThreadPool::~ThreadPool() = default;
void ThreadPool::post(std::function<void()> task)
{
  impl_->post(std::move(task));
}
std::unique_ptr<TaskPool> ThreadPool::another(std::size_t threads)
{
  return std::make_unique<ThreadPool>(threads);
}

}  // namespace kubexx
