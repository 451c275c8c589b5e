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

/// The server's end of a response body. A ScriptedBody returns what the test sends here, and waits when there is
/// nothing to return. A copyable handle to shared state; thread safe.
class BodyScript {
public:
  BodyScript();

  /// Adds a chunk, which one read returns as a whole. Ignores an empty one.
  void send(std::string chunk);
  /// Ends the body after the chunks that were sent.
  void end();
  /// Breaks the body off: after the chunks that were sent, reading throws TransportError with `code`.
  void break_off(TransportErrc code = TransportErrc::truncated);

  /// The number of reads that have begun.
  [[nodiscard]] std::size_t reads() const;
  /// Whether the reader has called BodyStream::cancel.
  [[nodiscard]] bool cancelled() const;
  /// Whether the reader has destroyed the ScriptedBody.
  [[nodiscard]] bool closed() const;

private:
  friend class ScriptedBody;
  struct State;
  std::shared_ptr<State> state_;
};

/// A body that follows a BodyScript: a read waits until the script has a chunk, an end or an error.
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
