// SPDX-License-Identifier: Apache-2.0
#include "core/strict_json.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace kubexx::apiserver {
namespace {

constexpr std::size_t most_problems = 100;

/// Colons outside of strings: one for each member.
std::size_t members_in(std::string_view text)
{
  std::size_t count = 0;
  for_each_outside_strings(text, [&](char c) {
    if (c == ':') ++count;
    return true;
  });
  return count;
}

std::size_t members_of(const Json& value)
{
  std::size_t count = value.is_object() ? value.size() : 0;
  if (value.is_structured()) {
    for (const auto& inner : value) count += members_of(inner);
  }
  return count;
}

/// Follows a text that is JSON: builds its value, and notes the paths of members on the way.
class Follower {
public:
  explicit Follower(const std::vector<std::string>& unknown) : unknown_(unknown.begin(), unknown.end()) {}

  bool null() { return scalar(nullptr); }
  bool boolean(bool value) { return scalar(value); }
  bool number_integer(Json::number_integer_t value) { return scalar(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return scalar(value); }
  bool number_float(Json::number_float_t value, const std::string& /*text*/) { return scalar(value); }
  bool string(std::string& value) { return scalar(std::move(value)); }
  bool binary(Json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return begin(Json::value_t::object); }
  bool start_array(std::size_t /*size*/) { return begin(Json::value_t::array); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const Json::exception& /*error*/) { return false; }

  bool key(std::string& name)
  {
    auto& level = levels_.back();
    level.place = level.prefix.empty() ? name : level.prefix + "." + name;
    level.name = name;
    if (!level.seen.insert(name).second) note("duplicate field", level.place);
    if (unknown_.contains(level.place)) note("unknown field", level.place);
    return true;
  }

  std::vector<std::string> problems;
  std::set<std::string> noted;  ///< the paths of the unknown fields among them
  Json root;

private:
  struct Level {
    Json* value;
    std::string prefix;  ///< the path of `value`
    std::string place;   ///< the path of the member that comes
    std::string name;
    std::unordered_set<std::string> seen;
    std::size_t next = 0;  ///< the index of the item that comes
  };

  void note(const char* what, const std::string& path)
  {
    if (!reported_.insert(what + path).second) return;
    problems.push_back(std::string(what) + " " + go_quoted(path));
    if (*what == 'u') noted.insert(path);
  }

  /// Where the value that comes belongs, and its path.
  std::pair<Json*, std::string> slot()
  {
    if (levels_.empty()) return {&root, ""};
    auto& level = levels_.back();
    if (level.value->is_array()) {
      const auto index = level.next++;
      level.value->push_back(nullptr);
      return {&level.value->back(), level.prefix + "[" + std::to_string(index) + "]"};
    }
    return {&(*level.value)[level.name], level.place};
  }

  bool scalar(Json value)
  {
    *slot().first = std::move(value);
    return true;
  }

  bool begin(Json::value_t type)
  {
    auto [value, path] = slot();
    if (type != Json::value_t::object || !value->is_object()) *value = Json(type);
    levels_.push_back({value, std::move(path), {}, {}, {}, 0});
    return true;
  }

  bool end()
  {
    levels_.pop_back();
    return true;
  }

  std::vector<Level> levels_;
  std::unordered_set<std::string> unknown_, reported_;
};

}  // namespace

bool has_duplicate_keys(std::string_view text, const Json& value)
{
  return members_in(text) != members_of(value);
}

std::vector<std::string> strict_problems(std::string_view text, const std::vector<std::string>& unknown)
{
  Follower follower(unknown);
  (void)Json::sax_parse(text, &follower);
  auto problems = std::move(follower.problems);
  for (const auto& path : unknown) {
    if (!follower.noted.contains(path)) problems.push_back("unknown field " + go_quoted(path));
  }
  if (problems.size() > most_problems) problems.resize(most_problems);
  return problems;
}

Json parse_merging(std::string_view text)
{
  Follower follower({});
  (void)Json::sax_parse(text, &follower);
  return std::move(follower.root);
}

}  // namespace kubexx::apiserver
