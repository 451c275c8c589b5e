// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/drop_members.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string_view>

#include "kubexx/apimachinery/detail/json_scan.hpp"

namespace kubexx {

/// What to do with the members of one object: by name.
struct DropMembers::Node {
  bool drop = false;
  std::map<std::string, Node, std::less<>> members;

  // Appends `object` without what is dropped; false when nothing was.
  [[nodiscard]] bool copy(JsonView object, std::string& to) const
  {
    bool dropped = false;
    const char* separator = "";
    to += '{';
    for (auto child = object.children(); child.next();) {
      const std::string name = child.key();
      const auto rule = members.find(name);
      if (rule != members.end() && rule->second.drop) {
        dropped = true;
        continue;
      }
      to += separator;
      separator = ",";
      detail::append_quoted(to, name);
      to += ':';
      if (rule != members.end() && child.value().type() == JsonView::Type::object) {
        dropped = rule->second.copy(child.value(), to) || dropped;
      } else {
        to += child.value().bytes();
      }
    }
    to += '}';
    return dropped;
  }
};

namespace {

constexpr std::array<std::string_view, 7> kIdentity{"/apiVersion",
                                                    "/kind",
                                                    "/metadata",
                                                    "/metadata/name",
                                                    "/metadata/uid",
                                                    "/metadata/namespace",
                                                    "/metadata/resourceVersion"};

std::string unescaped(std::string_view token)
{
  std::string text;
  for (std::size_t at = 0; at < token.size(); ++at) {
    const bool escape = token[at] == '~' && at + 1 < token.size() && (token[at + 1] == '0' || token[at + 1] == '1');
    text += escape ? (token[++at] == '0' ? '~' : '/') : token[at];
  }
  return text;
}

}  // namespace

DropMembers::DropMembers(const std::vector<std::string>& pointers)
{
  auto root = std::make_shared<Node>();
  for (const std::string& pointer : pointers) {
    const auto refuse = [&](const char* why) {
      throw std::invalid_argument("DropMembers: \"" + pointer + "\" " + why);
    };
    if (!pointer.starts_with('/'))
      refuse("is not a JSON pointer to a member: it must begin with \"/\", e.g. \"/status\"");
    if (std::find(kIdentity.begin(), kIdentity.end(), pointer) != kIdentity.end()) {
      refuse("identifies the object and cannot be dropped");
    }
    Node* node = root.get();
    for (std::string_view rest = pointer; !rest.empty();) {
      rest.remove_prefix(1);
      const auto end = std::min(rest.find('/'), rest.size());
      node = &node->members[unescaped(rest.substr(0, end))];
      rest.remove_prefix(end);
    }
    node->drop = true;
  }
  root_ = std::move(root);
}

Object DropMembers::operator()(const Object& object) const
{
  std::string text;
  text.reserve(object.bytes().size());
  if (!object || !root_->copy(JsonView(object.bytes()), text)) return object;
  return Object::parse(text, {.keep_managed_fields = true, .type = nullptr});
}

}  // namespace kubexx
