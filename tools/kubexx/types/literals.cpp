// SPDX-License-Identifier: Apache-2.0
#include "literals.hpp"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/utf8.hpp"

namespace kubexx::cli::types {
namespace {

std::string octal(char c)
{
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return text.data();
}

bool is_valid_utf8(std::string_view text)
{
  return valid_utf8(std::string(text)) == text;
}

/// Whether a character begins here that changes the direction of text: compilers warn of it.
bool is_direction(std::string_view text)
{
  if (text.size() < 3 || text[0] != '\xe2') return false;
  const auto last = static_cast<unsigned char>(text[2]);
  if (text[1] == '\x80') return last == 0x8e || last == 0x8f || (last >= 0xaa && last <= 0xae);
  return text[1] == '\x81' && last >= 0xa6 && last <= 0xa9;
}

/// One character of a literal. Octal escapes end after three digits, whatever follows.
std::string escaped(char c, bool is_utf8)
{
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return R"(\\)";
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !is_utf8)) return octal(c);
  return {c};
}

std::string escaped(std::string_view text, bool is_utf8)
{
  std::string result;
  char before = 0;
  std::size_t octals = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_direction(text.substr(at))) octals = 3;
    if (c == '?' && before == '?') result += '\\';  // no trigraphs
    result += escaped(c, is_utf8 && octals == 0);
    octals -= octals > 0 ? 1 : 0;
    before = c;
  }
  return result;
}

}  // namespace

std::string literal(std::string_view text)
{
  std::string quoted = '"' + escaped(text, is_valid_utf8(text)) + '"';
  if (text.find('\0') == std::string_view::npos) return quoted;
  return "std::string_view{" + quoted + ", " + std::to_string(text.size()) + "}";
}

std::vector<std::string> literal_lines(std::string_view text, std::size_t width)
{
  if (text.find('\0') != std::string_view::npos) return {literal(text)};
  const bool is_utf8 = is_valid_utf8(text);
  std::vector<std::string> lines;
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) lines.push_back('"' + line + '"');
    line.clear();
  };
  while (!text.empty()) {
    // A word with the white space behind it.
    auto end = text.find_first_of(" \n");
    end = end == std::string_view::npos ? text.size() : end + 1;
    while (end < text.size() && (text[end] == ' ' || text[end] == '\n')) ++end;
    const std::string word = escaped(text.substr(0, end), is_utf8);
    if (line.size() + word.size() + 2 > width) flush();
    line += word;
    if (text.substr(0, end).ends_with('\n')) flush();
    text.remove_prefix(end);
  }
  flush();
  if (lines.empty()) lines.emplace_back("\"\"");
  return lines;
}

std::string json_literal(const nlohmann::json& value)
{
  const std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string mark;
  while (text.find(')' + mark + '"') != std::string::npos) mark += mark.empty() ? "json" : "_";
  return "R\"" + mark + '(' + text + ')' + mark + '"';
}

std::string number_literal(const nlohmann::json& number)
{
  return number.dump();
}

std::vector<std::string> comment_lines(std::string_view of, std::size_t width)
{
  const std::string text = valid_utf8(std::string(of));
  std::vector<std::string> lines;
  std::string line = "///";
  std::string word;
  const auto add_word = [&] {
    if (word.empty()) return;
    if (word.ends_with('\\')) word += '.';  // at the end of a line it would continue the comment
    if (line.size() > 3 && line.size() + 1 + word.size() > width) {
      lines.push_back(line);
      line = "///";
    }
    line += ' ' + word;
    word.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n' && at + 1 < text.size() && text[at + 1] == '\n') break;
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte == 0x7f) {
      add_word();
    } else if (is_direction(std::string_view(text).substr(at))) {
      at += 2;
    } else {
      word += c;
    }
  }
  add_word();
  if (line.size() > 3) lines.push_back(line);
  return lines;
}

}  // namespace kubexx::cli::types
