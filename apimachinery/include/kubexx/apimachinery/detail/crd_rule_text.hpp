// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// The texts of the rules in crd_rules.hpp, made while compiling.
namespace kubexx::crd::detail {

/// The JSON name of a member, as a template argument.
template <std::size_t Size>
struct MemberName {
  char text[Size] = {};

  consteval MemberName(const char (&name)[Size])  // NOLINT(google-explicit-constructor): a literal is one
  {
    static_assert(Size > 1, "a member has a name");
    for (std::size_t at = 0; at + 1 < Size; ++at) {
      const char c = name[at];
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      const bool digit = c >= '0' && c <= '9' && at > 0;
      if (!letter && !digit) throw "names a member of the struct itself, of letters, digits and _";
      text[at] = c;
    }
  }
  [[nodiscard]] constexpr std::string_view view() const { return {static_cast<const char*>(text), Size - 1}; }
};

/// Whether CEL reserves the name: a rule then has two underscores on each side of it.
constexpr bool is_cel_word(std::string_view name)
{
  for (const std::string_view word :
       {"as",  "break", "const", "continue", "else",      "false",  "for",  "function", "if",   "import", "in",
        "let", "loop",  "null",  "package",  "namespace", "return", "true", "var",      "void", "while"}) {
    if (name == word) return true;
  }
  return false;
}

/// Appends to an array, or only counts.
struct RuleText {
  char* to = nullptr;
  std::size_t size = 0;

  constexpr void add(std::string_view text)
  {
    for (const char c : text) {
      if (to != nullptr) to[size] = c;
      ++size;
    }
  }
  constexpr void add_has(std::string_view object, std::string_view name)
  {
    const std::string_view around = is_cel_word(name) ? "__" : "";
    for (const std::string_view part :
         {std::string_view("has("), object, std::string_view("."), around, name, around, std::string_view(")")}) {
      add(part);
    }
  }
};

/// The text that `write` appends, in static storage.
template <void (*write)(RuleText&)>
struct StaticText {
  static constexpr std::size_t size = [] {
    RuleText text;
    write(text);
    return text.size;
  }();
  static constexpr auto chars = [] {
    std::array<char, size> result{};
    RuleText text{.to = result.data()};
    write(text);
    return result;
  }();
  static constexpr std::string_view view{chars.data(), size};
};

/// How many members of a group are set: one of these texts each.
struct Group {
  const char* rule;
  const char* message;
  const char* verb;
};
inline constexpr Group at_most_one{" <= 1", "at most", "may"};
inline constexpr Group exactly_one{" == 1", "exactly", "must"};
inline constexpr Group at_least_one{" >= 1", "at least", "must"};

/// "(has(self.a)?1:0)+(has(self.b)?1:0) == 1": a server estimates a lower cost than for a list and a filter.
template <const Group& group, MemberName... names>
constexpr void group_rule(RuleText& text)
{
  std::string_view before = "(";
  const auto add = [&](std::string_view name) {
    text.add(before);
    text.add_has("self", name);
    text.add("?1:0)");
    before = "+(";
  };
  (add(names.view()), ...);
  text.add(group.rule);
}
template <const Group& group, MemberName... names>
constexpr void group_message(RuleText& text)
{
  text.add(group.message);
  std::string_view before = " one of the fields in [";
  const auto add = [&](std::string_view name) {
    text.add(before);
    text.add(name);
    before = " ";
  };
  (add(names.view()), ...);
  text.add("] ");
  text.add(group.verb);
  text.add(" be set");
}

template <MemberName name>
constexpr void kept_rule(RuleText& text)
{
  text.add("!");
  text.add_has("oldSelf", name.view());
  text.add(" || ");
  text.add_has("self", name.view());
}
template <MemberName name>
constexpr void kept_message(RuleText& text)
{
  text.add("field ");
  text.add(name.view());
  text.add(" is immutable once set");
}

}  // namespace kubexx::crd::detail
