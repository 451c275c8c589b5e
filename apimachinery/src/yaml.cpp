// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/base/base64.hpp"
#include "yaml_scalar.hpp"

namespace kubexx {
namespace {

using nlohmann::json;

constexpr int deepest = 100;
constexpr std::size_t most_by_aliases = std::size_t{1} << 20U;

[[noreturn]] void fail(const YAML::Mark& mark, const std::string& text, YamlError::Why why = YamlError::Why::syntax,
                       std::string alias = {})
{
  throw YamlError(
      why, static_cast<std::size_t>(mark.line) + 1, std::move(alias),
      "line " + std::to_string(mark.line + 1) + ", column " + std::to_string(mark.column + 1) + ": " + text);
}

[[noreturn]] void fail_depth(YamlError::Why why, std::size_t line, std::string alias)
{
  throw YamlError(why, line, std::move(alias), "nested more than " + std::to_string(deepest) + " levels deep");
}

/// yaml-cpp goes on for ever, and fills memory, where a document begins with what no document begins with: it has read
/// nothing and tries again. It also takes what does not belong to a document for another one. This only looks whether
/// each document begins behind the one before and its end, how deep it is nested, and whether an alias names what it is
/// in.
class Progress final : public YAML::EventHandler {
public:
  explicit Progress(std::string_view text) : text_(text) {}
  void OnDocumentStart(const YAML::Mark& mark) override
  {
    if (mark.pos <= last_ || (last_ >= 0 && !is_separated(mark))) fail(mark, "expected the end or a new document");
    last_ = mark.pos;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnAnchor(const YAML::Mark& /*mark*/, const std::string& name) override { anchor_ = name; }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
  {
    const auto open =
        std::find_if(open_.begin(), open_.end(), [&](const auto& one) { return one.first == anchor && anchor != 0; });
    if (open != open_.end()) {
      fail_depth(YamlError::Why::cycle, static_cast<std::size_t>(mark.line) + 1, open->second);
    }
  }
  void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                const std::string& /*value*/) override
  {
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override
  {
    open(mark, anchor);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override
  {
    open(mark, anchor);
  }
  void OnMapEnd() override { open_.pop_back(); }

private:
  /// "---" begins the document, or "..." has ended the one before.
  [[nodiscard]] bool is_separated(const YAML::Mark& mark) const
  {
    const auto at = static_cast<std::size_t>(mark.pos);
    if (at >= text_.size() || text_.substr(at).starts_with("---")) return true;
    std::string_view before = text_.substr(0, at);
    while (!before.empty()) {
      const std::size_t begin = before.find_last_of('\n') + 1;
      const std::string_view line = before.substr(begin);
      if (line.starts_with("...")) return true;
      const std::size_t first = line.find_first_not_of(" \t\r");
      if (first != std::string_view::npos && line[first] != '#') return false;
      before = before.substr(0, begin == 0 ? 0 : begin - 1);
    }
    return false;
  }
  void open(const YAML::Mark& mark, YAML::anchor_t anchor)
  {
    if (open_.size() > static_cast<std::size_t>(deepest)) {
      fail_depth(YamlError::Why::depth, static_cast<std::size_t>(mark.line) + 1, {});
    }
    open_.emplace_back(anchor, anchor == 0 ? std::string() : anchor_);
  }

  const std::string_view text_;
  int last_ = -1;
  std::string anchor_;                                        // the last one that was named
  std::vector<std::pair<YAML::anchor_t, std::string>> open_;  // the lists and maps that have not ended
};

void check_progress(const std::string& text)
{
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Progress progress(text);
  while (parser.HandleNextDocument(progress)) {
  }
}

/// YAML holds no control characters; yaml-cpp takes them.
void check_characters(const std::string& text)
{
  int line = 0;
  for (const char c : text) {
    if (c == '\n') ++line;
    const bool printable = static_cast<unsigned char>(c) >= ' ' && c != '\x7f';
    if (!printable && c != '\t' && c != '\n' && c != '\r') {
      throw YamlError(YamlError::Why::syntax, static_cast<std::size_t>(line) + 1, {},
                      "line " + std::to_string(line + 1) + ": control characters are not allowed");
    }
  }
}

/// Takes the size of `node`, aliases written out, off `left`: ten aliases of ten aliases of ten … would fill all
/// memory.
void check_size(const YAML::Node& node, std::size_t& left, int depth)
{
  if (depth > deepest) fail_depth(YamlError::Why::depth, 0, {});
  const std::size_t size = 1 + (node.IsScalar() ? node.Scalar().size() : 0);
  if (size > left) {
    throw YamlError(YamlError::Why::aliases, 0, {}, "its aliases expand it by more than 1 MiB");
  }
  left -= size;
  if (node.IsSequence()) {
    for (const auto& element : node) check_size(element, left, depth + 1);
  } else if (node.IsMap()) {
    for (const auto& entry : node) {
      check_size(entry.first, left, depth + 1);
      check_size(entry.second, left, depth + 1);
    }
  }
}

/// "!" is the tag of a quoted scalar, "?" that of a plain one.
bool is_plain(const YAML::Node& node)
{
  return node.Tag() == "?" || node.Tag().empty();
}

json number_without_fraction_as_float(json value)
{
  return value.is_number_integer() ? json(value.get<double>()) : std::move(value);
}

/// A scalar with a tag of YAML's own.
std::optional<json> read_tagged(const YAML::Node& node)
{
  constexpr std::string_view family = "tag:yaml.org,2002:";
  const std::string_view tag = node.Tag();
  if (!tag.starts_with(family)) return std::nullopt;
  const std::string_view type = tag.substr(family.size());
  const std::string& text = node.Scalar();
  if (type == "str" || type == "timestamp") return json(text);
  if (type == "binary") {
    auto decoded = decode_base64(text);
    if (!decoded) fail(node.Mark(), "the value tagged !!binary is not base64");
    // JSON is UTF-8: as Go's encoder, which has no other choice either.
    return json::parse(json(*decoded).dump(-1, ' ', false, json::error_handler_t::replace));
  }
  json value = read_plain_scalar(text);
  if (type == "float") value = number_without_fraction_as_float(std::move(value));
  const bool fits = type == "int"     ? value.is_number_integer()
                    : type == "float" ? value.is_number_float()
                    : type == "bool"  ? value.is_boolean()
                    : type == "null"  ? value.is_null()
                                      : true;
  if (!fits) fail(node.Mark(), "the value does not match its tag !!" + std::string(type));
  return type == "int" || type == "float" || type == "bool" || type == "null" ? value : json(text);
}

/// Turns nodes of one text into JSON.
class Converter {
public:
  /// Repeated keys are noted in `repeated`, unless that is null.
  Converter(const std::string& text, std::vector<RepeatedKey>* repeated) : text_(text), repeated_(repeated) {}

  [[nodiscard]] json convert(const YAML::Node& node) const
  {
    switch (node.Type()) {
      case YAML::NodeType::Map: {
        Keys keys;
        return map(node, keys);
      }
      case YAML::NodeType::Sequence: {
        json array = json::array();
        for (const auto& entry : node) array.push_back(convert(entry));
        return array;
      }
      case YAML::NodeType::Scalar:
        return scalar(node);
      default:
        return nullptr;
    }
  }

private:
  /// Those of a mapping so far, by the value that Go sees: "1" is no 1.
  using Keys = std::set<std::string>;

  [[nodiscard]] json scalar(const YAML::Node& node) const
  {
    if (auto tagged = read_tagged(node)) return *tagged;
    const std::string& text = node.Scalar();
    if (!is_plain(node)) {
      check_closed(node);
      return text;
    }
    if (detail::is_special_number(text)) fail(node.Mark(), "JSON cannot represent this number");
    return read_plain_scalar(text);
  }

  /// yaml-cpp takes the end of the text for a closing quote.
  void check_closed(const YAML::Node& node) const
  {
    if (end_of_quote(node.Mark().pos) >= text_.size()) fail(node.Mark(), "the closing quote is missing");
  }

  /// Where the text that is quoted at `at` ends: its closing quote, or the end of all. `at` if none begins there.
  [[nodiscard]] std::size_t end_of_quote(int at) const
  {
    if (at < 0 || static_cast<std::size_t>(at) >= text_.size()) return 0;
    const auto begin = static_cast<std::size_t>(at);
    const char quote = text_[begin];
    if (quote != '"' && quote != '\'') return begin;
    std::size_t end = begin + 1;
    while (end < text_.size() && text_[end] != quote) end += quote == '"' && text_[end] == '\\' ? 2 : 1;
    return end;
  }

  /// yaml-cpp takes a line without a colon for a key without a value.
  void check_colon(const YAML::Node& key) const
  {
    const std::size_t at = end_of_quote(key.Mark().pos);
    if (at == 0 && key.Mark().pos != 0) return;
    const std::size_t begin = at == 0 ? 0 : text_.find_last_of('\n', at - 1) + 1;
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    const bool is_explicit = text_.substr(begin, at - begin).find('?') != std::string::npos;  // "? key"
    if (!is_explicit && text_.substr(at, end - at).find(':') == std::string::npos) {
      fail(key.Mark(), "the colon after the key is missing");
    }
  }

  [[nodiscard]] std::string key(const YAML::Node& node) const
  {
    if (!node.IsScalar()) fail(node.Mark(), "a key must be a string");
    const json value = scalar(node);
    if (value.is_string()) return value.get<std::string>();
    if (value.is_null()) fail(node.Mark(), "a key must not be null");
    if (!value.is_number_float()) return value.dump();
    // Keys are written as Go writes a float32.
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.begin(), digits.end(), static_cast<float>(value.get<double>())).ptr;
    return {digits.begin(), end};
  }

  /// After its value, as Go does it.
  void note_key(const YAML::Node& node, const YAML::Node& value, const std::string& name, Keys& keys) const
  {
    if (repeated_ == nullptr) return;
    const bool is_text = scalar(node).is_string();
    if (keys.insert((is_text ? "s" : "n") + name).second) return;
    repeated_->push_back({static_cast<std::size_t>(value.Mark().line) + 1, name, is_text});
  }

  [[nodiscard]] json map(const YAML::Node& node, Keys& keys) const
  {
    json object = json::object();
    for (const auto& entry : node) {
      const bool merge = entry.first.IsScalar() && entry.first.Scalar() == "<<" &&
                         (is_plain(entry.first) || entry.first.Tag() == "tag:yaml.org,2002:merge");
      if (merge) {
        merge_into(object, entry.second, keys);
      } else {
        const auto name = key(entry.first);
        if (entry.second.IsNull() && node.Style() != YAML::EmitterStyle::Flow) check_colon(entry.first);
        object[name] = convert(entry.second);
        note_key(entry.first, entry.second, name, keys);
      }
    }
    return object;
  }

  /// As Go's yaml: what is merged hides what stands before it; of several, the first counts.
  void merge_into(json& object, const YAML::Node& from, Keys& keys) const
  {
    if (from.IsMap()) {
      object.update(map(from, keys));
      return;
    }
    if (!from.IsSequence()) fail(from.Mark(), "a merge (<<) needs a map or a list of maps");
    for (std::size_t left = from.size(); left > 0; --left) {
      if (!from[left - 1].IsMap()) fail(from.Mark(), "a merge (<<) needs a map or a list of maps");
      object.update(map(from[left - 1], keys));
    }
  }

  const std::string& text_;
  std::vector<RepeatedKey>* const repeated_;
};

std::vector<YAML::Node> load(const std::string& text)
{
  check_characters(text);
  check_progress(text);
  auto documents = YAML::LoadAll(text);
  std::size_t left = text.size() + most_by_aliases;
  for (const auto& document : documents) check_size(document, left, 0);
  return documents;
}

/// The name behind the asterisk at `mark`, or at the one before: yaml-cpp 0.7 does not say it.
std::string alias_at(const std::string& text, const YAML::Mark& mark)
{
  if (mark.is_null() || static_cast<std::size_t>(mark.pos) >= text.size()) return {};
  const auto star = text.rfind('*', static_cast<std::size_t>(mark.pos));
  if (star == std::string::npos) return {};
  return text.substr(star + 1, text.find_first_of(" \t\r\n,[]{}", star) - star - 1);
}

void append_utf8(std::string& to, std::uint32_t code)
{
  const auto follow = [&](unsigned shift) { to += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80U) {
    to += static_cast<char>(code);
  } else if (code < 0x800U) {
    to += static_cast<char>(0xC0U | (code >> 6U));
    follow(0);
  } else if (code < 0x10000U) {
    to += static_cast<char>(0xE0U | (code >> 12U));
    follow(6);
    follow(0);
  } else {
    to += static_cast<char>(0xF0U | (code >> 18U));
    follow(12);
    follow(6);
    follow(0);
  }
}

/// A text that begins with a byte order mark of UTF-16, as PowerShell writes files, in UTF-8; nullopt for any other.
std::optional<std::string> from_utf16(std::string_view text)
{
  const bool little = text.starts_with("\xFF\xFE");
  if (!little && !text.starts_with("\xFE\xFF")) return std::nullopt;
  constexpr std::uint32_t no_character = 0xFFFD;
  const auto unit = [&](std::size_t at) -> std::uint32_t {
    const std::uint32_t first = static_cast<unsigned char>(text[at]);
    const std::uint32_t second = static_cast<unsigned char>(text[at + 1]);
    return little ? first | (second << 8U) : second | (first << 8U);
  };
  std::string all;
  all.reserve(text.size() / 2);
  std::size_t at = 2;
  for (; at + 1 < text.size(); at += 2) {
    std::uint32_t code = unit(at);
    if (code >= 0xD800U && code < 0xE000U) {  // half of a pair
      const std::uint32_t next = code < 0xDC00U && at + 3 < text.size() ? unit(at + 2) : 0;
      const bool pair = next >= 0xDC00U && next < 0xE000U;
      code = pair ? 0x10000U + ((code - 0xD800U) << 10U) + (next - 0xDC00U) : no_character;
      if (pair) at += 2;
    }
    append_utf8(all, code);
  }
  if (at < text.size()) append_utf8(all, no_character);
  return all;
}

std::vector<json> parse(const std::string& text, std::vector<RepeatedKey>* repeated)
{
  if (const auto utf8 = from_utf16(text)) return parse(*utf8, repeated);
  // The marks of yaml-cpp do not count it.
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) return parse(text.substr(byte_order_mark.size()), repeated);
  try {
    std::vector<json> documents;
    for (const auto& document : load(text)) {
      documents.push_back(Converter(text, documents.empty() ? repeated : nullptr).convert(document));
    }
    return documents;
  } catch (const YAML::Exception& error) {
    // The name of an unknown alias may be a password that begins with '*'.
    const std::string_view unknown_alias = YAML::ErrorMsg::UNKNOWN_ANCHOR;
    if (!error.msg.starts_with(unknown_alias)) fail(error.mark, error.msg);
    fail(error.mark, "unknown alias: quote strings that begin with *", YamlError::Why::unknown_alias,
         alias_at(text, error.mark));
  }
}

}  // namespace

std::vector<json> parse_yaml(const std::string& text)
{
  return parse(text, nullptr);
}

std::vector<json> parse_yaml(const std::string& text, std::vector<RepeatedKey>& repeated)
{
  return parse(text, &repeated);
}

}  // namespace kubexx
