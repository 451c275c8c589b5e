// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string_view>
#include <thread>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"

namespace kubexx {
namespace {

constexpr int writers = 4;
constexpr int objects = 50;
constexpr std::size_t events = std::size_t{writers} * std::size_t{objects} * 2;
constexpr const char* config_maps = "/api/v1/namespaces/default/configmaps";

HttpResponse call(ApiServer& server, std::string method, std::string target, std::string body = {})
{
  HttpRequest request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.body = std::move(body);
  return server.handle(std::move(request));
}

/// Reads until `wanted` events have come or the stream ends; tells how many came.
awaitable<void> count_events(std::unique_ptr<BodyStream> stream, std::size_t wanted,
                             std::shared_ptr<std::promise<std::size_t>> done)
{
  std::size_t seen = 0;
  while (seen < wanted) {
    const auto piece = co_await stream->read();
    if (piece.empty()) break;
    for (const char c : piece) seen += c == '\n' ? 1U : 0U;
  }
  stream.reset();
  done->set_value(seen);
}

TEST(ApiServerThreads, WritersAndWatchersShareOneServer)
{
  SystemRuntime::Options options;
  options.io_threads = 2;
  SystemRuntime system(std::move(options));
  const auto runtime = system.runtime();
  ApiServer server({runtime.clock, runtime.random, 10000, std::chrono::seconds(60)});

  std::vector<std::future<std::size_t>> counts;
  for (int watcher = 0; watcher < 3; ++watcher) {
    auto done = std::make_shared<std::promise<std::size_t>>();
    counts.push_back(done->get_future());
    auto response = call(server, "GET", std::string(config_maps) + "?watch=1");
    spawn(make_strand_of(runtime.executor), count_events(std::move(response.stream), events, done));
  }
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer) {
    threads.emplace_back([&server, &failures, writer] {
      for (int index = 0; index < objects; ++index) {
        const auto name = "w" + std::to_string(writer) + "-" + std::to_string(index);
        const auto made = call(server, "POST", config_maps, R"({"metadata":{"name":")" + name + "\"}}");
        const auto gone = call(server, "DELETE", std::string(config_maps) + "/" + name);
        if (made.status != 201 || gone.status != 200) ++failures;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  for (auto& count : counts) EXPECT_EQ(count.get(), events);
  EXPECT_EQ(server.open_watches(), 0U);
}

/// Reads until `wanted` objects have been added or the stream ends, with pauses; tells how many came.
awaitable<void> count_added(std::unique_ptr<BodyStream> stream, int wanted, std::promise<int>* done)
{
  constexpr std::string_view added = R"({"type":"ADDED")";
  int seen = 0;
  while (seen < wanted) {
    const auto piece = co_await stream->read();
    if (piece.empty()) break;
    for (auto at = piece.find(added); at != std::string::npos; at = piece.find(added, at + 1)) ++seen;
    for (int pause = 0; pause < 3; ++pause) co_await async_yield();
  }
  stream.reset();
  done->set_value(seen);
}

// Those of a group are found by their label while others come, go, read and send bookmarks.
TEST(ApiServerThreads, WatchesWithSelectorsMissNothing)
{
  constexpr int groups = 5, watches = 40;
  SystemRuntime::Options options;
  options.io_threads = 2;
  SystemRuntime system(std::move(options));
  const auto runtime = system.runtime();
  ApiServer server({runtime.clock, runtime.random, 10000, std::chrono::milliseconds(2)});
  const auto watch = [&server](int group) {
    return call(server, "GET",
                std::string(config_maps) +
                    "?watch=1&allowWatchBookmarks=true&resourceVersion=0&labelSelector=app%3Dx,group%3Dg" +
                    std::to_string(group));
  };
  std::vector<std::promise<int>> counts(watches);
  for (int index = 0; index < watches; ++index) {
    auto response = watch(index % groups);
    spawn(make_strand_of(runtime.executor), count_added(std::move(response.stream), writers * objects / groups,
                                                        &counts[static_cast<std::size_t>(index)]));
  }
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer) {
    threads.emplace_back([&, writer] {
      for (int index = 0; index < objects; ++index) {
        const auto name = "w" + std::to_string(writer) + "-" + std::to_string(index);
        const auto group = "g" + std::to_string(index % groups);
        const auto made =
            call(server, "POST", config_maps,
                 R"({"metadata":{"name":")" + name + R"(","labels":{"app":"x","group":")" + group + "\"}}}");
        if (made.status != 201) ++failures;
        const auto passing = watch(index % groups);  // gone at once
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  for (auto& count : counts) EXPECT_EQ(count.get_future().get(), writers * objects / groups);
  EXPECT_EQ(server.open_watches(), 0U);
}

// A patch is worked out without the lock; when another came between, it is worked out again.
TEST(ApiServerThreads, NoPatchLosesWhatAnotherHasWritten)
{
  SystemRuntime system(SystemRuntime::Options{});
  const auto runtime = system.runtime();
  ApiServer server({runtime.clock, runtime.random, 10000, std::chrono::seconds(60)});
  ASSERT_EQ(call(server, "POST", config_maps, R"({"metadata":{"name":"shared"}})").status, 201U);
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer) {
    threads.emplace_back([&server, &failures, writer] {
      for (int i = 0; i < objects; ++i) {
        HttpRequest request;
        request.method = "PATCH";
        request.target = std::string(config_maps) + "/shared";
        request.headers.add("Content-Type", "application/merge-patch+json");
        request.body = R"({"data":{"w)" + std::to_string(writer) + "-" + std::to_string(i) + R"(":"x"}})";
        if (server.handle(std::move(request)).status != 200) ++failures;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  const auto body = call(server, "GET", std::string(config_maps) + "/shared").body;
  int kept = 0;
  for (std::size_t at = 0; (at = body.find(R"(":"x")", at)) != std::string::npos; ++at) ++kept;
  EXPECT_EQ(kept, writers * objects);
}

TEST(ApiServerThreads, CancelEndsAReadFromAnotherThread)
{
  SystemRuntime system;
  const auto runtime = system.runtime();
  ApiServer server({runtime.clock, runtime.random, 10000, std::chrono::seconds(60)});
  auto response = call(server, "GET", std::string(config_maps) + "?watch=1");
  auto& stream = *response.stream;
  auto done = std::make_shared<std::promise<std::size_t>>();
  auto count = done->get_future();
  spawn(runtime.executor, count_events(std::move(response.stream), 1, done));
  stream.cancel();  // the coroutine may still be on its way to its first read: it must end either way
  EXPECT_EQ(count.get(), 0U);
}

}  // namespace
}  // namespace kubexx
