// SPDX-License-Identifier: Apache-2.0
#include "selection.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace kubexx {

namespace {

template <class Selector>
std::optional<Selector> parsed(std::string_view text)
{
  try {
    return Selector::parse(text);
  } catch (const SelectorError&) {
    return std::nullopt;
  }
}

// Field names are paths: metadata.name is at /metadata/name.
std::string pointer_of(const std::string& field)
{
  std::string pointer = "/" + field;
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  return pointer;
}

// What the server says of a field that the object does not have; nullopt: not known.
std::optional<std::string> value_of(const Object& object, const std::string& field)
{
  constexpr std::array<std::string_view, 4> empty_when_absent{"metadata.namespace", "spec.nodeName",
                                                              "status.nominatedNodeName", "status.podIP"};
  if (auto value = field_of(object, field)) return value;
  if (object.at(pointer_of(field)).type() != JsonView::Type::absent) return std::nullopt;
  const bool empty = std::find(empty_when_absent.begin(), empty_when_absent.end(), field) != empty_when_absent.end();
  return empty ? std::optional(std::string()) : std::nullopt;
}

}  // namespace

std::optional<std::string> field_of(const Object& object, const std::string& field)
{
  const JsonView value = object.at(pointer_of(field));
  switch (value.type()) {
    case JsonView::Type::string:
      return value.as_string();
    case JsonView::Type::boolean:
    case JsonView::Type::number:
      return std::string(value.bytes());
    default:
      return std::nullopt;
  }
}

Selection::Selection(std::string_view label_selector, std::string_view field_selector)
    : labels_(parsed<LabelSelector>(label_selector)), fields_(parsed<FieldSelector>(field_selector))
{
}

Selected Selection::of(const Object& object) const
{
  if (labels_ && !labels_->matches(object)) return Selected::no;
  bool known = labels_.has_value() && fields_.has_value();
  if (!fields_) return Selected::unknown;
  for (const auto& term : fields_->terms()) {
    const std::optional<std::string> value = value_of(object, term.field);
    if (value && (*value == term.value) != term.equal) return Selected::no;
    known = known && value.has_value();
  }
  return known ? Selected::yes : Selected::unknown;
}

}  // namespace kubexx
