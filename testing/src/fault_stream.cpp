// SPDX-License-Identifier: Apache-2.0
#include "fault_stream.hpp"

#include <utility>

namespace kubexx::testing {

namespace {

// How long the other end of a dead connection is unknown to be dead, when its reader sets no limit: TCP keep-alive.
constexpr Duration kKeepAlive = std::chrono::minutes(2);

class FaultStream final : public BodyStream {
public:
  FaultStream(std::shared_ptr<FaultLink> link, std::unique_ptr<BodyStream> inner, std::string site,
              std::stop_token stop)
      : link_(std::move(link)), inner_(std::move(inner)), site_(std::move(site)), stop_(std::move(stop))
  {
  }

  awaitable<std::string> read() override
  {
    if (!rest_.empty()) co_return deliver(std::exchange(rest_, {}));
    if (cut_)
      throw TransportError(TransportErrc::truncated, "injected: the watch broke off in the middle of a line", true);
    std::string piece = co_await inner_->read();
    link_->check_alive();
    if (piece.empty()) {
      link_->record("stream end", {site_});
      co_return piece;
    }
    const auto fault = link_->at_piece(site_);
    if (!fault) co_return deliver(std::move(piece));
    switch (fault->kind) {
      case FaultKind::watch_broken:
        throw TransportError(TransportErrc::truncated, "injected: the watch broke off", true);
      case FaultKind::watch_ended:
        co_return std::string();
      case FaultKind::watch_cut:
        cut_ = true;
        piece.resize((piece.size() + 1) / 2);
        break;
      case FaultKind::watch_split:
        rest_ = piece.substr((piece.size() + 1) / 2);
        piece.resize((piece.size() + 1) / 2);
        break;
      case FaultKind::watch_duplicated:
        rest_ = piece;
        break;
      case FaultKind::watch_delayed:
        co_await wait(fault->span);
        break;
      case FaultKind::watch_silent:
        co_await wait(kKeepAlive);
        throw TransportError(TransportErrc::truncated, "injected: the peer disappeared silently", true);
      default:
        break;
    }
    co_return deliver(std::move(piece));
  }

  void cancel() noexcept override { inner_->cancel(); }

private:
  std::string deliver(std::string piece)
  {
    link_->record("stream", {site_, piece});
    return piece;
  }

  awaitable<void> wait(Duration span)
  {
    const bool waited = co_await async_sleep(*link_->runtime.clock, span, stop_);
    if (!waited) throw TransportError(TransportErrc::cancelled, "the caller stopped the watch", true);
    link_->check_alive();
  }

  std::shared_ptr<FaultLink> link_;
  std::unique_ptr<BodyStream> inner_;
  std::string site_;  // of the request that opened it
  std::stop_token stop_;
  std::string rest_;  // comes next, without a fault
  bool cut_ = false;  // nothing comes any more
};

}  // namespace

std::unique_ptr<BodyStream> make_fault_stream(std::shared_ptr<FaultLink> link, std::unique_ptr<BodyStream> inner,
                                              std::string site, std::stop_token stop)
{
  return std::make_unique<FaultStream>(std::move(link), std::move(inner), std::move(site), std::move(stop));
}

}  // namespace kubexx::testing
