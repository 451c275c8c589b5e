// SPDX-License-Identifier: Apache-2.0
#include "context/changed_paths.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace kubexx {

namespace {

using nlohmann::json;
using Pointer = json::json_pointer;

constexpr std::size_t kMostPaths = 16;
constexpr std::size_t kLongestPath = 128;
constexpr std::size_t kMostCollected = 512;  // beyond, the whole object counts as changed
// Below it an object counts as a whole: bodies come from the user's code and may be nested at will.
constexpr int kDeepest = 32;

// What says which object, or which version of it, is meant.
bool is_identity(std::string_view path)
{
  constexpr std::array<std::string_view, 7> identity{"/apiVersion",
                                                     "/kind",
                                                     "/metadata/name",
                                                     "/metadata/namespace",
                                                     "/metadata/resourceVersion",
                                                     "/metadata/uid",
                                                     "/metadata/managedFields"};
  for (const auto& one : identity) {
    if (path == one) return true;
  }
  return false;
}

class Paths {
public:
  void add(std::string path)
  {
    if (is_identity(path)) return;
    if (paths_.size() < kMostCollected) {
      paths_.push_back(std::move(path));
    } else {
      ++more_;
    }
  }
  void add_beside(std::string path)
  {
    if (beside_.size() > kMostPaths || std::find(beside_.begin(), beside_.end(), path) != beside_.end()) return;
    beside_.push_back(std::move(path));
  }
  // Of an apply: what it sends no more is removed, and that is beside what it sends.
  void add_leaf(const Pointer& path, bool applies)
  {
    const bool is_deep = !path.empty() && !path.parent_pointer().empty();
    if (applies && is_deep && !is_identity(path.to_string())) add_beside(path.parent_pointer().to_string());
    add(path.to_string());
  }
  void add_leaves(const json& value, const Pointer& path, bool applies, int depth = 0)
  {
    if (!value.is_object() || value.empty() || depth == kDeepest) return add_leaf(path, applies);
    for (const auto& [name, member] : value.items()) {
      if (!add_directive(name, path)) add_leaves(member, path / name, applies, depth + 1);
    }
  }
  void add_differences(const json& before, const json& now, const Pointer& path, int depth = 0)
  {
    const std::string text = path.to_string();
    if (before == now || is_identity(text)) return;
    if (!before.is_object() || !now.is_object() || depth == kDeepest) return add(text);
    for (const auto& [name, member] : now.items()) {
      const auto old = before.find(name);
      add_differences(old == before.end() ? json() : *old, member, path / name, depth + 1);
    }
    for (const auto& [name, member] : before.items()) {
      if (!now.contains(name)) add_differences(member, json(), path / name, depth + 1);
    }
  }
  void add_operations(const json& patch)
  {
    for (const auto& operation : patch) {
      if (!operation.is_object()) continue;
      const auto name = operation.find("op");
      if (name != operation.end() && *name == "test") continue;
      const bool replaces = name != operation.end() && *name == "replace";
      const bool moves = name != operation.end() && *name == "move";
      for (const char* const member : {"path", "from"}) {
        if (member == std::string_view("from") && !moves) continue;
        const auto path = operation.find(member);
        if (path == operation.end() || !path->is_string()) continue;
        std::string text = path->get<std::string>();
        if (!replaces && is_element(text)) add_beside(text.substr(0, text.rfind('/')));
        add(std::move(text));
      }
    }
  }
  [[nodiscard]] ChangedPaths take() const
  {
    ChangedPaths changed;
    changed.beside = beside_.size() > kMostPaths ? std::vector{std::string()} : beside_;
    if (paths_.empty()) return changed;
    const std::size_t shown = std::min(paths_.size(), kMostPaths);
    for (std::size_t i = 0; i < shown; ++i) {
      const std::string& path = paths_[i];
      changed.shown.push_back(path.size() > kLongestPath ? path.substr(0, kLongestPath) + "…" : path);
    }
    const std::size_t more = paths_.size() - shown + more_;
    if (more > 0) changed.shown.push_back("and " + std::to_string(more) + " more");
    changed.covering = covering();
    return changed;
  }

private:
  // A directive of a strategic patch; false: `name` is a member.
  bool add_directive(std::string_view name, const Pointer& path)
  {
    constexpr std::string_view kDeletes = "$deleteFromPrimitiveList/";
    constexpr std::string_view kOrders = "$setElementOrder/";
    if (name.starts_with(kDeletes)) {
      add((path / std::string(name.substr(kDeletes.size()))).to_string());
    } else if (name.starts_with(kOrders)) {
      add_beside((path / std::string(name.substr(kOrders.size()))).to_string());
    } else if (name == "$patch") {
      add(path.to_string());
    } else if (name == "$retainKeys") {
      add_beside(path.to_string());
    } else {
      return false;
    }
    return true;
  }
  // Whether it may name an element of an array, behind which the others move.
  static bool is_element(std::string_view path)
  {
    const std::string_view last = path.substr(path.rfind('/') + 1);
    return !last.empty() && last.size() < path.size() &&
           std::all_of(last.begin(), last.end(), [](char c) { return c >= '0' && c <= '9'; });
  }
  // The paths, or those of their parents, of which there are few and which are short.
  [[nodiscard]] std::vector<std::string> covering() const
  {
    for (std::size_t depth = kDeepest; more_ == 0 && depth > 0; depth /= 2) {
      std::vector<std::string> parents;
      parents.reserve(paths_.size());
      for (const auto& path : paths_) parents.push_back(parent_of(path, depth));
      std::sort(parents.begin(), parents.end());
      parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
      const bool is_short = std::all_of(parents.begin(), parents.end(),
                                        [](const std::string& path) { return path.size() <= kLongestPath; });
      if (is_short && parents.size() <= kMostPaths) return parents;
    }
    return {std::string()};
  }
  // The first `depth` members of a pointer, without the "-" that a JSON patch appends with.
  static std::string parent_of(const std::string& path, std::size_t depth)
  {
    std::size_t end = 0;
    for (; depth > 0 && end != std::string::npos && end < path.size(); --depth) end = path.find('/', end + 1);
    std::string parent = path.substr(0, end);
    if (parent.ends_with("/-")) parent.resize(parent.size() - 2);
    return parent;
  }

  std::vector<std::string> paths_;
  std::vector<std::string> beside_;
  std::size_t more_ = 0;
};

// Of an object that is nested too deeply for json() the whole counts.
void add_differences(Paths& paths, const Object& before, const json& body)
{
  json former;
  try {
    former = before.json();
  } catch (const ObjectError&) {
    return paths.add(std::string());
  }
  paths.add_differences(former, body, Pointer());
}

}  // namespace

ChangedPaths changed_paths(const ApiCall& call, const Object& before)
{
  const bool patch = call.verb == Verb::patch;
  if (!patch && (call.verb != Verb::update || !before)) return {};
  const json body = json::parse(call.request.body, nullptr, false);
  if (body.is_discarded()) return {};
  Paths paths;
  if (!patch) {
    add_differences(paths, before, body);
  } else if (body.is_array()) {
    paths.add_operations(body);
  } else {
    const auto type = call.request.headers.find("Content-Type");
    paths.add_leaves(body, Pointer(), type && type->starts_with("application/apply-patch"));
  }
  return paths.take();
}

}  // namespace kubexx
