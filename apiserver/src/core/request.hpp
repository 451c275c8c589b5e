// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::apiserver {

/// The query of a request, decoded; of a repeated parameter the first value counts, as in Go's url.Values.Get.
class Query {
public:
  explicit Query(std::string_view text);
  [[nodiscard]] std::string get(const std::string& name) const;
  [[nodiscard]] bool has(const std::string& name) const { return values_.contains(name); }
  /// True for "true", "1" and the other forms that strconv.ParseBool takes.
  [[nodiscard]] bool flag(const std::string& name) const;
  /// Throws a bad-request Failure when there is a value that is no integer.
  [[nodiscard]] std::optional<std::int64_t> integer(const std::string& name) const;

private:
  std::map<std::string, std::string> values_;
};

/// Reads all of `text` into `value`; null, or what strconv says is wrong with it.
template <class Number>
[[nodiscard]] const char* read_number(std::string_view text, Number& value)
{
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return "invalid syntax";
  return error == std::errc() ? nullptr : "value out of range";
}

/// Where the path of a resource request leads.
struct ResourcePath {
  std::string group, version;
  std::string namespace_;
  std::string resource, name, subresource;
  bool watch_prefix = false;  ///< the old form /api/v1/watch/…
};

/// Percent-decodes; nullopt when an escape is broken.
[[nodiscard]] std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space);

/// The decoded segments of a path; nullopt when one cannot be decoded.
[[nodiscard]] std::optional<std::vector<std::string>> split_path(std::string_view path);

/// Understands /api/v1/… and /apis/GROUP/VERSION/… with at least a resource; nullopt for other paths.
[[nodiscard]] std::optional<ResourcePath> parse_resource_path(const std::vector<std::string>& segments);

/// A header's value, or empty.
[[nodiscard]] std::string header(const Headers& headers, std::string_view name);

/// One alternative of an Accept header, or a Content-Type: the media type in lower case and its parameters.
struct MediaType {
  std::string type;
  std::map<std::string, std::string> parameters;
};
[[nodiscard]] std::vector<MediaType> parse_media_types(std::string_view header_value);

/// The form in which objects are sent.
enum class Form { object, table, partial_object };
struct Representation {
  Form form = Form::object;
  std::string meta_version = "v1";  ///< of meta.k8s.io, for table and partial_object
  std::string include_object;       ///< table: "Metadata" (default), "None", "Object"
};
/// Chooses by Accept. Throws a not-acceptable Failure when JSON will not do.
[[nodiscard]] Representation negotiate(const Headers& headers, const Query& query);

/// The parsed body. Throws Failures: 415 when the content type is none of `allowed`, 413, 400.
[[nodiscard]] Json parse_body(const HttpRequest& request, std::string_view kind);
/// How deep what comes in may be nested.
inline constexpr std::size_t max_depth = 1000;

/// Parses JSON text with a limit on depth. Throws a bad-request Failure whose text starts with `what`.
[[nodiscard]] Json parse_json(std::string_view text, std::string_view what);

}  // namespace kubexx::apiserver
