// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "kubexx/http/message.hpp"
#include "operator_calls.hpp"

namespace kubexx::testing {

/// A stream that the operator reads, which the test can break off.
class WatchedStream final : public BodyStream {
public:
  WatchedStream(std::shared_ptr<OperatorCalls> calls, std::shared_ptr<OperatorLife> life, ResourceType type,
                std::string cluster, std::size_t number, std::unique_ptr<BodyStream> inner);
  ~WatchedStream() override;
  WatchedStream(const WatchedStream&) = delete;
  WatchedStream& operator=(const WatchedStream&) = delete;

  [[nodiscard]] awaitable<std::string> read() override;
  void cancel() noexcept override { inner_->cancel(); }

  [[nodiscard]] const ResourceType& type() const noexcept { return type_; }
  [[nodiscard]] const std::string& cluster() const noexcept { return cluster_; }
  [[nodiscard]] bool is_of(const OperatorLife& life) const noexcept { return life_.get() == &life; }
  /// What waits in read() ends with an error. From any thread, while the stream lives.
  void break_off() noexcept;

private:
  const std::shared_ptr<OperatorCalls> calls_;
  const std::shared_ptr<OperatorLife> life_;
  const ResourceType type_;
  const std::string cluster_;
  const std::unique_ptr<BodyStream> inner_;
  std::atomic<bool> broken_{false};
};

}  // namespace kubexx::testing
