// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/pattern.hpp"

#include <re2/re2.h>

namespace kubexx::cel::detail {
namespace {

/// The words of regexp/syntax.
const char* words(re2::RE2::ErrorCode code)
{
  switch (code) {
    case re2::RE2::ErrorBadEscape:
      return "invalid escape sequence";
    case re2::RE2::ErrorBadCharClass:
      return "invalid character class";
    case re2::RE2::ErrorBadCharRange:
      return "invalid character class range";
    case re2::RE2::ErrorMissingBracket:
      return "missing closing ]";
    case re2::RE2::ErrorMissingParen:
      return "missing closing )";
    case re2::RE2::ErrorUnexpectedParen:
      return "unexpected )";
    case re2::RE2::ErrorTrailingBackslash:
      return "trailing backslash at end of expression";
    case re2::RE2::ErrorRepeatArgument:
      return "missing argument to repetition operator";
    case re2::RE2::ErrorRepeatSize:
      return "invalid repeat count";
    case re2::RE2::ErrorRepeatOp:
      return "invalid nested repetition operator";
    case re2::RE2::ErrorBadPerlOp:
      return "invalid or unsupported Perl syntax";
    case re2::RE2::ErrorBadUTF8:
      return "invalid UTF-8";
    case re2::RE2::ErrorBadNamedCapture:
      return "invalid named capture";
    case re2::RE2::ErrorPatternTooLarge:
      return "expression too large";
    case re2::RE2::NoError:
    case re2::RE2::ErrorInternal:
      break;
  }
  return "regexp/syntax: internal error";
}

/// Whether groups are nested deeper than regexp/syntax takes (maxHeight).
bool is_nested_too_deeply(const std::string& text)
{
  constexpr std::size_t deepest = 1000;
  std::size_t depth = 0;
  bool in_class = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') {
      ++at;
    } else if (in_class) {
      in_class = c != ']';
    } else if (c == '[') {
      in_class = true;
    } else if (c == '(' && ++depth >= deepest) {
      return true;
    } else if (c == ')' && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace

Pattern::Pattern(std::unique_ptr<const re2::RE2> compiled) : compiled_(std::move(compiled)) {}

Pattern::~Pattern() = default;

std::shared_ptr<const Pattern> Pattern::compile(const std::string& text, std::string& problem)
{
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto compiled = std::make_unique<const re2::RE2>(text, options);
  if (!compiled->ok()) {
    problem = std::string("error parsing regexp: ") + words(compiled->error_code());
    const auto code = compiled->error_code();
    const bool names_nothing = code == re2::RE2::ErrorTrailingBackslash || code == re2::RE2::ErrorPatternTooLarge;
    if (!names_nothing) problem.append(": `").append(compiled->error_arg()).append("`");
    if (code == re2::RE2::ErrorTrailingBackslash) problem += ": ``";
    return nullptr;
  }
  if (is_nested_too_deeply(text)) {
    problem = "error parsing regexp: expression nests too deeply: `" + text + "`";
    return nullptr;
  }
  return std::shared_ptr<const Pattern>(new Pattern(std::move(compiled)));
}

bool Pattern::found_in(std::string_view text) const
{
  return re2::RE2::PartialMatch({text.data(), text.size()}, *compiled_);
}

bool Pattern::find(std::string_view text, std::size_t from, std::string_view& match) const
{
  re2::StringPiece found;
  if (!compiled_->Match({text.data(), text.size()}, from, text.size(), re2::RE2::UNANCHORED, &found, 1)) return false;
  match = {found.data(), found.size()};
  return true;
}

}  // namespace kubexx::cel::detail
