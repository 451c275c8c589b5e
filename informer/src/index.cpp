// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/index.hpp"

#include <stdexcept>
#include <utility>

namespace kubexx {

namespace {

void add_value(std::vector<std::string>& values, JsonView value)
{
  switch (value.type()) {
    case JsonView::Type::string:
      values.push_back(*value.as_string());
      break;
    case JsonView::Type::number:
    case JsonView::Type::boolean:
      values.emplace_back(value.bytes());
      break;
    case JsonView::Type::absent:
    case JsonView::Type::null:
    case JsonView::Type::array:
    case JsonView::Type::object:
      break;
  }
}

}  // namespace

IndexFunction index_by_pointer(std::string pointer)
{
  if (!pointer.starts_with('/')) {
    throw std::invalid_argument("index_by_pointer(\"" + pointer +
                                "\"): a JSON pointer to a member begins with \"/\", e.g. \"/spec/nodeName\"");
  }
  return [pointer = std::move(pointer)](const Object& object) {
    std::vector<std::string> values;
    const JsonView value = object.at(pointer);
    add_value(values, value);
    if (value.type() == JsonView::Type::array) {
      for (auto element = value.children(); element.next();) add_value(values, element.value());
    }
    return values;
  };
}

IndexFunction index_by_label(std::string name)
{
  return [name = std::move(name)](const Object& object) {
    std::vector<std::string> values;
    if (auto value = object.label(name)) values.push_back(std::move(*value));
    return values;
  };
}

IndexFunction index_by_controller()
{
  return [](const Object& object) {
    std::vector<std::string> values;
    if (const auto owner = object.controller_owner()) values.emplace_back(owner->uid);
    return values;
  };
}

}  // namespace kubexx
