// SPDX-License-Identifier: Apache-2.0
#include "selectors.hpp"

#include <algorithm>
#include <charconv>

#include "names.hpp"

namespace kubexx::apiserver {
namespace {

std::string join(const std::vector<std::string>& parts)
{
  std::string text;
  for (const auto& part : parts) text.append(text.empty() ? "" : ",").append(part);
  return text;
}

std::optional<std::int64_t> to_integer(std::string_view text)
{
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

/// Recursive descent over the grammar of k8s.io/apimachinery/pkg/labels.
class LabelSelectorParser {
public:
  explicit LabelSelectorParser(std::string_view text) : rest_(text) {}

  LabelSelector parse()
  {
    LabelSelector selector;
    skip_space();
    if (rest_.empty()) return selector;
    while (true) {
      selector.requirements_.push_back(requirement());
      skip_space();
      if (rest_.empty()) return selector;
      if (!take(',')) fail("',' or 'end of string'");
      skip_space();
      if (rest_.empty()) fail("identifier after ','");
    }
  }

private:
  using Operator = LabelSelector::Operator;

  LabelSelector::Requirement requirement()
  {
    LabelSelector::Requirement found;
    skip_space();
    if (take('!')) {
      found.op = Operator::missing;
      found.key = key();
      return found;
    }
    found.key = key();
    skip_space();
    if (rest_.empty() || rest_.front() == ',') return found;
    if (take('!')) {
      if (!take('=')) fail("'='");
      found.op = Operator::not_in;
      found.values.push_back(value());
    } else if (take('=')) {
      take('=');
      found.op = Operator::in;
      found.values.push_back(value());
    } else if (take('>') || (rest_.front() == '<')) {
      found.op = take('<') ? Operator::less : Operator::greater;
      found.values.push_back(value());
      if (!to_integer(found.values.front())) {
        throw bad_request("unable to parse requirement: values[0]: Invalid value: " + go_quoted(found.values.front()) +
                          ": for 'Gt', 'Lt' operators, the value must be an integer");
      }
    } else {
      const auto word = token();
      if (word == "in") {
        found.op = Operator::in;
      } else if (word == "notin") {
        found.op = Operator::not_in;
      } else {
        rest_ = word.empty() ? rest_ : word;
        fail("in, notin, =, ==, !=, gt, lt");
      }
      found.values = value_set();
    }
    for (std::size_t index = 0; index < found.values.size(); ++index) {
      if (const auto problem = label_value_problem(found.values[index]); !problem.empty()) {
        throw bad_request("unable to parse requirement: values[" + std::to_string(index) + "][" + found.key +
                          "]: Invalid value: " + go_quoted(found.values[index]) + ": " + problem);
      }
    }
    return found;
  }

  std::string key()
  {
    skip_space();
    const auto word = std::string(token());
    if (word.empty()) fail("identifier");
    if (const auto problem = qualified_name_problem(word); !problem.empty()) {
      throw bad_request("unable to parse requirement: <nil>: Invalid value: " + go_quoted(word) + ": " + problem);
    }
    return word;
  }

  std::string value()
  {
    skip_space();
    if (!rest_.empty() && rest_.find_first_of("=!(<>") == 0) fail("identifier");
    return std::string(token());
  }

  std::vector<std::string> value_set()
  {
    skip_space();
    if (!take('(')) fail("'('");
    std::vector<std::string> values;
    while (true) {
      values.push_back(value());
      skip_space();
      if (take(')')) break;
      if (!take(',')) fail("',', or ')'");
    }
    std::sort(values.begin(), values.end());
    return values;
  }

  std::string_view token()
  {
    const auto end = std::min(rest_.find_first_of("=!,()<> \t"), rest_.size());
    const auto word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

  void skip_space()
  {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }

  bool take(char c)
  {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  [[noreturn]] void fail(std::string_view expected) const
  {
    throw bad_request("unable to parse requirement: found '" + std::string(rest_) + "'" +
                      (expected == "'('" ? " " : ", ") + "expected: " + std::string(expected));
  }

  std::string_view rest_;
};

LabelSelector LabelSelector::parse(std::string_view text)
{
  return LabelSelectorParser(text).parse();
}

bool LabelSelector::matches(const std::map<std::string, std::string>& labels) const
{
  return std::all_of(requirements_.begin(), requirements_.end(), [&](const Requirement& requirement) {
    const auto label = labels.find(requirement.key);
    const bool present = label != labels.end();
    const auto listed = [&] {
      return std::find(requirement.values.begin(), requirement.values.end(), label->second) != requirement.values.end();
    };
    switch (requirement.op) {
      case Operator::in:
        return present && listed();
      case Operator::not_in:
        return !present || !listed();
      case Operator::exists:
        return present;
      case Operator::missing:
        return !present;
      case Operator::greater:
      case Operator::less: {
        if (!present) return false;
        const auto actual = to_integer(label->second);
        const auto bound = to_integer(requirement.values.front());
        if (!actual || !bound) return false;
        return requirement.op == Operator::greater ? *actual > *bound : *actual < *bound;
      }
    }
    return false;
  });
}

Filter::Filter(const Kind& kind, std::string_view namespace_, std::string_view label_selector,
               std::string_view field_selector)
    : namespace__(namespace_), labels_(LabelSelector::parse(label_selector))
{
  std::string_view rest = field_selector;
  while (!rest.empty()) {
    const auto end = rest.find(',');
    const auto term = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (term.empty()) continue;
    FieldRequirement requirement;
    const auto equals = term.find('=');
    if (equals == std::string_view::npos) {
      throw bad_request("invalid selector: '" + std::string(field_selector) + "'; can't understand '" +
                        std::string(term) + "'");
    }
    auto field = term.substr(0, equals);
    auto value = term.substr(equals + 1);
    if (!field.empty() && field.back() == '!') {
      requirement.equal = false;
      field.remove_suffix(1);
    } else if (!value.empty() && value.front() == '=') {
      value.remove_prefix(1);
    }
    requirement.value = std::string(value);
    if (field == "metadata.name") {
      requirement.source = FieldRequirement::Source::name;
    } else if (field == "metadata.namespace" && kind.namespaced) {
      requirement.source = FieldRequirement::Source::namespace_;
    } else if (const auto known = kind.selectable_fields.find(std::string(field));
               known != kind.selectable_fields.end()) {
      requirement.source = FieldRequirement::Source::body;
      requirement.place = known->second;
    } else {
      throw bad_request(kind.custom || !kind.selectable_fields.empty()
                            ? "field label not supported: " + std::string(field)
                            : go_quoted(field) +
                                  " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
    }
    fields_.push_back(std::move(requirement));
  }
}

void Filter::require_name(std::string name)
{
  FieldRequirement requirement;
  requirement.value = std::move(name);
  fields_.push_back(std::move(requirement));
}

bool Filter::matches(const Stored& object) const
{
  if (!namespace__.empty() && object.namespace_ != namespace__) return false;
  if (!labels_.empty() && !labels_.matches(object.labels)) return false;
  std::optional<Json> body;
  for (const auto& field : fields_) {
    std::string actual;
    switch (field.source) {
      case FieldRequirement::Source::name:
        actual = object.name;
        break;
      case FieldRequirement::Source::namespace_:
        actual = object.namespace_;
        break;
      case FieldRequirement::Source::body: {
        if (!body) body = object.json();
        if (body->contains(field.place)) {
          const auto& value = body->at(field.place);
          actual = value.is_string() ? value.get<std::string>() : dump(value);
        }
        break;
      }
    }
    if ((actual == field.value) != field.equal) return false;
  }
  return true;
}

std::string selector_text(const Json& label_selector)
{
  std::vector<std::string> terms;
  if (const auto* equal = find(label_selector, {"matchLabels"}); equal != nullptr && equal->is_object()) {
    for (const auto& [key, value] : equal->items()) {
      terms.push_back(key + "=" + (value.is_string() ? value.get<std::string>() : dump(value)));
    }
  }
  if (const auto* expressions = find(label_selector, {"matchExpressions"}); expressions && expressions->is_array()) {
    for (const auto& expression : *expressions) {
      const auto key = string_at(expression, {"key"});
      const auto op = string_at(expression, {"operator"});
      std::vector<std::string> values;
      if (const auto* listed = find(expression, {"values"}); listed != nullptr && listed->is_array()) {
        for (const auto& value : *listed) values.push_back(value.is_string() ? value.get<std::string>() : dump(value));
      }
      if (op == "Exists") terms.push_back(key);
      if (op == "DoesNotExist") terms.push_back("!" + key);
      if (op == "In") terms.push_back(key + " in (" + join(values) + ")");
      if (op == "NotIn") terms.push_back(key + " notin (" + join(values) + ")");
    }
  }
  return join(terms);
}

}  // namespace kubexx::apiserver
