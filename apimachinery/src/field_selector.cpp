// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/field_selector.hpp"

#include <algorithm>
#include <utility>

namespace kubexx {

namespace {

using Term = FieldSelector::Term;

bool needs_escape(char c)
{
  return c == '\\' || c == ',' || c == '=';
}

/// The parts between commas without a backslash before them.
std::vector<std::string_view> split(std::string_view text)
{
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  bool escaped = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (escaped) {
      escaped = false;
    } else if (text[at] == '\\') {
      escaped = true;
    } else if (text[at] == ',') {
      parts.push_back(text.substr(start, at - start));
      start = at + 1;
    }
  }
  parts.push_back(text.substr(start));
  return parts;
}

class TermParser {
public:
  explicit TermParser(std::string_view selector) : selector_(selector) {}

  [[nodiscard]] Term parse(std::string_view part) const
  {
    const auto sign = std::min(part.find('='), part.find("!="));
    if (sign == std::string_view::npos) {
      fail("invalid selector: '" + std::string(selector_) + "'; can't understand '" + std::string(part) + "'");
    }
    Term term{std::string(part.substr(0, sign)), {}, part[sign] == '='};
    const bool two = !term.equal || part.substr(sign).starts_with("==");
    term.value = unescaped(part.substr(sign + (two ? 2 : 1)));
    return term;
  }

private:
  [[nodiscard]] std::string unescaped(std::string_view text) const
  {
    std::string value;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\\') {
        ++at;
        if (at == text.size() || !needs_escape(text[at])) {
          // The character may have several bytes.
          std::size_t end = at + 1;
          while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) ++end;
          fail("invalid field selector: invalid escape sequence: " + std::string(text.substr(at - 1, end - at + 1)));
        }
      } else if (needs_escape(text[at])) {
        fail("invalid field selector: unescaped character in value: " + std::to_string(static_cast<int>(text[at])));
      }
      value += text[at];
    }
    return value;
  }

  [[noreturn]] void fail(const std::string& problem) const
  {
    throw SelectorError("field selector", selector_, problem);
  }

  std::string_view selector_;
};

}  // namespace

FieldSelector FieldSelector::parse(std::string_view text)
{
  auto parts = split(text);
  std::sort(parts.begin(), parts.end());
  FieldSelector selector;
  const TermParser parser(text);
  for (const auto part : parts) {
    if (part.empty()) continue;
    Term term = parser.parse(part);
    // Such a term says nothing.
    if (!term.field.empty() || !term.value.empty()) selector.terms_.push_back(std::move(term));
  }
  return selector;
}

FieldSelector& FieldSelector::eq(std::string field, std::string value)
{
  terms_.push_back({std::move(field), std::move(value), true});
  return *this;
}

FieldSelector& FieldSelector::ne(std::string field, std::string value)
{
  terms_.push_back({std::move(field), std::move(value), false});
  return *this;
}

bool FieldSelector::matches(const std::function<std::string(const std::string& field)>& value_of) const
{
  return std::all_of(terms_.begin(), terms_.end(),
                     [&](const Term& term) { return (value_of(term.field) == term.value) == term.equal; });
}

std::string FieldSelector::to_string() const
{
  std::string text;
  for (const auto& [field, value, equal] : terms_) {
    text.append(text.empty() ? "" : ",").append(field).append(equal ? "=" : "!=");
    for (const char c : value) {
      if (needs_escape(c)) text += '\\';
      text += c;
    }
  }
  return text;
}

}  // namespace kubexx
