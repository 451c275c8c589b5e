// SPDX-License-Identifier: Apache-2.0
// gopkg.in/evanphx/json-patch.v4, with its words.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "quoted.hpp"

namespace kubexx {
namespace json_patch {
namespace {

using Json = nlohmann::json;

/// As deep as kube-apiserver lets an object become by a patch.
constexpr std::size_t max_depth = 1000;
constexpr std::size_t max_patch_copied = 3U * 1024U * 1024U;  // as kube-apiserver limits AccumulatedCopySizeLimit
/// A move costs as much as what it moves, and ten thousand of a megabyte would take minutes.
constexpr std::size_t max_patch_moved = 2000000;
constexpr const char* missing = ": missing value";
constexpr const char* too_deep_patch = "the value is nested too deeply";
constexpr const char* bad_index = ": invalid index referenced";

/// A place: the object or array that holds it, and its name there. A null parent: there is none.
struct PatchPlace {
  Json* parent = nullptr;
  std::string key;
};

std::string unescaped(std::string_view token)
{
  std::string text;
  for (std::size_t at = 0; at < token.size(); ++at) {
    const bool escape = token[at] == '~' && at + 1 < token.size() && (token[at + 1] == '0' || token[at + 1] == '1');
    text += !escape ? token[at] : token[++at] == '1' ? '/' : '~';
  }
  return text;
}

/// strconv.Atoi.
std::optional<std::int64_t> number_of(std::string_view text)
{
  if (text.starts_with("+") && !text.starts_with("+-")) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The place in a list; negative ones count from its end.
std::size_t index_of(const std::string& key, std::size_t size, const char* wrong)
{
  const auto index = number_of(key);
  if (!index) throw PatchError(wrong + detail::quoted(key));
  const auto count = static_cast<std::int64_t>(size);
  if (*index >= count || *index < -count) {
    throw PatchError("Unable to access invalid index: " + std::to_string(*index) + bad_index);
  }
  return static_cast<std::size_t>(*index < 0 ? *index + count : *index);
}

constexpr const char* not_an_index = "strconv.Atoi: invalid syntax: parsing ";

/// What is at a place; null when an object has no such member.
Json value_at(const PatchPlace& place)
{
  if (place.parent->is_array()) return place.parent->at(index_of(place.key, place.parent->size(), not_an_index));
  const auto found = place.parent->find(place.key);
  return found == place.parent->end() ? Json() : *found;
}

PatchPlace find_place(Json& document, const std::string& path)
{
  if (path.find('/') == std::string::npos) return {};
  auto* at = &document;
  auto start = path.find('/') + 1;
  for (auto end = path.find('/', start); end != std::string::npos; end = path.find('/', start)) {
    const auto key = unescaped(path.substr(start, end - start));
    start = end + 1;
    if (at->is_array()) {
      try {
        at = &at->at(index_of(key, at->size(), not_an_index));
      } catch (const PatchError&) {
        return {};
      }
    } else {
      const auto found = at->find(key);
      if (found == at->end()) return {};
      at = &*found;
    }
    if (!at->is_structured()) return {};
  }
  return {at, unescaped(path.substr(start))};
}

struct Extent {
  std::size_t values = 0, depth = 0;
};
Extent extent_of(const Json& value)
{
  Extent all;
  std::vector<std::pair<const Json*, std::size_t>> left{{&value, 0}};
  while (!left.empty()) {
    const auto [at, depth] = left.back();
    left.pop_back();
    ++all.values;
    all.depth = std::max(all.depth, depth);
    if (!at->is_structured()) continue;
    for (const auto& inner : *at) left.emplace_back(&inner, depth + 1);
  }
  return all;
}

void add_value(const PatchPlace& place, Json value)
{
  if (place.parent->is_object()) {
    (*place.parent)[place.key] = std::move(value);
    return;
  }
  if (place.key == "-") {
    place.parent->push_back(std::move(value));
    return;
  }
  const auto index = index_of(place.key, place.parent->size() + 1, "value was not a proper array index: ");
  place.parent->insert(place.parent->begin() + static_cast<std::ptrdiff_t>(index), std::move(value));
}

void remove_value(const PatchPlace& place)
{
  if (place.parent->is_array()) {
    place.parent->erase(index_of(place.key, place.parent->size(), not_an_index));
  } else if (place.parent->erase(place.key) == 0) {
    throw PatchError("Unable to remove nonexistent key: " + place.key + missing);
  }
}

/// The text of a member; empty when there is none.
std::string text_of(const Json& operation, const char* name)
{
  if (!operation.is_object()) return {};
  const auto found = operation.find(name);
  return found != operation.end() && found->is_string() ? found->get<std::string>() : std::string();
}

class Patcher {
public:
  explicit Patcher(Json& document) : document_(document) {}

  void run(const Json& operation)
  {
    const auto op = text_of(operation, "op");
    path_ = text_of(operation, "path");
    from_ = text_of(operation, "from");
    const bool given = operation.is_object() && operation.contains("value");
    const Json value = given ? operation.at("value") : Json();
    if (op == "add") {
      const auto place = need("add operation does not apply: doc is missing path: \"" + path_ + "\"", path_);
      named("error in add for path: '" + path_ + "': ", [&] { add(place, value); });
    } else if (op == "remove") {
      const auto place = need("remove operation does not apply: doc is missing path: \"" + path_ + "\"", path_);
      named("error in remove for path: '" + path_ + "': ", [&] { remove_value(place); });
    } else if (op == "replace") {
      replace(value);
    } else if (op == "test") {
      test(value);
    } else if (op == "move") {
      move();
    } else if (op == "copy") {
      copy();
    } else {
      throw PatchError("Unexpected kind: " + op);
    }
  }

private:
  PatchPlace need(const std::string& problem, const std::string& path)
  {
    auto place = find_place(document_, path);
    if (place.parent == nullptr) throw PatchError(problem + missing);
    return place;
  }

  template <class Do>
  void named(const std::string& where, const Do& what)
  {
    try {
      what();
    } catch (const PatchError& error) {
      throw PatchError(where + error.what());
    }
  }

  void check_depth(const Json& value) const
  {
    const auto above = static_cast<std::size_t>(std::count(path_.begin(), path_.end(), '/'));
    if (above + extent_of(value).depth > max_depth) throw PatchError(too_deep_patch);
  }

  void add(const PatchPlace& place, Json value)
  {
    check_depth(value);
    add_value(place, std::move(value));
  }

  void replace(const Json& value)
  {
    if (path_.empty()) {
      if (!value.is_structured()) throw PatchError("replace operation value must be object or array: %!w(<nil>)");
      check_depth(value);
      document_ = value;
      return;
    }
    const auto place = need("replace operation does not apply: doc is missing path: " + path_, path_);
    if (place.parent->is_object()) return add(place, value);
    std::size_t index = 0;
    try {
      index = index_of(place.key, place.parent->size(), not_an_index);
    } catch (const PatchError&) {
      throw PatchError("replace operation does not apply: doc is missing key: " + path_ + missing);
    }
    check_depth(value);
    (*place.parent)[index] = value;
  }

  void test(const Json& value)
  {
    const auto compare = [&](const Json& found) {
      if (found != value) throw PatchError("testing value " + path_ + " failed: test failed");
    };
    if (path_.empty()) return compare(document_);
    const auto place = need("test operation does not apply: is missing path: " + path_, path_);
    named("error in test for path: '" + path_ + "': ", [&] { tested_ = value_at(place); });
    compare(tested_);
  }

  void move()
  {
    const auto from = need("move operation does not apply: doc is missing from path: " + from_, from_);
    Json value;
    named("error in move for path: '" + from.key + "': ", [&] {
      value = value_at(from);
      moved_ += extent_of(value).values;
      if (moved_ > max_patch_moved) throw PatchError("the move operations of the patch move too many values");
      remove_value(from);
    });
    const auto to = need("move operation does not apply: doc is missing destination path: " + path_, path_);
    named("error in move for path: '" + path_ + "': ", [&] { add(to, std::move(value)); });
  }

  void copy()
  {
    const auto from = need("copy operation does not apply: doc is missing from path: " + from_, from_);
    Json value;
    named("error in copy for from: '" + from_ + "': ", [&] { value = value_at(from); });
    const auto to = need("copy operation does not apply: doc is missing destination path: " + path_, path_);
    copied_ += value.dump(-1, ' ', false, Json::error_handler_t::replace).size();
    if (copied_ > max_patch_copied) {
      throw PatchError("Unable to complete the copy, the accumulated size increase of copy is " +
                       std::to_string(copied_) + ", exceeding the limit " + std::to_string(max_patch_copied));
    }
    named("error while adding value during copy: ", [&] { add(to, std::move(value)); });
  }

  Json& document_;
  std::string path_, from_;
  Json tested_;
  std::size_t copied_ = 0;  // bytes
  std::size_t moved_ = 0;   // values
};

}  // namespace
}  // namespace json_patch

nlohmann::json apply_json_patch(nlohmann::json object, const nlohmann::json& operations)
{
  if (!operations.is_array()) throw PatchError("a JSON patch must be a list of operations");
  json_patch::Patcher patcher(object);
  for (const auto& operation : operations) patcher.run(operation);
  return object;
}

}  // namespace kubexx
