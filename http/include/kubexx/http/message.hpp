// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// Returns whether two header names or other HTTP tokens are equal, ignoring case.
[[nodiscard]] bool same_token(std::string_view left, std::string_view right) noexcept;

/// Header fields in the order in which they were added. Names are compared without case. A value type.
class Headers {
public:
  using Field = std::pair<std::string, std::string>;

  Headers() = default;
  Headers(std::initializer_list<Field> fields) : fields_(fields) {}

  /// Adds a field, also beside others of that name.
  void add(std::string name, std::string value);
  /// Replaces every field with that name.
  void set(std::string_view name, std::string value);
  void erase(std::string_view name);
  /// Returns the first value with that name, or nullopt.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

  [[nodiscard]] auto begin() const noexcept { return fields_.begin(); }
  [[nodiscard]] auto end() const noexcept { return fields_.end(); }
  [[nodiscard]] std::size_t size() const noexcept { return fields_.size(); }

private:
  std::vector<Field> fields_;
};

/// A request with a complete body. `target` is the path and query as sent, percent-encoded. A value type.
struct HttpRequest {
  HttpRequest() = default;  // not an aggregate: g++ 12 destroys temporary aggregates in co_await expressions twice
  std::string method = "GET";
  std::string target = "/";
  Headers headers;
  std::string body;
  /// Server side: the identity from the listener's TLS or from an in-process caller; empty for anonymous.
  std::string user;
  std::vector<std::string> groups;  ///< Server side: the groups of `user` (the O fields of a client certificate).
};

/// A body that arrives in chunks. One reader at a time; not thread safe.
class BodyStream {
public:
  virtual ~BodyStream() = default;
  /// Returns the next chunk; an empty one marks the end. Throws TransportError if the body breaks off (truncated), if
  /// nothing arrives within the idle limit, or if the call's stop token was used. After an exception, only destroy the
  /// stream.
  [[nodiscard]] virtual awaitable<std::string> read() = 0;
  /// Makes a waiting read() and every later one end soon, with an empty chunk or TransportErrc::cancelled. The listener
  /// calls it when the client of a stream has gone, so every stream that can wait must implement it. From any thread.
  virtual void cancel() noexcept {}
};

/// A response. Its body is complete in `body` or, if `stream` is set, arrives through `stream`.
struct HttpResponse {
  unsigned status = 200;
  Headers headers;
  std::string body;
  std::unique_ptr<BodyStream> stream;
};

}  // namespace kubexx
