// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kubexx {

/// `segment` as one segment of a path: everything but unreserved characters and the harmless sub-delimiters is
/// percent-encoded, so a name cannot leave its place. Throws std::invalid_argument for "", "." and "..", which no
/// encoding makes safe.
[[nodiscard]] std::string encode_path_segment(std::string_view segment);

/// Builds a query string: `name=value` pairs in the order of the calls, percent-encoded (a space becomes %20). A value.
class QueryBuilder {
public:
  QueryBuilder& add(std::string_view name, std::string_view value);
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  /// Without the leading question mark.
  [[nodiscard]] const std::string& str() const noexcept { return text_; }
  /// `path`, and `?` with the query when there is one.
  [[nodiscard]] std::string appended_to(std::string_view path) const;

private:
  std::string text_;
};

/// `text` without percent-encoding; `+` stays. Throws std::invalid_argument when an escape is broken.
[[nodiscard]] std::string percent_decode(std::string_view text);

/// Where a server is: what `clusters[].cluster.server` of a kubeconfig says. A value.
struct ServerUrl {
  std::string scheme = "https";  ///< "https" or "http", lower case
  std::string host;              ///< a name or an address; IPv6 without brackets
  std::uint16_t port = 443;
  std::string path_prefix;  ///< percent-encoded, "" or "/…" without a slash at its end

  [[nodiscard]] bool tls() const noexcept { return scheme == "https"; }
  /// For the Host header: brackets around IPv6, the port unless it is the scheme's own.
  [[nodiscard]] std::string authority() const;
  [[nodiscard]] std::string str() const;
  friend bool operator==(const ServerUrl&, const ServerUrl&) = default;
};

/// Reads "https://host:6443/prefix", "http://[::1]:8080" and, as kubectl does, "host" and "host:port" as http. Throws
/// std::invalid_argument that says what is wrong; user information is refused and never repeated in the text.
[[nodiscard]] ServerUrl parse_server_url(std::string_view text);

}  // namespace kubexx
