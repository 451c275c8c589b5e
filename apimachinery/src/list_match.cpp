// SPDX-License-Identifier: Apache-2.0
#include "list_match.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "kubexx/apimachinery/object.hpp"
#include "struct_fields.hpp"
#include "write_failure.hpp"

namespace kubexx::detail {

namespace {

using Indexes = std::vector<std::size_t>;

/// How many comparisons of two elements the search for elements that moved may cost; in a larger list only elements
/// that are unchanged are found again.
constexpr std::size_t most_comparisons = 4'000'000;

std::string text_of(const Codec& codec, const void* value)
{
  JsonWriter to;
  codec.write(value, {}, to);
  return to.take();
}

/// The elements of the original list as values of the vector's type: those of `known`, or else read.
class Decoded {
public:
  Decoded(const VectorOps& ops, const Codec& element, const std::vector<JsonView>& originals, const void* known)
      : ops_(ops), known_(known), values_(nullptr, Destroy{ops}), readable_(originals.size(), true)
  {
    if (known != nullptr) return;
    values_.reset(ops.create());
    ops.assign(values_.get(), originals.size());
    for (std::size_t index = 0; index < originals.size(); ++index) {
      void* slot = const_cast<void*>(ops.at(values_.get(), index));  // the vector is ours
      if (originals[index].type() == JsonView::Type::null) continue;
      try {
        element.read(slot, originals[index], JsonPath{});
      } catch (const ObjectError&) {  // what the type cannot hold is none of its values
        readable_[index] = false;
      }
    }
  }

  /// Null when the type cannot hold it.
  [[nodiscard]] const void* at(std::size_t index) const
  {
    return readable_[index] ? ops_.at(known_ == nullptr ? values_.get() : known_, index) : nullptr;
  }

private:
  const VectorOps& ops_;
  const void* const known_;
  struct Destroy {
    const VectorOps& ops;
    void operator()(void* vector) const { ops.destroy(vector); }
  };
  std::unique_ptr<void, Destroy> values_;
  std::vector<bool> readable_;
};

class Matcher {
public:
  Matcher(const void* value, const VectorOps& ops, const Codec& element, const std::vector<JsonView>& originals,
          const void* before)
      : value_(value),
        ops_(ops),
        element_(element),
        info_(element.info == nullptr ? nullptr : element.info()),
        originals_(originals),
        before_(before),
        decoded_(ops, element, originals, before),
        matched_(ops.size(value)),
        used_(originals.size())
  {
  }

  [[nodiscard]] std::vector<MatchedElement> match(std::span<const std::string_view> keys)
  {
    std::vector<const Field*> fields;
    for (const auto key : keys) {
      const std::size_t index = info_ == nullptr ? 0 : find_field(*info_, key);
      if (info_ != nullptr && index < info_->fields.size()) fields.push_back(&info_->fields[index]);
    }
    match_groups(fields);
    if (fields.size() > 1) match_partly_keyed(fields);
    return std::move(matched_);
  }

private:
  using Keys = std::vector<std::string>;  // "" for a key that is not set
  struct Group {
    Indexes elements, originals;
  };

  [[nodiscard]] const void* element(std::size_t index) const { return ops_.at(value_, index); }

  [[nodiscard]] static Keys keys_of(const std::vector<const Field*>& fields, const void* value)
  {
    Keys keys;
    for (const Field* field : fields) {
      const void* key = field->in(value);
      keys.push_back(field->codec->empty(key) ? std::string() : text_of(*field->codec, key));
    }
    return keys;
  }

  void pair(std::size_t element, std::size_t original)
  {
    matched_[element] = {originals_[original], before_ == nullptr ? nullptr : ops_.at(before_, original)};
    used_[original] = true;
  }

  void match_groups(const std::vector<const Field*>& fields)
  {
    std::map<Keys, Group> groups;
    for (std::size_t index = 0; index < matched_.size(); ++index) {
      at_element(index, [&] { groups[keys_of(fields, element(index))].elements.push_back(index); });
    }
    for (std::size_t index = 0; index < originals_.size(); ++index) {
      if (const void* value = decoded_.at(index)) groups[keys_of(fields, value)].originals.push_back(index);
    }
    for (const auto& [keys, group] : groups) {
      const bool keyed = std::any_of(keys.begin(), keys.end(), [](const std::string& key) { return !key.empty(); });
      if (keyed && group.elements.size() == 1 && group.originals.size() == 1) {
        pair(group.elements[0], group.originals[0]);
      } else if (!group.elements.empty() && !group.originals.empty()) {
        match_by_content(group);
      }
    }
  }

  /// Elements that set some of the keys alone: whose other keys the server fills in.
  void match_partly_keyed(const std::vector<const Field*>& fields)
  {
    std::map<std::size_t, Indexes> wanted;  // by original
    for (std::size_t index = 0; index < matched_.size(); ++index) {
      const Keys keys = keys_of(fields, element(index));
      const auto unset = std::count(keys.begin(), keys.end(), std::string());
      if (matched_[index].json || unset == 0 || static_cast<std::size_t>(unset) == keys.size()) continue;
      const Indexes candidates = candidates_for(fields, keys);
      if (candidates.size() == 1) wanted[candidates[0]].push_back(index);
    }
    for (const auto& [original, elements] : wanted) {
      if (elements.size() == 1) pair(elements[0], original);
    }
  }

  [[nodiscard]] Indexes candidates_for(const std::vector<const Field*>& fields, const Keys& keys) const
  {
    Indexes candidates;
    for (std::size_t index = 0; index < originals_.size(); ++index) {
      if (used_[index] || decoded_.at(index) == nullptr) continue;
      const Keys theirs = keys_of(fields, decoded_.at(index));
      const bool agree = std::equal(keys.begin(), keys.end(), theirs.begin(),
                                    [](const auto& mine, const auto& their) { return mine.empty() || mine == their; });
      if (agree) candidates.push_back(index);
    }
    return candidates;
  }

  void match_by_content(const Group& group)
  {
    if (!match_by_place(group)) match_unchanged(group);
  }

  /// In how many fields that say something the two are the same.
  [[nodiscard]] std::size_t in_common(const void* left, const void* right) const
  {
    if (info_ == nullptr) return element_.same(left, right) ? 1 : 0;
    return static_cast<std::size_t>(std::count_if(info_->fields.begin(), info_->fields.end(), [&](const Field& field) {
      return field.codec->same(field.in(left), field.in(right)) && !is_default(field, field.in(left), *info_);
    }));
  }

  /// Whether the type knows nothing of the element: it has only members that the type does not know.
  [[nodiscard]] bool says_nothing(const void* value) const
  {
    if (info_ == nullptr) return element_.initial(value);
    return std::all_of(info_->fields.begin(), info_->fields.end(),
                       [&](const Field& field) { return is_default(field, field.in(value), *info_); });
  }

  /// False, and nothing is matched, when elements were added, removed or moved.
  bool match_by_place(const Group& group)
  {
    const std::size_t size = group.elements.size();
    if (size != group.originals.size()) return false;
    std::vector<bool> unchanged(size);
    for (std::size_t place = 0; place < size; ++place) {
      unchanged[place] = element_.same(element(group.elements[place]), decoded_.at(group.originals[place]));
    }
    Indexes same;
    std::size_t comparisons = 0;
    for (std::size_t place = 0; place < size; ++place) {
      if (!unchanged[place]) {
        comparisons += size;
        if (comparisons > most_comparisons) return false;
        const void* mine = element(group.elements[place]);
        const void* before = decoded_.at(group.originals[place]);
        const std::size_t here = in_common(mine, before);
        const bool may_stay = here > 0 || says_nothing(before);
        for (std::size_t other = 0; other < size; ++other) {
          // One that still stands in its place has not moved here, even if a default has made the two alike.
          if (may_stay && unchanged[other]) continue;
          if (in_common(mine, decoded_.at(group.originals[other])) > here) return false;
        }
        if (!may_stay) continue;
      }
      same.push_back(place);
    }
    for (const std::size_t place : same) pair(group.elements[place], group.originals[place]);
    return true;
  }

  void match_unchanged(const Group& group)
  {
    std::map<std::string, Group> alike;
    for (const std::size_t index : group.elements) {
      at_element(index, [&] { alike[text_of(element_, element(index))].elements.push_back(index); });
    }
    for (const std::size_t index : group.originals) {
      const auto found = alike.find(text_of(element_, decoded_.at(index)));
      if (found != alike.end()) found->second.originals.push_back(index);
    }
    for (const auto& [text, both] : alike) {
      const auto& [mine, before] = both;
      const bool distinct = std::any_of(before.begin(), before.end(), [&](std::size_t index) {
        return originals_[index].bytes() != originals_[before.front()].bytes();
      });
      if (mine.size() < before.size() && distinct) continue;
      // Of more than there were, those in the old places stay what they were.
      const bool has_places = std::includes(mine.begin(), mine.end(), before.begin(), before.end());
      const Indexes& same = has_places ? before : mine;
      for (std::size_t at = 0; at < std::min(same.size(), before.size()); ++at) pair(same[at], before[at]);
    }
  }

  const void* value_;
  const VectorOps& ops_;
  const Codec& element_;
  const StructInfo* info_;  // null unless elements are structs
  const std::vector<JsonView>& originals_;
  const void* const before_;
  Decoded decoded_;
  std::vector<MatchedElement> matched_;
  std::vector<bool> used_;
};

}  // namespace

std::vector<MatchedElement> match_elements(const void* value, const VectorOps& ops, const Codec& element,
                                           const Original& original)
{
  std::vector<JsonView> originals;
  if (original.json.type() == JsonView::Type::array) {
    for (auto child = original.json.children(); child.next();) originals.push_back(child.value());
  }
  if (element.partial() && !originals.empty()) {
    return Matcher(value, ops, element, originals, original.before).match(original.keys);
  }
  // The whole value is known: what stood there gives the spelling alone.
  std::vector<MatchedElement> matched(ops.size(value));
  for (std::size_t index = 0; index < std::min(matched.size(), originals.size()); ++index) {
    matched[index].json = originals[index];
  }
  return matched;
}

}  // namespace kubexx::detail
