// SPDX-License-Identifier: Apache-2.0
#include "pod_frames.hpp"

#include <cstring>
#include <stdexcept>

namespace kubexx::bench {

namespace {

constexpr std::array<std::string_view, 4> kPlaceholders = {"pod-NNNNNNN", "UUUUUUUU-UUUU-UUUU-UUUU-UUUUUUUUUUUU",
                                                           "VVVVVVVVVV", "SSSSSSSSSSSSSSSSSSS"};

/// Digits of `value` up to `end`, `width` of them.
void put_digits(char* end, std::size_t width, std::uint64_t value)
{
  for (; width > 0; --width, value /= 10) *--end = static_cast<char>('0' + value % 10);
}

}  // namespace

std::string PodTemplate::json()
{
  PodFields fields;
  fields.name = kPlaceholders[0];
  fields.uid = kPlaceholders[1];
  fields.version = kPlaceholders[2];
  fields.sent = kPlaceholders[3];
  return pod_json(fields);
}

PodTemplate::PodTemplate(std::string text) : text_(std::move(text))
{
  for (std::size_t i = 0; i < kPlaceholders.size(); ++i) {
    places_[i] = text_.find(kPlaceholders[i]);
    if (places_[i] == std::string::npos || text_.find(kPlaceholders[i], places_[i] + 1) != std::string::npos) {
      throw std::invalid_argument("the pod does not have one " + std::string(kPlaceholders[i]));
    }
  }
}

void PodTemplate::fill(char* text, const PodState& pod) const
{
  static constexpr std::string_view kUid = "7d1f3c1e-5a1b-4a55-8d9e-000000000000";
  const auto end = [&](std::size_t i) { return text + places_[i] + kPlaceholders[i].size(); };
  put_digits(end(0), 7, pod.number);
  std::memcpy(text + places_[1], kUid.data(), kUid.size());
  put_digits(end(1), 12, pod.number);
  put_digits(end(2), kPlaceholders[2].size(), pod.version);
  put_digits(end(3), kPlaceholders[3].size(), static_cast<std::uint64_t>(pod.sent));
}

PodFrames::PodFrames(PodTemplate frame, std::size_t count) : frame_(std::move(frame))
{
  all_.reserve(count * size());
  for (std::size_t i = 0; i < count; ++i) all_ += frame_.text();
}

}  // namespace kubexx::bench
