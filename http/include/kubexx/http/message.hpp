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

/// Whether two names of header fields, or other tokens of HTTP, are the same: without case.
[[nodiscard]] bool same_token(std::string_view left, std::string_view right) noexcept;

/// Header fields in the order in which they were added; names compare without case. A value.
class Headers {
public:
  using Field = std::pair<std::string, std::string>;

  Headers() = default;
  Headers(std::initializer_list<Field> fields) : fields_(fields) {}

  void add(std::string name, std::string value) { fields_.emplace_back(std::move(name), std::move(value)); }
  /// Replaces every field of that name.
  void set(std::string_view name, std::string value);
  void erase(std::string_view name);
  /// The first value of that name, or nullopt.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

  [[nodiscard]] auto begin() const noexcept { return fields_.begin(); }
  [[nodiscard]] auto end() const noexcept { return fields_.end(); }
  [[nodiscard]] std::size_t size() const noexcept { return fields_.size(); }

private:
  std::vector<Field> fields_;
};

/// A request with a complete body. `target` is the path and query as sent, percent-encoded. A value.
struct HttpRequest {
  HttpRequest() = default;  // no aggregate: g++ 12 destroys temporaries of those in co_await expressions twice
  std::string method = "GET";
  std::string target = "/";
  Headers headers;
  std::string body;
  /// Server side: the identity that the listener's TLS or an in-process caller vouches for; empty for anonymous.
  std::string user;
  std::vector<std::string> groups;  ///< Server side: the groups of `user` (the O fields of a client certificate).
};

/// A body that arrives in pieces. One reader at a time; not thread safe.
class BodyStream {
public:
  virtual ~BodyStream() = default;
  /// The next piece, never empty before the end; empty at the end. Throws TransportError when the body breaks off
  /// (truncated), nothing came within the idle limit, or the call's stop token was used. After a throw: only destroy.
  [[nodiscard]] virtual awaitable<std::string> read() = 0;
  /// Makes a read() that waits, and every later one, end soon: with an empty piece or TransportErrc::cancelled. How the
  /// listener ends a stream whose client has gone, so every stream that can wait implements it. From any thread.
  virtual void cancel() noexcept {}
};

/// A response, complete in `body` or, when `stream` is set, arriving through it.
struct HttpResponse {
  unsigned status = 200;
  Headers headers;
  std::string body;
  std::unique_ptr<BodyStream> stream;
};

}  // namespace kubexx
