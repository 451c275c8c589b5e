// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/json_view.hpp"

#include <charconv>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "parse_double.hpp"
#include "plain_string.hpp"

namespace kubexx {

namespace {

bool is_space(char c) noexcept
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

const char* after_space(const char* at, const char* end) noexcept
{
  while (at < end && is_space(*at)) ++at;
  return at;
}

/// The position after the value at `at`. The text is trusted to be JSON; if it is not, the answer is still inside it.
const char* after_value(const char* at, const char* end) noexcept
{
  if (at >= end) return end;
  if (*at == '"') return detail::string_end(at, end).end;
  if (*at == '{' || *at == '[') {
    std::size_t depth = 0;
    while (at < end) {
      const char c = *at;
      if (c == '"') {
        at = detail::string_end(at, end).end;
        continue;
      }
      ++at;
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) return at;
    }
    return end;
  }
  while (at < end && *at != ',' && *at != '}' && *at != ']' && !is_space(*at)) ++at;
  return at;
}

/// The first element or member at or after `at`; null at the end.
const char* next_child(const char* at, const char* end) noexcept
{
  at = after_space(at, end);
  if (at < end && *at == ',') at = after_space(at + 1, end);
  return at >= end || *at == '}' || *at == ']' ? nullptr : at;
}

/// The value of the member whose name ends at `at`.
const char* after_colon(const char* at, const char* end) noexcept
{
  at = after_space(at, end);
  if (at < end && *at == ':') ++at;
  return after_space(at, end);
}

std::string_view between(const char* begin, const char* end) noexcept
{
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// The text that the content of a JSON string stands for.
std::string text_of(std::string_view raw)
{
  return detail::is_literal(raw) ? std::string(raw) : detail::unescape(raw);
}

bool content_equals(std::string_view raw, std::string_view text)
{
  if (detail::is_plain(raw)) return raw == text;
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
  const char* const end = rest_.data() + rest_.size();
  const char* at = next_child(rest_.data(), end);
  if (at == nullptr) {
    rest_ = key_ = value_ = {};
    return false;
  }
  if (object_) {
    const char* const after_key = detail::string_end(at, end).end;
    key_ = between(at, after_key);
    at = after_colon(after_key, end);
  }
  const char* const after = after_value(at, end);
  value_ = between(at, after);
  rest_ = between(after, end);
  return !value_.empty();
}

bool JsonView::Children::next_like(const Children& twin)
{
  const char* const end = rest_.data() + rest_.size();
  const char* const at = next_child(rest_.data(), end);
  const char* const begin = object_ ? twin.key_.data() : twin.value_.data();
  const std::string_view like = between(begin, twin.value_.data() + twin.value_.size());
  // What follows must not belong to the value, as it could to a number.
  const bool same = at != nullptr && !twin.value_.empty() && between(at, end).starts_with(like) &&
                    at + like.size() < end && std::string_view(",}]").find(at[like.size()]) != std::string_view::npos;
  if (!same) return next();
  key_ = between(at, at + twin.key_.size());
  value_ = between(at + (twin.value_.data() - begin), at + like.size());
  rest_ = between(at + like.size(), end);
  return true;
}

std::string JsonView::Children::key() const
{
  return text_of(inside_quotes(key_));
}

JsonView JsonView::member(std::string_view name) const
{
  JsonView found;
  if (type() != Type::object) return found;
  const char* const end = bytes_.data() + bytes_.size();
  const char* at = bytes_.data() + 1;
  while ((at = next_child(at, end)) != nullptr) {
    const detail::StringEnd key = detail::string_end(at, end);
    const std::string_view content = inside_quotes(between(at, key.end));
    const char* const value = after_colon(key.end, end);
    at = after_value(value, end);
    if (at == value) break;
    if (key.plain ? content == name : content_equals(content, name)) found = JsonView(between(value, at));
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
