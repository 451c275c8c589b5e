// SPDX-License-Identifier: Apache-2.0
#include "watched_pods.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace kubexx::bench {

namespace {

std::int64_t now()
{
  return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

WatchedPods::WatchedPods(std::size_t count, const std::string& protobuf) : pods_(count)
{
  encodings_.push_back(make_json_encoding(count));
  if (!protobuf.empty()) encodings_.push_back(make_protobuf_encoding(count, protobuf));
  for (std::size_t i = 0; i < count; ++i) {
    pods_[i].number = i;
    for (auto& encoding : encodings_) encoding->set(change(i));
  }
}

PodState& WatchedPods::change(std::size_t number)
{
  pods_[number].version = ++version_;
  pods_[number].sent = now();
  return pods_[number];
}

void WatchedPods::read(const std::function<void(std::uint64_t version)>& read) const
{
  const std::shared_lock lock(rendered_);
  read(version_);
}

void WatchedPods::subscribe(Watch* watch)
{
  const std::lock_guard lock(watching_);
  watches_.push_back(watch);
  watched_.notify_all();
}

bool WatchedPods::unsubscribe(Watch* watch)
{
  const std::lock_guard lock(watching_);
  std::erase(watches_, watch);
  return !watch->ended;
}

void WatchedPods::wait_for_watch()
{
  std::unique_lock lock(watching_);
  watched_.wait(lock, [&] { return !watches_.empty(); });
}

void WatchedPods::send_events(double rate, std::size_t events)
{
  wait_for_watch();
  const auto begin = std::chrono::steady_clock::now();
  const std::chrono::duration<double> pause(1 / rate);
  constexpr std::size_t kStride = 7919;  // a prime, so that neighbours are not changed one after the other
  for (std::size_t i = 0; i < events; ++i) {
    std::this_thread::sleep_until(
        begin + std::chrono::duration_cast<std::chrono::nanoseconds>(pause * static_cast<double>(i + 1)));
    send(i * kStride % count());
  }
}

void WatchedPods::send(std::size_t number)
{
  PodState pod;
  {
    const std::unique_lock lock(rendered_);
    pod = change(number);
    for (auto& encoding : encodings_) encoding->set(pod);
  }
  const std::lock_guard lock(watching_);
  for (const Watch* watch : watches_) {
    std::string frame = watch->encoding->modified.text();
    pod.sent = now();
    watch->encoding->modified.fill(frame.data(), pod);
    watch->connection->write(frame);
  }
}

void WatchedPods::expire(std::size_t percent)
{
  wait_for_watch();
  {
    const std::unique_lock lock(rendered_);
    for (std::size_t i = 0; i < count(); ++i) {
      if ((i + 1) * percent / 100 == i * percent / 100) continue;
      for (auto& encoding : encodings_) encoding->set(change(i));
    }
  }
  const std::lock_guard lock(watching_);
  for (Watch* watch : watches_) {
    watch->connection->write(watch->encoding->gone() + "0\r\n\r\n");
    watch->ended = true;
  }
  watches_.clear();
}

}  // namespace kubexx::bench
