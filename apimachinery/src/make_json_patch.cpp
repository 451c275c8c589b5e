// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/json_patch.hpp"
#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx {

namespace {

using NamedValue = std::pair<std::string, JsonView>;

/// Values below are compared by their bytes.
constexpr std::size_t kMostLevels = Object::max_tree_depth;

/// Each name once, with the last value that has it.
std::vector<NamedValue> named_values(JsonView object)
{
  std::vector<NamedValue> members;
  for (auto child = object.children(); child.next();) members.emplace_back(child.key(), child.value());
  return members;
}

void sort_by_name(std::vector<NamedValue>& members)
{
  // Of members with one name the last one counts. Not stable_sort, which clang finds deprecated in g++ 12's library.
  std::sort(members.begin(), members.end(), [](const NamedValue& a, const NamedValue& b) {
    return a.first != b.first ? a.first < b.first : a.second.bytes().data() < b.second.bytes().data();
  });
  std::vector<NamedValue> once;
  for (auto& member : members) {
    if (!once.empty() && once.back().first == member.first) {
      once.back().second = member.second;
    } else {
      once.push_back(std::move(member));
    }
  }
  members = std::move(once);
}

/// A member of two objects whose values have different bytes.
struct Changed {
  std::string_view name;
  JsonView from, to;
};

/// The changed members of two objects that have the same names in the same order, sorted by name. nullopt if they do
/// not, if a name has escapes, if a changed name occurs more than once, or if too much has changed for this to be
/// faster.
std::optional<std::vector<Changed>> changed_members(JsonView from, JsonView to)
{
  constexpr std::size_t most = 8;
  std::vector<Changed> changed;
  auto old = from.children();
  auto now = to.children();
  while (old.next()) {
    const std::string_view name = old.quoted_key();
    if (!now.next_like(old) || now.quoted_key() != name || name.find('\\') != std::string_view::npos)
      return std::nullopt;
    if (std::any_of(changed.begin(), changed.end(), [&](const Changed& one) { return one.name == name; })) {
      return std::nullopt;
    }
    if (old.value().bytes() == now.value().bytes()) continue;
    if (changed.size() == most) return std::nullopt;
    changed.push_back({name, old.value(), now.value()});
  }
  if (now.next()) return std::nullopt;
  for (auto& one : changed) one.name = one.name.substr(1, one.name.size() - 2);
  std::sort(changed.begin(), changed.end(), [](const Changed& a, const Changed& b) { return a.name < b.name; });
  return changed;
}

std::vector<JsonView> elements_of(JsonView array)
{
  std::vector<JsonView> elements;
  for (auto child = array.children(); child.next();) elements.push_back(child.value());
  return elements;
}

/// The names of the elements; nullopt unless all are objects with a name, and no two names are equal.
std::optional<std::vector<std::string>> element_names(const std::vector<JsonView>& elements)
{
  std::vector<std::string> names;
  for (const auto& element : elements) {
    if (element.type() != JsonView::Type::object) return std::nullopt;
    auto name = element.member("name").as_string();
    if (!name) return std::nullopt;
    names.push_back(std::move(*name));
  }
  auto sorted = names;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return std::nullopt;
  return names;
}

bool same_number(JsonView a, JsonView b)
{
  const auto left = a.as_int();
  const auto right = b.as_int();
  if (left || right) return left == right;
  return false;  // other spellings are other values: a double would not tell long numbers apart
}

bool same_value(JsonView a, JsonView b, std::size_t level)
{
  if (a.bytes() == b.bytes()) return true;
  const JsonView::Type type = a.type();
  if (type != b.type() || level == kMostLevels) return false;
  if (type == JsonView::Type::string) return a.as_string() == b.as_string();
  if (type == JsonView::Type::number) return same_number(a, b);
  if (type == JsonView::Type::array) {
    const auto left = elements_of(a);
    const auto right = elements_of(b);
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [&](JsonView x, JsonView y) { return same_value(x, y, level + 1); });
  }
  if (type != JsonView::Type::object) return false;
  if (const auto changed = changed_members(a, b)) {
    return std::all_of(changed->begin(), changed->end(),
                       [&](const Changed& one) { return same_value(one.from, one.to, level + 1); });
  }
  auto left = named_values(a);
  auto right = named_values(b);
  sort_by_name(left);
  sort_by_name(right);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](const NamedValue& x, const NamedValue& y) {
                      return x.first == y.first && same_value(x.second, y.second, level + 1);
                    });
}

class JsonPatchMaker {
public:
  std::string run(JsonView from, JsonView to)
  {
    out_.begin_array();
    compare(from, to);
    out_.end_array();
    return out_.take();
  }

private:
  /// Appends a token to the path until it is destroyed.
  class Step {
  public:
    Step(JsonPatchMaker& of, std::string_view token) : of_(of), length_(of.path_.size())
    {
      of_.path_ += '/';
      for (const char c : token) {
        if (c == '~') {
          of_.path_ += "~0";
        } else if (c == '/') {
          of_.path_ += "~1";
        } else {
          of_.path_ += c;
        }
      }
      ++of_.level_;
    }
    Step(JsonPatchMaker& of, std::size_t index) : Step(of, std::to_string(index)) {}
    ~Step()
    {
      of_.path_.resize(length_);
      --of_.level_;
    }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

  private:
    JsonPatchMaker& of_;
    const std::size_t length_;
  };

  void compare(JsonView from, JsonView to)
  {
    if (from.bytes() == to.bytes()) return;
    if (from.type() == to.type() && level_ < kMostLevels) {
      if (from.type() == JsonView::Type::object) return compare_objects(from, to);
      if (from.type() == JsonView::Type::array) return compare_arrays(from, to);
      if (same_value(from, to, level_)) return;
    }
    write("replace", to);
  }

  void compare_objects(JsonView from, JsonView to)
  {
    if (const auto changed = changed_members(from, to)) {
      for (const Changed& one : *changed) {
        const Step step(*this, one.name);
        compare(one.from, one.to);
      }
      return;
    }
    auto before = named_values(from);
    auto after = named_values(to);
    sort_by_name(before);
    sort_by_name(after);
    auto old = before.begin();
    auto now = after.begin();
    while (old != before.end() || now != after.end()) {
      const bool gone = now == after.end() || (old != before.end() && old->first < now->first);
      const bool is_new = old == before.end() || (now != after.end() && now->first < old->first);
      const Step step(*this, gone ? old->first : now->first);
      if (gone) {
        write("remove", {});
        ++old;
      } else if (is_new) {
        write("add", now->second);
        ++now;
      } else {
        compare(old->second, now->second);
        ++old;
        ++now;
      }
    }
  }

  void compare_arrays(JsonView from, JsonView to)
  {
    const auto before = elements_of(from);
    const auto after = elements_of(to);
    if (before.size() != after.size() && compare_named(before, after)) return;
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t front = 0;
    while (front < shorter && same(before[front], after[front])) ++front;
    std::size_t back = 0;
    while (back < shorter - front && same(before[before.size() - 1 - back], after[after.size() - 1 - back])) ++back;
    const std::size_t both = shorter - back;
    for (std::size_t i = front; i < both; ++i) {
      const Step step(*this, i);
      compare(before[i], after[i]);
    }
    // At the end first: an index is that of the list as the operations before have left it.
    for (std::size_t i = before.size() - back; i > both; --i) {
      const Step step(*this, i - 1);
      write("remove", {});
    }
    for (std::size_t i = both; i < after.size() - back; ++i) {
      const Step step(*this, i);
      write("add", after[i]);
    }
  }

  /// False, and nothing is written, unless the elements have names and those that remain keep their order.
  bool compare_named(const std::vector<JsonView>& before, const std::vector<JsonView>& after)
  {
    const auto old_names = element_names(before);
    const auto new_names = old_names ? element_names(after) : std::nullopt;
    if (!new_names) return false;
    std::vector<std::size_t> kept_from;  // for each element of `after` its place in `before`, or none
    constexpr auto none = static_cast<std::size_t>(-1);
    std::vector<bool> remains(before.size(), false);
    std::size_t next = 0;
    for (const auto& name : *new_names) {
      const auto found = std::find(old_names->begin(), old_names->end(), name);
      const auto place = static_cast<std::size_t>(found - old_names->begin());
      if (found == old_names->end()) {
        kept_from.push_back(none);
        continue;
      }
      if (place < next) return false;
      next = place + 1;
      remains[place] = true;
      kept_from.push_back(place);
    }
    for (std::size_t i = before.size(); i > 0; --i) {
      if (remains[i - 1]) continue;
      const Step step(*this, i - 1);
      write("remove", {});
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
      const Step step(*this, i);
      if (kept_from[i] == none) {
        write("add", after[i]);
      } else {
        compare(before[kept_from[i]], after[i]);
      }
    }
    return true;
  }

  [[nodiscard]] bool same(JsonView a, JsonView b) const { return same_value(a, b, level_ + 1); }

  void write(std::string_view operation, JsonView value)
  {
    out_.begin_object();
    out_.key("op");
    out_.string(operation);
    out_.key("path");
    out_.string(path_);
    if (value) {
      out_.key("value");
      out_.raw(value.bytes());
    }
    out_.end_object();
  }

  JsonWriter out_;
  std::string path_;
  std::size_t level_ = 0;
};

}  // namespace

Patch make_json_patch(JsonView from, JsonView to)
{
  return {PatchType::json, JsonPatchMaker().run(from, to)};
}

Patch make_json_patch(const Object& from, const Object& to)
{
  return make_json_patch(JsonView(from.bytes()), JsonView(to.bytes()));
}

}  // namespace kubexx
