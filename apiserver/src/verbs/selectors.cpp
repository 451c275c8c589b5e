// SPDX-License-Identifier: Apache-2.0
#include "verbs/selectors.hpp"

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx::apiserver {
namespace {

/// What `parse` makes, or the bad request that a real server answers.
template <class Selector>
Selector parsed(std::string_view text)
{
  try {
    return Selector::parse(text);
  } catch (const SelectorError& error) {
    throw bad_request(error.problem());
  }
}

}  // namespace

Filter::Filter(const Kind& kind, std::string_view namespace_, std::string_view label_selector,
               std::string_view field_selector)
    : namespace__(namespace_), labels_(parsed<LabelSelector>(label_selector))
{
  const auto fields = parsed<FieldSelector>(field_selector);
  for (const auto& [field, value, equal] : fields.terms()) {
    FieldRequirement requirement;
    requirement.equal = equal;
    requirement.value = value;
    if (field == "metadata.name") {
      requirement.source = FieldRequirement::Source::name;
    } else if (field == "metadata.namespace" && (kind.namespaced || (!kind.custom && kind.selectable_fields.empty()))) {
      requirement.source = FieldRequirement::Source::namespace_;
    } else if (const auto known = kind.selectable_fields.find(field); known != kind.selectable_fields.end()) {
      requirement.source = FieldRequirement::Source::body;
      requirement.place = known->second.to_string();
    } else {
      throw bad_request(kind.id() == "batch/jobs" ? "field label " + go_quoted(field) + " not supported for Job"
                        : kind.custom || !kind.selectable_fields.empty()
                            ? "field label not supported: " + field
                            : go_quoted(field) +
                                  " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
    }
    fields_.push_back(std::move(requirement));
  }
}

bool Filter::require_name(const std::string& name)
{
  for (const auto& field : fields_) {
    if (field.source == FieldRequirement::Source::name && field.equal && field.value != name) return false;
  }
  FieldRequirement requirement;
  requirement.value = name;
  fields_.push_back(std::move(requirement));
  return true;
}

WatchScope Filter::scope() const
{
  using Operator = LabelSelector::Operator;
  WatchScope scope{namespace__, std::nullopt, {}};
  for (const auto& field : fields_) {
    if (field.source == FieldRequirement::Source::name && field.equal) scope.name = field.value;
  }
  for (const auto& [key, op, values] : labels_.requirements()) {
    const bool equality = op == Operator::eq || op == Operator::double_eq || op == Operator::in;
    if (equality && values.size() == 1) scope.labels.emplace_back(key, values.front());
  }
  return scope;
}

bool Filter::matches(const Stored& object) const
{
  if (!namespace__.empty() && object.namespace_ != namespace__) return false;
  if (!labels_.matches(object.labels)) return false;
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
        // Asked of every write for every watch: the text is searched, no tree is made of it.
        const auto value = JsonView(object.body).at(field.place);
        actual = value.as_string().value_or(std::string(value.bytes()));
        break;
      }
    }
    if ((actual == field.value) != field.equal) return false;
  }
  return true;
}

LabelSelector selector_of(const Json& label_selector)
{
  try {
    return LabelSelector::from(decode_text<MetaLabelSelector>(dump(label_selector)));
  } catch (const SelectorError& error) {
    throw bad_request(error.problem());
  } catch (const ObjectError& error) {
    throw bad_request(error.what());
  }
}

}  // namespace kubexx::apiserver
