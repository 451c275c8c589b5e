// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/compression.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "gzip_decoder.hpp"
#include "kubexx/http/detail/kept_request.hpp"

namespace kubexx {

namespace {

using detail::GzipDecoder;
using detail::GzipError;

constexpr std::size_t kPiece = std::size_t{64} << 10U;

// The answer to a request.
struct Subject {
  std::string request;
  unsigned status = 0;
};

[[noreturn]] void fail(TransportErrc code, const Subject& subject, const std::string& what)
{
  throw TransportError(
      code, "the response to " + subject.request + " (HTTP status " + std::to_string(subject.status) + ") " + what,
      true, subject.status);
}

void decode(GzipDecoder& decoder, std::string_view& in, std::string& out, std::size_t room, const Subject& subject)
{
  try {
    decoder.put(in, out, room);
  } catch (const GzipError& error) {
    fail(TransportErrc::protocol, subject, std::string("is not valid gzip: ") + error.what());
  }
}

void need_complete(const GzipDecoder& decoder, const Subject& subject)
{
  if (!decoder.complete()) fail(TransportErrc::truncated, subject, "ends in the middle of its gzip data");
}

std::string decoded(std::string_view body, std::size_t limit, const Subject& subject)
{
  GzipDecoder decoder;
  std::string out;
  // One byte more than allowed shows that it is too many.
  const std::size_t room = limit == std::string::npos ? limit : limit + 1;
  if (!body.empty()) decode(decoder, body, out, room, subject);
  if (out.size() > limit) {
    fail(TransportErrc::too_large, subject,
         "is larger than " + std::to_string(limit) + " bytes, the limit of this call (max_body), after decompression");
  }
  need_complete(decoder, subject);
  return out;
}

class DecodedStream final : public BodyStream {
public:
  DecodedStream(std::unique_ptr<BodyStream> inner, Subject subject)
      : inner_(std::move(inner)), subject_(std::move(subject))
  {
  }

  awaitable<std::string> read() override
  {
    std::string out;
    while (out.empty()) {
      if (rest_.empty() && !filled_) {
        piece_ = co_await inner_->read();
        rest_ = piece_;
        if (piece_.empty()) {
          need_complete(decoder_, subject_);
          co_return out;
        }
      }
      decode(decoder_, rest_, out, kPiece, subject_);
      filled_ = out.size() == kPiece;
    }
    co_return out;
  }

  void cancel() noexcept override { inner_->cancel(); }

private:
  const std::unique_ptr<BodyStream> inner_;
  const Subject subject_;
  GzipDecoder decoder_;
  std::string piece_;      ///< the last one from inner_
  std::string_view rest_;  ///< of piece_: not decoded yet
  bool filled_ = false;    ///< the last read was full, so the decoder may have more without input
};

// Without the query, which may be long.
Subject subject_of(const HttpRequest& request, unsigned status)
{
  return {request.method + " " + request.target.substr(0, request.target.find('?')), status};
}

void accept_gzip(HttpRequest& request)
{
  if (!request.headers.find("Accept-Encoding")) request.headers.add("Accept-Encoding", "gzip");
}

bool is_encoded(const HttpResponse& response)
{
  const auto encoding = response.headers.find("Content-Encoding");
  return encoding && !encoding->empty() && !same_token(*encoding, "identity");
}

HttpResponse decoded(HttpResponse response, const Subject& subject, std::size_t limit)
{
  const auto encoding = response.headers.find("Content-Encoding");
  if (!same_token(*encoding, "gzip") && !same_token(*encoding, "x-gzip")) {
    fail(TransportErrc::protocol, subject,
         "has the Content-Encoding \"" + std::string(*encoding) + "\", which was not requested");
  }
  response.headers.erase("Content-Encoding");
  response.headers.erase("Content-Length");
  if (response.stream) {
    response.stream = std::make_unique<DecodedStream>(std::move(response.stream), subject);
  } else {
    response.body = decoded(response.body, limit, subject);
  }
  return response;
}

class Decompressing : public Transport {
public:
  explicit Decompressing(std::shared_ptr<Transport> inner) : inner_(std::move(inner)) {}

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    accept_gzip(request);
    Subject subject = subject_of(request, 0);
    const std::size_t limit = limits.max_body;
    HttpResponse response = co_await inner_->exchange(std::move(request), std::move(limits));
    subject.status = response.status;
    if (is_encoded(response)) co_return decoded(std::move(response), subject, limit);
    co_return response;
  }

  [[nodiscard]] bool completes_inline() const noexcept override { return inner_->completes_inline(); }

private:
  const std::shared_ptr<Transport> inner_;
};

class DecompressingKept final : public Decompressing, public detail::KeptRequestTransport {
public:
  DecompressingKept(std::shared_ptr<Transport> inner, detail::KeptRequestTransport& kept)
      : Decompressing(std::move(inner)), kept_(kept)
  {
  }

  awaitable<HttpResponse> exchange_kept(HttpRequest* request, const ExchangeLimits* limits) override
  {
    accept_gzip(*request);
    HttpResponse response = co_await kept_.exchange_kept(request, limits);
    if (is_encoded(response)) {
      const Subject subject = subject_of(*request, response.status);
      co_return decoded(std::move(response), subject, limits->max_body);
    }
    co_return response;
  }

private:
  detail::KeptRequestTransport& kept_;  // the inner one
};

}  // namespace

std::shared_ptr<Transport> make_decompressing(std::shared_ptr<Transport> inner)
{
  auto* const kept = dynamic_cast<detail::KeptRequestTransport*>(inner.get());
  if (kept != nullptr) return std::make_shared<DecompressingKept>(std::move(inner), *kept);
  return std::make_shared<Decompressing>(std::move(inner));
}

}  // namespace kubexx
