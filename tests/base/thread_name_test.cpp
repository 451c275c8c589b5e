// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <future>
#include <string>

#include "kubexx/base/system_clock.hpp"
#include "kubexx/base/task_pool.hpp"

namespace kubexx {
namespace {

std::string own_name()
{
  std::array<char, 32> name{};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  return name.data();
}

TEST(ThreadNames, ThreadsOfKubexxHaveOne)
{
  const std::string before = own_name();
  std::promise<std::string> pool_name, clock_name, own;
  {
    ThreadPool pool(1);
    pool.post([&] { pool_name.set_value(own_name()); });
    ThreadPool mine(1, "my-pool");
    mine.post([&] { own.set_value(own_name()); });
    SystemClock clock;
    const Timer timer = clock.call_at(clock.now(), [&] { clock_name.set_value(own_name()); });
    EXPECT_EQ(clock_name.get_future().get(), "kubexx-clock");
  }
  EXPECT_EQ(pool_name.get_future().get(), "kubexx-pool");
  EXPECT_EQ(own.get_future().get(), "my-pool");
  EXPECT_EQ(own_name(), before) << "the caller's thread keeps its name";
}

}  // namespace
}  // namespace kubexx
