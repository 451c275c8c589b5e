// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kubexx {

/// Encodes `segment` as one segment of a path: percent-encodes everything except unreserved characters and harmless
/// delimiters, so a name cannot leave its place. Throws std::invalid_argument for "", "." and "..", which no encoding
/// makes safe.
[[nodiscard]] std::string encode_path_segment(std::string_view segment);

/// Builds a query string: `name=value` pairs in the order of the calls, percent-encoded (a space becomes %20). A value
/// type.
class QueryBuilder {
public:
  /// Adds a pair and returns this builder.
  QueryBuilder& add(std::string_view name, std::string_view value);
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  /// Without the leading question mark.
  [[nodiscard]] const std::string& str() const noexcept { return text_; }
  /// Returns `path`, followed by `?` and the query if there is one.
  [[nodiscard]] std::string appended_to(std::string_view path) const;

private:
  std::string text_;
};

/// Decodes percent-encoding; `+` stays. Throws std::invalid_argument if an escape is broken.
[[nodiscard]] std::string percent_decode(std::string_view text);

/// The address of a server, as in `clusters[].cluster.server` of a kubeconfig. A value type.
struct ServerUrl {
  std::string scheme = "https";  ///< "https" or "http", lower case
  std::string host = {};         ///< a name or an address; IPv6 without brackets
  std::uint16_t port = 443;
  std::string path_prefix = {};  ///< percent-encoded; "" or "/…" without a trailing slash

  [[nodiscard]] bool tls() const noexcept { return scheme == "https"; }
  /// For the Host header: IPv6 in brackets; no port if it is the default of the scheme.
  [[nodiscard]] std::string authority() const;
  /// The URL as text.
  [[nodiscard]] std::string str() const;
  friend bool operator==(const ServerUrl&, const ServerUrl&) = default;
};

/// Parses "https://host:6443/prefix", "http://[::1]:8080" and, as kubectl does, "host" and "host:port" as http. Throws
/// std::invalid_argument with the reason. Refuses user information, and never repeats it in the text.
[[nodiscard]] ServerUrl parse_server_url(std::string_view text);

}  // namespace kubexx
