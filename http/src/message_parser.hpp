// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// Bounds of one message. `max_body` nullopt: none.
struct ParseLimits {
  std::size_t max_header = 0;
  std::optional<std::size_t> max_body;
};

enum class ParseState {
  more,        ///< everything usable was taken; more bytes are needed
  head,        ///< the head is complete (reported once); call again for the body
  complete,    ///< the message is complete
  bad,         ///< not HTTP, or HTTP that kubexx does not accept: see `message`
  head_limit,  ///< the head is larger than allowed
  body_limit,  ///< the body is larger than allowed
};

struct ParseResult {
  ParseState state = ParseState::more;
  std::size_t consumed = 0;
  std::string message;  ///< for bad
};

/// Parses one message; Beast's parser inside. `Message` is HttpRequest or HttpResponse. Body bytes are appended to
/// `message().body`, from where a streaming reader may take them at any time.
template <class Message>
class MessageParser {
public:
  /// `skip_body`: the answer to HEAD.
  explicit MessageParser(const ParseLimits& limits, bool skip_body = false);
  ~MessageParser();
  MessageParser(const MessageParser&) = delete;
  MessageParser& operator=(const MessageParser&) = delete;

  /// Takes what it can of `data`. After complete or an error: not again.
  [[nodiscard]] ParseResult put(std::string_view data);
  /// The peer sent its last byte. True when that completes the message.
  [[nodiscard]] bool put_eof();

  /// Another bound of the body. Only between the head and the first call of put for the body.
  void limit_body(std::size_t most);
  /// The Content-Length; nullopt if there is none. Only when head_done().
  [[nodiscard]] std::optional<std::uint64_t> announced_length() const;

  [[nodiscard]] bool head_done() const noexcept;
  [[nodiscard]] bool complete() const noexcept;
  /// Whether the connection may serve another message after this one. Only when head_done().
  [[nodiscard]] bool keep_alive() const;
  /// Whether the body ends with the connection. Only when head_done().
  [[nodiscard]] bool ends_with_connection() const;
  [[nodiscard]] bool http_1_0() const noexcept;
  [[nodiscard]] Message& message() noexcept;
  [[nodiscard]] const Message& message() const noexcept;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

using RequestParser = MessageParser<HttpRequest>;
using ResponseParser = MessageParser<HttpResponse>;

}  // namespace kubexx::detail
