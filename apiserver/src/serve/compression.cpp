// SPDX-License-Identifier: Apache-2.0
#include "serve/compression.hpp"

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/request.hpp"
#include "core/stream.hpp"
#include "core/text.hpp"

namespace kubexx::apiserver {
namespace {

constexpr int fast_level = 1;      // gzipContentEncodingLevel
constexpr int document_level = 6;  // gzip.DefaultCompression
constexpr std::size_t large_answer = std::size_t{128} << 10U;
constexpr std::size_t large_document = 1400;
constexpr std::size_t input_per_read = std::size_t{256} << 10U;  // about two milliseconds at the fast level

/// One gzip member, made part by part.
class GzipMember {
public:
  explicit GzipMember(int level)
  {
    constexpr int gzip_window = 15 + 16, most_memory = 8;
    if (deflateInit2(&stream_, level, Z_DEFLATED, gzip_window, most_memory, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::runtime_error("gzip: out of memory");
    }
  }
  ~GzipMember() { (void)deflateEnd(&stream_); }
  GzipMember(const GzipMember&) = delete;
  GzipMember& operator=(const GzipMember&) = delete;

  /// Appends to `out` what there is for `text`: by Z_NO_FLUSH what is ready, by Z_SYNC_FLUSH all of it, by Z_FINISH the
  /// end of the member, too.
  void add(std::string_view text, int flush, std::string& out)
  {
    constexpr std::size_t step = std::size_t{32} << 10U;
    // zlib reads it only, its interface is older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    int result = Z_OK;
    do {
      const auto begin = out.size();
      out.resize(begin + step);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + begin);
      stream_.avail_out = static_cast<uInt>(step);
      result = deflate(&stream_, flush);
      out.resize(out.size() - stream_.avail_out);
    } while (stream_.avail_out == 0 && result == Z_OK);
  }

private:
  z_stream stream_{};
};

/// A body that is there already.
class CompressedBody final : public BodyStream {
public:
  CompressedBody(std::string text, int level) : text_(std::move(text)), member_(level) {}

  awaitable<std::string> read() override
  {
    std::string out;
    while (out.empty() && !ended_) {
      const auto part = std::string_view(text_).substr(done_, input_per_read);
      done_ += part.size();
      ended_ = done_ == text_.size();
      member_.add(part, ended_ ? Z_FINISH : Z_NO_FLUSH, out);
    }
    co_return out;
  }

private:
  const std::string text_;
  std::size_t done_ = 0;  // of text_
  bool ended_ = false;
  GzipMember member_;
};

/// A watch; each of its pieces can be decoded when it arrives.
class CompressedWatch final : public WaitingBody {
public:
  explicit CompressedWatch(std::unique_ptr<BodyStream> inner)
      : inner_(std::move(inner)), watch_(dynamic_cast<WaitingBody&>(*inner_))
  {
  }

  awaitable<std::string> read() override { co_return compressed(co_await watch_.read()); }
  awaitable<Piece> read_until(std::optional<SteadyTime> deadline, std::stop_token stop) override
  {
    auto piece = co_await watch_.read_until(deadline, std::move(stop));
    piece.bytes = compressed(std::move(piece.bytes));
    co_return piece;
  }
  void cancel() noexcept override { watch_.cancel(); }

private:
  static std::string compressed(std::string text)
  {
    std::string out;
    if (text.empty()) return out;
    GzipMember member(fast_level);
    // Go's reader keeps back what a member's last block holds until it has seen the next member, so that holds nothing.
    member.add(text, Z_SYNC_FLUSH, out);
    member.add({}, Z_FINISH, out);
    return out;
  }

  const std::unique_ptr<BodyStream> inner_;
  WaitingBody& watch_;  // *inner_
};

/// responsewriters.ContentEncodingSupported: a word of the first Accept-Encoding, whatever its quality.
bool names_gzip(const HttpRequest& request)
{
  bool found = false;
  for_each_part(header(request.headers, "accept-encoding"), ',', [&](std::string_view part) {
    const auto begin = part.find_first_not_of(" \t");
    const auto end = part.find_last_not_of(" \t");
    found = found || (begin != std::string_view::npos && part.substr(begin, end - begin + 1) == "gzip");
  });
  return found;
}

/// gziphandler.acceptsGzip: without case, and with a quality that is not zero.
bool prefers_gzip(const HttpRequest& request)
{
  bool found = false;
  for (const auto& coding : parse_media_types(header(request.headers, "accept-encoding"))) {
    if (coding.type != "gzip") continue;
    const auto quality = coding.parameters.find("q");
    double value = 1;
    found = quality == coding.parameters.end() || (read_number(quality->second, value) == nullptr && value > 0);
  }
  return found;
}

/// isListWatchRequest.
bool is_streaming_list(const HttpRequest& request)
{
  const auto question = request.target.find('?');
  if (question == std::string::npos) return false;
  const Query query(std::string_view(request.target).substr(question + 1));
  return query.flag("sendInitialEvents") && query.flag("allowWatchBookmarks");
}

void compress(HttpResponse& response, int level)
{
  response.headers.add("Content-Encoding", "gzip");
  response.stream = std::make_unique<CompressedBody>(std::exchange(response.body, {}), level);
}

}  // namespace

void compress_answer(const HttpRequest& request, HttpResponse& response)
{
  const bool large = response.body.size() > large_answer;
  if (!large && !response.stream) return;
  if (!request.target.starts_with("/api") || !names_gzip(request)) return;
  if (!response.stream) {
    compress(response, fast_level);
  } else if (response.status == 200 && is_streaming_list(request)) {
    response.headers.add("Content-Encoding", "gzip");
    response.stream = std::make_unique<CompressedWatch>(std::move(response.stream));
  } else {
    return;
  }
  response.headers.add("Vary", "Accept-Encoding");
}

void compress_document(const HttpRequest& request, HttpResponse& response)
{
  response.headers.add("Vary", "Accept-Encoding");
  response.headers.add("Vary", "Accept");
  if (response.body.size() >= large_document && prefers_gzip(request)) compress(response, document_level);
}

}  // namespace kubexx::apiserver
