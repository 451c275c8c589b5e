// SPDX-License-Identifier: Apache-2.0
// The watch decoder: the same events come out wherever the bytes are cut.
#include "fuzz.hpp"
#include "watch_decoder.hpp"

namespace {

using namespace kubexx;

std::string decode(std::string_view text, std::size_t first, std::size_t step)
{
  detail::WatchDecoder decoder({Verb::watch, {"", "v1", "Pod", "pods"}, {}, {}, {}}, false);
  std::string all;
  const auto take = [&] {
    while (auto event = decoder.next()) {
      all += std::to_string(static_cast<int>(event->type)) + event->resource_version;
      if (event->object) all += event->object.bytes();
    }
  };
  try {
    fuzz::for_each_piece(text, first, step, [&](std::string_view piece) {
      decoder.feed(std::string(piece));
      take();
    });
    decoder.finish();
    take();
  } catch (const ApiError& error) {
    all += error.what();
  }
  return all + std::to_string(decoder.undecodable());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto first = 1U + input.byte();
  const auto step = 1U + input.byte();
  const auto text = input.rest();
  const std::string whole = decode(text, text.size() + 1, 1);
  fuzz::require(decode(text, first, step) == whole, "a watch means the same wherever it is cut");
  fuzz::require(decode(text, 1, 1) == whole, "a watch means the same byte by byte");
  return 0;
}
