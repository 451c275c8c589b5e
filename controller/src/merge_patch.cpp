// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/merge_patch.hpp"

#include "kubexx/client/json_view.hpp"
#include "kubexx/client/json_writer.hpp"

namespace kubexx {

namespace {

bool both_objects(JsonView a, JsonView b)
{
  return a.type() == JsonView::Type::object && b.type() == JsonView::Type::object;
}

// Whether two values differ in more than the spelling of their text. Arrays of the same text are equal; others count as
// different, which costs a few bytes of the patch at most.
bool differ(JsonView a, JsonView b)
{
  if (a.bytes() == b.bytes()) return false;
  if (both_objects(a, b)) {
    for (auto child = b.children(); child.next();) {
      const JsonView before = a.member(child.key());
      if (!before || differ(before, child.value())) return true;
    }
    for (auto child = a.children(); child.next();) {
      if (!b.member(child.key())) return true;
    }
    return false;
  }
  if (const auto text = a.as_string()) return text != b.as_string();
  if (const auto number = a.as_int()) return number != b.as_int();
  return true;
}

enum class Part { whole, all_but_metadata };

// What a merge patch must say of the members of an object; begin_object and end_object are the caller's.
void write_members(JsonWriter& out, JsonView from, JsonView to, Part part = Part::whole)
{
  for (auto child = to.children(); child.next();) {
    const std::string name = child.key();
    const JsonView before = from.member(name);
    if (part == Part::all_but_metadata && name == "metadata") continue;
    if (before && !differ(before, child.value())) continue;
    out.key(name);
    if (before && both_objects(before, child.value())) {
      out.begin_object();
      write_members(out, before, child.value());
      out.end_object();
    } else {
      out.raw(child.value().bytes());
    }
  }
  for (auto child = from.children(); child.next();) {
    if (to.member(child.key())) continue;
    out.key(child.key());
    out.null();
  }
}

}  // namespace

std::string merge_patch(const Object& from, const Object& to)
{
  const JsonView before(from.bytes());
  const JsonView after(to.bytes());
  if (!differ(before, after)) return "{}";
  JsonWriter out;
  out.begin_object();
  out.key("metadata");
  out.begin_object();
  out.key("uid");
  out.string(from.uid());
  write_members(out, before.member("metadata"), after.member("metadata"));
  out.end_object();
  write_members(out, before, after, Part::all_but_metadata);
  out.end_object();
  return out.take();
}

}  // namespace kubexx
