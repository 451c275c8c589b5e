// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/random.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace kubexx {

std::uint64_t Random::below(std::uint64_t bound)
{
  if (bound == 0) return 0;
  // Rejection keeps it uniform; at most a few rounds.
  const std::uint64_t limit = std::uint64_t(-1) - std::uint64_t(-1) % bound;
  std::uint64_t value = next();
  while (value >= limit) value = next();
  return value % bound;
}

double Random::fraction()
{
  return static_cast<double>(next() >> 11U) * 0x1.0p-53;
}

Duration Random::jitter(Duration duration, double factor)
{
  const double longer = static_cast<double>(duration.count()) * (1.0 + fraction() * factor);
  if (longer >= static_cast<double>(Duration::max().count())) return Duration::max();
  return Duration(static_cast<Duration::rep>(longer));
}

std::string Random::uuid()
{
  constexpr char digits[] = "0123456789abcdef";
  const std::uint64_t high = (next() & ~std::uint64_t{0xf000}) | std::uint64_t{0x4000};
  const std::uint64_t low = (next() & ~(std::uint64_t{3} << 62U)) | (std::uint64_t{2} << 62U);
  std::string text;
  text.reserve(36);
  for (int index = 0; index < 32; ++index) {
    if (index == 8 || index == 12 || index == 16 || index == 20) text.push_back('-');
    const std::uint64_t half = index < 16 ? high : low;
    text.push_back(digits[(half >> (60U - 4U * static_cast<unsigned>(index % 16))) & 0xfU]);
  }
  return text;
}

std::uint64_t SystemRandom::next()
{
  const std::lock_guard lock(mutex_);
  if (left_ == 0) {
    // Not std::random_device: it asks the processor for each number, which takes a virtual machine microseconds.
    constexpr std::size_t most = 256;  // bytes that getentropy gives at once
    auto* const bytes = reinterpret_cast<unsigned char*>(pool_.data());
    static_assert(sizeof(pool_) % most == 0);
    for (std::size_t at = 0; at < sizeof(pool_); at += most) {
      if (::getentropy(bytes + at, most) != 0) throw std::system_error(errno, std::generic_category(), "getentropy");
    }
    left_ = pool_.size();
  }
  return pool_[--left_];
}

std::uint64_t SeededRandom::next()
{
  const std::lock_guard lock(mutex_);
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t value = state_;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

}  // namespace kubexx
