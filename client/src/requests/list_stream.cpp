// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/detail/list_stream.hpp"

#include <string>
#include <utility>

#include "kubexx/apimachinery/detail/list_decoder.hpp"
#include "requests/cancelled.hpp"
#include "requests/client_impl.hpp"
#include "watch/piece_reader.hpp"

namespace kubexx::detail {

namespace {

using Impl = ClientAccess::Impl;

class HttpListStream final : public ListStream {
public:
  struct Bounds {
    SteadyTime begun;
    SteadyTime deadline;
    std::size_t max_held;
  };

  HttpListStream(Impl::Self impl, CallSubject subject, HttpResponse response, bool keep_managed_fields, Bounds bounds)
      : impl_(std::move(impl)),
        subject_(std::move(subject)),
        headers_(std::move(response.headers)),
        bounds_(bounds),
        decoder_({.keep_managed_fields = keep_managed_fields, .type = &subject_.type}, bounds_.max_held)
  {
    if (response.stream) body_.emplace(impl_->runtime, std::move(response.stream));
    if (!response.body.empty()) decoder_.feed(response.body);
    if (!body_) decoder_.finish();
  }

  awaitable<std::optional<Object>> async_next() override
  {
    for (;;) {
      if (auto item = decoded()) co_return item;
      if (decoder_.ended()) {
        impl_->metrics->duration("GET", impl_->runtime.clock->now() - bounds_.begun);
        co_return std::nullopt;
      }
      const std::string piece = co_await next_piece();
      if (piece.empty()) {
        body_.reset();
        decoder_.finish();
      } else {
        decoder_.feed(piece);
      }
    }
  }

  std::vector<UnreadableObject> take_unreadable() override { return decoder_.take_unreadable(); }
  const ListHeader& header() const noexcept override { return decoder_.header(); }

private:
  std::optional<Object> decoded()
  {
    try {
      return decoder_.next();
    } catch (const ObjectError& error) {
      if (auto failure = failure_within(subject_, headers_, decoder_.frame())) {
        impl_->endpoint.redactor->clean(*failure);
        throw make_api_error(subject_, std::move(*failure));
      }
      throw ObjectError(to_string(subject_) + ": the server's response is not a list: " + error.what());
    }
  }

  awaitable<std::string> next_piece()
  {
    if (decoder_.held() > bounds_.max_held) {
      throw TransportError(TransportErrc::too_large,
                           to_string(subject_) +
                               ": an item of the list, or the list without its items, is larger than " +
                               std::to_string(bounds_.max_held) + " bytes, the limit of this call (max_body)",
                           true);
    }
    // The silence before a piece is bounded by the transport, so this is enough to bound the whole.
    if (impl_->runtime.clock->now() >= bounds_.deadline) {
      throw TransportError(TransportErrc::timeout, to_string(subject_) + ": the list did not complete in time", true);
    }
    std::optional<std::string> piece;
    std::optional<TransportError> broken;
    try {
      piece = co_await body_->read({});
    } catch (const boost::system::system_error& error) {
      throw_cancelled(error, to_string(subject_) + ": cancelled while the list was read", true);
    } catch (const TransportError& error) {
      broken.emplace(error.code(), to_string(subject_) + ": " + error.what(), error.request_written());
    }
    if (broken) throw TransportError(*broken);
    co_return std::move(*piece);
  }

  const Impl::Self impl_;
  const CallSubject subject_;
  const Headers headers_;
  const Bounds bounds_;
  std::optional<PieceReader> body_;  // empty after the end
  ListDecoder decoder_;
};

}  // namespace

awaitable<std::unique_ptr<ListStream>> async_list_stream(Client client, ResourceType type, ListOptions options)
{
  const Impl::Self impl = ClientAccess::impl(client);
  ApiCall call = list_call(std::move(type), options);
  call.limits.stream = true;
  call.limits.idle_timeout = impl->options.idle_timeout;
  HttpListStream::Bounds bounds{};
  bounds.begun = impl->runtime.clock->now();
  bounds.deadline = saturating_add(bounds.begun, options.timeout.value_or(impl->options.timeout));
  bounds.max_held = options.max_body.value_or(impl->options.max_body);
  CallSubject subject = subject_of(call);
  LiveCall live(std::move(call));
  HttpResponse response = co_await Impl::send(impl.get(), &live, bounds_of(options), true);
  co_return std::make_unique<HttpListStream>(impl, std::move(subject), std::move(response), options.keep_managed_fields,
                                             bounds);
}

}  // namespace kubexx::detail
