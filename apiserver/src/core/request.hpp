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
#include "core/status.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx {
class YamlError;  // apimachinery/yaml.hpp
}

namespace kubexx::apiserver {

/// The query of a request, decoded; of a repeated parameter the first value counts, as in Go's url.Values.Get.
class Query {
public:
  explicit Query(std::string_view text);
  [[nodiscard]] std::string get(const std::string& name) const;
  [[nodiscard]] bool has(const std::string& name) const { return values_.contains(name); }
  /// Every value, in the order of the query.
  [[nodiscard]] std::vector<std::string> all(const std::string& name) const;
  /// True for "true", "1" and the other forms that strconv.ParseBool takes.
  [[nodiscard]] bool flag(const std::string& name) const;
  /// Throws a bad-request Failure when there is a value that is no integer.
  [[nodiscard]] std::optional<std::int64_t> integer(const std::string& name) const;

private:
  std::map<std::string, std::vector<std::string>> values_;
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

/// The segments of a decoded path; nullopt when it cannot be decoded. A slash that was escaped separates, too, as Go's
/// servers see it. Empty ones are kept but for the first and the last.
[[nodiscard]] std::optional<std::vector<std::string>> split_path(std::string_view path);

/// Understands /api/v1/… and /apis/GROUP/VERSION/… with at least a resource; nullopt for other paths.
[[nodiscard]] std::optional<ResourcePath> parse_resource_path(const std::vector<std::string>& segments);

/// A header's value, or empty.
[[nodiscard]] std::string header(const Headers& headers, std::string_view name);

/// One alternative of an Accept header, or a Content-Type: the media type in lower case and its parameters.
struct MediaType {
  std::string type;
  std::string spelt;  ///< as it stands there
  std::map<std::string, std::string> parameters;
};
[[nodiscard]] std::vector<MediaType> parse_media_types(std::string_view header_value);

/// The form in which objects are sent.
enum class Form { object, table, partial_object };
struct Representation {
  Form form = Form::object;
  std::string meta_version = "v1";  ///< of meta.k8s.io, for table and partial_object
  std::string include_object;       ///< table: "Metadata" (default), "None", "Object"
  bool yaml = false;                ///< instead of JSON
  bool protobuf = false;            ///< instead of JSON
  bool pretty = false;              ///< indented, as a person reads it
  bool of_list = false;             ///< partial_object: PartialObjectMetadataList was asked for
  friend bool operator==(const Representation&, const Representation&) = default;
};
/// Where a request goes, as far as it matters to what is acceptable.
enum class Endpoint { object, list, custom };
/// Chooses by Accept. Throws a not-acceptable Failure when neither JSON nor YAML will do.
[[nodiscard]] Representation negotiate(const Headers& headers, const Query& query, Endpoint endpoint);
/// Turns an answer of the API, which is JSON, into YAML or protobuf if the client prefers that.
void encode_answer(const HttpRequest& request, HttpResponse& response);

/// The parsed body: JSON, YAML or protobuf. Where it names no type, it is of that kind; for protobuf, of that API
/// version as well, which matters for subresources alone, whose kind is not the resource's. Throws Failures: 415, 413,
/// 400.
/// Keys that a YAML body has twice go to `repeated`, unless that is null, in the words of Go's decoder.
[[nodiscard]] Json parse_body(const HttpRequest& request, std::string_view kind, std::string_view api_version = {},
                              std::vector<std::string>* repeated = nullptr);
/// The first document, null when it is empty, likewise. Throws YamlError.
[[nodiscard]] Json parse_yaml_body(const std::string& body, std::vector<std::string>* repeated);
/// Whether the body says that it is JSON, or does not say.
[[nodiscard]] bool is_json(const HttpRequest& request);
/// The largest body of a request: kube-apiserver's limit.
inline constexpr std::size_t max_body = std::size_t{3} << 20U;
/// The 413 of a larger one.
[[nodiscard]] Failure body_too_large();
/// Throws it.
void check_body_size(const HttpRequest& request);
/// The 400 of a body whose kind cannot be told.
[[nodiscard]] Failure unrecognized(std::string_view kind, const std::string& problem, std::string_view body);
/// How deep what comes in may be nested.
inline constexpr std::size_t max_depth = 1000;

/// The bracket or brace of JSON text that is nested deeper; '\0': there is none.
[[nodiscard]] char opening_too_deep(std::string_view text);
/// What a YAML text has wrong, in Go's words as far as they are known.
[[nodiscard]] std::string go_yaml_problem(const YamlError& error);

/// Parses JSON text with a limit on depth. Throws a bad-request Failure whose text starts with `what` and ends with
/// `behind`.
[[nodiscard]] Json parse_json(std::string_view text, std::string_view what, std::string_view behind = {});

}  // namespace kubexx::apiserver
