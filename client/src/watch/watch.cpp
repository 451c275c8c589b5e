// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/watch.hpp"

#include <memory>
#include <utility>

#include "requests/blocking_verb.hpp"
#include "requests/cancelled.hpp"
#include "watch/piece_reader.hpp"
#include "watch/watch_decoder.hpp"

namespace kubexx {

namespace {

using Impl = detail::ClientAccess::Impl;

class HttpWatchStream final : public WatchStream, public std::enable_shared_from_this<HttpWatchStream> {
public:
  HttpWatchStream(Impl::Self impl, detail::CallSubject subject, HttpResponse response, detail::WatchDecoder decoder)
      : impl_(std::move(impl)),
        name_(to_string(subject)),
        decoder_(std::move(decoder)),
        last_data_(impl_->runtime.clock->now())
  {
    if (response.stream) body_.emplace(impl_->runtime, std::move(response.stream));
    if (!response.body.empty()) feed(std::move(response.body));
    if (!body_) decoder_.finish();
  }

  using WatchStream::async_next;
  awaitable<std::optional<WatchEvent>> async_next(CallOptions within) override { return next_event(within, true); }

  using WatchStream::next;
  std::optional<WatchEvent> next(const CallOptions& within) override
  {
    std::optional<SteadyTime> deadline;
    if (within.timeout) deadline = detail::deadline_of(*impl_, within);
    const auto start = [self = shared_from_this()](CallOptions bounds, bool may_wait) {
      return next_of(self, std::move(bounds), may_wait);
    };
    return detail::run_verb<std::optional<WatchEvent>>(*impl_, within, "async_next", start, deadline);
  }

  SteadyTime last_data() const noexcept override { return last_data_; }
  std::size_t undecodable() const noexcept override { return decoder_.undecodable(); }

private:
  static awaitable<std::optional<WatchEvent>> next_of(std::shared_ptr<HttpWatchStream> self, CallOptions within,
                                                      bool may_wait)
  {
    co_return co_await self->next_event(std::move(within), may_wait);
  }

  awaitable<std::optional<WatchEvent>> next_event(CallOptions within, bool may_wait)
  {
    detail::PieceReader::Bounds bounds;
    if (within.timeout) bounds.deadline = saturating_add(impl_->runtime.clock->now(), *within.timeout);
    bounds.stop = within.stop;
    bounds.may_wait = may_wait;
    for (;;) {
      if (refused_) throw ApiError(*refused_);
      if (auto event = decoded()) co_return event;
      if (broken_) throw TransportError(*broken_);
      if (!body_) co_return std::nullopt;
      std::optional<std::string> piece;
      try {
        piece = co_await body_->read(bounds);
      } catch (const boost::system::system_error& error) {
        detail::throw_cancelled(error, cancelled(), true);
      } catch (const TransportError& error) {
        broken_.emplace(error.with_message(name_ + ": " + error.what()));
      }
      if (broken_) {
        body_.reset();
      } else if (!piece) {
        throw given_up(bounds);
      } else if (piece->empty()) {
        body_.reset();
        decoder_.finish();
      } else {
        last_data_ = impl_->runtime.clock->now();
        feed(std::move(*piece));
      }
    }
  }

  /// An event that is too large ends the stream.
  void feed(std::string piece)
  {
    try {
      decoder_.feed(std::move(piece));
    } catch (const TransportError& error) {
      broken_ = error;
      body_.reset();
    }
  }

  /// What the bytes at hand give.
  std::optional<WatchEvent> decoded()
  {
    const std::size_t skipped = decoder_.undecodable();
    try {
      auto event = decoder_.next();
      tell_of_skipped(skipped);
      return event;
    } catch (const ApiError& error) {  // an ERROR event, perhaps behind one that was skipped
      refused_ = error;
      body_.reset();
      tell_of_skipped(skipped);
      throw;
    }
  }

  void tell_of_skipped(std::size_t before) const
  {
    if (decoder_.undecodable() == before) return;
    const LogLevel level = before == 0 ? LogLevel::warn : LogLevel::debug;  // once per stream
    impl_->runtime.log.write(level, "a watch event cannot be decoded",
                             {{"watch", name_}, {"problem", decoder_.last_problem()}});
  }

  /// By a stop token or by Asio's cancellation; the watch continues.
  [[nodiscard]] std::string cancelled() const { return name_ + ": cancelled while waiting for an event"; }

  [[nodiscard]] TransportError given_up(const detail::PieceReader::Bounds& bounds) const
  {
    if (bounds.stop.stop_requested()) return {TransportErrc::cancelled, cancelled(), true};
    return {TransportErrc::timeout, name_ + ": no event arrived in time; the watch continues", true};
  }

  Impl::Self impl_;
  std::string name_;
  std::optional<detail::PieceReader> body_;  // empty after the end
  std::optional<TransportError> broken_;     // why the body ended too early
  std::optional<ApiError> refused_;          // the ERROR event that ended it
  detail::WatchDecoder decoder_;
  SteadyTime last_data_;
};

/// A watch whose blocking call may be left behind when the handle is gone (RuntimeStopped).
class WatchHandle final : public WatchStream {
public:
  explicit WatchHandle(std::shared_ptr<HttpWatchStream> stream) : stream_(std::move(stream)) {}

  using WatchStream::async_next;
  awaitable<std::optional<WatchEvent>> async_next(CallOptions within) override { return stream_->async_next(within); }
  using WatchStream::next;
  std::optional<WatchEvent> next(const CallOptions& within) override { return stream_->next(within); }
  SteadyTime last_data() const noexcept override { return stream_->last_data(); }
  std::size_t undecodable() const noexcept override { return stream_->undecodable(); }

private:
  const std::shared_ptr<HttpWatchStream> stream_;
};

/// How long after the server should have ended a watch it counts as dead.
constexpr std::chrono::seconds idle_margin{15};

awaitable<std::unique_ptr<WatchStream>> open(Impl::Self impl, ApiCall call, CallOptions bounds, bool may_wait,
                                             detail::WatchDecoder decoder)
{
  detail::CallSubject subject = detail::subject_of(call);
  detail::LiveCall live(std::move(call));
  HttpResponse response = co_await Impl::send(impl.get(), &live, std::move(bounds), may_wait);
  auto stream =
      std::make_shared<HttpWatchStream>(std::move(impl), std::move(subject), std::move(response), std::move(decoder));
  co_return std::make_unique<WatchHandle>(std::move(stream));
}

}  // namespace

detail::StartWatch detail::start_watch(Impl::Self impl, ResourceType type, const WatchOptions& options,
                                       std::optional<IncludeObject> table)
{
  // Spread over five minutes, so that the watches of a restarted fleet do not all end together (client-go).
  constexpr std::uint64_t least = 5 * 60;
  const std::chrono::seconds timeout =
      options.server_timeout.value_or(std::chrono::seconds(least + impl->runtime.random->below(least)));
  ApiCall call = watch_call(std::move(type), options, timeout, table);
  call.limits.stream = true;
  call.limits.idle_timeout = timeout + idle_margin;
  WatchDecoder decoder(subject_of(call), options.keep_managed_fields, table.has_value(), impl->endpoint.redactor,
                       impl->options.max_body);
  return [=, impl = std::move(impl)](CallOptions bounds, bool may_wait) {
    return open(impl, call, std::move(bounds), may_wait, decoder);
  };
}

awaitable<std::unique_ptr<WatchStream>> Client::async_watch(ResourceType type, WatchOptions options) const
{
  return detail::start_watch(impl_, std::move(type), options, {})(detail::bounds_of(options), true);
}

std::unique_ptr<WatchStream> Client::watch(const ResourceType& type, const WatchOptions& options) const
{
  return detail::run_watch(*impl_, options, "async_watch", detail::start_watch(impl_, type, options, {}));
}

std::unique_ptr<WatchStream> detail::run_watch(const Impl& impl, const WatchOptions& options, const char* verb,
                                               const StartWatch& start)
{
  const auto open = [start, stop = options.stop](CallOptions bounds, bool may_wait) {
    bounds.stop = stop;  // it outlives this verb
    return start(std::move(bounds), may_wait);
  };
  return run_verb<std::unique_ptr<WatchStream>>(impl, options, verb, open);
}

}  // namespace kubexx
