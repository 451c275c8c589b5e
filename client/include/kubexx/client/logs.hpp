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

/// A pod's log as it comes (Client::stream_logs). One reader at a time; not thread safe; awaitable and blocking forms
/// may be mixed. Destroying it closes the connection. Requesting the stop of the options ends a read immediately.
class LogStream {
public:
  /// A line longer than this comes in parts.
  static constexpr std::size_t longest_line = std::size_t{1} << 20U;

  /// Empty; may only be assigned to.
  LogStream() = default;
  /// Of the client alone.
  LogStream(Runtime runtime, std::shared_ptr<Transport> transport, std::string name, HttpResponse response);

  /// The next piece as it arrived; empty at the end. Throws TransportError when the stream broke or was stopped.
  [[nodiscard]] awaitable<std::string> async_read();
  [[nodiscard]] std::string read();
  /// The next line without its line end; nullopt at the end. A last line without an end counts.
  [[nodiscard]] awaitable<std::optional<std::string>> async_read_line();
  [[nodiscard]] std::optional<std::string> read_line();

private:
  [[nodiscard]] std::optional<std::string> take_line();

  Runtime runtime_;
  std::shared_ptr<Transport> transport_;
  std::string name_;                  // of the call, for errors
  std::unique_ptr<BodyStream> body_;  // null after the end
  std::string buffer_;                // what came and was not handed out
  std::size_t searched_ = 0;          // bytes of buffer_ known to hold no line end
};

}  // namespace kubexx
