// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/selector.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "kubexx/client/meta.hpp"

namespace kubexx {

namespace {

using Operator = Selector::Operator;
using Requirement = Selector::Requirement;

constexpr std::size_t kMaxName = 63;
constexpr std::size_t kMaxPrefix = 253;

bool is_alphanumeric(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Letters and digits, with '-', '_' and '.' inside; at most 63.
bool is_name(std::string_view text)
{
  const auto inside = [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; };
  return !text.empty() && text.size() <= kMaxName && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         std::all_of(text.begin(), text.end(), inside);
}

// Parts of lower-case letters, digits and '-' inside, separated by dots; at most 253.
bool is_dns_subdomain(std::string_view text)
{
  if (text.empty() || text.size() > kMaxPrefix) return false;
  const auto ordinary = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  while (true) {
    const auto part = text.substr(0, text.find('.'));
    if (part.empty() || !ordinary(part.front()) || !ordinary(part.back())) return false;
    if (!std::all_of(part.begin(), part.end(), [&](char c) { return ordinary(c) || c == '-'; })) return false;
    if (part.size() == text.size()) return true;
    text.remove_prefix(part.size() + 1);
  }
}

bool is_label_key(std::string_view text)
{
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return is_name(text);
  return is_dns_subdomain(text.substr(0, slash)) && is_name(text.substr(slash + 1));
}

std::optional<std::int64_t> to_number(std::string_view text)
{
  std::int64_t number = 0;
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return number;
}

// Reads the text from left to right; words are what stands between the signs.
class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::vector<Requirement> parse()
  {
    std::vector<Requirement> all;
    skip_space();
    if (at_end()) return all;
    while (true) {
      all.push_back(requirement());
      skip_space();
      if (at_end()) return all;
      if (!take(",")) fail("expected ',' or the end");
      skip_space();
      if (at_end()) fail("expected a requirement after ','");
    }
  }

private:
  Requirement requirement()
  {
    Requirement one;
    if (take("!")) {
      one.key = key();
      one.op = Operator::does_not_exist;
      return one;
    }
    one.key = key();
    skip_space();
    if (at_end() || text_[at_] == ',') return one;
    if (take("==") || take("=")) {
      one.op = Operator::in;
      one.values = {value()};
    } else if (take("!=")) {
      one.op = Operator::not_in;
      one.values = {value()};
    } else if (take(">")) {
      one.op = Operator::greater;
      one.number = number();
    } else if (take("<")) {
      one.op = Operator::less;
      one.number = number();
    } else {
      const auto start = at_;
      const auto name = word();
      if (name != "in" && name != "notin") {
        at_ = start;
        fail("expected one of =, ==, !=, >, <, in, notin");
      }
      one.op = name == "in" ? Operator::in : Operator::not_in;
      one.values = values();
    }
    return one;
  }

  std::string key()
  {
    skip_space();
    const auto start = at_;
    const auto text = word();
    if (is_label_key(text)) return std::string(text);
    at_ = start;
    fail("expected a label name (at most 63 letters, digits, '-', '_', '.', after an optional domain and '/')");
  }

  std::string value()
  {
    skip_space();
    const auto start = at_;
    const auto text = word();
    if (text.empty() || is_name(text)) return std::string(text);
    at_ = start;
    fail("expected a label value (at most 63 letters, digits, '-', '_', '.')");
  }

  std::int64_t number()
  {
    skip_space();
    const auto start = at_;
    if (const auto parsed = to_number(word())) return *parsed;
    at_ = start;
    fail("expected an integer");
  }

  std::vector<std::string> values()
  {
    skip_space();
    if (!take("(")) fail("expected '('");
    std::vector<std::string> all;
    while (true) {
      all.push_back(value());
      skip_space();
      if (take(")")) break;
      if (!take(",")) fail("expected ',' or ')'");
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  std::string_view word()
  {
    const auto start = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n,()=!<>", at_), text_.size());
    return text_.substr(start, at_ - start);
  }

  bool take(std::string_view sign)
  {
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool at_end() const { return at_ == text_.size(); }

  [[noreturn]] void fail(const char* expected) const
  {
    throw SelectorError("label selector \"" + std::string(text_) + "\": " + expected + " at position " +
                        std::to_string(at_ + 1));
  }

  const std::string_view text_;
  std::size_t at_ = 0;
};

bool matches_one(const Requirement& requirement, const Object& object)
{
  const auto value = object.label(requirement.key);
  const auto listed = [&] { return std::binary_search(requirement.values.begin(), requirement.values.end(), *value); };
  switch (requirement.op) {
    case Operator::exists:
      return value.has_value();
    case Operator::does_not_exist:
      return !value;
    case Operator::in:
      return value && listed();
    case Operator::not_in:
      return !value || !listed();
    case Operator::greater:
    case Operator::less: {
      const auto number = value ? to_number(*value) : std::nullopt;
      if (!number) return false;
      return requirement.op == Operator::greater ? *number > requirement.number : *number < requirement.number;
    }
  }
  return false;
}

std::string text_of(const Requirement& requirement)
{
  const auto listed = [&] {
    std::string text = "(";
    for (const auto& value : requirement.values) {
      if (text.size() > 1) text += ',';
      text += value;
    }
    return text + ")";
  };
  const bool single = requirement.values.size() == 1;
  switch (requirement.op) {
    case Operator::exists:
      return requirement.key;
    case Operator::does_not_exist:
      return "!" + requirement.key;
    case Operator::in:
      return requirement.key + (single ? "=" + requirement.values.front() : " in " + listed());
    case Operator::not_in:
      return requirement.key + (single ? "!=" + requirement.values.front() : " notin " + listed());
    case Operator::greater:
      return requirement.key + ">" + std::to_string(requirement.number);
    case Operator::less:
      break;
  }
  return requirement.key + "<" + std::to_string(requirement.number);
}

}  // namespace

Selector Selector::parse(std::string_view text)
{
  Selector selector;
  selector.requirements_ = Parser(text).parse();
  return selector;
}

Selector Selector::equals(std::string key, std::string value)
{
  Selector selector;
  selector.requirements_.push_back({std::move(key), Operator::in, {std::move(value)}, 0});
  return selector;
}

Selector Selector::from(const LabelSelector& selector)
{
  Selector result;
  std::string where;
  const auto check = [&where](bool good, std::string_view subject, const char* problem) {
    if (good) return;
    std::string text = "label selector: " + where + ": ";
    text.append("\"").append(subject).append("\" ").append(problem);
    throw SelectorError(text);
  };
  const auto check_value = [&](const std::string& value) {
    check(value.empty() || is_name(value), value, "is no label value");
  };
  for (const auto& [key, value] : selector.matchLabels) {
    where = "matchLabels";
    check(is_label_key(key), key, "is no label name");
    where += "." + key;
    check_value(value);
    result.requirements_.push_back({key, Operator::in, {value}, 0});
  }
  for (const auto& expression : selector.matchExpressions) {
    where = "matchExpressions";
    check(is_label_key(expression.key), expression.key, "is no label name");
    where += " of " + expression.key;
    Requirement one{expression.key, Operator::exists, expression.values, 0};
    const std::string& name = expression.operator_;
    const bool listed = name == "In" || name == "NotIn";
    if (name == "In") one.op = Operator::in;
    if (name == "NotIn") one.op = Operator::not_in;
    if (name == "DoesNotExist") one.op = Operator::does_not_exist;
    check(listed || name == "Exists" || name == "DoesNotExist", name,
          "is no operator: expected In, NotIn, Exists or DoesNotExist");
    check(listed != one.values.empty(), name, "does not go with these values: In and NotIn need some, the others none");
    for (const auto& value : one.values) check_value(value);
    std::sort(one.values.begin(), one.values.end());
    one.values.erase(std::unique(one.values.begin(), one.values.end()), one.values.end());
    result.requirements_.push_back(std::move(one));
  }
  return result;
}

bool Selector::matches(const Object& object) const
{
  return std::all_of(requirements_.begin(), requirements_.end(),
                     [&](const Requirement& requirement) { return matches_one(requirement, object); });
}

std::string Selector::to_string() const
{
  std::string text;
  for (const auto& requirement : requirements_) {
    if (!text.empty()) text += ',';
    text += text_of(requirement);
  }
  return text;
}

}  // namespace kubexx
