// SPDX-License-Identifier: Apache-2.0
#include "watched_stream.hpp"

#include <utility>

#include "kubexx/http/transport.hpp"

namespace kubexx::testing {

WatchedStream::WatchedStream(std::shared_ptr<OperatorCalls> calls, std::shared_ptr<OperatorLife> life,
                             ResourceType type, std::string cluster, std::size_t number,
                             std::unique_ptr<BodyStream> inner)
    : calls_(std::move(calls)),
      life_(std::move(life)),
      type_(std::move(type)),
      cluster_(std::move(cluster)),
      inner_(std::move(inner))
{
  calls_->opened(*this, *life_, number);
}

WatchedStream::~WatchedStream()
{
  calls_->closed(*this);
}

awaitable<std::string> WatchedStream::read()
{
  std::string piece;
  std::exception_ptr error;
  try {
    piece = co_await inner_->read();
  } catch (...) {
    error = std::current_exception();
  }
  if (broken_) throw TransportError(TransportErrc::truncated, "injected: the watch broke off", true);
  if (error) std::rethrow_exception(error);
  co_return piece;
}

void WatchedStream::break_off() noexcept
{
  broken_ = true;
  inner_->cancel();
}

}  // namespace kubexx::testing
