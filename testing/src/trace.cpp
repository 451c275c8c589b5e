// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/trace.hpp"

namespace kubexx::testing {

void Trace::mix(std::string_view bytes) noexcept
{
  const auto add = [this](unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3U; };
  for (const char byte : bytes) add(static_cast<unsigned char>(byte));
  add(0);  // "ab","c" is not "a","bc"
}

void Trace::record(std::string_view kind, std::initializer_list<std::string_view> fields)
{
  ++entries_;
  const std::string now = std::to_string(clock_.now().time_since_epoch().count());
  mix(now);
  mix(kind);
  for (const auto field : fields) mix(field);
  if (!keep_) return;
  std::string line = now;
  line.append(" ").append(kind);
  for (const auto field : fields) line.append(" | ").append(field);
  text_.push_back(std::move(line));
}

}  // namespace kubexx::testing
