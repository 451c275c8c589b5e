// SPDX-License-Identifier: Apache-2.0
// The gzip decoder: the same bytes come out wherever its input is cut, never more at once than there is room for, and
// what was compressed, in one member or several, is what comes out.
#include <zlib.h>

#include <algorithm>

#include "fuzz.hpp"
#include "gzip_decoder.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

constexpr std::size_t most = std::size_t{1} << 20U;

struct Decoded {
  std::string bytes;
  bool damaged = false;
  bool complete = false;
};

/// Stops at `most` bytes.
Decoded decode(std::string_view text, std::size_t first, std::size_t step, std::size_t room)
{
  detail::GzipDecoder decoder;
  Decoded result;
  result.bytes.reserve(most + room);  // it grows by the room, which may be one byte
  try {
    fuzz::for_each_piece(text, first, step, [&](std::string_view piece) {
      for (bool more = true; more && result.bytes.size() < most;) {
        const auto before = result.bytes.size();
        decoder.put(piece, result.bytes, room);
        const auto made = result.bytes.size() - before;
        require(made <= room, "the room is respected");
        more = made == room;
        require(more || piece.empty(), "with room left the input is used up");
      }
    });
  } catch (const detail::GzipError&) {
    result.damaged = true;
  }
  result.complete = decoder.complete();
  return result;
}

std::string compressed(std::string_view text, int level)
{
  z_stream stream{};
  require(deflateInit2(&stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK, "zlib starts");
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib ends");
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto level = input.byte();
  const auto first = 1U + input.byte();
  const auto step = 1U + input.byte();
  const auto room = 1U + input.byte() * 16U;
  const auto text = input.rest();

  const auto whole = decode(text, text.size() + 1, 1, most);
  const auto cut = decode(text, first, step, room);
  if (whole.bytes.size() < most && cut.bytes.size() < most) {
    require(whole.damaged == cut.damaged, "damage is seen wherever the input is cut");
    require(whole.damaged || (whole.bytes == cut.bytes && whole.complete == cut.complete),
            "the same comes out wherever the input is cut");
  }

  std::string members;
  fuzz::for_each_piece(text, first * 4, step * 4,
                       [&](std::string_view piece) { members += compressed(piece, static_cast<int>(level % 10)); });
  const auto back = decode(members, step, first, room);
  require(!back.damaged && back.complete && back.bytes == text, "what was compressed comes out");
  if (!members.empty()) {
    const auto broken_off = decode(std::string_view(members).substr(0, members.size() - 1), first, step, room);
    require(!broken_off.damaged && !broken_off.complete, "what broke off is seen");
  }
  return 0;
}
