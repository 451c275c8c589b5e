// SPDX-License-Identifier: Apache-2.0
#include "cache-expiry/expiring_cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"

namespace {

using namespace std::chrono_literals;

class ExpiringCacheTest : public testing::Test {
protected:
  /// Waits until that many entries have expired.
  std::vector<std::string> expired(std::size_t number)
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return expired_.size() >= number; });
    return expired_;
  }

  kubexx::ManualClock clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> expired_;
  ExpiringCache cache_{clock_, 10s, [this](const std::string& key) {
                         const std::lock_guard lock(mutex_);
                         expired_.push_back(key);
                         changed_.notify_all();
                       }};
};

TEST_F(ExpiringCacheTest, AnEntryExpiresWhenItWasNotReadForItsTime)
{
  cache_.put("read", "1");
  cache_.put("unread", "2");
  clock_.advance(6s);
  EXPECT_EQ(cache_.get("read"), "1");
  clock_.advance(6s);
  EXPECT_EQ(expired(1), std::vector<std::string>{"unread"});
  EXPECT_EQ(cache_.get("unread"), std::nullopt);
  EXPECT_EQ(cache_.get("read"), "1");
  clock_.advance(10s);
  EXPECT_EQ(expired(2), (std::vector<std::string>{"unread", "read"}));
  EXPECT_EQ(cache_.size(), 0U);
}

TEST_F(ExpiringCacheTest, AnEntryIsGoneAtItsTimeEvenIfNobodyHasRemovedItYet)
{
  cache_.put("a", "1");
  clock_.advance(10s);
  EXPECT_EQ(cache_.get("a"), std::nullopt);
  cache_.put("a", "2");
  EXPECT_EQ(cache_.get("a"), "2");
}

TEST_F(ExpiringCacheTest, FourThreadsMayUseIt)
{
  std::atomic<int> done = 0, wrong = 0;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 500; ++i) {
        const std::string key = std::to_string((thread + i) % 7);
        cache_.put(key, key);
        const auto value = cache_.get(key);  // nothing, if the clock went on meanwhile
        if (value && *value != key) ++wrong;
        ++done;
      }
    });
  }
  while (done < 2000) clock_.advance(4s);
  threads.clear();
  EXPECT_EQ(wrong, 0);
  clock_.advance(10s);
  expired(7);
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return cache_.size() == 0; });
  }
}

}  // namespace
