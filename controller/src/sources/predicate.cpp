// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/predicate.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace kubexx {

namespace {

Predicate on_update_only(std::string name, std::function<bool(const Object&, const Object&)> test)
{
  Predicate predicate;
  predicate.name = std::move(name);
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

Predicate members_changed(std::string name, std::string pointer)
{
  return on_update_only(std::move(name), [pointer = std::move(pointer)](const Object& old, const Object& now) {
    return sorted_members(old, pointer) != sorted_members(now, pointer);
  });
}

using Predicates = std::vector<Predicate>;

// What `all` and `any` have in common. `decide` answers from the predicates and one question to each of them; `sets`
// says whether the combination asks about an event at all, from who of them does.
template <class Decide, class Sets>
Predicate combine(std::shared_ptr<const Predicates> each, Decide decide, Sets sets)
{
  Predicate combined;
  if (sets(*each, [](const Predicate& one) { return one.on_add != nullptr; })) {
    combined.on_add = [each, decide](const Object& object) {
      return decide(*each, [&](const Predicate& one) { return one.add(object); });
    };
  }
  if (sets(*each, [](const Predicate& one) { return one.on_update != nullptr; })) {
    combined.on_update = [each, decide](const Object& old, const Object& now) {
      return decide(*each, [&](const Predicate& one) { return one.update(old, now); });
    };
  }
  if (sets(*each, [](const Predicate& one) { return one.on_delete != nullptr; })) {
    combined.on_delete = [each, decide](const Object& last) {
      return decide(*each, [&](const Predicate& one) { return one.remove(last); });
    };
  }
  return combined;
}

constexpr auto kAllOf = [](const Predicates& each, const auto& test) {
  return std::all_of(each.begin(), each.end(), test);
};
constexpr auto kAnyOf = [](const Predicates& each, const auto& test) {
  return std::any_of(each.begin(), each.end(), test);
};

// "all(a, b)"; one without a name is "unnamed".
std::string name_of(const char* combination, const Predicates& each)
{
  std::string name = std::string(combination) + "(";
  const char* separator = "";
  for (const auto& one : each) {
    name.append(separator).append(one.name.empty() ? "unnamed" : one.name);
    separator = ", ";
  }
  return name + ")";
}

std::string negated_name(const std::string& name)
{
  const std::string_view before = "not(";
  if (!name.starts_with(before)) return std::string(before) + (name.empty() ? "unnamed" : name) + ")";
  const std::string inner = name.substr(before.size(), name.size() - before.size() - 1);
  return inner == "unnamed" ? std::string() : inner;
}

Predicates negated(const Predicates& each)
{
  Predicates all;
  for (const auto& one : each) all.push_back(Predicate::negate(one));
  return all;
}

}  // namespace

Predicate Predicate::named(std::string as) const
{
  Predicate same = *this;
  same.name = std::move(as);
  return same;
}

Predicate Predicate::of(std::function<bool(const Object&)> test)
{
  Predicate predicate;
  predicate.on_add = test;
  predicate.on_update = [test](const Object& old, const Object& now) { return test(old) || test(now); };
  predicate.on_delete = test;
  predicate.negation = [test = std::move(test)] { return of([test](const Object& object) { return !test(object); }); };
  return predicate;
}

Predicate Predicate::generation_changed()
{
  return on_update_only("generation_changed", [](const Object& old, const Object& now) {
    const bool kept = old.generation() != 0 && now.generation() != 0;
    return !kept || old.generation() != now.generation();
  });
}

Predicate Predicate::resource_version_changed()
{
  return on_update_only("resource_version_changed", [](const Object& old, const Object& now) {
    return old.resource_version() != now.resource_version();
  });
}

Predicate Predicate::labels_changed()
{
  return members_changed("labels_changed", "/metadata/labels");
}

Predicate Predicate::annotations_changed()
{
  return members_changed("annotations_changed", "/metadata/annotations");
}

Predicate Predicate::has_label(std::string name, std::string value)
{
  std::string text = "has_label(" + name + "=" + value + ")";
  return of([name = std::move(name), value = std::move(value)](const Object& object) {
           return object.label(name) == value;
         })
      .named(std::move(text));
}

Predicate Predicate::all(std::vector<Predicate> predicates)
{
  const auto each = std::make_shared<const Predicates>(std::move(predicates));
  Predicate combined = combine(each, kAllOf, kAnyOf);
  combined.negation = [each] { return any(negated(*each)); };
  combined.name = name_of("all", *each);
  return combined;
}

Predicate Predicate::any(std::vector<Predicate> predicates)
{
  const auto each = std::make_shared<const Predicates>(std::move(predicates));
  // One that is not asked lets everything through.
  Predicate combined = combine(each, kAnyOf, kAllOf);
  combined.negation = [each] { return all(negated(*each)); };
  combined.name = name_of("any", *each);
  return combined;
}

Predicate Predicate::negate(Predicate predicate)
{
  std::string name = negated_name(predicate.name);
  if (predicate.negation) return predicate.negation().named(std::move(name));
  const auto of = std::make_shared<const Predicate>(std::move(predicate));
  Predicate negated;
  if (of->on_add) negated.on_add = [of](const Object& object) { return !of->on_add(object); };
  if (of->on_update) {
    negated.on_update = [of](const Object& old, const Object& now) { return !of->on_update(old, now); };
  }
  if (of->on_delete) negated.on_delete = [of](const Object& last) { return !of->on_delete(last); };
  negated.negation = [of] { return *of; };
  negated.name = std::move(name);
  return negated;
}

}  // namespace kubexx
