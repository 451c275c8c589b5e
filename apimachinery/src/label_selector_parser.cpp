// SPDX-License-Identifier: Apache-2.0
#include "label_selector_parser.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "kubexx/apimachinery/label_names.hpp"
#include "quoted.hpp"

namespace kubexx::detail {

namespace {

using Operator = LabelSelector::Operator;
using Requirement = LabelSelector::Requirement;

enum class Token { end, word, in, not_in, open, close, comma, not_, eq, double_eq, ne, greater, less };

struct Lexeme {
  Token token = Token::end;
  std::string_view text;
};

bool is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool is_sign(char c)
{
  return std::string_view("=!(),<>").find(c) != std::string_view::npos;
}

/// apimachinery's lexer, which takes a NUL for the end of what stands before it.
class Lexer {
public:
  explicit Lexer(std::string_view text) : rest_(text) {}

  Lexeme next()
  {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    if (rest_.empty() || rest_.front() == '\0') return {};
    return is_sign(rest_.front()) ? sign() : word();
  }

private:
  Lexeme take(Token token, std::size_t length)
  {
    const Lexeme taken{token, rest_.substr(0, length)};
    rest_.remove_prefix(length);
    return taken;
  }

  Lexeme sign()
  {
    static constexpr std::pair<std::string_view, Token> signs[] = {
        {"==", Token::double_eq}, {"!=", Token::ne},   {"=", Token::eq},      {"!", Token::not_}, {"(", Token::open},
        {")", Token::close},      {",", Token::comma}, {">", Token::greater}, {"<", Token::less}};
    for (const auto& [text, token] : signs) {
      if (rest_.starts_with(text)) return ended(take(token, text.size()));
    }
    return {};
  }

  Lexeme word()
  {
    const auto* const end =
        std::find_if(rest_.begin(), rest_.end(), [](char c) { return c == '\0' || is_sign(c) || is_space(c); });
    auto found = take(Token::word, static_cast<std::size_t>(end - rest_.begin()));
    if (found.text == "in") found.token = Token::in;
    if (found.text == "notin") found.token = Token::not_in;
    return ended(found);
  }

  Lexeme ended(Lexeme found)
  {
    if (rest_.starts_with('\0')) rest_.remove_prefix(1);
    return found;
  }

  std::string_view rest_;
};

class Parser {
public:
  explicit Parser(std::string_view text) : text_(text), lexer_(text), ahead_(lexer_.next()) {}

  std::vector<Requirement> parse()
  {
    std::vector<Requirement> all;
    if (peek() == Token::end) return all;
    if (!begins_requirement()) fail("found '" + shown() + "', expected: !, identifier, or 'end of string'");
    while (true) {
      all.push_back(requirement());
      if (peek() == Token::end) return all;
      if (peek() != Token::comma) fail("found '" + shown() + "', expected: ',' or 'end of string'");
      take();
      if (!begins_requirement()) fail("found '" + shown() + "', expected: identifier after ','");
    }
  }

private:
  /// Keys and values may be called "in" and "notin".
  [[nodiscard]] Token peek() const
  {
    const bool word = ahead_.token == Token::in || ahead_.token == Token::not_in;
    return word ? Token::word : ahead_.token;
  }
  [[nodiscard]] bool begins_requirement() const { return peek() == Token::word || peek() == Token::not_; }
  [[nodiscard]] std::string shown() const { return std::string(ahead_.text); }

  std::string take() { return std::string(std::exchange(ahead_, lexer_.next()).text); }

  Requirement requirement()
  {
    Requirement found;
    const bool negated = peek() == Token::not_;
    if (negated) take();
    if (peek() != Token::word) refuse("found '" + shown() + "', expected: identifier");
    found.key = take();
    std::string problems;
    for (const auto& problem : label_key_problems(found.key)) problems += (problems.empty() ? "" : "; ") + problem;
    if (!problems.empty()) refuse("<nil>: Invalid value: " + detail::quoted(found.key) + ": " + problems);
    if (negated) {
      found.op = Operator::not_exists;
      return found;
    }
    if (peek() == Token::end || peek() == Token::comma) return found;
    found.op = operation();
    found.values = found.op == Operator::in || found.op == Operator::not_in ? values() : exact_value();
    if (const auto problem = finish_requirement(found); !problem.empty()) refuse(problem);
    return found;
  }

  Operator operation()
  {
    static constexpr std::pair<Token, Operator> operators[] = {
        {Token::in, Operator::in},    {Token::not_in, Operator::not_in},
        {Token::eq, Operator::eq},    {Token::double_eq, Operator::double_eq},
        {Token::ne, Operator::ne},    {Token::greater, Operator::greater},
        {Token::less, Operator::less}};
    for (const auto& [token, op] : operators) {
      if (ahead_.token != token) continue;
      take();
      return op;
    }
    refuse("found '" + shown() + "', expected: in, notin, =, ==, !=, gt, lt");
  }

  std::vector<std::string> exact_value()
  {
    if (peek() == Token::end || peek() == Token::comma) return {""};
    if (peek() != Token::word) refuse("found '" + shown() + "', expected: identifier");
    return {take()};
  }

  std::vector<std::string> values()
  {
    if (peek() != Token::open) refuse("found '" + shown() + "' expected: '('");
    take();
    if (peek() != Token::word && peek() != Token::comma && peek() != Token::close) {
      refuse("found '" + shown() + "', expected: ',', ')' or identifier");
    }
    // An empty value stands before, after and between commas that have no word there.
    std::vector<std::string> all;
    bool after_word = false;
    while (peek() != Token::close) {
      if (peek() == Token::word) {
        all.push_back(take());
        after_word = true;
        if (peek() != Token::comma && peek() != Token::close) refuse("found '" + shown() + "', expected: ',' or ')'");
      } else if (peek() == Token::comma) {
        take();
        if (!after_word || peek() == Token::comma || peek() == Token::close) all.emplace_back();
        after_word = true;
      } else {
        refuse("found '" + shown() + "', expected: ',', or identifier");
      }
    }
    take();
    if (all.empty()) all.emplace_back();
    return all;
  }

  [[noreturn]] void refuse(const std::string& problem) const { fail("unable to parse requirement: " + problem); }
  [[noreturn]] void fail(const std::string& problem) const { throw SelectorError("label selector", text_, problem); }

  const std::string_view text_;
  Lexer lexer_;
  Lexeme ahead_;
};

}  // namespace

std::vector<Requirement> parse_label_selector(std::string_view text)
{
  return Parser(text).parse();
}

std::string finish_requirement(Requirement& requirement)
{
  auto& [key, op, values] = requirement;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<std::string> problems;
  const auto invalid = [&](const std::string& place, const std::string& shown, const std::string& why) {
    problems.push_back(place + ": Invalid value: " + shown + ": " + why);
  };
  const auto joined = [](const std::vector<std::string>& parts, const char* separator) {
    std::string text;
    for (const auto& part : parts) text.append(text.empty() ? "" : separator).append(part);
    return text;
  };
  if (const auto wrong = label_key_problems(key); !wrong.empty())
    invalid("key", detail::quoted(key), joined(wrong, "; "));
  const auto wrong_count = [&](const char* why) {
    std::string shown;
    for (const auto& value : values) shown += (shown.empty() ? "" : ",") + detail::quoted(value);
    invalid("values", "[" + shown + "]", why);
  };
  const bool is_order = op == Operator::greater || op == Operator::less;
  switch (op) {
    case Operator::in:
    case Operator::not_in:
      if (values.empty()) wrong_count("for 'in', 'notin' operators, values set can't be empty");
      break;
    case Operator::eq:
    case Operator::double_eq:
    case Operator::ne:
      if (values.size() != 1) wrong_count("exact-match compatibility requires one single value");
      break;
    case Operator::exists:
    case Operator::not_exists:
      if (!values.empty()) wrong_count("values set must be empty for exists and does not exist");
      break;
    case Operator::greater:
    case Operator::less:
      if (values.size() != 1) wrong_count("for 'Gt', 'Lt' operators, exactly one value is required");
      break;
  }
  for (std::size_t index = 0; index < values.size(); ++index) {
    if (is_order && !to_integer(values[index])) {
      invalid("values[" + std::to_string(index) + "]", detail::quoted(values[index]),
              "for 'Gt', 'Lt' operators, the value must be an integer");
    }
  }
  for (std::size_t index = 0; index < values.size(); ++index) {
    if (const auto wrong = label_value_problems(values[index]); !wrong.empty()) {
      invalid("values[" + std::to_string(index) + "][" + key + "]", detail::quoted(values[index]), joined(wrong, "; "));
    }
  }
  return problems.size() > 1 ? "[" + joined(problems, ", ") + "]" : joined(problems, "");
}

std::optional<std::int64_t> to_integer(std::string_view text)
{
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  std::int64_t value = 0;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

}  // namespace kubexx::detail
