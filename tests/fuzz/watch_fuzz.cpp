// SPDX-License-Identifier: Apache-2.0
// The watch decoder: the same events come out wherever the bytes are cut, and reading those of a watch of tables ends
// with a table or an error.
#include "fuzz.hpp"
#include "requests/table_decoder.hpp"
#include "watch/watch_decoder.hpp"

namespace {

using namespace kubexx;

std::string show_table(const TableEvent& event)
{
  std::string all = event.initial_events_end ? "end" : "";
  for (const auto& row : event.table.rows) {
    for (const auto& cell : row.cells) all += cell;
    all += row.object.name();
  }
  return all;
}

std::string decode(std::string_view text, std::size_t first, std::size_t step, bool tables)
{
  detail::WatchDecoder decoder({Verb::watch, {"", "v1", "Pod", "pods"}, {}, {}, {}, {}}, false, tables);
  std::string all;
  const auto take = [&] {
    while (auto event = decoder.next()) {
      all += std::to_string(static_cast<int>(event->type)) + event->resource_version;
      all += event->object.bytes();
      if (!tables) continue;
      try {
        all += show_table(detail::decode_table_event(std::move(*event)));
      } catch (const ObjectError& error) {
        all += error.what();
      }
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
  for (const bool tables : {false, true}) {
    const std::string whole = decode(text, text.size() + 1, 1, tables);
    fuzz::require(decode(text, first, step, tables) == whole, "a watch means the same wherever it is cut");
    fuzz::require(decode(text, 1, 1, tables) == whole, "a watch means the same byte by byte");
  }
  return 0;
}
