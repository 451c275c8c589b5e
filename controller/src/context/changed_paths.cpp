// SPDX-License-Identifier: Apache-2.0
#include "context/changed_paths.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace kubexx {

namespace {

using nlohmann::json;
using Pointer = json::json_pointer;

constexpr std::size_t kMostPaths = 16;
constexpr std::size_t kLongestPath = 128;
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
    if (paths_.size() >= kMostPaths) {
      ++more_;
      return;
    }
    if (path.size() > kLongestPath) path = path.substr(0, kLongestPath) + "…";
    paths_.push_back(std::move(path));
  }
  void add_leaves(const json& value, const Pointer& path, int depth = 0)
  {
    if (!value.is_object() || value.empty() || depth == kDeepest) return add(path.to_string());
    for (const auto& [name, member] : value.items()) {
      // Directives of a strategic patch.
      if (!name.starts_with('$')) add_leaves(member, path / name, depth + 1);
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
      const auto path = operation.find("path");
      const bool tests = operation.contains("op") && operation.at("op") == "test";
      if (!tests && path != operation.end() && path->is_string()) add(path->get<std::string>());
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
    paths.add_differences(before.json(), body, Pointer());
  } else if (body.is_array()) {
    paths.add_operations(body);
  } else {
    paths.add_leaves(body, Pointer());
  }
  return paths.take();
}

}  // namespace kubexx
