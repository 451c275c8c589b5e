// SPDX-License-Identifier: Apache-2.0
#include "changed_paths.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace kubexx {

namespace {

using nlohmann::json;

constexpr std::size_t kMostPaths = 16;
constexpr std::size_t kLongestPath = 128;

std::string child_of(const std::string& path, std::string_view member)
{
  std::string text = path + "/";
  for (const char letter : member) {
    if (letter == '~') {
      text += "~0";
    } else if (letter == '/') {
      text += "~1";
    } else {
      text += letter;
    }
  }
  return text;
}

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
    if (paths_.size() >= kMostPaths) {
      ++more_;
      return;
    }
    if (path.size() > kLongestPath) path = path.substr(0, kLongestPath) + "…";
    paths_.push_back(std::move(path));
  }
  void add_leaves(const json& value, const std::string& path)
  {
    if (!value.is_object() || value.empty()) return add(path);
    for (const auto& [name, member] : value.items()) {
      // Directives of a strategic patch.
      if (!name.starts_with('$')) add_leaves(member, child_of(path, name));
    }
  }
  void add_differences(const json& before, const json& now, const std::string& path)
  {
    if (before == now || is_identity(path)) return;
    if (!before.is_object() || !now.is_object()) return add(path);
    for (const auto& [name, member] : now.items()) {
      const auto old = before.find(name);
      add_differences(old == before.end() ? json() : *old, member, child_of(path, name));
    }
    for (const auto& [name, member] : before.items()) {
      if (!now.contains(name)) add_differences(member, json(), child_of(path, name));
    }
  }
  [[nodiscard]] std::vector<std::string> take()
  {
    if (more_ > 0) paths_.push_back("and " + std::to_string(more_) + " more");
    return std::move(paths_);
  }

private:
  std::vector<std::string> paths_;
  std::size_t more_ = 0;
};

}  // namespace

std::vector<std::string> changed_paths(const ApiCall& call, const Object& before)
{
  const bool patch = call.verb == Verb::patch;
  if (!patch && (call.verb != Verb::update || !before)) return {};
  const json body = json::parse(call.request.body, nullptr, false);
  if (body.is_discarded()) return {};
  Paths paths;
  if (!patch) {
    paths.add_differences(before.json(), body, {});
  } else if (body.is_array()) {
    for (const auto& operation : body) {
      if (!operation.is_object() || operation.value("op", "") == "test") continue;
      paths.add(operation.value("path", ""));
    }
  } else {
    paths.add_leaves(body, {});
  }
  return paths.take();
}

}  // namespace kubexx
