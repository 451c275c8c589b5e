// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kubexx {

/// Returns the documents of a YAML text (JSON is YAML, too), converted to JSON like kubectl, by the rules of
/// sigs.k8s.io/yaml: plain scalars as in read_plain_scalar, tags (!!str, !!int, !!binary …), anchors and merge keys
/// ("<<"), keys that are numbers or booleans as text. The last of equal keys counts. An empty document is null. The
/// text is UTF-8, or UTF-16 that begins with a byte order mark.
///
/// Throws YamlError, which names the place and the problem without any value of the text, because it may be secret.
/// Also throws it for text that would fill memory or the stack: with its aliases expanded, it may be at most one
/// mebibyte larger than written, and nested at most 100 deep.
[[nodiscard]] std::vector<nlohmann::json> parse_yaml(const std::string& text);

/// A problem in a YAML text. `what()` describes it for people, without any value of the text; the other members are for
/// a server that responds in the words of Go's parser. A value type.
class YamlError : public std::runtime_error {
public:
  /// Invalid YAML; nested too deep; too large with its aliases expanded; an alias inside its own anchor; an alias
  /// without an anchor.
  enum class Why { syntax, depth, aliases, cycle, unknown_alias };
  YamlError(Why why, std::size_t line, std::string alias, const std::string& text)
      : std::runtime_error(text), why_(why), line_(line), alias_(std::move(alias))
  {
  }
  [[nodiscard]] Why why() const noexcept { return why_; }
  [[nodiscard]] std::size_t line() const noexcept { return line_; }  ///< from 1; 0: unknown
  /// Set for a cycle or an unknown alias. May be secret: a password that begins with an asterisk looks like an alias.
  [[nodiscard]] const std::string& alias() const noexcept { return alias_; }

private:
  Why why_;
  std::size_t line_;
  std::string alias_;
};

/// A key that its mapping already has, from itself or by a merge.
struct RepeatedKey {
  std::size_t line = 0;  ///< line of its value, from 1
  std::string key;
  bool is_text = true;  ///< false: a number or boolean
};
/// The same; also adds the repeated keys to `repeated` that Go's strict decoding finds in the first document, in its
/// order.
[[nodiscard]] std::vector<nlohmann::json> parse_yaml(const std::string& text, std::vector<RepeatedKey>& repeated);

/// Returns what sigs.k8s.io/yaml writes: keys in natural order ("a2" before "a10"), text quoted only if a reader would
/// take it for something else, and text of several lines as a literal block if that can hold it.
[[nodiscard]] std::string to_yaml_text(const nlohmann::json& value);

/// Returns the value of a plain YAML scalar in kubectl: null, a boolean, a number, or text. The rules are those of YAML
/// 1.1 as implemented by Go's yaml (sigs.k8s.io/yaml): "yes" is true, "0x1f" and "1_000" are integers. A time is text
/// here.
[[nodiscard]] nlohmann::json read_plain_scalar(std::string_view text);

/// Whether `text`, written without quotes, would be read as something other than text, so that Go quotes it. Also true
/// for times.
[[nodiscard]] bool needs_quotes(std::string_view text);

}  // namespace kubexx
