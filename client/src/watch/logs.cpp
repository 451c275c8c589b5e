// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/logs.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <stdexcept>
#include <utility>

#include "requests/blocking_verb.hpp"
#include "requests/cancelled.hpp"
#include "watch/piece_reader.hpp"

namespace kubexx {

using detail::ClientAccess;

namespace {

using Impl = ClientAccess::Impl;

ApiCall log_call(ObjectKey pod, const LogOptions& options, bool stream)
{
  if (options.follow && !stream) throw std::invalid_argument("logs: `follow` is for stream_logs only");
  auto call = detail::log_call(std::move(pod), options);
  call.limits.stream = stream;
  return call;
}

/// A body that loses nothing when a read is cancelled, and that fails again as it failed first.
class LogBody final : public BodyStream {
public:
  LogBody(Runtime runtime, std::unique_ptr<BodyStream> body) : reader_(std::move(runtime), std::move(body)) {}

  awaitable<std::string> read() override
  {
    if (error_) std::rethrow_exception(error_);
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    detail::PieceReader::Bounds bounds;
    bounds.may_wait = may_wait;
    std::optional<std::string> piece;
    try {
      piece = co_await reader_.read(std::move(bounds));
    } catch (...) {
      if (cancellation.cancelled() == asio::cancellation_type::none) error_ = std::current_exception();
      throw;
    }
    co_return std::move(*piece);
  }

  bool may_wait = true;  ///< of the next read; false: in one step on this thread

private:
  detail::PieceReader reader_;
  std::exception_ptr error_;
};

/// The next piece, empty at the end; `body`, a LogBody, is null from then on. `name` is of the call, for errors.
awaitable<std::string> read_piece(std::unique_ptr<BodyStream>* body, std::string name)
{
  std::string piece;
  try {
    piece = co_await (*body)->read();
  } catch (const boost::system::system_error& error) {
    detail::throw_cancelled(error, name + ": cancelled", true);
  } catch (const TransportError& error) {
    throw error.with_message(name + ": " + error.what());
  }
  if (piece.empty()) body->reset();
  co_return piece;
}

void set_may_wait(const std::unique_ptr<BodyStream>& body, bool may_wait)
{
  if (body) static_cast<LogBody&>(*body).may_wait = may_wait;
}

awaitable<LogStream> open(Impl::Self impl, ApiCall call, CallOptions bounds, bool may_wait)
{
  std::string name = to_string(detail::subject_of(call));
  detail::LiveCall live(std::move(call));
  HttpResponse response = co_await Impl::send(impl.get(), &live, std::move(bounds), may_wait);
  co_return LogStream(impl->runtime, impl->transport, std::move(name), std::move(response));
}

}  // namespace

LogStream::LogStream(Runtime runtime, std::shared_ptr<Transport> transport, std::string name, HttpResponse response)
    : runtime_(std::move(runtime)),
      transport_(std::move(transport)),
      name_(std::move(name)),
      body_(response.stream ? std::make_unique<LogBody>(runtime_, std::move(response.stream)) : nullptr),
      buffer_(std::move(response.body))
{
}

awaitable<std::string> LogStream::async_read()
{
  searched_ = 0;
  if (!buffer_.empty()) co_return std::exchange(buffer_, {});
  if (!body_) co_return std::string();
  co_return co_await read_piece(&body_, name_);
}

std::optional<std::string> LogStream::take_line()
{
  const auto end = buffer_.find('\n', searched_);
  std::string line;
  if (end <= longest_line) {  // not npos
    line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
  } else if (buffer_.size() >= longest_line) {
    line = buffer_.substr(0, longest_line);
    buffer_.erase(0, longest_line);
  } else if (!body_ && !buffer_.empty()) {
    line = std::exchange(buffer_, {});
  } else {
    searched_ = buffer_.size();
    return std::nullopt;
  }
  searched_ = 0;
  return line;
}

awaitable<std::optional<std::string>> LogStream::async_read_line()
{
  for (;;) {
    if (auto line = take_line()) co_return line;
    if (!body_) co_return std::nullopt;
    std::string piece;
    bool broke = false;
    try {
      piece = co_await read_piece(&body_, name_);
    } catch (const TransportError& error) {
      if (error.code() == TransportErrc::cancelled || buffer_.empty()) throw;
      broke = true;  // what came before it is worth more; the next read fails
    }
    buffer_ += piece;
    if (!broke) continue;
    searched_ = 0;
    co_return std::exchange(buffer_, {});
  }
}

std::string LogStream::read()
{
  std::optional<std::string> result;
  detail::BlockingWork work = [&](const std::stop_token&, bool may_wait) {
    set_may_wait(body_, may_wait);
    return detail::store_result<std::string>(&result, async_read());
  };
  detail::run_blocking(runtime_, *transport_, {}, std::move(work), "async_read", std::nullopt);
  set_may_wait(body_, true);
  return std::move(*result);
}

std::optional<std::string> LogStream::read_line()
{
  std::optional<std::optional<std::string>> result;
  detail::BlockingWork work = [&](const std::stop_token&, bool may_wait) {
    set_may_wait(body_, may_wait);
    return detail::store_result<std::optional<std::string>>(&result, async_read_line());
  };
  detail::run_blocking(runtime_, *transport_, {}, std::move(work), "async_read_line", std::nullopt);
  set_may_wait(body_, true);
  return std::move(*result);
}

awaitable<std::string> Client::async_logs(ObjectKey pod, LogOptions options) const
{
  auto call = std::make_unique<detail::LiveCall>(log_call(std::move(pod), options, false));
  return Impl::raw(impl_, std::move(call), detail::bounds_of(options), true);
}

std::string Client::logs(const ObjectKey& pod, const LogOptions& options) const
{
  auto call = log_call(pod, options, false);
  const auto start = [impl = impl_, call = std::move(call)](CallOptions bounds, bool may_wait) {
    return Impl::raw(impl, std::make_unique<detail::LiveCall>(call), std::move(bounds), may_wait);
  };
  return detail::run_verb<std::string>(*impl_, options, "async_logs", start);
}

awaitable<LogStream> Client::async_stream_logs(ObjectKey pod, LogOptions options) const
{
  return open(impl_, log_call(std::move(pod), options, true), detail::bounds_of(options), true);
}

LogStream Client::stream_logs(const ObjectKey& pod, const LogOptions& options) const
{
  auto call = log_call(pod, options, true);
  const auto start = [impl = impl_, call = std::move(call), stop = options.stop](CallOptions bounds, bool may_wait) {
    bounds.stop = stop;  // it outlives this verb
    return open(impl, call, std::move(bounds), may_wait);
  };
  return detail::run_verb<LogStream>(*impl_, options, "async_stream_logs", start);
}

}  // namespace kubexx
