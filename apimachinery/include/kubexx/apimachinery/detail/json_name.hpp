// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::detail {

/// Returns the JSON name of a member, without a trailing `_` that only avoids a C++ keyword.
[[nodiscard]] constexpr std::string_view json_name(std::string_view member)
{
  constexpr std::string_view keywords[] = {
      "alignas", "alignof", "and",      "asm",     "auto",     "bool",      "break",     "case",     "catch",
      "char",    "class",   "concept",  "const",   "continue", "default",   "delete",    "do",       "double",
      "else",    "enum",    "explicit", "export",  "extern",   "false",     "float",     "for",      "friend",
      "goto",    "if",      "inline",   "int",     "long",     "mutable",   "namespace", "new",      "noexcept",
      "not",     "nullptr", "operator", "or",      "private",  "protected", "public",    "register", "requires",
      "return",  "short",   "signed",   "sizeof",  "static",   "struct",    "switch",    "template", "this",
      "throw",   "true",    "try",      "typedef", "typeid",   "typename",  "union",     "unsigned", "using",
      "virtual", "void",    "volatile", "while",   "xor"};
  if (!member.ends_with('_')) return member;
  const auto bare = member.substr(0, member.size() - 1);
  for (const auto keyword : keywords) {
    if (bare == keyword) return bare;
  }
  return member;
}

}  // namespace kubexx::detail
