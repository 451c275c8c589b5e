// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "apply/typed.hpp"

namespace kubexx::apiserver::apply {
namespace {

/// A value in Go's %v.
std::string go_value(const Json& value)
{
  std::string text;
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) {
    for (const auto& item : value) text += (text.empty() ? "" : " ") + go_value(item);
    return "[" + text + "]";
  }
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) text += (text.empty() ? "" : " ") + name + ":" + go_value(member);
    return "map[" + text + "]";
  }
  return value.is_null() ? "<nil>" : go_json(value);
}

/// A value in Go's %#v.
std::string go_syntax(const Json& value)
{
  std::string text;
  if (value.is_string()) return go_quoted(value.get_ref<const std::string&>());
  if (value.is_array()) {
    for (const auto& item : value) text += (text.empty() ? "" : ", ") + go_syntax(item);
    return "[]interface {}{" + text + "}";
  }
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) {
      text += (text.empty() ? "" : ", ") + go_quoted(name) + ":" + go_syntax(member);
    }
    return "map[string]interface {}{" + text + "}";
  }
  return value.is_null() ? "interface {}(nil)" : go_json(value);
}

const char* go_type(const Json& value)
{
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "bool";
  if (value.is_array()) return "[]interface {}";
  return value.is_object() ? "map[string]interface {}" : "<nil>";
}

class Validator {
public:
  Validator(bool duplicates, Nulls nulls, TypeProblems& problems)
      : duplicates_(duplicates), nulls_(nulls), problems_(problems)
  {
  }

  void check(const Json& value, const Type& type)
  {
    const auto atom = type.resolve().for_value(&value);
    if (value.is_null()) {
      if (nulls_ == Nulls::of_cel) refuse_null(atom);
    } else if (atom.map) {
      if (!value.is_object()) return fail("expected map, got &{" + go_value(value) + "}");
      check_map(value, atom);
    } else if (atom.scalar) {
      check_scalar(value, *atom.scalar);
    } else if (atom.list) {
      if (!value.is_array()) return fail("expected list, got &{" + go_value(value) + "}");
      check_list(value, atom);
    } else {
      fail("schema error: invalid atom: inlined");
    }
  }

private:
  void fail(std::string message) { problems_.push_back({to_string(path_), std::move(message)}); }

  // A structpb.NullValue, which is the number 0 of a type of its own.
  void refuse_null(const Atom& atom)
  {
    if (!atom.scalar) return fail(std::string("expected ") + (atom.map ? "map" : "list") + ", got &{NULL_VALUE}");
    switch (*atom.scalar) {
      case Scalar::numeric:
        return fail("expected numeric (int or float), got structpb.NullValue");
      case Scalar::string:
        return fail("expected string, got &value.valueUnstructured{Value:0}");
      case Scalar::boolean:
        return fail("expected boolean, got &{NULL_VALUE}");
      case Scalar::untyped:
        return fail("expected any scalar, got &{NULL_VALUE}");
    }
  }

  void check_scalar(const Json& value, Scalar scalar)
  {
    switch (scalar) {
      case Scalar::numeric:
        if (!value.is_number()) fail(std::string("expected numeric (int or float), got ") + go_type(value));
        return;
      case Scalar::string:
        if (!value.is_string()) fail("expected string, got &value.valueUnstructured{Value:" + go_syntax(value) + "}");
        return;
      case Scalar::boolean:
        if (!value.is_boolean()) fail("expected boolean, got &{" + go_value(value) + "}");
        return;
      case Scalar::untyped:
        if (!value.is_primitive()) fail("expected any scalar, got &{" + go_value(value) + "}");
        return;
    }
  }

  void check_list(const Json& list, const Atom& atom)
  {
    std::set<PathElement> seen;
    const auto type = atom.element();
    for (std::size_t place = 0; place < list.size(); ++place) {
      auto element = PathElement::index(static_cast<std::int64_t>(place));
      if (atom.associative) {
        std::string problem;
        auto found = item_element(atom, list[place], problem);
        if (!found) {
          fail("element " + std::to_string(place) + ": " + problem);
          return;
        }
        element = std::move(*found);
        if (!seen.insert(element).second && !duplicates_) fail("duplicate entries for key " + to_string(element));
      }
      path_.push_back(std::move(element));
      check(list[place], type);
      path_.pop_back();
    }
  }

  void check_map(const Json& map, const Atom& atom)
  {
    for (const auto& [name, value] : map.items()) {
      const auto type = atom.member(name);
      path_.push_back(PathElement::field(name));
      if (type.none()) {
        fail("field not declared in schema");
        path_.pop_back();
        return;
      }
      check(value, type);
      path_.pop_back();
    }
  }

  bool duplicates_;
  Nulls nulls_;
  TypeProblems& problems_;
  Path path_;
};

std::string go_list(const std::vector<std::string>& words)
{
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + go_quoted(word);
  return "[" + text + "]";
}

}  // namespace

std::string to_string(const TypeProblems& problems)
{
  const auto text = [](const TypeProblem& problem) {
    return problem.path.empty() ? problem.message : problem.path + ": " + problem.message;
  };
  if (problems.size() == 1) return text(problems.front());
  std::string all = "errors:";
  for (const auto& problem : problems) all += "\n  " + text(problem);
  return all;
}

TypeProblems validate(const Json& value, const Type& type, bool duplicates, Nulls nulls)
{
  TypeProblems problems;
  Validator(duplicates, nulls, problems).check(value, type);
  return problems;
}

std::optional<PathElement> item_element(const Atom& list, const Json& item, std::string& problem)
{
  if (list.keys->empty()) {
    if (item.is_object()) problem = "associative list without keys has an element that's a map type";
    if (item.is_array()) problem = "not supported: associative list with lists as elements";
    if (item.is_null()) problem = "associative list without keys has an element that's an explicit null";
    if (item.is_structured() || item.is_null()) return std::nullopt;
    return PathElement::item(item);
  }
  if (!item.is_object()) {
    problem = item.is_null() ? "associative list with keys may not have a null element"
                             : "associative list with keys may not have non-map elements";
    return std::nullopt;
  }
  const auto type = list.element().resolve();
  Json keys = Json::object();
  for (const auto& key : *list.keys) {
    if (const auto found = item.find(key); found != item.end()) {
      keys[key] = *found;
    } else if (auto value = type.key_default(key); !value.is_null()) {
      keys[key] = std::move(value);
    }
  }
  if (keys.empty()) {
    problem = "associative list with keys has an element that omits all key fields " + go_list(*list.keys) +
              " (and doesn't have default values for any key fields)";
    return std::nullopt;
  }
  return PathElement::key(std::move(keys));
}

}  // namespace kubexx::apiserver::apply
