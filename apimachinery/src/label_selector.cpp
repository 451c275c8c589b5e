// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/label_selector.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "kubexx/apimachinery/meta.hpp"
#include "label_selector_parser.hpp"
#include "quoted.hpp"

namespace kubexx {

namespace {

using Operator = LabelSelector::Operator;
using Requirement = LabelSelector::Requirement;

/// `label`: null when there is none.
bool matches_value(const Requirement& requirement, const std::string* label)
{
  const auto& [key, op, values] = requirement;
  const auto listed = [&] { return std::binary_search(values.begin(), values.end(), *label); };
  switch (op) {
    case Operator::exists:
      return label != nullptr;
    case Operator::not_exists:
      return label == nullptr;
    case Operator::in:
    case Operator::eq:
    case Operator::double_eq:
      return label != nullptr && listed();
    case Operator::not_in:
    case Operator::ne:
      return label == nullptr || !listed();
    case Operator::greater:
    case Operator::less: {
      const auto number = label != nullptr ? detail::to_integer(*label) : std::nullopt;
      const auto bound = detail::to_integer(values.front());
      if (!number || !bound) return false;
      return op == Operator::greater ? *number > *bound : *number < *bound;
    }
  }
  return false;
}

const char* sign_of(Operator op)
{
  switch (op) {
    case Operator::in:
      return " in (";
    case Operator::not_in:
      return " notin (";
    case Operator::eq:
      return "=";
    case Operator::double_eq:
      return "==";
    case Operator::ne:
      return "!=";
    case Operator::greater:
      return ">";
    case Operator::less:
      return "<";
    case Operator::exists:
    case Operator::not_exists:
      break;
  }
  return "";
}

std::string text_of(const Requirement& requirement)
{
  const auto& [key, op, values] = requirement;
  std::string text = (op == Operator::not_exists ? "!" : "") + key + sign_of(op);
  for (std::size_t index = 0; index < values.size(); ++index) text.append(index == 0 ? "" : ",").append(values[index]);
  return op == Operator::in || op == Operator::not_in ? text + ")" : text;
}

std::optional<Operator> operator_of(std::string_view name)
{
  if (name == "In") return Operator::in;
  if (name == "NotIn") return Operator::not_in;
  if (name == "Exists") return Operator::exists;
  if (name == "DoesNotExist") return Operator::not_exists;
  return std::nullopt;
}

}  // namespace

LabelSelector LabelSelector::parse(std::string_view text)
{
  LabelSelector selector;
  std::multimap<std::string, Requirement> sorted;  // equal keys keep the order of the text
  for (auto& requirement : detail::parse_label_selector(text)) sorted.emplace(requirement.key, std::move(requirement));
  for (auto& [key, requirement] : sorted) selector.requirements_.push_back(std::move(requirement));
  return selector;
}

LabelSelector LabelSelector::from(const MetaLabelSelector& selector)
{
  LabelSelector made;
  for (const auto& [key, value] : selector.matchLabels) made.eq(key, value);
  for (const auto& [key, name, values] : selector.matchExpressions) {
    const auto op = operator_of(name);
    if (!op) {
      throw SelectorError("label selector", key, detail::quoted(name) + " is not a valid label selector operator");
    }
    made.add({key, *op, values});
  }
  return made;
}

LabelSelector& LabelSelector::add(Requirement requirement)
{
  if (const auto problem = detail::finish_requirement(requirement); !problem.empty()) {
    throw SelectorError("label selector", text_of(requirement), problem);
  }
  const auto place =
      std::upper_bound(requirements_.begin(), requirements_.end(), requirement,
                       [](const Requirement& left, const Requirement& right) { return left.key < right.key; });
  requirements_.insert(place, std::move(requirement));
  return *this;
}

LabelSelector& LabelSelector::eq(std::string key, std::string value)
{
  return add({std::move(key), Operator::eq, {std::move(value)}});
}

LabelSelector& LabelSelector::ne(std::string key, std::string value)
{
  return add({std::move(key), Operator::ne, {std::move(value)}});
}

LabelSelector& LabelSelector::in(std::string key, std::vector<std::string> values)
{
  return add({std::move(key), Operator::in, std::move(values)});
}

LabelSelector& LabelSelector::not_in(std::string key, std::vector<std::string> values)
{
  return add({std::move(key), Operator::not_in, std::move(values)});
}

LabelSelector& LabelSelector::exists(std::string key)
{
  return add({std::move(key), Operator::exists, {}});
}

LabelSelector& LabelSelector::not_exists(std::string key)
{
  return add({std::move(key), Operator::not_exists, {}});
}

bool LabelSelector::matches(const Object& object) const
{
  return std::all_of(requirements_.begin(), requirements_.end(), [&](const Requirement& requirement) {
    const auto label = object.label(requirement.key);
    return matches_value(requirement, label ? &*label : nullptr);
  });
}

bool LabelSelector::matches(const std::map<std::string, std::string>& labels) const
{
  return std::all_of(requirements_.begin(), requirements_.end(), [&](const Requirement& requirement) {
    const auto found = labels.find(requirement.key);
    return matches_value(requirement, found == labels.end() ? nullptr : &found->second);
  });
}

std::string LabelSelector::to_string() const
{
  std::string text;
  for (const auto& requirement : requirements_) {
    if (!text.empty()) text += ',';
    text += text_of(requirement);
  }
  return text;
}

}  // namespace kubexx
