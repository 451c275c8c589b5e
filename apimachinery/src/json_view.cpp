// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/json_view.hpp"

#include <charconv>
#include <cstring>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "parse_double.hpp"

namespace kubexx {

namespace {

bool is_space(char c) noexcept
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

std::size_t after_space(std::string_view text, std::size_t at) noexcept
{
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

/// The position after the string whose opening quote is at `at`.
std::size_t after_string(std::string_view text, std::size_t at) noexcept
{
  for (++at; at < text.size();) {
    const void* found = std::memchr(text.data() + at, '"', text.size() - at);
    if (found == nullptr) return text.size();
    const auto quote = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    std::size_t backslashes = 0;
    while (quote - backslashes > at && text[quote - backslashes - 1] == '\\') ++backslashes;
    at = quote + 1;
    if (backslashes % 2 == 0) return at;
  }
  return text.size();
}

/// The position after the value at `at`. The text is trusted to be JSON; if it is not, the answer is still inside it.
std::size_t after_value(std::string_view text, std::size_t at) noexcept
{
  if (at >= text.size()) return text.size();
  if (text[at] == '"') return after_string(text, at);
  if (text[at] == '{' || text[at] == '[') {
    std::size_t depth = 0;
    while (at < text.size()) {
      const char c = text[at];
      if (c == '"') {
        at = after_string(text, at);
        continue;
      }
      ++at;
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) return at;
    }
    return text.size();
  }
  while (at < text.size() && text[at] != ',' && text[at] != '}' && text[at] != ']' && !is_space(text[at])) ++at;
  return at;
}

/// The text that the content of a JSON string stands for.
std::string text_of(std::string_view raw)
{
  return detail::is_literal(raw) ? std::string(raw) : detail::unescape(raw);
}

bool content_equals(std::string_view raw, std::string_view text)
{
  return detail::is_literal(raw) ? raw == text : detail::unescape(raw) == text;
}

std::string_view inside_quotes(std::string_view quoted) noexcept
{
  return quoted.size() < 2 ? std::string_view() : quoted.substr(1, quoted.size() - 2);
}

}  // namespace

JsonView::Type JsonView::type() const noexcept
{
  if (bytes_.empty()) return Type::absent;
  switch (bytes_.front()) {
    case '{':
      return Type::object;
    case '[':
      return Type::array;
    case '"':
      return Type::string;
    case 't':
    case 'f':
      return Type::boolean;
    case 'n':
      return Type::null;
    default:
      return Type::number;
  }
}

JsonView::Children JsonView::children() const
{
  Children walk;
  const Type kind = type();
  if (kind == Type::object || kind == Type::array) {
    walk.object_ = kind == Type::object;
    walk.rest_ = bytes_.substr(1);
  }
  return walk;
}

bool JsonView::Children::next()
{
  std::size_t at = after_space(rest_, 0);
  if (at < rest_.size() && rest_[at] == ',') at = after_space(rest_, at + 1);
  if (at >= rest_.size() || rest_[at] == '}' || rest_[at] == ']') {
    rest_ = key_ = value_ = {};
    return false;
  }
  if (object_) {
    const std::size_t end = after_string(rest_, at);
    key_ = rest_.substr(at, end - at);
    at = after_space(rest_, end);
    if (at < rest_.size() && rest_[at] == ':') ++at;
    at = after_space(rest_, at);
  }
  const std::size_t end = after_value(rest_, at);
  value_ = rest_.substr(at, end - at);
  rest_.remove_prefix(end);
  return !value_.empty();
}

std::string JsonView::Children::key() const
{
  return text_of(inside_quotes(key_));
}

JsonView JsonView::member(std::string_view name) const
{
  JsonView found;
  if (type() != Type::object) return found;
  for (auto child = children(); child.next();) {
    if (content_equals(inside_quotes(child.key_), name)) found = child.value();
  }
  return found;
}

JsonView JsonView::at(std::string_view pointer) const
{
  JsonView here = *this;
  while (!pointer.empty() && here) {
    if (pointer.front() != '/') return {};
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    if (here.type() == Type::array) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
      const bool leading_zero = token.size() > 1 && token.front() == '0';
      if (error != std::errc{} || end != token.data() + token.size() || leading_zero) return {};
      auto child = here.children();
      bool found = child.next();
      for (; found && index > 0; --index) found = child.next();
      here = found ? child.value() : JsonView();
    } else if (token.find('~') == std::string_view::npos) {
      here = here.member(token);
    } else {
      std::string name;
      for (std::size_t at = 0; at < token.size(); ++at) {
        if (token[at] != '~') {
          name.push_back(token[at]);
        } else if (++at < token.size() && (token[at] == '0' || token[at] == '1')) {
          name.push_back(token[at] == '0' ? '~' : '/');
        } else {
          return {};
        }
      }
      here = here.member(name);
    }
  }
  return here;
}

std::optional<std::string> JsonView::as_string() const
{
  if (type() != Type::string) return std::nullopt;
  return text_of(inside_quotes(bytes_));
}

std::optional<std::int64_t> JsonView::as_int() const
{
  std::int64_t value = 0;
  const char* const last = bytes_.data() + bytes_.size();
  const auto [end, error] = std::from_chars(bytes_.data(), last, value);
  if (bytes_.empty() || error != std::errc{} || end != last) return std::nullopt;
  return value;
}

std::optional<double> JsonView::as_double() const
{
  if (type() != Type::number) return std::nullopt;
  return detail::parse_double(bytes_);
}

std::optional<bool> JsonView::as_bool() const
{
  if (bytes_ == "true") return true;
  if (bytes_ == "false") return false;
  return std::nullopt;
}

bool JsonView::equals(std::string_view text) const
{
  return type() == Type::string && content_equals(inside_quotes(bytes_), text);
}

}  // namespace kubexx
