// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/http/message.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::testing {

/// The server's end of a response body: what a ScriptedBody reads, before or while it is read. A copyable handle to
/// shared state; thread safe.
class BodyScript {
public:
  BodyScript();

  /// The next chunk, as one piece; an empty one is left out.
  void send(std::string chunk);
  /// The body ends in order, after the chunks that were sent.
  void end();
  /// After the chunks that were sent, reading throws.
  void break_off(TransportErrc code = TransportErrc::truncated);

  /// How often a chunk was asked for.
  [[nodiscard]] std::size_t reads() const;
  /// True after BodyStream::cancel.
  [[nodiscard]] bool cancelled() const;
  /// True when the reader has destroyed its end.
  [[nodiscard]] bool closed() const;

private:
  friend class ScriptedBody;
  struct State;
  std::shared_ptr<State> state_;
};

/// A body that follows a BodyScript: a read waits until the script goes on.
class ScriptedBody final : public BodyStream {
public:
  explicit ScriptedBody(const BodyScript& script);
  /// These chunks, and then the end or the error `ending`.
  explicit ScriptedBody(std::vector<std::string> chunks, std::optional<TransportErrc> ending = {});
  ~ScriptedBody() override;
  ScriptedBody(const ScriptedBody&) = delete;
  ScriptedBody& operator=(const ScriptedBody&) = delete;

  [[nodiscard]] awaitable<std::string> read() override;
  /// From now on, reading ends with TransportErrc::cancelled when `stop`, the token of the exchange, is used. Before
  /// the first read.
  void end_with(std::stop_token stop) noexcept { stop_ = std::move(stop); }
  /// Also drops the chunks that were not read.
  void cancel() noexcept override;

private:
  const std::shared_ptr<BodyScript::State> state_;
  std::stop_token stop_;
};

}  // namespace kubexx::testing
