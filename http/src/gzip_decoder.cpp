// SPDX-License-Identifier: Apache-2.0
#include "gzip_decoder.hpp"

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace kubexx::detail {

namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;
constexpr std::size_t kStep = std::size_t{32} << 10U;

/// Room for `size` bytes in `text`, which grows by doubling but, unlike a string by itself, never beyond `most`.
void make_room(std::string& text, std::size_t size, std::size_t most)
{
  if (text.capacity() >= size) return;
  std::string larger;
  larger.reserve(std::min(std::max(size, 2 * text.capacity()), most));
  larger.append(text);
  text = std::move(larger);
}

}  // namespace

struct GzipDecoder::State {
  z_stream stream{};
  bool between = true;  ///< no member is under way
};

GzipDecoder::GzipDecoder() : state_(std::make_unique<State>())
{
  if (inflateInit2(&state_->stream, kGzipOnly) != Z_OK) throw std::bad_alloc();
}

GzipDecoder::~GzipDecoder()
{
  inflateEnd(&state_->stream);
}

bool GzipDecoder::complete() const noexcept
{
  return state_->between;
}

void GzipDecoder::put(std::string_view& in, std::string& out, std::size_t room)
{
  z_stream& stream = state_->stream;
  for (;;) {
    if (state_->between) {
      if (in.empty()) return;
      inflateReset(&stream);
      state_->between = false;
    }
    const std::size_t before = out.size();
    const std::size_t step = std::min(room, kStep);
    make_room(out, before + step, before + room);
    out.resize(before + step);
    stream.next_in = reinterpret_cast<const Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(std::min<std::size_t>(in.size(), std::numeric_limits<uInt>::max()));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
    stream.avail_out = static_cast<uInt>(step);
    const uInt offered = stream.avail_in;
    const int result = inflate(&stream, Z_NO_FLUSH);
    in.remove_prefix(offered - stream.avail_in);
    const std::size_t made = step - stream.avail_out;
    out.resize(before + made);
    room -= made;
    if (result == Z_STREAM_END) {
      state_->between = true;
      if (room == 0) return;
      continue;
    }
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result != Z_OK && result != Z_BUF_ERROR) {
      throw GzipError(stream.msg == nullptr ? "damaged data" : stream.msg);
    }
    // Z_BUF_ERROR: it can go on only with more input, or more room.
    if (room == 0 || (in.empty() && stream.avail_out > 0)) return;
  }
}

}  // namespace kubexx::detail
