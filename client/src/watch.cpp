// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/watch.hpp"

#include <utility>

#include "client_impl.hpp"
#include "watch_decoder.hpp"

namespace kubexx::detail {

namespace {

class HttpWatchStream final : public WatchStream {
public:
  HttpWatchStream(const Runtime& runtime, CallSubject subject, HttpResponse response, bool keep_managed_fields)
      : clock_(*runtime.clock),
        log_(runtime.log),
        name_(to_string(subject)),
        body_(std::move(response.stream)),
        decoder_(std::move(subject), keep_managed_fields),
        last_data_(clock_.now())
  {
    if (!response.body.empty()) decoder_.feed(std::move(response.body));
    if (!body_) decoder_.finish();
  }

  awaitable<std::optional<WatchEvent>> next() override
  {
    for (;;) {
      const std::size_t skipped = decoder_.undecodable();
      auto event = decoder_.next();
      if (decoder_.undecodable() != skipped) {
        log_.warn("skipped a watch event that cannot be decoded",
                  {{"watch", name_}, {"problem", decoder_.last_problem()}, {"skipped", decoder_.undecodable()}});
      }
      if (event) co_return event;
      if (!body_) co_return std::nullopt;
      std::string piece;
      try {
        piece = co_await body_->read();
      } catch (const TransportError& error) {
        throw TransportError(error.code(), name_ + ": " + error.what(), error.request_written());
      }
      if (piece.empty()) {
        body_.reset();
        decoder_.finish();
      } else {
        last_data_ = clock_.now();
        decoder_.feed(std::move(piece));
      }
    }
  }

  SteadyTime last_data() const noexcept override { return last_data_; }
  std::size_t undecodable() const noexcept override { return decoder_.undecodable(); }

private:
  Clock& clock_;
  Log log_;
  std::string name_;
  std::unique_ptr<BodyStream> body_;  // null after the end
  WatchDecoder decoder_;
  SteadyTime last_data_;
};

}  // namespace

std::unique_ptr<WatchStream> make_watch_stream(const Runtime& runtime, CallSubject subject, HttpResponse response,
                                               bool keep_managed_fields)
{
  return std::make_unique<HttpWatchStream>(runtime, std::move(subject), std::move(response), keep_managed_fields);
}

}  // namespace kubexx::detail
