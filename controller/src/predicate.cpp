// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/predicate.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace kubexx {

namespace {

Predicate on_update_only(std::function<bool(const Object&, const Object&)> test)
{
  Predicate predicate;
  predicate.on_update = std::move(test);
  return predicate;
}

using Members = std::vector<std::pair<std::string, std::string>>;

Members sorted_members(const Object& object, std::string_view pointer)
{
  Members members;
  for (auto child = object.at(pointer).children(); child.next();) {
    members.emplace_back(child.key(), child.value().as_string().value_or(""));
  }
  std::sort(members.begin(), members.end());
  return members;
}

Predicate members_changed(std::string pointer)
{
  return on_update_only([pointer = std::move(pointer)](const Object& old, const Object& now) {
    return sorted_members(old, pointer) != sorted_members(now, pointer);
  });
}

// What `all` and `any` have in common: `decide` answers from the predicates and one question to each of them.
template <class Decide>
Predicate combine(std::vector<Predicate> predicates, Decide decide)
{
  const auto shared = std::make_shared<const std::vector<Predicate>>(std::move(predicates));
  Predicate combined;
  combined.on_add = [shared, decide](const Object& object) {
    return decide(*shared, [&](const Predicate& one) { return one.add(object); });
  };
  combined.on_update = [shared, decide](const Object& old, const Object& now) {
    return decide(*shared, [&](const Predicate& one) { return one.update(old, now); });
  };
  combined.on_delete = [shared, decide](const Object& last) {
    return decide(*shared, [&](const Predicate& one) { return one.remove(last); });
  };
  return combined;
}

}  // namespace

Predicate Predicate::of(std::function<bool(const Object&)> test)
{
  Predicate predicate;
  predicate.on_add = test;
  predicate.on_update = [test](const Object& old, const Object& now) { return test(old) || test(now); };
  predicate.on_delete = std::move(test);
  return predicate;
}

Predicate Predicate::generation_changed()
{
  return on_update_only([](const Object& old, const Object& now) { return old.generation() != now.generation(); });
}

Predicate Predicate::resource_version_changed()
{
  return on_update_only(
      [](const Object& old, const Object& now) { return old.resource_version() != now.resource_version(); });
}

Predicate Predicate::labels_changed()
{
  return members_changed("/metadata/labels");
}

Predicate Predicate::annotations_changed()
{
  return members_changed("/metadata/annotations");
}

Predicate Predicate::has_label(std::string name, std::string value)
{
  return of(
      [name = std::move(name), value = std::move(value)](const Object& object) { return object.label(name) == value; });
}

Predicate Predicate::all(std::vector<Predicate> predicates)
{
  return combine(std::move(predicates),
                 [](const auto& each, const auto& test) { return std::all_of(each.begin(), each.end(), test); });
}

Predicate Predicate::any(std::vector<Predicate> predicates)
{
  return combine(std::move(predicates),
                 [](const auto& each, const auto& test) { return std::any_of(each.begin(), each.end(), test); });
}

Predicate Predicate::negate(Predicate predicate)
{
  return combine({std::move(predicate)}, [](const auto& each, const auto& test) { return !test(each.front()); });
}

}  // namespace kubexx
