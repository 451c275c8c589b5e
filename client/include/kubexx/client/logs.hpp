// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

/// The log of a pod as a stream (Client::stream_logs). One reader at a time; not thread safe; awaitable and blocking
/// forms may be mixed. Destroying it closes the connection.
///
/// Per-operation cancellation: the stop token of the LogOptions ends the stream immediately, even during a read. Asio's
/// cancellation ends only the read; the stream continues, and nothing is lost. Both throw TransportError `cancelled`.
///
/// Object lifetimes: the stream must outlive its awaitable reads and must not be moved during one. It shares the
/// transport of the Client, so the Client may be destroyed first.
class LogStream {
public:
  /// Longer lines are returned in parts.
  static constexpr std::size_t longest_line = std::size_t{1} << 20U;

  /// Empty; can only be assigned to.
  LogStream() = default;
  /// Only for the client.
  LogStream(Runtime runtime, std::shared_ptr<Transport> transport, std::string name, HttpResponse response);

  /// Returns the next chunk as it arrived; empty at the end. Throws TransportError if the stream broke or was stopped.
  [[nodiscard]] awaitable<std::string> async_read();
  [[nodiscard]] std::string read();
  /// Returns the next line without its line end; nullopt at the end. An unterminated last line is returned as well.
  [[nodiscard]] awaitable<std::optional<std::string>> async_read_line();
  [[nodiscard]] std::optional<std::string> read_line();

private:
  [[nodiscard]] std::optional<std::string> take_line();

  Runtime runtime_;
  std::shared_ptr<Transport> transport_;
  std::string name_;                  // of the call, for error texts
  std::unique_ptr<BodyStream> body_;  // null after the end
  std::string buffer_;                // arrived and not returned yet
  std::size_t searched_ = 0;          // leading bytes of buffer_ without a line end
};

}  // namespace kubexx
