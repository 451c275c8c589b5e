// SPDX-License-Identifier: Apache-2.0
// Label and field selectors: what is accepted is the same when it is printed and parsed again, and matches what its
// requirements say.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "label_selector_parser.hpp"

namespace {

using namespace kubexx;
using fuzz::require;
using Labels = std::map<std::string, std::string>;
using Operator = LabelSelector::Operator;

/// "a=b,c=d".
Labels pairs(std::string_view text)
{
  fuzz::Input input(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  Labels labels;
  while (!input.empty()) {
    const auto part = input.until(",");
    const auto equals = part.find('=');
    labels[std::string(part.substr(0, equals))] =
        equals == std::string_view::npos ? std::string() : std::string(part.substr(equals + 1));
  }
  return labels;
}

bool holds(const LabelSelector::Requirement& requirement, const Labels& labels)
{
  const auto& [key, op, values] = requirement;
  const auto found = labels.find(key);
  const bool there = found != labels.end();
  const bool listed = there && std::find(values.begin(), values.end(), found->second) != values.end();
  switch (op) {
    case Operator::exists:
      return there;
    case Operator::not_exists:
      return !there;
    case Operator::in:
    case Operator::eq:
    case Operator::double_eq:
      return listed;
    case Operator::not_in:
    case Operator::ne:
      return !listed;
    case Operator::greater:
    case Operator::less:
      break;
  }
  const auto value = there ? detail::to_integer(found->second) : std::nullopt;
  const auto bound = detail::to_integer(values.at(0));
  require(bound.has_value(), "a bound is an integer");
  return value && (op == Operator::greater ? *value > *bound : *value < *bound);
}

void label(std::string_view text, const Labels& labels)
{
  LabelSelector selector;
  try {
    selector = LabelSelector::parse(text);
  } catch (const SelectorError&) {
    return;
  }
  require(LabelSelector::parse(selector.to_string()) == selector, "a label selector is read again");
  LabelSelector built;
  for (const auto& requirement : selector.requirements()) built.add(requirement);
  require(built == selector, "a label selector can be built");
  const auto& all = selector.requirements();
  const bool expected = std::all_of(all.begin(), all.end(), [&](const auto& one) { return holds(one, labels); });
  require(selector.matches(labels) == expected, "a label selector means its requirements");
  try {
    const auto object = Object::from_json({{"metadata", {{"labels", labels}}}});
    require(selector.matches(object) == expected, "an object's labels are labels");
  } catch (const ObjectError&) {  // no UTF-8
  }
}

void field(std::string_view text, const Labels& fields)
{
  FieldSelector selector;
  try {
    selector = FieldSelector::parse(text);
  } catch (const SelectorError&) {
    return;
  }
  const auto value_of = [&](const std::string& name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
  };
  // Terms stand in the order of their texts, and "a==b" is printed as "a=b".
  const auto again = FieldSelector::parse(selector.to_string());
  require(
      std::is_permutation(again.terms().begin(), again.terms().end(), selector.terms().begin(), selector.terms().end()),
      "a field selector is read again");
  const auto& all = selector.terms();
  const bool expected = std::all_of(
      all.begin(), all.end(), [&](const auto& term) { return (value_of(term.field) == term.value) == term.equal; });
  require(selector.matches(value_of) == expected, "a field selector means its terms");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto text = input.line();
  const auto labels = pairs(input.rest());
  label(text, labels);
  field(text, labels);
  return 0;
}
