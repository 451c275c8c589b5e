// SPDX-License-Identifier: Apache-2.0

#include "core/json_text.hpp"
#include "core/sorted.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

/// The schema of a member; null for what no schema names.
const Schema* member_schema(const Schema* schema, const std::string& name)
{
  if (schema == nullptr) return nullptr;
  const auto found = schema->properties.find(name);
  return found == schema->properties.end() ? schema->additional.get() : found->second.get();
}

std::size_t position_of(const Schema* schema, const std::string& name)
{
  const auto found = schema->properties.find(name);
  return found == schema->properties.end() ? schema->properties.size() : found->second->position;
}

class OrderedWriter {
public:
  /// `touched` null: no patch has gone through `value`.
  void write(const Schema* schema, const Json& value, const Json* touched)
  {
    if (value.is_object()) return write_object(schema, value, touched);
    if (!value.is_array()) {
      text_ += schema == nullptr ? dump(value) : html_safe(dump(value));  // what a patch brought stays as it came
      return;
    }
    text_ += '[';
    for (std::size_t index = 0; index < value.size(); ++index) {
      if (index > 0) text_ += ',';
      const auto* below = touched == nullptr ? nullptr : find(*touched, {std::to_string(index)});
      write(schema == nullptr ? nullptr : schema->items.get(), value[index], structure(below));
    }
    text_ += ']';
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  static const Json* structure(const Json* touched)
  {
    return touched != nullptr && touched->is_object() ? touched : nullptr;
  }

  void write_object(const Schema* schema, const Json& value, const Json* touched)
  {
    std::vector<Json::const_iterator> members;
    for (auto member = value.begin(); member != value.end(); ++member) members.push_back(member);
    if (touched == nullptr && schema != nullptr && !schema->properties.empty()) {
      members = sorted(std::move(members), [schema](const auto& left, const auto& right) {
        return position_of(schema, left.key()) < position_of(schema, right.key());
      });
    }
    text_ += '{';
    bool first = true;
    for (const auto& member : members) {
      if (!first) text_ += ',';
      first = false;
      text_ += dump(Json(member.key())) + ":";
      const auto* below = touched == nullptr ? nullptr : find(*touched, {member.key()});
      // What the patch brought is a map all the way down.
      const bool brought = below != nullptr && !below->is_object();
      write(brought ? nullptr : member_schema(schema, member.key()), member.value(), structure(below));
    }
    text_ += '}';
  }

  std::string text_;
};

}  // namespace

std::string go_ordered(const Schema& schema, const Json& value, const Json& touched)
{
  OrderedWriter writer;
  writer.write(&schema, value, &touched);
  return writer.take();
}

}  // namespace kubexx::apiserver
