// SPDX-License-Identifier: Apache-2.0
// The watch decoder: the same events come out wherever the bytes are cut.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "watch_decoder.hpp"

namespace {

std::string decode(std::string_view text, std::size_t first, std::size_t step)
{
  using namespace kubexx;
  detail::WatchDecoder decoder({Verb::watch, {"", "v1", "Pod", "pods"}, {}, {}, {}}, false);
  std::string all;
  try {
    while (!text.empty()) {
      decoder.feed(std::string(text.substr(0, first)));
      text.remove_prefix(std::min(first, text.size()));
      first = step;
      while (auto event = decoder.next()) {
        all += std::to_string(static_cast<int>(event->type)) + event->resource_version;
        if (event->object) all += event->object.bytes();
      }
    }
    decoder.finish();
    while (auto event = decoder.next()) all += event->resource_version;
  } catch (const ApiError& error) {
    all += error.what();
  }
  return all + std::to_string(decoder.undecodable());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
  const std::string whole = decode(text, size, 1);
  if (decode(text, 1U + data[0], 1U + data[1]) != whole) std::abort();
  return 0;
}
