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

/// The documents of a YAML text (JSON is YAML too) as kubectl turns them into JSON, by the rules of sigs.k8s.io/yaml:
/// plain scalars as read_plain_scalar says, tags (!!str, !!int, !!binary …), anchors and merge keys ("<<"), keys that
/// are numbers or booleans as text. Of equal keys the last counts. An empty document is null. The text is UTF-8, or
/// UTF-16 that begins with a byte order mark.
///
/// Throws YamlError, which says where and what is wrong, without a value of the text, which may be secret; also
/// for what would fill memory or the stack once its aliases are written out: they may make it one mebibyte larger than
/// it is written, and it may be nested 100 deep.
[[nodiscard]] std::vector<nlohmann::json> parse_yaml(const std::string& text);

/// What is wrong with a YAML text. `what()` says it for people, without a value of the text; a server that answers in
/// the words of Go's parser needs the rest. A value.
class YamlError : public std::runtime_error {
public:
  /// No YAML; nested too deep; too large once its aliases are written out; an alias inside what it names; one of
  /// nothing.
  enum class Why { syntax, depth, aliases, cycle, unknown_alias };
  YamlError(Why why, std::size_t line, std::string alias, const std::string& text)
      : std::runtime_error(text), why_(why), line_(line), alias_(std::move(alias))
  {
  }
  [[nodiscard]] Why why() const noexcept { return why_; }
  [[nodiscard]] std::size_t line() const noexcept { return line_; }  ///< from 1; 0: not known
  /// Of a cycle or an unknown alias; may be secret: a password that begins with an asterisk looks like one.
  [[nodiscard]] const std::string& alias() const noexcept { return alias_; }

private:
  Why why_;
  std::size_t line_;
  std::string alias_;
};

/// A key that a mapping has already, from itself or by a merge.
struct RepeatedKey {
  std::size_t line = 0;  ///< of its value, from 1
  std::string key;
  bool is_text = true;  ///< false: a number or boolean
};
/// The same, with what Go's strict decoding finds in the first document, in its order.
[[nodiscard]] std::vector<nlohmann::json> parse_yaml(const std::string& text, std::vector<RepeatedKey>& repeated);

/// As sigs.k8s.io/yaml writes it: keys in its natural order ("a2" before "a10"), text quoted only where a reader would
/// take it for something else, text of several lines as a literal block where that can hold it.
[[nodiscard]] std::string to_yaml_text(const nlohmann::json& value);

/// What a plain YAML scalar means to kubectl: null, a boolean, a number, or text. The rules of YAML 1.1 as Go's yaml
/// (sigs.k8s.io/yaml) knows them: "yes" is true, "0x1f" and "1_000" are integers. A time is text here.
[[nodiscard]] nlohmann::json read_plain_scalar(std::string_view text);

/// Whether `text`, written without quotes, would be read as something else than text: then Go quotes it. Times too.
[[nodiscard]] bool needs_quotes(std::string_view text);

}  // namespace kubexx
