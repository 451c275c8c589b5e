// SPDX-License-Identifier: Apache-2.0
#include "functions/format.hpp"

#include "values/time.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

/// Go's %c of a byte.
std::string latin_rune(char c)
{
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x80) return {c};
  return {static_cast<char>(0xC0U | byte >> 6U), static_cast<char>(0x80U | (byte & 0x3FU))};
}

/// Reads ".2f" at `at`.
bool read_clause(const std::string& text, std::size_t& at, FormatClause& clause, std::string& problem)
{
  if (text[at] == '.') {
    const auto begin = ++at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    if (at == text.size()) {
      problem = "error while parsing precision: could not find end of precision specifier";
      return false;
    }
    std::string cause;
    clause.precision = parse_int(std::string_view(text).substr(begin, at - begin), cause);
    if (!clause.precision) {
      problem = "error while parsing precision: error while converting precision to integer: " + cause;
      return false;
    }
  }
  clause.verb = text[at++];
  if (std::string_view("sdfebxXo").find(clause.verb) != std::string_view::npos) return true;
  problem = "unrecognized formatting clause \"" + latin_rune(clause.verb) + "\"";
  return false;
}

/// The types that each verb takes, of literals and of what a call says of itself.
bool verb_takes(char verb, Kind kind)
{
  const bool whole = kind == Kind::integer || kind == Kind::unsigned_;
  switch (verb) {
    case 'd':
    case 'o':
      return whole;
    case 'f':
    case 'e':  // "NaN" and "Infinity" are texts
      return kind == Kind::number || kind == Kind::string;
    case 'b':
      return whole || kind == Kind::boolean;
    case 'x':
    case 'X':
      return whole || kind == Kind::string || kind == Kind::bytes;
    default:
      return kind != Kind::opaque && kind != Kind::object && kind != Kind::error;
  }
}

bool fits(char verb, const Expr& arg)
{
  return arg.type->kind == Kind::dyn || verb_takes(verb, arg.type->kind);
}

/// The part of a literal that has no text; null: everything has.
const Expr* without_text(const Expr& arg)
{
  if (!fits('s', arg)) return &arg;
  if (arg.kind != Expr::Kind::list && arg.kind != Expr::Kind::map) return nullptr;
  for (const auto& part : arg.args) {
    if (const auto* bad = without_text(*part)) return bad;
  }
  return nullptr;
}

}  // namespace

std::optional<std::string> format_text(const std::string& text, std::size_t count, bool early,
                                       const ClauseFormatter& formatter, std::string& problem)
{
  std::string result;
  std::size_t index = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '%') {
      result.push_back(text[at++]);
      continue;
    }
    if (text.compare(at, 2, "%%") == 0) {
      result.push_back('%');
      at += 2;
      continue;
    }
    const bool ended = at + 1 == text.size();
    if (ended && (!early || index < count)) {
      problem = "unexpected end of string";
      return std::nullopt;
    }
    if (index >= count) {
      problem = "index " + std::to_string(index) + " out of range";
      return std::nullopt;
    }
    FormatClause clause;
    clause.index = index++;
    ++at;
    if (!read_clause(text, at, clause, problem)) {
      problem.insert(0, "could not parse formatting clause: ");
      return std::nullopt;
    }
    auto part = formatter(clause, problem);
    if (!part) {
      problem.insert(0, "error during formatting: ");
      return std::nullopt;
    }
    result += *part;
  }
  return result;
}

std::string clause_problem(char verb, const std::string& found)
{
  const auto given = ", was given " + found;
  switch (verb) {
    case 'd':
      return "decimal clause can only be used on integers" + given;
    case 'f':
      return "fixed-point clause can only be used on doubles" + given;
    case 'e':
      return "scientific clause can only be used on doubles" + given;
    case 'b':
      return "only integers and bools can be formatted as binary" + given;
    case 'x':
    case 'X':
      return "only integers, byte buffers, and strings can be formatted as hex" + given;
    case 'o':
      return "octal clause can only be used on integers" + given;
    default:
      return "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, "
             "and timestamps" +
             given;
  }
}

void check_format(const Expr& call, Issues& issues)
{
  if (call.args.size() != 2 || call.args[0]->kind != Expr::Kind::literal || call.args[1]->kind != Expr::Kind::list) {
    return;
  }
  const auto* text = call.args[0]->value.text_if();
  if (text == nullptr) return;
  const auto& args = call.args[1]->args;
  const Expr* at = &call;
  std::size_t used = 0;
  const auto formatter = [&](const FormatClause& clause, std::string& problem) -> std::optional<std::string> {
    ++used;
    const auto& arg = *args[clause.index];
    const auto* bad = clause.verb == 's' ? without_text(arg) : fits(clause.verb, arg) ? nullptr : &arg;
    if (bad == nullptr) return std::string();
    at = bad;
    problem = clause_problem(clause.verb, bad->type->name);
    return std::nullopt;
  };
  std::string problem;
  if (!format_text(*text, args.size(), false, formatter, problem)) {
    issues.push_back({at->at, problem});
  } else if (args.size() > used) {
    issues.push_back({call.at, "too many arguments supplied to string.format (expected " + std::to_string(used) +
                                   ", got " + std::to_string(args.size()) + ")"});
  }
}

}  // namespace kubexx::cel::detail
