// SPDX-License-Identifier: Apache-2.0
// What Go's yaml (sigs.k8s.io/yaml over goyaml.v2) writes for a JSON value, byte for byte: kubectl's -o yaml.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/yaml.hpp"

namespace kubexx {
namespace {

using nlohmann::json;

constexpr std::size_t step = 2;
constexpr std::size_t longest_simple_key = 128;

/// One character of UTF-8 text.
struct Character {
  std::uint32_t code = 0;
  std::size_t size = 1;
};

Character character_at(std::string_view text, std::size_t at)
{
  const auto byte = [&](std::size_t index) -> std::uint32_t {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
  };
  const std::uint32_t first = byte(at);
  if (first < 0x80) return {first, 1};
  if (first < 0xE0) return {((first & 0x1FU) << 6U) | (byte(at + 1) & 0x3FU), 2};
  if (first < 0xF0) return {((first & 0x0FU) << 12U) | ((byte(at + 1) & 0x3FU) << 6U) | (byte(at + 2) & 0x3FU), 3};
  return {((first & 0x07U) << 18U) | ((byte(at + 1) & 0x3FU) << 12U) | ((byte(at + 2) & 0x3FU) << 6U) |
              (byte(at + 3) & 0x3FU),
          4};
}

bool is_break(std::uint32_t c)
{
  return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

/// What goyaml writes as it is; beyond the first plane it escapes everything.
bool is_printable(std::uint32_t c)
{
  return c == '\n' || (c >= 0x20 && c <= 0x7E) || (c >= 0xA0 && c <= 0xD7FF) ||
         (c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF);
}

/// In which styles a text can be written.
struct Styles {
  bool plain = true, single = true, block = true;
  bool has_break = false;
};

bool starts_as_indicator(std::string_view text, bool before_space)
{
  constexpr std::string_view always = "#,[]{}&*!|>'\"%@`";
  const char first = text.front();
  if (always.find(first) != std::string_view::npos) return true;
  return (first == '?' || first == ':' || first == '-') && before_space;
}

Styles styles_of(std::string_view text)
{
  Styles styles;
  if (text.empty()) {
    styles.block = false;
    return styles;
  }
  bool indicators = text.starts_with("---") || text.starts_with("...");
  bool special = false;
  bool space_before_break = false;
  bool break_before_space = false;
  bool outer_space = false;
  bool trailing_space = false;
  bool outer_break = false;
  bool after_blank = true;
  std::uint32_t previous = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    const std::size_t next = at + c.size;
    const bool last = next >= text.size();
    const bool before_blank = last || text[next] == ' ' || text[next] == '\t';
    if (at == 0) {
      indicators = indicators || starts_as_indicator(text, before_blank);
    } else {
      indicators = indicators || (c.code == ':' && before_blank) || (c.code == '#' && after_blank);
    }
    special = special || !is_printable(c.code);
    if (c.code == ' ') {
      outer_space = outer_space || at == 0 || last;
      trailing_space = trailing_space || last;
      break_before_space = break_before_space || is_break(previous);
    } else if (is_break(c.code)) {
      styles.has_break = true;
      outer_break = outer_break || at == 0 || last;
      space_before_break = space_before_break || previous == ' ';
    }
    after_blank = c.code == ' ' || c.code == '\t' || c.code == 0 || is_break(c.code);
    previous = c.code;
    at = next;
  }
  const bool only_double = space_before_break || special;
  styles.plain = !(outer_space || outer_break || break_before_space || only_double || styles.has_break || indicators);
  styles.single = !(break_before_space || only_double);
  styles.block = !(trailing_space || only_double);
  return styles;
}

/// Writes the text of one scalar where the output stands, its lines folded at 80 characters as goyaml folds them.
class ScalarWriter {
public:
  /// `indent`: of the lines that follow the first. Without `fold`: a key, which stays on its line.
  ScalarWriter(std::string& out, std::size_t indent, bool fold) : out_(out), indent_(indent), fold_(fold)
  {
    const auto line = out_.rfind('\n') + 1;  // npos + 1 is 0
    column_ = static_cast<std::size_t>(
        std::count_if(out_.begin() + static_cast<std::ptrdiff_t>(line), out_.end(),
                      [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  }

  void plain(std::string_view text)
  {
    bool after_space = false;
    for (std::size_t at = 0; at < text.size();) {
      const Character c = character_at(text, at);
      if (c.code == ' ' && must_fold(after_space) && next_is_no_space(text, at)) {
        new_line();
      } else {
        put(text.substr(at, c.size));
      }
      after_space = c.code == ' ';
      at += c.size;
    }
  }

  void single_quoted(std::string_view text)
  {
    put("'");
    bool after_space = false;
    bool after_break = false;
    for (std::size_t at = 0; at < text.size();) {
      const Character c = character_at(text, at);
      if (c.code == ' ') {
        if (must_fold(after_space) && at > 0 && at + 1 < text.size() && next_is_no_space(text, at)) {
          new_line();
        } else {
          put(" ");
        }
        after_space = true;
      } else if (is_break(c.code)) {
        put_break(text.substr(at, c.size));
        after_break = true;
      } else {
        if (std::exchange(after_break, false)) pad();
        if (c.code == '\'') put("'");
        put(text.substr(at, c.size));
        after_space = false;
      }
      at += c.size;
    }
    put("'");
  }

  void double_quoted(std::string_view text)
  {
    put("\"");
    bool after_space = false;
    for (std::size_t at = 0; at < text.size();) {
      const Character c = character_at(text, at);
      if (c.code == ' ' && must_fold(after_space) && at > 0 && at + 1 < text.size()) {
        new_line();
        if (!next_is_no_space(text, at)) put("\\");
      } else if (is_printable(c.code) && !is_break(c.code) && c.code != '"' && c.code != '\\') {
        put(text.substr(at, c.size));
      } else {
        put(escaped(c.code));
      }
      after_space = c.code == ' ';
      at += c.size;
    }
    put("\"");
  }

  void literal(std::string_view text)
  {
    put("|");
    if (const auto first = character_at(text, 0).code; first == ' ' || is_break(first)) put(std::to_string(step));
    put(chomping(text));
    put_break("\n");
    bool at_start = true;
    for (std::size_t at = 0; at < text.size();) {
      const Character c = character_at(text, at);
      if (is_break(c.code)) {
        put_break(text.substr(at, c.size));
        at_start = true;
      } else {
        if (std::exchange(at_start, false)) pad();
        put(text.substr(at, c.size));
      }
      at += c.size;
    }
  }

  [[nodiscard]] bool at_line_start() const { return column_ == 0; }

private:
  static constexpr std::size_t widest = 80;

  [[nodiscard]] bool must_fold(bool after_space) const { return fold_ && !after_space && column_ > widest; }
  static bool next_is_no_space(std::string_view text, std::size_t at)
  {
    return at + 1 >= text.size() || text[at + 1] != ' ';
  }
  /// "-", "+" or nothing: what becomes of the line ends at the end of the text.
  static std::string_view chomping(std::string_view text)
  {
    std::vector<std::uint32_t> last;
    for (std::size_t at = 0; at < text.size();) {
      const Character c = character_at(text, at);
      last.push_back(c.code);
      at += c.size;
    }
    if (!is_break(last.back())) return "-";
    return last.size() == 1 || is_break(last[last.size() - 2]) ? "+" : "";
  }
  static std::string escaped(std::uint32_t code)
  {
    constexpr std::array<std::pair<std::uint32_t, char>, 15> named{{{0, '0'},
                                                                    {7, 'a'},
                                                                    {8, 'b'},
                                                                    {9, 't'},
                                                                    {10, 'n'},
                                                                    {11, 'v'},
                                                                    {12, 'f'},
                                                                    {13, 'r'},
                                                                    {0x1B, 'e'},
                                                                    {'"', '"'},
                                                                    {'\\', '\\'},
                                                                    {0x85, 'N'},
                                                                    {0xA0, '_'},
                                                                    {0x2028, 'L'},
                                                                    {0x2029, 'P'}}};
    constexpr std::string_view digits = "0123456789ABCDEF";
    for (const auto& [each, name] : named) {
      if (each == code) return {'\\', name};
    }
    const unsigned width = code <= 0xFF ? 2 : code <= 0xFFFF ? 4 : 8;
    std::string text{'\\', width == 2 ? 'x' : width == 4 ? 'u' : 'U'};
    for (unsigned shift = width * 4; shift > 0; shift -= 4) text += digits[(code >> (shift - 4)) & 0xFU];
    return text;
  }

  void put(std::string_view text)
  {
    out_ += text;
    column_ += static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  }
  void put_break(std::string_view text)
  {
    out_ += text;
    column_ = 0;
  }
  void pad()
  {
    if (column_ < indent_) put(std::string(indent_ - column_, ' '));
  }
  void new_line()
  {
    put_break("\n");
    pad();
  }

  std::string& out_;
  const std::size_t indent_;
  const bool fold_;
  std::size_t column_ = 0;
};

/// What becomes of U+0085 on its way through a YAML reader, as which Go's yaml reads JSON: a line end, so a space; of
/// several ones the first is dropped. Spaces around them go.
std::string as_read(std::string_view text)
{
  constexpr std::string_view next_line = "\xC2\x85";
  std::string read;
  while (!text.empty()) {
    const auto at = text.find(next_line);
    read += text.substr(0, at);
    if (at == std::string_view::npos) break;
    while (!read.empty() && read.back() == ' ') read.pop_back();
    text.remove_prefix(at);
    std::size_t count = 0;
    for (;;) {
      if (text.starts_with(next_line)) {
        ++count;
        text.remove_prefix(next_line.size());
      } else if (text.starts_with(' ')) {
        text.remove_prefix(1);
      } else {
        break;
      }
    }
    read += count == 1 ? " " : std::string(count - 1, '\n');
  }
  return read;
}

/// A number's shortest form in Go's %g.
std::string yaml_number(const json& number)
{
  std::string text = go_json(number);
  // What is written as an integer is read as one, unless it is too large.
  if (read_plain_scalar(text).is_number_integer()) return text;
  const double value = number.get<double>();
  std::array<char, 64> buffer{};
  const auto scientific =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  std::string exponential(buffer.data(), scientific);
  const int exponent = std::atoi(exponential.c_str() + exponential.find('e') + 1);
  if (exponent < -4 || exponent >= 6) return exponential;
  const auto fixed = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed).ptr;
  return {buffer.data(), fixed};
}

bool is_letter(std::uint32_t c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
}

bool is_digit(std::uint32_t c)
{
  return c >= '0' && c <= '9';
}

std::vector<std::uint32_t> characters_of(std::string_view text)
{
  std::vector<std::uint32_t> characters;
  characters.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    characters.push_back(c.code);
    at += c.size;
  }
  return characters;
}

/// The order of goyaml's keyList: letters after other characters, runs of digits by their value.
bool key_less(const std::string& left, const std::string& right)
{
  const auto a = characters_of(left);
  const auto b = characters_of(right);
  const std::size_t common = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (at < common && a[at] == b[at]) ++at;
  if (at == common) return a.size() < b.size();
  const bool a_letter = is_letter(a[at]);
  const bool b_letter = is_letter(b[at]);
  if (a_letter && b_letter) return a[at] < b[at];
  if (a_letter || b_letter) return b_letter;
  std::uint64_t a_value = 0;
  std::uint64_t b_value = 0;
  if (a[at] == '0' || b[at] == '0') {
    for (std::size_t before = at; before > 0 && is_digit(a[before - 1]); --before) {
      if (a[before - 1] != '0') {
        a_value = b_value = 1;
        break;
      }
    }
  }
  std::size_t a_end = at;
  std::size_t b_end = at;
  for (; a_end < a.size() && is_digit(a[a_end]); ++a_end) a_value = a_value * 10 + (a[a_end] - '0');
  for (; b_end < b.size() && is_digit(b[b_end]); ++b_end) b_value = b_value * 10 + (b[b_end] - '0');
  if (a_value != b_value) return a_value < b_value;
  if (a_end != b_end) return a_end < b_end;
  return a[at] < b[at];
}

class Writer {
public:
  std::string take(const json& value)
  {
    if (value.is_object() && !value.empty()) {
      mapping(value, 0, false);
    } else if (value.is_array() && !value.empty()) {
      sequence(value, 0, false);
    } else {
      scalar(value, step);
    }
    return std::move(out_);
  }

private:
  void scalar(const json& value, std::size_t indent)
  {
    switch (value.type()) {
      case json::value_t::object:
        out_ += "{}";
        break;
      case json::value_t::array:
        out_ += "[]";
        break;
      case json::value_t::string:
        if (text(as_read(value.get_ref<const std::string&>()), indent, false)) return;
        break;
      case json::value_t::boolean:
        out_ += value.get<bool>() ? "true" : "false";
        break;
      case json::value_t::number_integer:
      case json::value_t::number_unsigned:
      case json::value_t::number_float:
        out_ += yaml_number(value);
        break;
      default:
        out_ += "null";
    }
    out_ += '\n';
  }

  /// True when its line has ended already.
  bool text(std::string_view value, std::size_t indent, bool simple_key)
  {
    const Styles styles = styles_of(value);
    ScalarWriter writer(out_, indent, !simple_key);
    const bool lines = value.find('\n') != std::string_view::npos;
    const bool quoted = lines || needs_quotes(value) || (simple_key && styles.has_break);
    if (lines && styles.block && !simple_key) {
      writer.literal(value);
    } else if (!quoted && styles.plain) {
      writer.plain(value);
    } else if (!quoted && styles.single) {
      writer.single_quoted(value);
    } else {
      writer.double_quoted(value);
    }
    return writer.at_line_start();
  }

  /// What follows "-", ":" or "?" on its line.
  void inline_node(const json& value, std::size_t indent)
  {
    out_ += ' ';
    if (value.is_object() && !value.empty()) {
      mapping(value, indent + step, true);
    } else if (value.is_array() && !value.empty()) {
      sequence(value, indent + step, true);
    } else {
      scalar(value, indent + step);
    }
  }

  void mapping(const json& value, std::size_t indent, bool begun)
  {
    // A list, because its sort stands an order that contradicts itself, as this one can ("1a", "2", "10").
    std::list<std::string> keys;
    for (const auto& item : value.items()) keys.push_back(item.key());
    keys.sort(key_less);
    for (const auto& key : keys) {
      if (!begun) out_.append(indent, ' ');
      begun = false;
      if (styles_of(key).has_break || key.size() > longest_simple_key) {
        out_ += "? ";
        if (!text(key, indent + step, false)) out_ += '\n';
        out_.append(indent, ' ');
        out_ += ':';
        inline_node(value.at(key), indent);
        continue;
      }
      (void)text(key, indent, true);
      out_ += ':';
      member_node(value.at(key), indent);
    }
  }

  void member_node(const json& value, std::size_t indent)
  {
    if (value.is_object() && !value.empty()) {
      out_ += '\n';
      mapping(value, indent + step, false);
    } else if (value.is_array() && !value.empty()) {
      out_ += '\n';
      sequence(value, indent, false);
    } else {
      out_ += ' ';
      scalar(value, indent + step);
    }
  }

  void sequence(const json& value, std::size_t indent, bool begun)
  {
    for (const auto& element : value) {
      if (!begun) out_.append(indent, ' ');
      begun = false;
      out_ += '-';
      inline_node(element, indent);
    }
  }

  std::string out_;
};

}  // namespace

std::string to_yaml_text(const json& value)
{
  return Writer().take(value);
}

}  // namespace kubexx
