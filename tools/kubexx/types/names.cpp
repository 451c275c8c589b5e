// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace kubexx::cli::types {
namespace {

constexpr std::size_t longest_name = 200;

bool is_lower(char c)
{
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c)
{
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}
bool is_alnum(char c)
{
  return is_lower(c) || is_upper(c) || is_digit(c);
}
char upper(char c)
{
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
char lower(char c)
{
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Texts whose every character would be dropped, and which enumerations have nevertheless.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> known_words{{{"", "blank"},
                                                                                     {"=", "equal"},
                                                                                     {"==", "equal_equal"},
                                                                                     {"!=", "not_equal"},
                                                                                     {"<", "less"},
                                                                                     {"<=", "less_equal"},
                                                                                     {">", "greater"},
                                                                                     {">=", "greater_equal"},
                                                                                     {"=~", "matches"},
                                                                                     {"!~", "matches_not"},
                                                                                     {"*", "any"},
                                                                                     {"-", "dash"},
                                                                                     {"_", "underscore"}}};

/// The number of the character that begins at `at`, which moves behind it. Bytes that are not UTF-8 count one by one.
unsigned next_character(std::string_view text, std::size_t& at)
{
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  const unsigned first = byte(at++);
  const unsigned more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  if (more == 0 || at + more > text.size()) return first;
  unsigned number = first & (0x3fU >> more);
  for (unsigned index = 0; index < more; ++index) {
    if ((byte(at + index) & 0xc0U) != 0x80U) return first;
    number = number << 6U | (byte(at + index) & 0x3fU);
  }
  at += more;
  return number;
}

std::string hexadecimal(unsigned number)
{
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "u%04x", number);
  return text.data();
}

/// Letters, digits and single underscores of the text; what stands between them makes the next letter a capital.
std::string camel_case(std::string_view text)
{
  std::string name;
  bool capital = false;
  for (std::size_t at = 0; at < text.size() && name.size() < longest_name;) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) >= 0x80) {
      name += hexadecimal(next_character(text, at));
      continue;
    }
    ++at;
    if (is_alnum(c)) {
      name += capital && !name.empty() ? upper(c) : c;
      capital = false;
    } else if (c == '_') {
      if (!name.ends_with('_')) name += c;
    } else {
      capital = true;
    }
  }
  return name;
}

/// A name for each character of a text without letters.
std::string spelled(std::string_view text)
{
  std::string name;
  for (std::size_t at = 0; at < text.size() && name.size() < longest_name;)
    name += hexadecimal(next_character(text, at));
  return name;
}

/// `name_`; of a name in capitals that is a macro by its beginning, `NAME_value`.
std::string other_than_macro(const std::string& name)
{
  const bool has_underscore = name.ends_with('_');
  if (!has_underscore && !is_macro(name + "_")) return name + "_";
  return name + (has_underscore ? "value" : "_value");
}

}  // namespace

std::string identifier_of(std::string_view text)
{
  for (const auto& [known, word] : known_words) {
    if (text == known) return std::string(word);
  }
  std::string name = camel_case(text);
  // _A and __a are the implementation's.
  while (name.size() > 1 && name[0] == '_' && !is_lower(name[1])) name.erase(0, 1);
  if (name.empty() || name == "_") name = spelled(text);
  if (is_digit(name[0])) name.insert(0, "_");
  if (name.size() > longest_name) name.resize(longest_name);
  return name;
}

std::string type_part_of(std::string_view text)
{
  std::string name;
  bool capital = true;
  for (const char c : identifier_of(text)) {
    if (c == '_') {
      capital = true;
      continue;
    }
    name += capital ? upper(c) : c;
    capital = false;
  }
  return name;
}

std::string snake_case_of(std::string_view text)
{
  std::string name;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool begins_word =
        is_upper(c) && at > 0 && (!is_upper(text[at - 1]) || (at + 1 < text.size() && is_lower(text[at + 1])));
    if (begins_word && !name.ends_with('_')) name += '_';
    if (is_alnum(c)) {
      name += lower(c);
    } else if (!name.empty() && !name.ends_with('_')) {
      name += '_';
    }
  }
  return name;
}

bool NameScope::is_free(const std::string& name) const
{
  return !reserved_.contains(name) && !taken_.contains(name) && (outer_ == nullptr || outer_->is_free(name));
}

ChosenName NameScope::unique(ChosenName wanted)
{
  const std::string base = wanted.name;
  for (unsigned number = 2; !is_free(wanted.name); ++number) {
    wanted.reason = taken_.contains(base) ? "another one has this name" : "the name has another meaning here";
    wanted.name = base + (is_digit(base.back()) ? "_" : "") + std::to_string(number);
  }
  taken_.insert(wanted.name);
  return wanted;
}

ChosenName NameScope::add(std::string_view text)
{
  ChosenName chosen{identifier_of(text)};
  if (chosen.name != text) chosen.reason = "not a C++ identifier";
  if (is_keyword(chosen.name)) {
    chosen = {chosen.name + "_", "a C++ keyword"};
  } else if (is_macro(chosen.name)) {
    chosen = {other_than_macro(chosen.name), "a macro of the C library"};
  }
  return unique(std::move(chosen));
}

ChosenName NameScope::add_type(const std::string& wanted)
{
  return unique(is_macro(wanted) ? ChosenName{other_than_macro(wanted), "a macro of the C library"}
                                 : ChosenName{wanted});
}

std::string namespace_part_of(std::string_view text)
{
  std::string name;
  for (const char c : identifier_of(text)) name += lower(c);
  const bool library = name == "std" || name == "kubexx" || name == "boost";
  if (is_macro(name)) return other_than_macro(name);
  return is_keyword(name) || is_fact(name) || is_of_c_library(name) || library ? name + "_" : name;
}

std::string namespace_problem(std::string_view space)
{
  if (space.empty()) return "it is empty";
  bool is_first = true;  // the global namespace has the names of the C library
  for (;;) {
    const auto end = space.find("::");
    const auto part = space.substr(0, end);
    if (part.empty() || identifier_of(part) != part) return "\"" + std::string(part) + "\" is not an identifier";
    if (is_keyword(part)) return std::string(part) + " is a C++ keyword";
    if (is_macro(part)) return std::string(part) + " is a macro of the C library";
    if (is_fact(part)) return std::string(part) + " is the name of a fact";
    if (is_first && is_of_c_library(part)) return std::string(part) + " is a name of the C library";
    if (part == "std" || part == "kubexx" || part == "boost") {
      return std::string(part) + " belongs to a library";
    }
    if (end == std::string_view::npos) return {};
    space.remove_prefix(end + 2);
    is_first = false;
  }
}

}  // namespace kubexx::cli::types
